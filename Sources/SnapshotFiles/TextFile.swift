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

/// A file as a document, and what the file system says when it refuses.
struct TextFile {
  let path: String

  init(_ path: String) { self.path = path }

  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// What the file says, if it is there.
  func read() throws(SnapshotError) -> String? {
    guard exists else { return nil }
    let data = try Self.perform("read", on: path) { try Data(contentsOf: URL(filePath: path)) }
    guard let text = String(validating: data, as: UTF8.self) else { throw .notText(file: path) }
    return text
  }

  /// Writes all or nothing, so that no reader meets half a text, and the folders around it where they are missing.
  func write(_ text: String) throws(SnapshotError) {
    try Self.perform("write", on: path) {
      let place = URL(filePath: path)
      try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: place, options: .atomic)
    }
  }

  func remove() throws(SnapshotError) {
    try Self.perform("remove", on: path) { try FileManager.default.removeItem(atPath: path) }
  }

  /// Moves this file over another, in one step.
  ///
  /// Not by `FileManager`: its `moveItem` refuses to replace.
  func replace(_ other: TextFile) throws(SnapshotError) {
    guard rename(path, other.path) == 0 else {
      throw .refused("replace", file: other.path, reason: String(cString: strerror(errno)))
    }
  }

  static func perform<Value>(
    _ deed: String, on path: String, _ work: () throws -> Value
  ) throws(SnapshotError) -> Value {
    do {
      return try work()
    } catch {
      throw .refused(deed, file: path, reason: reason(of: error))
    }
  }

  /// The system's own words, if there are any: Foundation's are a number in brackets.
  private static func reason(of error: any Error) -> String {
    guard let underlying = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)" }
    return String(cString: strerror(underlying.code.rawValue))
  }
}
