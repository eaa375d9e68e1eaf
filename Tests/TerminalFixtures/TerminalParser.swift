/// Divides bytes into characters and control sequences.
struct TerminalParser {
  enum Token {
    case scalar(Unicode.Scalar)
    case control(UInt8)
    case sequence(ControlSequence)
  }

  private var pending: [UInt8] = []

  var isAtEnd: Bool { pending.isEmpty }

  mutating func tokens(of bytes: [UInt8], failures: inout [String]) -> [Token] {
    var tokens: [Token] = []
    for byte in bytes {
      pending.append(byte)
      switch pending[0] {
      case 0x1B:
        if pending.count == 2 && byte != UInt8(ascii: "[") {
          failures.append("unknown escape: \(pending)")
          pending = []
        } else if pending.count > 2, (0x40...0x7E).contains(byte) {
          tokens.append(.sequence(ControlSequence(pending.dropFirst(2))))
          pending = []
        }
      case ..<0x20, 0x7F:
        tokens.append(.control(byte))
        pending = []
      default:
        if let text = String(validating: pending, as: UTF8.self), let scalar = text.unicodeScalars.first {
          tokens.append(.scalar(scalar))
          pending = []
        } else if pending.count >= 4 {
          failures.append("malformed UTF-8: \(pending)")
          pending = []
        }
      }
    }
    return tokens
  }
}

/// A control sequence, such as `CSI 2 ; 5 H`.
struct ControlSequence {
  /// The character before the parameters, such as `?`, or empty text.
  var prefix = ""
  var parameters: [Int?] = []
  /// The character before the final one, such as a space, or empty text.
  var intermediate = ""
  var final = ""

  init(_ bytes: ArraySlice<UInt8>) {
    var text = Substring(String(decoding: bytes, as: UTF8.self))
    final = text.popLast().map { String($0) } ?? ""
    if let first = text.first, "?<>=".contains(first) { prefix = String(text.removeFirst()) }
    if let last = text.last, !last.isNumber, last != ";" { intermediate = String(text.removeLast()) }
    parameters = text.isEmpty ? [] : text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
  }

  /// The name of the function, without the parameters.
  var name: String { prefix + intermediate + final }

  /// Returns a parameter that is at least one, or one if it is missing.
  func number(_ index: Int = 0) -> Int {
    let number = parameters.indices.contains(index) ? parameters[index] ?? 1 : 1
    return max(1, number)
  }
}
