/// The files that products are read from and written to: a port.
public protocol FileStore: Sendable {
  /// Returns the contents of a file.
  func read(_ path: String) async throws(FileStoreError) -> [UInt8]

  /// Writes a file as a whole: an error leaves the former file, or none.
  ///
  /// If the file exists, it is replaced only if `overwriting` is true. Otherwise, the error is `alreadyExists`.
  func write(_ bytes: [UInt8], to path: String, overwriting: Bool) async throws(FileStoreError)

  /// Returns the path of the file that a path leads to, which messages show, such as that for one beginning with `~`.
  func shownPath(of path: String) -> String
}

extension FileStore {
  /// Returns the path itself.
  public func shownPath(of path: String) -> String { path }
}

/// An error of a file store.
public struct FileStoreError: Error, Hashable, Codable, Sendable {
  /// The file.
  public let path: String
  /// What is wrong.
  public let reason: Reason

  /// What is wrong with a file.
  public enum Reason: Error, Hashable, Codable, Sendable {
    /// The file does not exist.
    case notFound
    /// The file exists already.
    case alreadyExists
    /// Another reason, in the words of the system.
    case failed(String)
  }

  /// Creates an error.
  public init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension FileStoreError: CustomStringConvertible {
  /// The file and what is wrong with it.
  public var description: String {
    switch reason {
    case .notFound: "\(path): the file does not exist"
    case .alreadyExists: "\(path): the file exists already"
    case .failed(let text): "\(path): \(text)"
    }
  }
}
