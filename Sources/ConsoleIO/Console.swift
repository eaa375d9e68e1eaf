import LineEditor
import LoopText
import Values

/// The input, output and files of a command: those of the process, or strings in a test.
@MainActor public struct Console {
  /// Prints to standard output.
  public var print: (String) throws(StandardOutputError) -> Void
  /// Prints to standard error and ignores failures.
  public var printError: (String) -> Void
  /// A Boolean value that indicates whether a user types the input.
  public let isInteractive: Bool
  /// Reads a line, or returns `nil` at the end of the input.
  ///
  /// The prompt is printed only on a terminal.
  ///
  /// Throws a ``StandardOutputError`` if the prompt cannot be printed, and a ``StandardInputError`` if the input cannot
  /// be read.
  public let readLine: (_ prompt: String) throws -> String?
  /// Reads a line that can be edited and completed on a terminal, and otherwise as ``readLine`` does.
  public let readAssistedLine: (_ prompt: String, _ assistant: LineAssistant) throws -> String?
  /// Reads the bytes of a line without a prompt.
  ///
  /// They need not be valid UTF-8.
  public let readLineBytes: () throws -> [UInt8]?
  /// Reads a line that a terminal does not echo.
  public let readSecretLine: (_ prompt: String) throws -> String?
  /// Writes a new file completely or not at all.
  ///
  /// It never overwrites a file.
  public let createFile: (_ text: String, _ path: String) throws(FileError) -> Void

  /// Reads a whole file.
  public let readFile: (_ path: String) throws(FileError) -> [UInt8]
  /// Reads a whole file that the user has not named, such as the configuration.
  ///
  /// It fails for a pipe, at which the program could wait forever.
  public let readRegularFile: (_ path: String) throws(FileError) -> [UInt8]
  /// Opens or creates a file for appending and locks it for this process.
  public let openForAppending: (_ path: String) throws(FileError) -> AppendableFile
  /// The number of columns of the terminal that shows the output, or `nil` if the output is not shown on a terminal.
  public var outputWidth: Int?
  /// The number of lines of the terminal that shows the output, or `nil` if the output is not shown on a terminal.
  public var outputHeight: Int?
  /// A Boolean value that indicates whether the process has a terminal, even if it reads and writes files or pipes.
  public var hasControllingTerminal = false
  /// A Boolean value that indicates whether standard error is a terminal.
  public var isErrorTerminal = false
  /// The environment variables.
  public var environment: [String: String] = [:]
  /// Returns the paths of files and folders that begin with a text, those of folders with a slash at the end.
  public var paths: (_ beginning: String) -> [String] = { _ in [] }
  /// Prints to standard output a text whose escape sequences are meant for the terminal.
  public var printStyled: (String) throws(StandardOutputError) -> Void
  /// Prints to standard error a text whose escape sequences are meant for the terminal.
  public var printStyledError: (String) -> Void
  /// Shows a text in the program of a shell command, and returns `false` if that program does not exist.
  public var showInPager: (_ text: String, _ command: String) throws -> Bool = { _, _ in false }

  /// Creates a console.
  public init(
    isInteractive: Bool, print: @escaping (String) throws(StandardOutputError) -> Void,
    printError: @escaping (String) -> Void,
    readLine: @escaping (_ prompt: String) throws -> String?,
    readAssistedLine: ((_ prompt: String, _ assistant: LineAssistant) throws -> String?)? = nil,
    readLineBytes: (() throws -> [UInt8]?)? = nil,
    readSecretLine: @escaping (_ prompt: String) throws -> String?,
    createFile: @escaping (_ text: String, _ path: String) throws(FileError) -> Void,
    readFile: @escaping (_ path: String) throws(FileError) -> [UInt8],
    readRegularFile: ((_ path: String) throws(FileError) -> [UInt8])? = nil,
    openForAppending: @escaping (_ path: String) throws(FileError) -> AppendableFile
  ) {
    self.isInteractive = isInteractive
    self.print = print
    self.printError = printError
    printStyled = print
    printStyledError = printError
    self.readLine = readLine
    self.readAssistedLine = readAssistedLine ?? { prompt, _ in try readLine(prompt) }
    self.readLineBytes = readLineBytes ?? { try readLine("").map { Array($0.utf8) } }
    self.readSecretLine = readSecretLine
    self.createFile = createFile
    self.readFile = readFile
    self.readRegularFile = readRegularFile ?? readFile
    self.openForAppending = openForAppending
  }
}

extension Console {
  /// A Boolean value that indicates whether the terminal interprets no escape sequences.
  package var isDumbTerminal: Bool { ["", "dumb"].contains(environment["TERM", default: ""]) }

  /// A Boolean value that indicates whether a line of progress can be shown on standard error and replaced.
  package var showsProgress: Bool { isErrorTerminal && !isDumbTerminal }

  /// Replaces the line of progress, if it can be shown.
  package func showProgress(_ text: String) {
    if showsProgress { printStyledError("\r\u{1B}[K\(text)") }
  }

  /// Erases the line of progress.
  package func eraseProgress() { showProgress("") }
}

/// A file for appending; each text is written before the next one is begun.
@MainActor public struct AppendableFile {
  /// The contents of the file when it was opened.
  public let initialBytes: [UInt8]
  /// Truncates the file to a number of bytes.
  public let truncate: (_ length: Int) throws(FileError) -> Void
  /// Appends a text completely or not at all.
  public let append: (_ text: String) throws(FileError) -> Void

  /// Creates a file.
  public init(
    initialBytes bytes: [UInt8], truncate: @escaping (_ length: Int) throws(FileError) -> Void,
    append add: @escaping (_ text: String) throws(FileError) -> Void
  ) {
    self.initialBytes = bytes
    self.truncate = truncate
    self.append = add
  }
}

/// The reason why standard output cannot be written.
public enum StandardOutputError: Error {
  /// The reader closed the pipe.
  ///
  /// This is not reported.
  case brokenPipe
  /// Anything else, in the system's words.
  case systemError(reason: String)
}

/// A failure to read the input.
///
/// The end of the input is not an error.
public struct StandardInputError: Error {
  /// The message of the system.
  public let reason: String

  /// Creates an error with the message of the system.
  public init(reason: String) { self.reason = reason }
}

/// The reason why a file could not be read or written.
public enum FileError: Error {
  /// The file does not exist.
  case fileNotFound
  /// Another process has locked the file.
  case inUse
  /// The file already exists.
  case alreadyExists
  /// The folder of the file does not exist.
  case folderNotFound
  /// The file was deleted while it was open, so appended text would be lost.
  case deletedWhileOpen
  /// Anything else, in the system's words.
  case systemError(reason: String)

  /// Returns a message for the user: what is wrong with the file at the path, and what to do.
  package func message(at path: String) -> String {
    let path = path.isEmpty ? "\"\"" : path
    return switch self {
    case .fileNotFound: "\(path) does not exist"
    case .inUse: "\(path) is in use by another session; end that one first, or choose another name"
    case .alreadyExists: "\(path) already exists; choose another name"
    case .folderNotFound: "\(path): the folder does not exist; create it first"
    case .deletedWhileOpen: "\(path) was deleted while it was open; its contents are lost"
    case .systemError(let reason): "\(path): \(reason); choose another name or folder"
    }
  }
}
