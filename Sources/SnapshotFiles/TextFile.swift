#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A text file, whose operations report errors of the file system as `SnapshotError`.
struct TextFile {
  let path: String

  init(_ path: String) { self.path = path }

  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Returns the text of the file, or `nil` if it does not exist.
  func read() throws(SnapshotError) -> String? {
    guard exists else { return nil }
    let data = try Self.perform("read", on: path) { try Data(contentsOf: URL(filePath: path)) }
    guard let text = String(validating: data, as: UTF8.self) else { throw .notUTF8(file: path) }
    return text
  }

  /// Writes the file atomically, and creates missing parent folders.
  func write(_ text: String) throws(SnapshotError) {
    try Self.perform("write", on: path) {
      let index = URL(filePath: path)
      try FileManager.default.createDirectory(at: index.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: index, options: .atomic)
    }
  }

  func remove() throws(SnapshotError) {
    try Self.perform("remove", on: path) { try FileManager.default.removeItem(atPath: path) }
  }

  static func perform<Value>(
    _ operation: String, on path: String, _ work: () throws -> Value
  ) throws(SnapshotError) -> Value {
    do {
      return try work()
    } catch {
      throw .fileOperationFailed(operation, file: path, reason: reason(of: error))
    }
  }

  /// Returns the message of the system if there is one.
  ///
  /// The description of a Foundation error is only a number in brackets.
  private static func reason(of error: any Error) -> String {
    guard let underlying = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)" }
    return String(cString: strerror(underlying.code.rawValue))
  }
}
