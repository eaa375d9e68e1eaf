/// Decodes the bytes that a terminal sends.
///
/// The bytes can arrive in parts of any size. A sequence that is not known is ignored as a whole, and invalid UTF-8
/// becomes U+FFFD. The memory for incomplete input is limited.
public struct InputDecoder: Sendable {
  private enum State { case text, escape, sequence, mouse, string, stringEscape, paste }

  /// No known control sequence, and no known answer, is longer.
  private static let maxSequenceByteCount = 128

  private var state = State.text
  /// The bytes of the character, the sequence or the pasted text that is not complete yet.
  private var buffer: [UInt8] = []
  /// The modifier that an ESC before a character means.
  private var modifiers: KeyStroke.Modifiers = []
  private let maxPasteByteCount: Int

  /// Creates a decoder.
  public init() { self.init(maxPasteByteCount: 1 << 22) }

  /// Creates a decoder that divides longer pasted texts.
  package init(maxPasteByteCount: Int) { self.maxPasteByteCount = max(16, maxPasteByteCount) }

  /// The number of milliseconds to wait for more bytes before ``resolve()``, or `nil` to wait forever.
  ///
  /// The Escape key sends the byte that also begins the sequences of other keys.
  public var timeout: Int32? {
    switch state {
    case .text, .paste: nil
    case .escape: 30
    case .sequence, .mouse, .string, .stringEscape: 500
    }
  }

  /// The number of bytes that are kept because they are not complete.
  package var incompleteByteCount: Int { buffer.count }

