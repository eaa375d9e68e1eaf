import Foundation
import SQLiteHandlers
import Shop
import Values

/// A folder for the files of a test, which is removed with the value.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "SQLiteHandlersTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Returns the path of a file in the folder.
  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Returns the database `shop.db`.
  func database() -> SQLiteDatabase { SQLiteDatabase(path: path("shop.db")) }

  /// The names of the files.
  func fileNames() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
}

extension Product {
  static let lamp = Product(id: "p1", name: "Lamp", price: Money(cents: 1999), tags: ["light"])
}
