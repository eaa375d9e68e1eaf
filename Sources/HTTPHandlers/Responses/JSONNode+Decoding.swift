import Analytics
import Documents
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONNode {
  /// Decodes a number of things.
  func count() throws(DocumentError) -> Int {
    guard case .integer(let number) = content, number >= 0 else { throw error(expected: "a number from 0") }
    return Int(number)
  }

  /// Decodes the IDs of users.
  func users() throws(DocumentError) -> [UUID] {
    guard case .list(let nodes) = content else { throw error(expected: "an array of UUIDs") }
    return try nodes.map { node throws(DocumentError) in try node.uuid() }
  }

  /// Decodes the number of events of each user.
  func userSummary() throws(DocumentError) -> [UUID: Int] {
    guard case .object(let members) = content else { throw error(expected: "an object with UUIDs as keys") }
    var counts: [UUID: Int] = [:]
    for member in members {
      guard let user = UUID(text: member.key) else {
        throw DocumentError(at: member.position, found: "another text", expected: "a UUID as the key")
      }
      if counts[user] != nil {
        throw DocumentError(at: member.position, found: "a UUID again", expected: "each UUID once")
      }
      counts[user] = try member.node.count()
    }
    return counts
  }

  fileprivate func uuid() throws(DocumentError) -> UUID {
    guard case .text(let text) = content, let uuid = UUID(text: text) else {
      throw error(expected: "a UUID in quotation marks")
    }
    return uuid
  }

  fileprivate func boolean() throws(DocumentError) -> Bool {
    guard case .boolean(let isTrue) = content else { throw error(expected: "true or false") }
    return isTrue
  }

  fileprivate func instant() throws(DocumentError) -> Instant {
    guard let numberText else { throw error(expected: "a number of seconds") }
    guard let instant = Instant(secondsSince2001: numberText) else {
      throw error(found: "a number out of range", expected: "a time that fits 64 bits as milliseconds")
    }
    return instant
  }

  fileprivate func action() throws(DocumentError) -> UserEvent.Action {
    guard case .text(let text) = content, let action = UserEvent.Action(rawValue: text) else {
      throw error(expected: UserEvent.Action.allCases.map { "\"\($0)\"" }.joinedWithOr)
    }
    return action
  }

  fileprivate func error(found: String = "another value", expected: String) -> DocumentError {
    DocumentError(at: position, found: found, expected: expected)
  }
}

extension JSONParser {
  /// Parses an event.
  ///
  /// Other members are ignored, so that the server can add some. Without a node for the whole event, this takes two
  /// thirds of the time.
  mutating func parseEvent() throws(DocumentError) -> UserEvent {
    let start = position
    var (userID, flag, timestamp, action): (UUID?, Bool?, Instant?, UserEvent.Action?)
    try parseMembers(expecting: "an event") { parser, key, _ throws(DocumentError) in
      let node = try parser.parseNode()
      switch key {
      case "userID": userID = try node.uuid()
      case "flag": flag = try node.boolean()
      case "timestamp": timestamp = try node.instant()
      case "action": action = try node.action()
      default: break
      }
    }
    if let userID, let flag, let timestamp, let action {
      return UserEvent(userID: userID, flag: flag, timestamp: timestamp, action: action)
    }
    let missing = userID == nil ? "userID" : flag == nil ? "flag" : timestamp == nil ? "timestamp" : "action"
    throw DocumentError(at: start, found: "none", expected: "\"\(missing)\" in the event")
  }
}

extension UUID {
  /// Parses a UUID.
  ///
  /// Foundation's initializer takes longer than parsing the JSON of an event.
  fileprivate init?(text: String) {
    let bytes = text.utf8.span
    guard bytes.count == 36 else { return nil }
    var (number, invalidCount) = (UInt128(0), 0)
    for index in bytes.indices {
      let byte = bytes[index]
      switch index {
      case 8, 13, 18, 23: invalidCount += byte == UInt8(ascii: "-") ? 0 : 1
      default:
        // Without branches, because nothing predicts whether a digit is a letter.
        let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 6
        invalidCount += (byte.isDigit ? 0 : 1) & (isLetter ? 0 : 1)
        number = number << 4 | UInt128(byte & 15 + (byte >> 6) * 9)
      }
    }
    guard invalidCount == 0 else { return nil }
    // Both are sixteen bytes.
    unsafe self.init(uuid: unsafeBitCast(number.bigEndian, to: uuid_t.self))
  }
}

extension Instant {
  /// Parses a JSON number of seconds since 2001-01-01T00:00:00Z, rounded to the millisecond.
  ///
  /// Returns `nil` if it is out of range. The digits are read as a decimal number: `Double` would round them first.
  fileprivate init?(secondsSince2001 number: String) {
    let bytes = Array(number.utf8)
    let isNegative = bytes.first == UInt8(ascii: "-")
    let end = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
    let point = bytes.firstIndex(of: UInt8(ascii: ".")) ?? end
    // A larger exponent has the same effect.
    let power = end == bytes.count ? 0 : Double(String(decoding: bytes[(end + 1)...], as: UTF8.self)) ?? 0
    let exponent = Int(max(-1_000_000, min(power, 1_000_000)))
    // The number of digits of the milliseconds that follow.
    var count = point - (isNegative ? 1 : 0) + exponent + 3
    var digits = bytes[..<end].lazy.filter(\.isDigit).map { Int128($0 - UInt8(ascii: "0")) }.makeIterator()
    var milliseconds: Int128 = 0
    while count > 0, let digit = digits.next() ?? (milliseconds == 0 ? nil : 0) {
      milliseconds = milliseconds * 10 + digit
      if milliseconds > Int64.max { return nil }
      count -= 1
    }
    if count == 0, let digit = digits.next(), digit >= 5 { milliseconds += 1 }
    guard let milliseconds = Int64(exactly: isNegative ? -milliseconds : milliseconds) else { return nil }
    self.init(millisecondsSince2001: milliseconds)
  }
}