  /// Decodes bytes, and returns the events that are complete.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes { decode(byte, into: &events) }
    return events
  }

  /// Ends an incomplete sequence, after no more bytes have arrived, and returns its events.
  ///
  /// What begins a sequence is then a key of its own: Escape, or Alt and a character.
  public mutating func resolve() -> [InputEvent] {
    guard timeout != nil else { return [] }
    defer { reset() }
    switch state {
    case .escape: return [.key(KeyStroke(.escape))]
    case .sequence, .string:
      guard buffer.count == 1, let byte = buffer.first else { return [] }
      return [.key(KeyStroke(.character(Character(Unicode.Scalar(byte))), .alt))]
    case .text, .mouse, .stringEscape, .paste: return []
    }
  }

  private mutating func reset() { (state, buffer, modifiers) = (.text, [], []) }

  private mutating func decode(_ byte: UInt8, into events: inout [InputEvent]) {
    switch (state, byte) {
    case (.text, _): decodeText(byte, into: &events)
    case (.escape, _): decodeEscaped(byte, into: &events)
    case (.sequence, 0x20...0x3F): collect(byte)
    case (.sequence, UInt8(ascii: "[")) where buffer == [byte]: collect(byte)  // A function key on Linux
    case (.sequence, 0x40...0x7E): endSequence(byte, into: &events)
    case (.sequence, _):
      // The sequence was broken off.
      reset()
      decodeText(byte, into: &events)
    case (.mouse, _):
      // The old encoding of the mouse, which does not reach beyond column 223, has three bytes of any value.
      buffer.append(byte)
      if buffer.count == 3 { reset() }
    case (.string, 0x07), (.stringEscape, UInt8(ascii: "\\")): endString(into: &events)
    case (.string, 0x1B): state = .stringEscape
    case (.string, _): collect(byte)
    case (.stringEscape, _):
      (state, buffer) = (.escape, [])
      decodeEscaped(byte, into: &events)
    case (.paste, _): decodePasted(byte, into: &events)
    }
  }

  private mutating func decodeText(_ byte: UInt8, into events: inout [InputEvent]) {
    if !buffer.isEmpty && byte & 0xC0 != 0x80 { endCharacter("\u{FFFD}", into: &events) }
    if byte == 0x1B {
      state = .escape
      return
    }
    if byte < 0x80 {
      events.append(.key(KeyStroke(sentAs: byte, modifiers)))
      modifiers = []
      return
    }
    buffer.append(byte)
    let count =
      switch buffer[0] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard buffer.count == count else { return }
    endCharacter(String(validating: buffer, as: UTF8.self)?.first ?? "\u{FFFD}", into: &events)
  }

  private mutating func endCharacter(_ character: Character, into events: inout [InputEvent]) {
    events.append(.key(KeyStroke(.character(character), modifiers)))
    (buffer, modifiers) = ([], [])
  }

  private mutating func decodeEscaped(_ byte: UInt8, into events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "O"): (state, buffer) = (.sequence, [byte])
    // The terminal answers a question, up to BEL or ESC \.
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      (state, buffer) = (.string, [byte])
    case 0x1B: events.append(.key(KeyStroke(.escape)))
    default:
      (state, modifiers) = (.text, .alt)
      decodeText(byte, into: &events)
    }
  }

  /// Keeps a byte of a sequence, up to one more than can be known.
  private mutating func collect(_ byte: UInt8) {
    if buffer.count <= Self.maxSequenceByteCount { buffer.append(byte) }
  }

  private mutating func endSequence(_ final: UInt8, into events: inout [InputEvent]) {
    let bytes = buffer
    reset()
    guard bytes.count <= Self.maxSequenceByteCount, let sequence = ControlSequence(bytes, final: final) else { return }
    if sequence.isPasteStart { state = .paste } else if sequence.isOldMouse { state = .mouse }
    if let event = sequence.event { events.append(event) }
  }

  private mutating func endString(into events: inout [InputEvent]) {
    if buffer.count <= Self.maxSequenceByteCount, let report = TerminalReport(string: buffer) {
      events.append(.report(report))
    }
    reset()
  }

  private mutating func decodePasted(_ byte: UInt8, into events: inout [InputEvent]) {
    let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]  // ESC [201~
    buffer.append(byte)
    if byte == end[5] && buffer.suffix(end.count) == end[...] {
      buffer.removeLast(end.count)
      // The last part of a divided text can be empty.
      if !buffer.isEmpty { events.append(.paste(String(decoding: buffer, as: UTF8.self))) }
      reset()
    } else if buffer.count >= maxPasteByteCount && byte < 0x80 && !end.contains(byte) {
      // This byte is the end of a character, and no part of the end of the text.
      events.append(.paste(String(decoding: buffer, as: UTF8.self)))
      buffer = []
    } else if buffer.count >= maxPasteByteCount + 16 {
      let kept = incompleteSuffixCount
      events.append(.paste(String(decoding: buffer.dropLast(kept), as: UTF8.self)))
      buffer = buffer.suffix(kept)
    }
  }

  /// The number of bytes of a pasted text that may belong to an incomplete character or to the end of the text.
  private var incompleteSuffixCount: Int {
    if let escape = buffer.suffix(5).lastIndex(of: 0x1B) { return buffer.endIndex - escape }
    guard let start = buffer.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), buffer[start] >= 0xC0 else { return 0 }
    return buffer.endIndex - start
  }
}

extension KeyStroke {
  /// Creates the key stroke that a terminal sends as an ASCII byte.
  fileprivate init(sentAs byte: UInt8, _ modifiers: Modifiers) {
    switch byte {
    case 0x0A, 0x0D: self.init(.enter, modifiers)
    case 0x09: self.init(.tab, modifiers)
    case 0x08, 0x7F: self.init(.backspace, modifiers)
    case 0x00: self.init(.character(" "), modifiers.union(.control))
    case 1...26: self.init(.character(Character(Unicode.Scalar(byte + 0x60))), modifiers.union(.control))
    case 0x1B..<0x20: self.init(.character(Character(Unicode.Scalar(byte + 0x40))), modifiers.union(.control))
    default: self.init(.character(Character(Unicode.Scalar(byte))), modifiers)
    }
  }
}
