/// Rows whose content moves up or down between two frames, in all columns or in some.
struct RowShift: Equatable {
  /// The rows whose content moves or is replaced.
  var rows: ClosedRange<Int>
  /// The columns in which the content moves.
  var columns: Range<Int>
  /// The number of rows by which content moves up, or down if it is negative.
  var distance: Int
}

extension RowShift {
  /// Returns the shift that leaves the fewest cells to draw, or `nil` if none saves any.
  ///
  /// The result is an estimate: compare the bytes before you use it. The changes are the numbers of cells to draw in
  /// each row without a shift. All of them must be in the columns.
  /// - Complexity: O(*n*²), where *n* is the number of rows.
  init?(from shown: CellGrid, to frame: CellGrid, columns: Range<Int>, changes: [Int]) {
    if changes.count(where: { $0 > 0 }) < 3 { return nil }
    let (old, new) = (shown.rowHashes(of: columns), frame.rowHashes(of: columns))
    let full = (0..<changes.count).map { row in frame[row: row, columns].count(where: { !$0.isBlank }) }
    var best: (saved: Int, shift: RowShift)?
    for distance in 1 - changes.count..<changes.count where distance != 0 {
      let found = Self.bestRows(in: max(0, -distance)..<min(changes.count, changes.count - distance)) { row in
        new[row] == old[row + distance] ? changes[row] : min(0, changes[row] - full[row])
      }
      guard let (moved, savedByMoving) = found, savedByMoving > best?.saved ?? 0 else { continue }
      let emptied =
        distance > 0 ? moved.upperBound..<moved.upperBound + distance : moved.lowerBound + distance..<moved.lowerBound
      let saved = savedByMoving - emptied.reduce(0) { $0 + max(0, full[$1] - changes[$1]) }
      guard saved > best?.saved ?? 0 else { continue }
      let rows = min(moved.lowerBound, emptied.lowerBound)...max(moved.upperBound, emptied.upperBound) - 1
      best = (saved, RowShift(rows: rows, columns: columns, distance: distance))
    }
    guard let best, best.shift.keepsCharactersWhole(of: shown) else { return nil }
    self = best.shift
  }

  /// Returns whether no character is divided, nor drawn over a margin by a terminal that takes it for wider.
  private func keepsCharactersWhole(of shown: CellGrid) -> Bool {
    if columns == 0..<shown.size.columns { return true }
    return rows.allSatisfy { row in
      let cells = shown[row: row]
      let ends = [columns.lowerBound, columns.upperBound].map { cells.startIndex + $0 }
      return ends.allSatisfy { !cells.indices.contains($0) || cells[$0].width > 0 }
        && cells.prefix(columns.upperBound).allSatisfy { $0.width == 0 || $0.isPlain }
    }
  }

  /// Returns the consecutive rows whose sum is the greatest (Kadane's algorithm), if it is positive.
  private static func bestRows(in rows: Range<Int>, saving: (Int) -> Int) -> (rows: Range<Int>, saved: Int)? {
    var best: (rows: Range<Int>, saved: Int)?
    var (start, sum) = (rows.lowerBound, 0)
    for row in rows {
      if sum <= 0 { (start, sum) = (row, 0) }
      sum += saving(row)
      if sum > best?.saved ?? 0 { best = (start..<row + 1, sum) }
    }
    return best
  }
}

extension CellGrid {
  /// A number for each row: rows that look the same have the same one, and others hardly ever.
  fileprivate func rowHashes(of columns: Range<Int>) -> [UInt64] {
    (0..<size.rows).map { row in
      self[row: row, columns].reduce(0) { hash, cell in
        let colors = UInt64(cell.style.foreground.bits) << 32 | UInt64(cell.style.background.bits)
        let content = UInt64(cell.content) << 32 | UInt64(cell.style.attributes.rawValue)
        let mixed = (hash ^ colors) &* 0x9E37_79B9_7F4A_7C15
        return (mixed ^ mixed >> 29 ^ content) &* 0xBF58_476D_1CE4_E5B9
      }
    }
  }

  /// Moves the content of rows as a terminal does: rows that appear are blank.
  mutating func apply(_ shift: RowShift) {
    let old = cells
    for row in shift.rows {
      let source = row + shift.distance
      for column in shift.columns {
        cells[row * size.columns + column] =
          shift.rows.contains(source) ? old[source * size.columns + column] : .blank(.plain)
      }
    }
  }
}
