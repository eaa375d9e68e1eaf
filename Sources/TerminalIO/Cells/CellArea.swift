/// A rectangle of cells.
///
/// It can extend beyond the grid: drawing is clipped.
public struct CellArea: Hashable, Sendable {
  /// The first column, from zero.
  public var column: Int
  /// The first row, from zero.
  public var row: Int
  /// The number of columns, which counts as zero if it is negative.
  public var columns: Int
  /// The number of rows, which counts as zero if it is negative.
  public var rows: Int

  /// Creates an area.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = columns
    self.rows = rows
  }

  /// The area of all cells of a grid of the given size.
  public init(_ size: TerminalSize) { self.init(column: 0, row: 0, columns: size.columns, rows: size.rows) }

  /// Returns the area that two areas share.
  public func intersection(_ other: CellArea) -> CellArea {
    // An empty intersection lies in this area, so that its position is valid where this area's is.
    let (columns, rows) = (other.columnRange.clamped(to: columnRange), other.rowRange.clamped(to: rowRange))
    return CellArea(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }

  /// Returns a Boolean value that indicates whether the area contains a cell.
  public func contains(column: Int, row: Int) -> Bool { columnRange.contains(column) && rowRange.contains(row) }

  var columnRange: Range<Int> { Self.range(from: column, count: columns) }
  var rowRange: Range<Int> { Self.range(from: row, count: rows) }

  /// The range from a number, which ends at the greatest number if it is too long.
  static func range(from start: Int, count: Int) -> Range<Int> {
    let (end, isTooLong) = start.addingReportingOverflow(max(0, count))
    return start..<(isTooLong ? .max : end)
  }
}
