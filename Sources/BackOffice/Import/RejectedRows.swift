import Documents
import Shop
import TabularData

/// The bad rows of a file as a CSV file with the same columns and separator, which can be corrected and imported.
///
/// The last column contains the problem of each row. An import ignores this column.
struct RejectedRows: Sendable {
  /// The contents of the file, in UTF-8.
  let contents: [UInt8]
  let counts: RejectedRowCounts

  /// The title of the column with the problems.
  static let problemTitle = "problem found"

  /// Finds the bad rows of a file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - settings: How the file is read.
  ///   - stored: The stored products.
  /// - Throws: A failure if the file cannot be read as rows.
  init(of bytes: [UInt8], _ settings: ImportSettings, stored: [Product]) throws(ImportFailure) {
    let plan = try ImportPlan(of: bytes, settings, stored: stored, isForStoring: true)
    var reader = try ImportPlan.reader(of: bytes, settings)
    var writer = DelimitedWriter(separator: reader.separator ?? .comma)
    // A file of bad rows that was not corrected everywhere has the column already.
    let problemIndex = reader.columns.firstIndex(of: Self.problemTitle) ?? reader.columns.endIndex
    func line(_ fields: [String?], problem: String) -> [String?] {
      var fields = fields
      if problemIndex < fields.endIndex { fields[problemIndex] = problem } else { fields.append(problem) }
      return fields
    }
    writer.writeLine(line(reader.columns, problem: Self.problemTitle))
    let columns = Array(reader.columns.indices)
    var (number, counts) = (0, RejectedRowCounts())
    while let row = try ImportPlan.nextRow(of: &reader, columns) {
      number += 1
      guard let reason = plan.reasons[number] else { continue }
      if case .cells(let cells) = row {
        writer.writeLine(line(cells.map(\.fileText), problem: reason))
        counts.written += 1
      } else {
        counts.unreadable += 1
      }
    }
    contents = Array(writer.text.utf8)
    self.counts = counts
  }
}

/// The numbers of bad rows that were written to a file.
public struct RejectedRowCounts: Hashable, Codable, Sendable {
  /// The rows in the file.
  public var written = 0
  /// The rows that cannot be written, because they have no cells, such as one with too many fields.
  public var unreadable = 0

  /// Creates counts of zero.
  public init() {}
}

extension ImportRowReader.Cell {
  /// The content as the text of a field in CSV, or `nil` if there is none.
  var fileText: String? {
    switch self {
    case .missing: nil
    case .text(let text), .number(let text), .other(let text): text
    case .list(let nodes): "[\(nodes.map(\.text).joined(separator: ", "))]"
    }
  }
}
