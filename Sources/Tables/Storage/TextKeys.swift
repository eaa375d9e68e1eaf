import Values

/// The texts by which rows are sorted, by row handle: what follows the bytes that their sort codes contain.
///
/// These bytes are stored together, because a separate allocation for each text would take more memory than the text.
struct TextKeys: Sendable {
  /// For each handle, the following bytes or their place.
  private var suffixes: [Suffix] = []
  private var buffer: [UInt8] = []
  /// The number of bytes in the buffer that belong to no handle any more.
  private var unusedByteCount = 0
  /// The texts that are too long for the buffer.
  ///
  /// A text that is not changed for sorting shares its bytes with the row.
  private var longTexts: [RowHandle: String] = [:]

  /// Up to seven bytes as a sort code, or the place of more bytes in the buffer.
  ///
  /// The lowest byte is the number of bytes plus one, or zero for a long text.
  private struct Suffix {
    let bits: UInt64

    static let long = Suffix(bits: 0)
    static let maxBufferedCount = 254

    var count: Int { Int(bits & 0xFF) - 1 }
    var isLong: Bool { bits == 0 }
    var isInline: Bool { !isLong && count <= SortEncoding.textBytesPerCode }
    /// The place in the buffer, which is empty if the bytes are not there.
    var bufferRange: Range<Int> {
      let start = Int(bits >> 8)
      return isInline || isLong ? 0..<0 : start..<start + count
    }
  }

  mutating func reserveCapacity(_ count: Int) { suffixes.reserveCapacity(count) }

  /// Appends the text of the first handle without one, and returns its sort code.
  mutating func append(_ text: String) -> UInt64 {
    var text = text
    let (code, suffix) = text.withUTF8 { (SortEncoding.textCode($0), makeSuffix(ofText: $0)) }
    if suffix.isLong { longTexts[RowHandle(suffixes.count)] = text }
    suffixes.append(suffix)
    return code
  }

  /// Sets the text of a handle, which may be the first one without a text, and returns its sort code.
  mutating func setText(_ text: String, of handle: RowHandle) -> UInt64 {
    let code = append(text)
    if Int(handle) == suffixes.count - 1 { return code }
    longTexts[handle] = longTexts.removeValue(forKey: RowHandle(suffixes.count - 1))
    unusedByteCount += suffixes[Int(handle)].bufferRange.count
    suffixes[Int(handle)] = suffixes.removeLast()
    if 2 * unusedByteCount > buffer.count { removeUnusedBytes() }
    return code
  }

  private mutating func makeSuffix(ofText text: UnsafeBufferPointer<UInt8>) -> Suffix {
    let count = text.count - SortEncoding.textBytesPerCode
    if count > Suffix.maxBufferedCount { return .long }
    if count <= SortEncoding.textBytesPerCode {
      return Suffix(bits: SortEncoding.textCode(text, fromByte: SortEncoding.textBytesPerCode))
    }
    buffer.append(contentsOf: text[SortEncoding.textBytesPerCode...])
    return Suffix(bits: UInt64(buffer.count - count) << 8 | UInt64(count + 1))
  }

  private mutating func removeUnusedBytes() {
    let old = buffer
    buffer = []
    for (handle, suffix) in suffixes.enumerated() where !suffix.bufferRange.isEmpty {
      buffer += old[suffix.bufferRange]
      suffixes[handle] = Suffix(bits: UInt64(buffer.count - suffix.count) << 8 | UInt64(suffix.count + 1))
    }
    unusedByteCount = 0
  }

  /// Calls a closure with what follows the bytes that the sort code of a handle contains.
  @inline(__always) private func withBytes<Result>(
    of handle: RowHandle, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let suffix = suffixes[Int(handle)]
    if suffix.isLong {
      var text = longTexts[handle] ?? ""
      return text.withUTF8 { body(UnsafeBufferPointer(rebasing: $0.dropFirst(SortEncoding.textBytesPerCode))) }
    }
    if suffix.isInline {
      return withUnsafeBytes(of: suffix.bits.bigEndian) { bytes in
        bytes.withMemoryRebound(to: UInt8.self) { body(UnsafeBufferPointer(rebasing: $0[..<suffix.count])) }
      }
    }
    return buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[suffix.bufferRange])) }
  }

  /// Returns the code of a handle's text from a byte on that its sort code does not contain.
  func code(of handle: RowHandle, fromByte start: Int) -> UInt64 {
    let suffix = suffixes[Int(handle)]
    if start == SortEncoding.textBytesPerCode, suffix.isInline { return suffix.bits }
    return withBytes(of: handle) { SortEncoding.textCode($0, fromByte: start - SortEncoding.textBytesPerCode) }
  }

  /// Returns the order of the texts of two handles whose sort codes are equal.
  func compare(_ left: RowHandle, _ right: RowHandle) -> ValueOrdering {
    withBytes(of: left) { left in
      withBytes(of: right) { right in
        left.elementsEqual(right) ? .equal : left.lexicographicallyPrecedes(right) ? .less : .greater
      }
    }
  }
}
