/// A control sequence that a terminal has sent: `ESC [` or `ESC O`, parameters, and a final byte.
struct ControlSequence {
  private let introducer: UInt8
  /// The byte `<`, `=`, `>` or `?` before the parameters, or a space.
  private let marker: UInt8
  /// The parameters, which are separated by `;`, with their parts, which are separated by `:`.
  private let parameters: [[Int?]]
  private let intermediates: [UInt8]
  private let final: UInt8

  /// Parses a sequence, or returns `nil` if it has no meaning.
  ///
  /// - Parameters:
  ///   - bytes: The bytes after ESC.
  ///   - final: The last byte.
  init?(_ bytes: [UInt8], final: UInt8) {
    guard let introducer = bytes.first else { return nil }
    var rest = bytes.dropFirst()
    // F1 to F5 on Linux: ESC [[A
    let isDoubled = rest.first == UInt8(ascii: "[")
    if isDoubled { rest.removeFirst() }
    var marker = UInt8(ascii: " ")
    if let first = rest.first, (0x3C...0x3F).contains(first) {
      marker = first
      rest.removeFirst()
    }
    let numbers = rest.prefix { (0x30...0x3B).contains($0) }
    intermediates = Array(rest.dropFirst(numbers.count))
    guard intermediates.allSatisfy({ (0x20...0x2F).contains($0) }) else { return nil }
    parameters = numbers.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { parameter in
      parameter.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        .map { Int(String(decoding: $0, as: UTF8.self)) }
    }
    self.introducer = isDoubled ? 0 : introducer
    self.marker = marker
    self.final = final
  }

  /// A Boolean value that indicates whether pasted text follows.
  var isPasteStart: Bool { isPlainCSI && final == UInt8(ascii: "~") && number(0) == 200 }

  /// A Boolean value that indicates whether three bytes follow.
  var isOldMouse: Bool { isPlainCSI && final == UInt8(ascii: "M") && number(0) == nil }

  /// The event, or `nil` if the sequence is not known.
  var event: InputEvent? {
    switch (introducer, marker) {
    case (UInt8(ascii: "["), UInt8(ascii: "<")): mouseEvent.map(InputEvent.mouse)
    case (UInt8(ascii: "["), UInt8(ascii: "?")): report.map(InputEvent.report)
    case (_, UInt8(ascii: " ")) where intermediates.isEmpty: focus.map(InputEvent.focus) ?? key.map(InputEvent.key)
    default: nil
    }
  }

  private var isPlainCSI: Bool {
    introducer == UInt8(ascii: "[") && marker == UInt8(ascii: " ") && intermediates.isEmpty
  }

  private func number(_ index: Int, part: Int = 0) -> Int? {
    guard parameters.indices.contains(index), parameters[index].indices.contains(part) else { return nil }
    return parameters[index][part]
  }

  private var focus: Bool? {
    guard isPlainCSI, number(0) == nil else { return nil }
    return final == UInt8(ascii: "I") ? true : final == UInt8(ascii: "O") ? false : nil
  }
}

/// Keys.
extension ControlSequence {
  /// The modifiers: 1 plus a bit for each.
  private var modifiers: KeyStroke.Modifiers {
    // Old terminals send ESC O5C for Control and an arrow.
    let isOld = introducer == UInt8(ascii: "O") && parameters.count == 1
    guard let number = number(isOld ? 0 : 1), number > 0 else { return [] }
    return KeyStroke.Modifiers(rawValue: UInt8(truncatingIfNeeded: number - 1) & 0b1111)
  }

  private var key: KeyStroke? {
    // The extended keyboard can report when a key is released.
    if number(1, part: 1) == 3 { return nil }
    if introducer == 0 { return linuxFunctionKey }
    switch final {
    case UInt8(ascii: "u"): return extendedKey(code: number(0))
    case UInt8(ascii: "~") where number(0) == 27: return extendedKey(code: number(2))
    case UInt8(ascii: "~"): return numberedKey.map { KeyStroke($0, modifiers) }
    // rxvt
    case UInt8(ascii: "^"): return numberedKey.map { KeyStroke($0, .control) }
    case UInt8(ascii: "@"): return numberedKey.map { KeyStroke($0, [.control, .shift]) }
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      let arrows: [KeyStroke.Key] = [.up, .down, .right, .left]
      return KeyStroke(arrows[Int(final - UInt8(ascii: "a"))], introducer == UInt8(ascii: "O") ? .control : .shift)
    case UInt8(ascii: "Z"): return KeyStroke(.tab, modifiers.union(.shift))
    default: return letteredKey.map { KeyStroke($0, modifiers) }
    }
  }

