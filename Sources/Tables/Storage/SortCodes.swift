import Values

/// The 64-bit codes of all rows for one column, by row handle, which have the same order as the cells.
///
/// The codes decide the order of most rows. If equal codes do not imply equal values, the cells themselves are compared.
struct SortCodes: Sendable {
  /// The index of the column.
  let columnIndex: Int
  let sortOptions: SortOptions
  /// A Boolean value that indicates whether the column has a custom comparison, for which there are no codes.
  let usesRowComparison: Bool
  private(set) var encoding: SortEncoding
  private(set) var codes: [UInt64] = []

  /// Computes the keys of all rows.
  init<Row>(columnIndex: Int, of columns: [Column<Row>], rows: [Row], contextValues: ContextValues) {
    let column = columns[columnIndex]
    self.columnIndex = columnIndex
    sortOptions = column.resolvedSortOptions
    usesRowComparison = column.compareRows != nil
    encoding = usesRowComparison || sortOptions.hasOrder ? .mixed : column.kind.sortEncoding
    if usesRowComparison {
      // All codes are equal, so that the column's function decides.
      codes = Array(repeating: 1, count: rows.count)
    } else if !encodeCells(of: rows, using: column.batchReader, contextValues) {
      encoding = .mixed
      _ = encodeCells(of: rows, using: column.batchReader, contextValues)
    }
  }

  /// Encodes the cells of all rows.
  ///
  /// Returns `false` if one of the cells has no code in the encoding.
  private mutating func encodeCells<Row>(
    of rows: [Row], using reader: BatchCellReader<Row>, _ contextValues: ContextValues
  ) -> Bool {
    var isEncoded = false
    // Without capacity, the initializer writes the count of the empty array that all threads share.
    codes = Array(unsafeUninitializedCapacity: max(1, rows.count)) { codes, count in
      isEncoded = reader.encodeCells(rows, 0..<rows.count, contextValues, encoding, sortOptions, codes)
      count = isEncoded ? rows.count : 0
    }
    return isEncoded
  }

  /// Sets the value for a handle, unless the encoding has no code for the value.
  ///
  /// Returns whether the value was set.
  mutating func setValueIfEncodable(_ value: Value, for handle: RowHandle) -> Bool {
    if usesRowComparison {
      if Int(handle) == codes.count { codes.append(1) }
      return true
    }
    guard let code = encoding.code(for: value, sortOptions) else { return false }
    codes.setElement(code, at: handle)
    return true
  }

  /// Returns the codes for one direction.
  func directedCodes(_ direction: SortDirection) -> DirectedCodes {
    DirectedCodes(
      codes: codes, encoding: encoding, nullPlacement: sortOptions.nullPlacement, direction: direction)
  }
}

extension Array {
  /// Sets the element of a handle, which may be the first one without an element.
  fileprivate mutating func setElement(_ element: Element, at handle: RowHandle) {
    if Int(handle) == count { append(element) } else { self[Int(handle)] = element }
  }
}

/// The codes of all rows for one direction of the sort.
struct DirectedCodes {
  private let codes: [UInt64]
  private let encoding: SortEncoding
  private let nullCode: UInt64
  private let invertedBits: UInt64

  fileprivate init(
    codes: [UInt64], encoding: SortEncoding, nullPlacement: SortOptions.NullPlacement, direction: SortDirection
  ) {
    self.codes = codes
    self.encoding = encoding
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

  /// Returns whether rows with the same code as this one have equal values.
  func isExact(_ handle: RowHandle) -> Bool { encoding.isExact(code: codes[Int(handle)]) }
}
