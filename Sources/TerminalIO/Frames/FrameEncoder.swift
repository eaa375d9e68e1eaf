/// Turns frames into the bytes that change what a terminal shows.
///
/// The encoder knows what the terminal shows, because all output goes through it. It looks for the fewest bytes: it
/// skips cells that do not change, and compares ways to move the cursor, to erase and to scroll.
public struct FrameEncoder: Sendable {
  private let depth: ColorDepth
  private var features: TerminalFeatures
  private var shown: CellGrid?
  private var pen: TerminalPen
  private var painter = RowPainter()

  /// Creates an encoder for a terminal of which nothing is known.
  public init(depth: ColorDepth, features: TerminalFeatures = []) {
    self.depth = depth
    self.features = features
    pen = TerminalPen(depth: depth, features: features, size: TerminalSize(columns: 0, rows: 0))
  }

  /// Forgets what the terminal shows: the next frame is drawn as a whole.
  ///
  /// Call this after other output, for example after the program was stopped and continued.
  public mutating func invalidate() { shown = nil }

  /// Uses further features from now on, because the terminal has reported them.
  public mutating func use(_ reported: TerminalFeatures) { features.formUnion(reported) }

  /// Appends the bytes that make a terminal show a frame instead of the previous one.
  ///
  /// The first frame, and the first one of another size, is drawn as a whole. There are no bytes if nothing changes.
  public mutating func encode(_ frame: CellGrid, into bytes: inout [UInt8]) {
    let start = bytes.count
    if let shown, shown.size == frame.size {
      draw(frame, over: shown, into: &bytes)
    } else {
      pen = TerminalPen(depth: depth, features: features, size: frame.size)
      pen.eraseScreen(into: &bytes)
      let blank = CellGrid(frame.size)
      painter.draw(frame, over: blank, changes: frame.changes(from: blank), with: &pen, into: &bytes)
    }
    pen.finish(with: frame.cursor, into: &bytes)
    shown = frame
    if features.contains(.synchronizedOutput) && bytes.count - start > Self.shortFrame {
      bytes.insert(contentsOf: Array("\u{1B}[?2026h".utf8), at: start)
      bytes.append("\u{1B}[?2026l")
    }
  }

  /// The number of bytes that a terminal reads at once, so that it needs no brackets.
  private static let shortFrame = 512
}

extension FrameEncoder {
  /// Draws the rows that change, scrolling before if that saves bytes.
  private mutating func draw(_ frame: CellGrid, over shown: CellGrid, into bytes: inout [UInt8]) {
    let changes = frame.changes(from: shown)
    let (start, oldPen) = (bytes.count, pen)
    painter.draw(frame, over: shown, changes: changes, with: &pen, into: &bytes)
    for columns in shiftedColumns(from: shown, to: frame) {
      guard let shift = RowShift(from: shown, to: frame, columns: columns, changes: changes) else { continue }
      var (otherPen, scrolled, other) = (oldPen, shown, [UInt8]())
      otherPen.scroll(shift, into: &other)
      scrolled.apply(shift)
      painter.draw(frame, over: scrolled, changes: frame.changes(from: scrolled), with: &otherPen, into: &other)
      if other.count < bytes.count - start {
        bytes.replaceSubrange(start..., with: other)
        pen = otherPen
      }
    }
  }

  /// The columns in which rows may scroll: all of them, or those that change.
  private func shiftedColumns(from shown: CellGrid, to frame: CellGrid) -> [Range<Int>] {
    let all = 0..<frame.size.columns
    guard features.contains(.horizontalMargins), let changed = frame.changedColumns(from: shown), changed != all,
      changed.count > 1
    else { return [all] }
    return [all, changed]
  }
}

extension CellGrid {
  /// The smallest range that contains all columns with cells that look different in another grid of the same size.
  fileprivate func changedColumns(from other: CellGrid) -> Range<Int>? {
    var changed: Range<Int>?
    for row in 0..<size.rows {
      let cells = row * size.columns..<(row + 1) * size.columns
      func isChanged(_ index: Int) -> Bool { !isSame(self.cells[index], as: other.cells[index], of: other) }
      guard let first = cells.first(where: isChanged), let last = cells.last(where: isChanged) else { continue }
      let (start, end) = (first - cells.lowerBound, last - cells.lowerBound + 1)
      changed = min(start, changed?.lowerBound ?? start)..<max(end, changed?.upperBound ?? end)
    }
    return changed
  }

  /// The number of cells in each row that look different in another grid of the same size.
  fileprivate func changes(from other: CellGrid) -> [Int] {
    (0..<size.rows).map { row in
      let cells = row * size.columns..<(row + 1) * size.columns
      return cells.count { !isSame(self.cells[$0], as: other.cells[$0], of: other) }
    }
  }
}
