extension String {
  /// The text without the space around it.
  package var trimmed: String { utf8.isTrimmed ? self : whollyTrimmed }
}

extension Substring {
  /// The text without the space around it.
  package var trimmed: String { utf8.isTrimmed ? String(self) : whollyTrimmed }
}

extension BidirectionalCollection<UInt8> {
  /// Whether the text certainly has no space around it.
  ///
  /// Most texts have none, and whether a character is space takes long to be told.
  fileprivate var isTrimmed: Bool {
    guard let first, let last else { return true }
    return (0x21...0x7E).contains(first) && (0x21...0x7E).contains(last)
  }
}

extension StringProtocol {
  fileprivate var whollyTrimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
