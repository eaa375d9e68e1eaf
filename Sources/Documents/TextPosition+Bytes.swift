package import Values

extension TextPosition {
  /// The place of a byte.
  package init(at place: Int, in bytes: [UInt8]) {
    self.init()
    for index in 0..<min(place, bytes.count) {
      pass(bytes[index], before: index + 1 < bytes.count ? bytes[index + 1] : nil)
    }
  }

  /// Goes on by one byte, which may be the rest of a scalar: a line ends with a line feed, a carriage return, or both.
  mutating func pass(_ byte: UInt8, before next: UInt8?) {
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n") {
      self = TextPosition(line: line + 1)
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }
}
