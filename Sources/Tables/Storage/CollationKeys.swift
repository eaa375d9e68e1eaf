import Values

/// The sort keys of all rows for one column: a 64-bit code for each row handle, and the value itself if equal codes do
/// not imply equal values.
struct CollationKeys: Sendable {
  /// The index of the column.
  let columnIndex: Int
  let sortOptions: SortOptions
  /// A Boolean value that indicates whether the column has a custom comparison, for which there are no codes.
  let usesRowComparison: Bool
  private(set) var encoding: SortEncoding
  private(set) var codes: [UInt64]
  /// The values as they are compared, by row handle; empty if equal codes imply equal values.
  private(set) var fullKeys: [Value]

  /// Computes the keys of all rows.
  init<Row>(columnIndex: Int, of columns: [Column<Row>], rows: [Row], contextValues: ContextValues) {
    let column = columns[columnIndex]
    self.columnIndex = columnIndex
    sortOptions = column.sortOptions
    usesRowComparison = column.compareRows != nil
    encoding = usesRowComparison ? .mixed : column.kind.sortEncoding
    codes = []
    fullKeys = []
    if usesRowComparison {
      // All codes are equal, so that the column's function decides.
      codes = Array(repeating: 1, count: rows.count)
    } else if !encodeCells(of: rows, using: column.batchReader, contextValues: contextValues) {
      let values = column.batchReader.readValues(rows, 0..<rows.count, contextValues)
      encodeValues(sortOptions.transformsText ? values.map(sortOptions.collationKey) : values)
    }
  }

  /// Encodes cells without creating values.
  ///
  /// Returns `false` if one of the cells has no code in the encoding.
  private mutating func encodeCells<Row>(
    of rows: [Row], using reader: BatchCellReader<Row>, contextValues: ContextValues
  ) -> Bool {
    codes = Array(unsafeUninitializedCapacity: rows.count) { codes, count in
      if reader.encodeCells(rows, 0..<rows.count, contextValues, encoding, codes) { count = rows.count }
    }
    return codes.count == rows.count
  }

  /// Encodes values, as `mixed` if one of them has no code in the encoding.
  private mutating func encodeValues(_ values: [Value]) {
    codes.removeAll(keepingCapacity: true)
    codes.reserveCapacity(values.count)
    for value in values {
      guard let code = encoding.code(for: value) else {
        encoding = .mixed
        return encodeValues(values)
      }
      codes.append(code)
    }
    fullKeys = encoding.needsFullKeys ? values : []
  }

  /// Sets the value for a handle.
  ///
  /// Returns `false` if the encoding has no code for the value.
  mutating func setValue(_ value: Value, for handle: RowHandle) -> Bool {
    if usesRowComparison {
      if Int(handle) == codes.count { codes.append(1) }
      return true
    }
    let key = sortOptions.collationKey(for: value)
    guard let code = encoding.code(for: key) else { return false }
    if Int(handle) == codes.count {
      codes.append(code)
      if encoding.needsFullKeys { fullKeys.append(key) }
    } else {
      codes[Int(handle)] = code
      if encoding.needsFullKeys { fullKeys[Int(handle)] = key }
    }
    return true
  }

  /// Returns the codes for one direction.
  func directedCodes(_ direction: SortDirection) -> DirectedCodes {
    DirectedCodes(codes: codes, nullPlacement: sortOptions.nullPlacement, direction: direction)
  }

  /// Returns whether rows with the same code as this one have equal values.
  func isExact(_ handle: RowHandle) -> Bool { encoding.isExact(code: codes[Int(handle)]) }

  /// Returns the order of two rows whose codes are equal, although their values may differ.
  func compareFullKeys(_ left: RowHandle, _ right: RowHandle) -> ValueOrdering {
    fullKeys[Int(left)].totalOrder(to: fullKeys[Int(right)])
  }
}

/// The codes of all rows for one direction of the sort.
struct DirectedCodes {
  private let codes: [UInt64]
  private let nullCode: UInt64
  private let invertedBits: UInt64

  fileprivate init(codes: [UInt64], nullPlacement: SortOptions.NullPlacement, direction: SortDirection) {
    self.codes = codes
    nullCode =
      switch nullPlacement {
      case .first: 0
      case .last: .max
      }
    invertedBits =
      switch direction {
      case .forward: 0
      case .reverse: .max
      }
  }

  /// Returns the code of a handle.
  ///
  /// Null sorts at its end in both directions.
  subscript(handle: RowHandle) -> UInt64 {
    let code = codes[Int(handle)]
    return code == 0 ? nullCode : code ^ invertedBits
  }
}
