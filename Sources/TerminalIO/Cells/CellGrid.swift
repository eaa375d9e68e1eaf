import Values

/// What a terminal shows: characters with styles in columns and rows, and the cursor.
///
/// Drawing outside of the grid has no effect. A wide character occupies several cells; what overwrites one of them
/// clears the others.
public struct CellGrid: Sendable {
  /// The number of columns and rows.
  public let size: TerminalSize
  /// The cursor, or `nil` if it is hidden.
  public var cursor: TerminalCursor?
  var cells: [Cell]
  /// The texts of characters of several scalars.
  ///
  /// The key is computed from the text, so that equal cells have equal contents in all grids, with rare exceptions.
  private(set) var clusters: [UInt32: String] = [:]
  /// The area outside of which nothing is drawn.
  private(set) var clip: CellArea

  /// Creates a grid of blank cells.
  public init(_ size: TerminalSize, style: TextStyle = .plain) {
    self.size = TerminalSize(columns: max(0, size.columns), rows: max(0, size.rows))
    cells = Array(repeating: .blank(style), count: self.size.columns * self.size.rows)
    clip = CellArea(self.size)
  }

  /// Draws with a closure that has an effect only inside of an area.
  public mutating func clipped<Answer>(to area: CellArea, draw: (inout CellGrid) throws -> Answer) rethrows -> Answer {
    let outer = clip
    clip = clip.intersection(area)
    defer { clip = outer }
    return try draw(&self)
  }

  /// The text of a row, in which a wide character is followed directly by the next one.
  public func text(ofRow row: Int) -> String {
    self[row: row].reduce(into: "") { $0 += text(of: $1) }
  }

  /// Returns the character of a cell, or empty text if the cell belongs to the character before it.
  package func text(column: Int, row: Int) -> String {
    CellArea(size).contains(column: column, row: row) ? text(of: cells[row * size.columns + column]) : ""
  }

  /// Returns the style of a cell, or the plain style outside of the grid.
  public func style(column: Int, row: Int) -> TextStyle {
    CellArea(size).contains(column: column, row: row) ? cells[row * size.columns + column].style : .plain
  }

  /// The cells of a row, or none outside of the grid.
  subscript(row row: Int) -> ArraySlice<Cell> {
    CellArea(size).rowRange.contains(row) ? cells[row * size.columns..<(row + 1) * size.columns] : []
  }

  /// The cells of some columns of a row of the grid.
  subscript(row row: Int, columns: Range<Int>) -> ArraySlice<Cell> {
    cells[row * size.columns + columns.lowerBound..<row * size.columns + columns.upperBound]
  }

  func text(of cell: Cell) -> String {
    if cell.width == 0 { return "" }
    if cell.isCluster { return clusters[cell.content] ?? "" }
    return Unicode.Scalar(cell.content).map { String($0) } ?? ""
  }
}

extension CellGrid {
  /// The content of a cell that shows a text.
  mutating func content(of text: String) -> UInt32 {
    let scalars = text.unicodeScalars
    if let first = scalars.first, scalars.count == 1 { return first.value }
    var key: UInt32 = 0x811C_9DC5  // FNV-1a
    for byte in text.utf8 { key = (key ^ UInt32(byte)) &* 0x0100_0193 }
    key |= Cell.clusterBit
    while let other = clusters[key], other != text { key = (key &+ 1) | Cell.clusterBit }
    if clusters.count >= 64 + 2 * cells.count { removeUnusedClusters() }
    clusters[key] = text
    return key
  }

  private mutating func removeUnusedClusters() {
    let used = Set(cells.lazy.filter(\.isCluster).map(\.content))
    clusters = clusters.filter { used.contains($0.key) }
  }

  /// Returns a Boolean value that indicates whether a cell looks as a cell of another grid.
  @inline(__always) func isSame(_ cell: Cell, as other: Cell, of otherGrid: CellGrid) -> Bool {
    guard cell == other else { return cell.isBlank && other.isBlank && cell.style.ofBlank == other.style.ofBlank }
    return !cell.isCluster || clusters[cell.content] == otherGrid.clusters[cell.content]
  }
}

/// The cursor of a terminal.
public struct TerminalCursor: Hashable, Sendable {
  /// The column, from zero.
  public var column: Int
  /// The row, from zero.
  public var row: Int
  /// The shape.
  public var shape: Shape

  /// A shape of the cursor.
  public enum Shape: CaseIterable, Sendable {
    /// A block over a cell.
    case block
    /// A line below a cell.
    case underline
    /// A line before a cell, between characters.
    case bar
  }

  /// Creates a cursor.
  public init(column: Int, row: Int, shape: Shape = .block) {
    self.column = column
    self.row = row
    self.shape = shape
  }
}
