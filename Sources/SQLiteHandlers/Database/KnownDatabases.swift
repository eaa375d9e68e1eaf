#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A list of the databases that have been used, so that one that has disappeared is not taken for a new one.
///
/// The list is a file with an absolute path in each line.
struct KnownDatabases: Sendable {
  let path: String

  /// Returns whether a database has been used.
  func contains(_ database: String) -> Bool { lines.contains(Substring(absolutePath(database))) }

  /// Adds a database.
  ///
  /// If the list cannot be written, a database that disappears is taken for a new one, as without a list.
  func add(_ database: String) {
    if database == SQLiteDatabase.memoryPath || database.contains("\n") || contains(database) { return }
    SQLiteConnection.createFolders(of: path)
    let descriptor = unsafe open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
    if descriptor < 0 { return }
    defer { close(descriptor) }
    // One call, so that programs that add lines at the same time do not mix them.
    let line = Array("\(absolutePath(database))\n".utf8)
    _ = unsafe write(descriptor, line, line.count)
  }

  private func absolutePath(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }

  private var lines: [Substring] {
    let text = (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n")
  }
}
