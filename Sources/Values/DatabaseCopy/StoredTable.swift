/// A table that every kind of database of the shop has.
///
/// The first column is unique, and orders the rows.
package struct StoredTable: Hashable, Sendable {
  /// The name in every database.
  package let name: String
  /// The columns.
  package let columns: [Column]

  /// A column, whose name is the same in every database.
  package struct Column: Hashable, Sendable {
    package let name: String
    package let kind: Kind
  }

  /// What a column contains, however a database stores it.
  package enum Kind: Hashable, Sendable {
    case integer, optionalInteger, boolean, text, optionalText, uuid, bytes, texts
  }

  private init(_ name: String, _ columns: KeyValuePairs<String, Kind>) {
    self.name = name
    self.columns = columns.map { Column(name: $0.key, kind: $0.value) }
  }

  /// The tables that a copy of a shop contains.
  ///
  /// What follows from their rows is not copied.
  package static let all = [
    StoredTable(
      "product",
      [
        "number": .integer, "key": .text, "id": .text, "name": .text, "price": .integer, "tags": .texts,
        "stock": .optionalInteger, "position": .integer, "version": .integer,
      ]),
    StoredTable("deleted_product", ["key": .text, "version": .integer]),
    StoredTable("change_log", ["number": .integer, "time": .integer, "author": .text, "summary": .text]),
    StoredTable(
      "event", ["number": .integer, "user": .uuid, "flag": .boolean, "action": .text, "timestamp": .integer]),
    StoredTable("event_batch", ["id": .uuid]),
    StoredTable(
      "outbox",
      [
        "number": .integer, "server": .text, "user": .uuid, "flag": .boolean, "action": .text, "timestamp": .integer,
        "attempts": .integer, "claim_end": .optionalInteger, "copies_before": .optionalInteger,
        "failure": .optionalText, "refused": .boolean,
      ]),
    StoredTable("outbox_batch", ["id": .uuid]),
    StoredTable(
      "session",
      [
        "number": .integer, "schema": .integer, "revision": .integer, "has_input": .boolean, "contents": .bytes,
        "owner": .text,
      ]),
  ]
}

/// A value in a row of a table.
package enum StoredValue: Hashable, Sendable {
  case null
  /// An integer, or a Boolean value as 0 or 1.
  case integer(Int64)
  case text(String)
  /// Bytes, or the sixteen bytes of a UUID.
  case bytes([UInt8])
  case texts([String])
}

/// The number of rows of a table, and a digest of their contents in their order.
struct StoredTableDigest: Hashable {
  private(set) var rowCount = 0
  private var digest = ContentDigest()

  /// Adds the next row.
  mutating func add(_ row: [StoredValue]) {
    rowCount += 1
    for value in row {
      switch value {
      case .null: add(0, [])
      case .integer(let number): add(1, "\(number)".utf8)
      case .text(let text): add(2, text.utf8)
      case .bytes(let bytes): add(3, bytes)
      case .texts(let texts):
        add(4, "\(texts.count)".utf8)
        for text in texts { add(2, text.utf8) }
      }
    }
  }

  private mutating func add(_ kind: UInt8, _ bytes: some Collection<UInt8>) {
    // Without its length, a value could begin in the one before it.
    digest.combine(CollectionOfOne(kind))
    digest.combine("\(bytes.count) ".utf8)
    digest.combine(bytes)
  }
}
