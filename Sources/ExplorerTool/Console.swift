/// Where the shell prints and reads: real descriptors, or strings in a test.
@MainActor public struct Console {
  /// Prints what was asked for.
  public let print: (String) throws(OutputError) -> Void
  /// Prints what went wrong.
  ///
  /// There is nobody to tell when that fails.
  public let complain: (String) -> Void
  /// Reads a line, after a prompt where somebody sees it; nil at the end.
  ///
  /// It throws an ``OutputError`` where the prompt cannot be printed, and an ``InputError`` where nothing can be read.
  public let read: (_ prompt: String) throws -> String?
  /// Reads a line in the same way without a prompt, whether it is text or not.
  public let readBytes: () throws -> [UInt8]?
  /// Reads a line in the same way, of which a terminal shows nothing while it is typed.
  public let readUnseen: (_ prompt: String) throws -> String?
  /// Writes a new file, or nothing: it refuses to overwrite one, and leaves no half of one.
  public let save: (_ text: String, _ path: String) throws(FileError) -> Void

  /// Reads a whole file.
  public let load: (_ path: String) throws(FileError) -> [UInt8]
  /// Opens a file to add to, for this program alone; it is made where there is none.
  public let openToAdd: (_ path: String) throws(FileError) -> AppendableFile

  /// Makes one of its parts.
  public init(
    print: @escaping (String) throws(OutputError) -> Void, printError complain: @escaping (String) -> Void,
    readLine read: @escaping (_ prompt: String) throws -> String?,
    readLineBytes readBytes: (() throws -> [UInt8]?)? = nil,
    readSecretLine readUnseen: @escaping (_ prompt: String) throws -> String?,
    createFile save: @escaping (_ text: String, _ path: String) throws(FileError) -> Void,
    readFile load: @escaping (_ path: String) throws(FileError) -> [UInt8],
    openForAppending openToAdd: @escaping (_ path: String) throws(FileError) -> AppendableFile
  ) {
    self.print = print
    self.complain = complain
    self.read = read
    self.readBytes = readBytes ?? { try read("").map { Array($0.utf8) } }
    self.readUnseen = readUnseen
    self.save = save
    self.load = load
    self.openToAdd = openToAdd
  }
}

/// A file that lines are added to, each on its way before the next is begun.
@MainActor public struct AppendableFile {
  /// What was in it when it was opened.
  public let bytes: [UInt8]
  /// Keeps so many bytes of that, and no more.
  public let cut: (_ length: Int) throws(FileError) -> Void
  /// Adds a text, all of it or nothing.
  public let add: (_ text: String) throws(FileError) -> Void

  /// Makes one of its parts.
  public init(
    initialBytes bytes: [UInt8], truncate cut: @escaping (_ length: Int) throws(FileError) -> Void,
    append add: @escaping (_ text: String) throws(FileError) -> Void
  ) {
    self.bytes = bytes
    self.cut = cut
    self.add = add
  }
}

/// Why nothing more can be printed.
public enum OutputError: Error {
  /// Whoever read has read enough, which is no news to anybody.
  case readerGone
  /// Anything else, in the system's words.
  case refused(reason: String)
}

/// Why nothing more can be read: that is something else than the end of what there is.
public struct InputError: Error {
  /// The system's words for it.
  public let reason: String

  /// Makes one of the system's words.
  public init(reason: String) { self.reason = reason }
}

/// Why a file could not be written or read.
public enum FileError: Error {
  /// There is none of this name.
  case fileMissing
  /// Another program is adding to it.
  case inUse
  /// There is one under this name.
  case nameTaken
  /// The folder it shall be in is not there.
  case folderMissing
  /// It was deleted while it was open: what is added goes nowhere.
  case deletedMeanwhile
  /// Anything else, in the system's words.
  case refused(reason: String)
}

extension FileError {
  /// What went wrong and what can be done, for a person.
  package func message(at path: String) -> String {
    let path = path.isEmpty ? "\"\"" : path
    return switch self {
    case .fileMissing: "\(path) is not there"
    case .inUse: "\(path) is in use by another session; end that one first, or choose another name"
    case .nameTaken: "\(path) is there already; choose another name"
    case .folderMissing: "\(path) would be in a folder that is not there; make the folder first"
    case .deletedMeanwhile: "\(path) was deleted meanwhile, with all that it held"
    case .refused(let reason): "\(path): \(reason); choose another name or folder"
    }
  }
}
