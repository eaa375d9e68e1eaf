/// Where the shell prints and reads: real descriptors, or strings in a test.
@MainActor public struct Console {
  /// Prints what was asked for.
  public let print: (String) throws(OutputFailure) -> Void
  /// Prints what went wrong.
  ///
  /// There is nobody to tell when that fails.
  public let complain: (String) -> Void
  /// Reads a line, after a prompt where somebody sees it; nil at the end.
  public let read: (_ prompt: String) throws(OutputFailure) -> String?
  /// Writes a new file, or nothing: it refuses to overwrite one, and leaves no half of one.
  public let save: (_ text: String, _ path: String) throws(FileFailure) -> Void

  /// Makes one of its parts.
  public init(
    print: @escaping (String) throws(OutputFailure) -> Void, complain: @escaping (String) -> Void,
    read: @escaping (_ prompt: String) throws(OutputFailure) -> String?,
    save: @escaping (_ text: String, _ path: String) throws(FileFailure) -> Void
  ) {
    self.print = print
    self.complain = complain
    self.read = read
    self.save = save
  }
}

/// Why nothing more can be printed.
public enum OutputFailure: Error {
  /// Whoever read has read enough, which is no news to anybody.
  case readerGone
  /// Anything else, in the system's words.
  case refused(reason: String)
}

/// Why a file could not be written.
public enum FileFailure: Error {
  /// There is one under this name.
  case nameTaken
  /// The folder it shall be in is not there.
  case folderMissing
  /// Anything else, in the system's words.
  case refused(reason: String)
}

extension FileFailure {
  /// What went wrong and what can be done, for a person.
  func message(at path: String) -> String {
    switch self {
    case .nameTaken: "\(path) is there already; choose another name"
    case .folderMissing: "\(path) would be in a folder that is not there; make the folder first"
    case .refused(let reason): "\(path): \(reason); choose another name or folder"
    }
  }
}
