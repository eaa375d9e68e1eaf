import Analytics
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Parses the object `{"userID", "flag", "timestamp", "action"}`.
///
/// Other members are skipped, so that the server can add some.
struct UserEventParser {
  private var userID: UUID?
  private var flag: Bool?
  private var timestamp: Instant?
  private var action: UserEvent.Action?

  static func parse(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) -> UserEvent {
    var parser = UserEventParser()
    try scanner.expect("{", or: "an event")
    scanner.skipWhitespace()
    if scanner.nextByte == UInt8(ascii: "}") { throw parser.missingMember(at: scanner.index) }
    repeat { try parser.parseMember(&scanner) } while try scanner.acceptComma(before: "}")
    guard let userID = parser.userID, let flag = parser.flag, let timestamp = parser.timestamp,
      let action = parser.action
    else { throw parser.missingMember(at: scanner.index - 1) }
    return UserEvent(userID: userID, flag: flag, timestamp: timestamp, action: action)
  }

  private mutating func parseMember(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) {
    scanner.skipWhitespace()
    let start = scanner.index
    let key = try scanner.parseText(expected: "a key in quotation marks")
    scanner.skipWhitespace()
    try scanner.expect(":", or: "a colon")
    scanner.skipWhitespace()
    if scanner.text(key, equals: "userID") {
      try check(userID == nil, at: start)
      userID = try scanner.parseUUID()
    } else if scanner.text(key, equals: "flag") {
      try check(flag == nil, at: start)
      flag = try scanner.parseBoolean()
    } else if scanner.text(key, equals: "timestamp") {
      try check(timestamp == nil, at: start)
      timestamp = try scanner.parseInstant()
    } else if scanner.text(key, equals: "action") {
      try check(action == nil, at: start)
      action = try Self.parseAction(&scanner)
    } else {
      try scanner.skipValue()
    }
  }

  private func check(_ isFirst: Bool, at index: Int) throws(JSONScanner.Failure) {
    if !isFirst { throw .invalid(at: index, "expected each key once") }
  }

  private static func parseAction(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) -> UserEvent.Action {
    let start = scanner.index
    // A table of the cases and their names makes reading events slower by a twentieth.
    let text = try scanner.parseText(expected: "\"start\", \"pause\" or \"stop\"")
    if scanner.text(text, equals: "start") { return .start }
    if scanner.text(text, equals: "pause") { return .pause }
    if scanner.text(text, equals: "stop") { return .stop }
    throw .invalid(at: start, "expected \"start\", \"pause\" or \"stop\"")
  }

  private func missingMember(at index: Int) -> JSONScanner.Failure {
    let name = userID == nil ? "userID" : flag == nil ? "flag" : timestamp == nil ? "timestamp" : "action"
    return .invalid(at: index, "expected \"\(name)\" in the event")
  }
}
