import Shop
import TabularData
import Values

/// What an import of a file would do: its counts, its first rows and its bad rows.
///
/// It is small, however many rows the file has. The import reads the file again and compares the digests, so that it
/// stores exactly what the preview counts, or nothing.
public struct ImportPreview: Hashable, Codable, Sendable {
  /// The largest number of rows in a preview.
  package static let maxRowCount = 20
  /// The largest number of bad rows in a preview.
  package static let maxBadRowCount = 1_000

  /// How the file was read.
  ///
  /// The mapping and the prefix of IDs are known.
  public let settings: ImportSettings
  /// The format in which the file was read.
  public let format: DataFormat
  /// The separator of the fields, if the format has one.
  public let separator: ImportSeparator?
  /// The columns of the file, in their order.
  public let columns: [String]
  /// The first value of each column, if it has one in the first rows, or else an empty text.
  ///
  /// It is `nil` in the session of an earlier program.
  public let samples: [String]?
  /// The numbers of rows.
  public let counts: ImportCounts
  /// The first rows: the rows to store, then the others.
  public let rows: [ImportRow]
  /// The first bad rows.
  ///
  /// ``ImportCounts/bad`` is the number of all bad rows.
  public let badRows: [BadRow]
  /// The digest of the bytes of the file.
  let fileDigest: UInt64
  /// The digest of the versions of the stored products that the file refers to.
  let versions: VersionDigest
}

extension ImportPreview {
  /// The columns that are not imported.
  package var unusedColumns: [String] {
    let mapping = settings.mapping ?? ColumnMapping()
    let used = ImportField.allCases.compactMap { mapping[$0] }
    return columns.filter { !used.contains($0) && $0 != RejectedRows.problemTitle }
  }
}

/// The numbers of rows of a file, by what an import does with them.
public struct ImportCounts: Hashable, Codable, Sendable {
  /// The rows whose product is new.
  public var new = 0
  /// The rows whose product exists and differs.
  public var changed = 0
  /// The rows whose product exists and is equal.
  public var unchanged = 0
  /// The rows that are skipped because their product exists.
  public var skipped = 0
  /// The bad rows.
  public var bad = 0

  /// The number of all rows.
  public var total: Int { new + changed + unchanged + skipped + bad }
  /// The number of products that the import stores.
  public var stored: Int { new + changed }

  /// Creates counts of zero.
  public init() {}
}

/// A row that can be imported.
public struct ImportRow: Hashable, Codable, Sendable, Identifiable {
  /// What an import does with a row.
  public enum Change: Hashable, Codable, Sendable {
    /// The product is new.
    case new
    /// The product exists, and this stored version is replaced.
    case changed(from: Product)
    /// The product exists and is equal.
    case unchanged
    /// The product exists, and the row is skipped.
    case skipped
  }

  /// The number of the row, from 1.
  ///
  /// It is not the number of a line.
  public let id: Int
  /// The line in the file, from 1.
  public let line: Int
  /// The product after the import, without its position and version.
  public let product: Product
  /// What an import does.
  public let change: Change
}

/// A row that cannot be imported, with its place and the reason.
public struct BadRow: Hashable, Codable, Sendable, Identifiable {
  /// The number of the row, from 1.
  ///
  /// It is not the number of a line.
  public let id: Int
  /// The position of the first problem in the file.
  public let position: TextPosition
  /// The column of the first problem, or `nil` if the whole row is bad.
  public let column: String?
  /// The field of the first problem, if its cell can be corrected: the file has a column for it.
  public let field: ImportField?
  /// What was found and what was expected, for each problem.
  public let reason: String
  /// The text of the cell that can be corrected, or `nil` if it is empty.
  public var text: String?
}
