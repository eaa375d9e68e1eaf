/// Decodes the bytes that a terminal sends into keys.
///
/// The bytes can arrive in parts of any size. A sequence that is not known is ignored as a whole, and invalid UTF-8
/// becomes U+FFFD.
public struct KeyDecoder: Sendable {
  private enum State { case text, escape, sequence, string, stringEscape, paste }

  private var state = State.text
  /// The bytes of the character, the sequence or the pasted text that is not complete yet.
  private var buffer: [UInt8] = []

  /// Creates a decoder.
  public init() {}

  /// The number of milliseconds to wait for more bytes before ``resolve()``, or `nil` to wait forever.
  ///
  /// The Escape key sends the byte that also begins the sequences of other keys.
  public var timeout: Int32? {
    switch state {
    case .text, .paste: nil
    case .escape: 50
    case .sequence, .string, .stringEscape: 500
    }
  }

  /// Decodes bytes, and returns the keys that are complete.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { decode(byte, into: &keys) }
    return keys
  }

  /// Ends an incomplete sequence, after no more bytes have arrived, and returns its keys.
  public mutating func resolve() -> [Key] {
    guard timeout != nil else { return [] }
    defer { (state, buffer) = (.text, []) }
    return state == .escape ? [.escape] : []
  }

  private mutating func decode(_ byte: UInt8, into keys: inout [Key]) {
    switch (state, byte) {
    case (.text, _): decodeText(byte, into: &keys)
    case (.escape, _): decodeEscaped(byte, into: &keys)
    case (.sequence, 0x20...0x3F):
      // No known sequence is longer.
      if buffer.count < 32 { buffer.append(byte) }
    case (.sequence, UInt8(ascii: "[")) where buffer == [byte]: buffer.append(byte)  // A function key on Linux
    case (.sequence, 0x40...0x7E):
      state = .text
      if let key = key(ofSequenceEnding: byte) { keys.append(key) }
      buffer = []
    case (.sequence, _):
      // The sequence was broken off.
      (state, buffer) = (.text, [])
      decodeText(byte, into: &keys)
    case (.string, 0x07), (.stringEscape, UInt8(ascii: "\\")): state = .text
    case (.string, 0x1B): state = .stringEscape
    case (.string, _): break
    case (.stringEscape, _):
      state = .escape
      decodeEscaped(byte, into: &keys)
    case (.paste, _):
      buffer.append(byte)
      let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]  // ESC [201~
      if buffer.suffix(end.count) == end[...] {
        keys.append(.paste(String(decoding: buffer.dropLast(end.count), as: UTF8.self)))
        (state, buffer) = (.text, [])
      }
    }
  }

  private mutating func decodeText(_ byte: UInt8, into keys: inout [Key]) {
    if !buffer.isEmpty && byte & 0xC0 != 0x80 {
      keys.append(.text("\u{FFFD}"))
      buffer = []
    }
    switch byte {
    case 0x1B: state = .escape
    case 0x0A, 0x0D: keys.append(.enter)
    case 0x09: keys.append(.tab)
    case 0x08, 0x7F: keys.append(.backspace)
    case 1...26: keys.append(.control(Unicode.Scalar(byte + 0x60)))
    case 0x00..<0x20: keys.append(.control(Unicode.Scalar(byte + 0x40)))
    case 0x20..<0x7F: keys.append(.text(String(Unicode.Scalar(byte))))
    default:
      buffer.append(byte)
      let count =
        switch buffer[0] {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
      guard buffer.count == count else { return }
      keys.append(.text(String(validating: buffer, as: UTF8.self) ?? "\u{FFFD}"))
      buffer = []
    }
  }

  private mutating func decodeEscaped(_ byte: UInt8, into keys: inout [Key]) {
    state = .text
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "O"): (state, buffer) = (.sequence, [byte])
    // The terminal answers a question, up to BEL or ESC \.
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): state = .string
    case 0x1B:
      state = .escape
      keys.append(.escape)
    case 0x00...0x7F: keys.append(.alt(Unicode.Scalar(byte)))
    default:
      keys.append(.escape)
      decodeText(byte, into: &keys)
    }
  }

  /// Returns the key of the sequence in the buffer, or `nil` if it is not known.
  private mutating func key(ofSequenceEnding final: UInt8) -> Key? {
    guard buffer.dropFirst().allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }) else { return nil }
    let numbers = buffer.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    // The second number is 1 plus a bit for each modifier: 2 for Alt, 4 for Control.
    let movesByWord = numbers.count > 1 && ((numbers[1] ?? 1) &- 1) & 0b110 != 0
    let isCSI = buffer[0] == UInt8(ascii: "[")
    switch (final, numbers.first ?? nil) {
    case (UInt8(ascii: "A"), _): return .up
    case (UInt8(ascii: "B"), _): return .down
    case (UInt8(ascii: "C"), _): return movesByWord ? .wordRight : .right
    case (UInt8(ascii: "D"), _): return movesByWord ? .wordLeft : .left
    case (UInt8(ascii: "H"), _): return .home
    case (UInt8(ascii: "F"), _): return .end
    case (UInt8(ascii: "c"), nil) where !isCSI: return .wordRight
    case (UInt8(ascii: "d"), nil) where !isCSI: return .wordLeft
    case (UInt8(ascii: "M"), nil) where !isCSI: return .enter
    case (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): return .home
    case (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): return .end
    case (UInt8(ascii: "~"), 3): return .delete
    case (UInt8(ascii: "~"), 200):
      state = .paste
      return nil
    default: return nil
    }
  }
}
