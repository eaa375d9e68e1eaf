import Values

/// The sort keys of all rows for one column: a 64-bit code for each row handle, and the text or the value itself if
/// equal codes do not imply equal values.
struct CollationKeys: Sendable {
  /// The index of the column.
  let columnIndex: Int
  let sortOptions: SortOptions
  /// A Boolean value that indicates whether the column has a custom comparison, for which there are no codes.
  let usesRowComparison: Bool
  private(set) var encoding: SortEncoding
  private(set) var codes: [UInt64] = []
  /// The texts as they are compared, by row handle; empty if the encoding is not `texts`.
  ///
  /// A text that is not changed for sorting shares its storage with the row.
  private var texts: [String] = []
  /// The values as they are compared, by row handle; empty if the encoding is not `mixed`.
  private var values: [Value] = []

  /// Computes the keys of all rows.
  init<Row>(columnIndex: Int, of columns: [Column<Row>], rows: [Row], contextValues: ContextValues) {
    let column = columns[columnIndex]
    self.columnIndex = columnIndex
    sortOptions = column.sortOptions
    usesRowComparison = column.compareRows != nil
    encoding = usesRowComparison ? .mixed : column.kind.sortEncoding
    if usesRowComparison {
      // All codes are equal, so that the column's function decides.
      codes = Array(repeating: 1, count: rows.count)
    } else if !encodeCells(of: rows, using: column.batchReader, contextValues: contextValues) {
      encodeMixedValues(column.batchReader.readValues(rows, 0..<rows.count, contextValues))
    }
  }

  /// Encodes cells without creating values.
  ///
  /// Returns `false` if one of the cells has no code in the encoding.
  private mutating func encodeCells<Row>(
    of rows: [Row], using reader: BatchCellReader<Row>, contextValues: ContextValues
  ) -> Bool {
    var isEncoded = false
    if encoding == .texts { texts.reserveCapacity(rows.count) }
    // Without capacity, the initializer writes the count of the empty array that all threads share.
    codes = Array(unsafeUninitializedCapacity: max(1, rows.count)) { codes, count in
      if encoding == .texts {
        isEncoded = reader.forEachText(rows, 0..<rows.count, contextValues) { text in
          codes[count] = appendText(text)
          count += 1
        }
      } else if reader.encodeCells(rows, 0..<rows.count, contextValues, encoding, codes) {
        (isEncoded, count) = (true, rows.count)
      }
    }
    return isEncoded
  }

  private mutating func encodeMixedValues(_ read: [Value]) {
    (encoding, texts) = (.mixed, [])
    values = sortOptions.transformsText ? read.map(sortOptions.collationKey) : read
    codes = values.map(mixedCode)
  }

  /// Sets the value for a handle, unless the encoding has no code for the value.
  ///
  /// Returns whether the value was set.
  mutating func setValueIfEncodable(_ value: Value, for handle: RowHandle) -> Bool {
    if usesRowComparison {
      if Int(handle) == codes.count { codes.append(1) }
      return true
    }
    if encoding == .texts {
      guard let text = value.textOrNull else { return false }
      let key = text.map(textKey)
      texts.setElement(key ?? "", at: handle)
      codes.setElement(key.map(textCode) ?? 0, at: handle)
      return true
    }
    if encoding == .mixed {
      let key = sortOptions.collationKey(for: value)
      codes.setElement(mixedCode(key), at: handle)
      values.setElement(key, at: handle)
      return true
    }
    guard let code = encoding.code(for: value) else { return false }
    codes.setElement(code, at: handle)
    return true
  }

  /// Appends the text of a row, or null, and returns its code.
  private mutating func appendText(_ text: String?) -> UInt64 {
    let key = text.map(textKey)
    texts.append(key ?? "")
    return key.map(textCode) ?? 0
  }

  private func textKey(_ text: String) -> String {
    sortOptions.transformsText ? sortOptions.collationKey(for: text) : text
  }

  private func textCode(_ key: String) -> UInt64 { SortEncoding.textCode(sortOptions.prefixKey(key)) }

  private func mixedCode(_ key: Value) -> UInt64 {
    if case .text(let text) = key { return SortEncoding.mixedCode(.text(sortOptions.prefixKey(text))) }
    return SortEncoding.mixedCode(key)
  }

  /// Returns the codes for one direction.
  func directedCodes(_ direction: SortDirection) -> DirectedCodes {
    DirectedCodes(codes: codes, nullPlacement: sortOptions.nullPlacement, direction: direction)
  }

  /// Returns whether rows with the same code as this one have equal values.
  func isExact(_ handle: RowHandle) -> Bool { encoding.isExact(code: codes[Int(handle)]) }

  /// Returns the order of two rows whose codes are equal, although their values may differ.
  func compareFullKeys(_ left: RowHandle, _ right: RowHandle) -> ValueOrdering {
    encoding == .texts
      ? sortOptions.compareKeys(texts[Int(left)], texts[Int(right)])
      : sortOptions.compareKeys(values[Int(left)], values[Int(right)])
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
