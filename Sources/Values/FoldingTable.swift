import Foundation

/// What the scalars of the most frequent scripts fold to, for texts in which no scalar affects the one before it.
///
/// Foundation folds a text in about a microsecond, most of which is not spent on its characters. The table is made with
/// Foundation, so that a text folds to the same with and without it.
struct FoldingTable: Sendable {
  /// Letters from Latin-1 to Armenian, and those of Vietnamese and ancient Greek.
  private static let tabulated: [Range<UInt32>] = [0x80..<0x590, 0x1E00..<0x2000]

  /// Scalars that fold to themselves: most ideographs and syllables, letters without case, symbols and emoji.
  private static let unchanged: [ClosedRange<UInt32>] = [
    0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x3041...0x3096, 0x30A1...0x30FA, 0x3001...0x3020, 0x3400...0x4DBF,
    0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20C0, 0x05D0...0x05EA, 0x0620...0x064A, 0x0904...0x0939,
    0x0E01...0x0E30, 0x1F300...0x1F3FA, 0x1F400...0x1F64F,
  ]

  private static let caseOnly = FoldingTable(.caseInsensitive)
  private static let accentsOnly = FoldingTable(.diacriticInsensitive)
  private static let caseAndAccents = FoldingTable([.caseInsensitive, .diacriticInsensitive])

  /// The table for options that ignore at least one difference.
  static func table(ignoresCase: Bool, ignoresAccents: Bool) -> FoldingTable {
    ignoresCase ? ignoresAccents ? caseAndAccents : caseOnly : accentsOnly
  }

  /// The UTF-8 to which a scalar folds, in at most seven bytes, the first one in the lowest bits.
  ///
  /// The highest byte is their number, or zero if a text with the scalar must be folded by Foundation.
  private typealias Entry = UInt64

  private let ignoresCase: Bool
  private var entries: [Entry] = []

  private init(_ options: String.CompareOptions) {
    ignoresCase = options.contains(.caseInsensitive)
    for scalar in Self.tabulated.joined() { entries.append(Self.entry(for: scalar, options)) }
  }

  private static func entry(for value: UInt32, _ options: String.CompareOptions) -> Entry {
    guard let scalar = Unicode.Scalar(value), !scalar.affectsNeighbors else { return 0 }
    let folded = String(scalar).folding(options: options, locale: nil).utf8
    // No text becomes longer than twice its length.
    guard folded.count <= 2 * UTF8.width(scalar) else { return 0 }
    return folded.reversed().reduce(0) { $0 << 8 | Entry($1) } | Entry(folded.count) << 56
  }

  /// Returns the folded text, or `nil` if it has a scalar that the table does not know.
  func folded(_ text: String) -> String? {
    text.utf8.withContiguousStorageIfAvailable { text in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * text.count) { folded -> String? in
        fold(text, into: folded).map { String(decoding: folded[..<$0], as: UTF8.self) }
      }
    }
    .flatMap(\.self)
  }

  /// Writes the folded text, and returns its length.
  private func fold(_ text: UnsafeBufferPointer<UInt8>, into folded: UnsafeMutableBufferPointer<UInt8>) -> Int? {
    var (index, end) = (0, 0)
    while index < text.count {
      let first = text[index]
      if first < 0x80 {
        folded[end] = ignoresCase && first &- 0x41 < 26 ? first | 0x20 : first
        (index, end) = (index + 1, end + 1)
        continue
      }
      // The text is valid, so a scalar has all its bytes.
      let width = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      var scalar = UInt32(first) & (0x7F >> UInt32(width))
      for offset in 1..<width { scalar = scalar << 6 | UInt32(text[index + offset] & 0x3F) }
      if let place = Self.entryIndex(of: scalar) {
        var entry = entries[place]
        let count = Int(entry >> 56)
        if count == 0 { return nil }
        for _ in 0..<count {
          folded[end] = UInt8(truncatingIfNeeded: entry)
          entry >>= 8
          end += 1
        }
      } else if Self.unchanged.contains(where: { $0.contains(scalar) }) {
        for offset in 0..<width { folded[end + offset] = text[index + offset] }
        end += width
      } else {
        return nil
      }
      index += width
    }
    return end
  }

  private static func entryIndex(of scalar: UInt32) -> Int? {
    if tabulated[0].contains(scalar) { return Int(scalar - tabulated[0].lowerBound) }
    return tabulated[1].contains(scalar) ? Int(scalar - tabulated[1].lowerBound) + tabulated[0].count : nil
  }
}

extension Unicode.Scalar {
  /// Returns whether the scalar may be folded together with the one before it.
  fileprivate var affectsNeighbors: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format, .unassigned: true
    default: properties.isGraphemeExtend
    }
  }
}
