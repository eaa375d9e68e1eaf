import Values

/// Reads the cells of one column for a range of rows.
///
/// It is created where the types of the row and the cell are known, so that its loops over the rows are specialized.
/// Sort keys and text predicates are computed without an array of values.
struct BatchCellReader<Row: Sendable>: Sendable {
  typealias MatchFlags = UnsafeMutableBufferPointer<Bool>
  typealias CodeBuffer = UnsafeMutableBufferPointer<UInt64>

  /// Reads the values of the cells of the rows with these handles.
  let readValues: @Sendable (_ rows: [Row], _ handles: Range<Int>, ContextValues) -> [Value]

  /// Writes the sort codes of the cells, or returns `false` if the encoding has no code for one of them.
  let encodeCells:
    @Sendable (_ rows: [Row], _ handles: Range<Int>, ContextValues, SortEncoding, SortOptions, CodeBuffer) -> Bool

  /// Clears the flag of every flagged row whose text does not satisfy the predicate.
  ///
  /// Null counts as an empty text. Returns `false` if a cell holds anything else.
  let clearNonmatchingTexts:
    @Sendable (_ rows: [Row], _ handles: Range<Int>, ContextValues, MatchFlags, _ holds: (String) -> Bool) -> Bool

  init(_ read: @escaping @Sendable (Row, ContextValues) -> Value) {
    readValues = { rows, handles, contextValues in
      var values: [Value] = []
      values.reserveCapacity(handles.count)
      for handle in handles { values.append(read(rows[handle], contextValues)) }
      return values
    }
    encodeCells = { rows, handles, contextValues, encoding, options, codes in
      // The encoding is chosen once, outside the loop, so that the loop over the cells does not branch on it.
      switch encoding {
      case .integers:
        Self.encodeCells(rows, at: handles, into: codes) { SortEncoding.integerCode(read($0, contextValues)) }
      case .reals: Self.encodeCells(rows, at: handles, into: codes) { SortEncoding.realCode(read($0, contextValues)) }
      case .instants:
        Self.encodeCells(rows, at: handles, into: codes) { SortEncoding.instantCode(read($0, contextValues)) }
      case .texts:
        Self.encodeCells(rows, at: handles, into: codes) { SortEncoding.textCode(read($0, contextValues), options) }
      case .mixed:
        Self.encodeCells(rows, at: handles, into: codes) { SortEncoding.mixedCode(read($0, contextValues), options) }
      }
    }
    clearNonmatchingTexts = { rows, handles, contextValues, flags, holds in
      for (index, handle) in handles.enumerated() where flags[index] {
        switch read(rows[handle], contextValues) {
        case .text(let text): flags[index] = holds(text)
        case .null: flags[index] = holds("")
        case .boolean, .integer, .real, .money, .instant, .list, .object: return false
        }
      }
      return true
    }
  }

  @inline(__always) static func encodeCells(
    _ rows: [Row], at handles: Range<Int>, into codes: CodeBuffer, code: (Row) -> UInt64?
  ) -> Bool {
    for (index, handle) in handles.enumerated() {
      guard let code = code(rows[handle]) else { return false }
      codes[index] = code
    }
    return true
  }
}