  private var linuxFunctionKey: KeyStroke? {
    guard number(0) == nil, (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final) else { return nil }
    return KeyStroke(.function(Int(final) - 0x40))
  }

  private var letteredKey: KeyStroke.Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    case UInt8(ascii: "M") where introducer == UInt8(ascii: "O"): .enter
    default: nil
    }
  }

  private var numberedKey: KeyStroke.Key? {
    switch number(0) {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case .some(let number) where (11...15).contains(number): .function(number - 10)
    case .some(let number) where (17...21).contains(number): .function(number - 11)
    case .some(let number) where (23...24).contains(number): .function(number - 12)
    default: nil
    }
  }

  /// Returns the key with a code of the extended keyboard, which is a scalar or one of the private codes below.
  private func extendedKey(code: Int?) -> KeyStroke? {
    guard let code else { return nil }
    switch code {
    case 9: return KeyStroke(.tab, modifiers)
    case 13, 57414: return KeyStroke(.enter, modifiers)
    case 27: return KeyStroke(.escape, modifiers)
    case 8, 127: return KeyStroke(.backspace, modifiers)
    case 57399...57416:
      let characters = Array("0123456789./*-+\n=,")
      return KeyStroke(.character(characters[code - 57399]), modifiers)
    case 57417...57426:
      let keys: [KeyStroke.Key] = [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete]
      return KeyStroke(keys[code - 57417], modifiers)
    case 57344...63743: return nil
    default: return characterKey(code)
    }
  }

  private func characterKey(_ code: Int) -> KeyStroke? {
    var code = code
    if modifiers.contains(.shift), let shifted = number(0, part: 1), final == UInt8(ascii: "u") { code = shifted }
    // On a keyboard with other letters, Control and a letter is the key at the same place of an English keyboard.
    if code > 0x7F, !modifiers.isSubset(of: .shift), let base = number(0, part: 2), (0x21...0x7E).contains(base) {
      code = base
    }
    guard code >= 0x20, let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value),
      scalar.properties.generalCategory != .control
    else { return nil }
    return KeyStroke(.character(Character(scalar)), modifiers)
  }
}

/// The mouse and answers.
extension ControlSequence {
  private var mouseEvent: MouseEvent? {
    guard let code = number(0), code < 128, let column = number(1), let row = number(2), column > 0, row > 0,
      let action = mouseAction(code)
    else { return nil }
    let bits = UInt8(truncatingIfNeeded: code >> 2) & 0b111
    return MouseEvent(action, column: column - 1, row: row - 1, modifiers: KeyStroke.Modifiers(rawValue: bits))
  }

  private func mouseAction(_ code: Int) -> MouseEvent.Action? {
    let isRelease = final == UInt8(ascii: "m")
    guard isRelease || final == UInt8(ascii: "M") else { return nil }
    if code & 64 != 0 {
      let directions: [MouseEvent.Direction] = [.up, .down, .left, .right]
      return isRelease ? nil : .scroll(directions[code & 3])
    }
    let buttons: [MouseEvent.Button?] = [.left, .middle, .right, nil]
    let isMotion = code & 32 != 0
    guard let button = buttons[code & 3] else { return isMotion ? .move : nil }
    return isMotion ? .drag(button) : isRelease ? .release(button) : .press(button)
  }

  private var report: TerminalReport? {
    switch (intermediates, final) {
    case ([], UInt8(ascii: "c")): return .attributes(parameters.compactMap { $0.first ?? nil })
    case ([], UInt8(ascii: "u")): return number(0).map { .keyboard(flags: $0) }
    case ([UInt8(ascii: "$")], UInt8(ascii: "y")):
      // 0: not known, 1: set, 2: reset, 3: always set, 4: always reset
      guard let mode = number(0), let setting = number(1) else { return nil }
      return .mode(mode, isSupported: (1...3).contains(setting))
    default: return nil
    }
  }
}

extension TerminalReport {
  /// Parses an answer in the form of a string: `]11;rgb:ffff/ffff/ffff`.
  init?(string bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: ";", maxSplits: 1)
    guard parts.count == 2, parts[1].hasPrefix("rgb:") else { return nil }
    let components = parts[1].dropFirst(4).split(separator: "/").map { digits -> UInt8? in
      guard (1...4).contains(digits.utf8.count), let number = UInt32(digits, radix: 16) else { return nil }
      return UInt8(number * 255 / (1 << (4 * UInt32(digits.utf8.count)) - 1))
    }
    guard components.count == 3, let red = components[0], let green = components[1], let blue = components[2]
    else { return nil }
    switch parts[0] {
    case "]10": self = .foreground(red: red, green: green, blue: blue)
    case "]11": self = .background(red: red, green: green, blue: blue)
    default: return nil
    }
  }
}
