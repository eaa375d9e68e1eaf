import Analytics
import Documents
import Foundation
import Testing
import Values

@testable import HTTPHandlers

private let user = "00000000-0000-4000-8000-000000000001"

/// Returns the JSON of an event.
private func json(
  user: String = user, flag: String = "true", timestamp: String = "0", action: String = "start"
) -> String {
  #"{"userID":"\#(user)","flag":\#(flag),"timestamp":\#(timestamp),"action":"\#(action)"}"#
}

/// Reads a text in parts of a number of bytes.
private func read(
  _ text: String, inParts size: Int = .max, matching query: EventQuery = EventQuery()
) throws(DocumentError) -> [UserEvent] {
  var reader = UserEventReader(matching: query)
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let part = Array(rest.prefix(size))
    let result: Result<Void, DocumentError> = part.withUnsafeBytes { bytes in
      do throws(DocumentError) { return .success(try reader.read(bytes)) } catch { return .failure(error) }
    }
    try result.get()
    rest = rest.dropFirst(size)
  }
  return try reader.finish()
}

@Suite struct `Reading events` {
  @Test func `events are read in whatever parts they arrive`() throws {
    let text = """
       [ {"timestamp" : 700000000.25, "flag":false,"action":"stop","userID":"\(user)", "note": "a\\"]}é" } ,
      \(json(timestamp: "700000001"))\t]\r\n
      """
    let expected = try read(text)
    #expect(expected.map(\.timestamp.description) == ["2023-03-08T20:26:41Z", "2023-03-08T20:26:40.250Z"])
    #expect(expected.map(\.action) == [.start, .stop] && expected.map(\.flag) == [true, false])
    #expect(expected.allSatisfy { $0.userID.uuidString == user })
    for size in 1...text.utf8.count { #expect(try read(text, inParts: size) == expected) }
    #expect(try read("[]") == [] && read(" [ ] ", inParts: 1) == [])
  }

  @Test(arguments: UserEvent.Action.allCases)
  func `every action is read, and named if there is another text`(action: UserEvent.Action) throws {
    #expect(try read("[\(json(action: action.rawValue))]").map(\.action) == [action])
    let error = #expect(throws: DocumentError.self) { try read("[\(json(action: "other"))]") }
    #expect(error?.message.contains("\"\(action.rawValue)\"") == true)
  }

  @Test func `only events that match the query are kept`() throws {
    let text = "[\(json(flag: "true")),\(json(flag: "false")),\(json(flag: "true", action: "stop"))]"
    #expect(try read(text, matching: EventQuery(flag: true)).count == 2)
    #expect(try read(text, matching: EventQuery(flag: true, action: .stop)).count == 1)
  }

  @Test func `events of the same time keep their order, and the newest come first`() throws {
    let text =
      "[\(json(timestamp: "1")),\(json(timestamp: "2", action: "pause")),\(json(timestamp: "2", action: "stop"))]"
    #expect(try read(text).map(\.action) == [.pause, .stop, .start])
  }

  @Test func `other members are skipped`() throws {
    for value in [
      "null", "true", "-1.5e+3", #""a\\\"b""#, "[]", "{}", #"[1,[2,{"a":[null]}], "x"]"#, #"{"a":{"b":false},"c":[0]}"#,
    ] {
      let text = #"[{"other": \#(value) , "flag":true,"timestamp":0,"userID":"\#(user)","action":"start"}]"#
      for size in [1, 7, .max] { #expect(try read(text, inParts: size).count == 1) }
    }
  }

  @Test func `keys and texts can be escaped, and UUIDs can be in lowercase`() throws {
    let text = #"""
      [{"user\u0049D":"ABCDEF00\u002d0000-4000-8000-00000000000a","flag":true,"timestamp":0,"a\u0063tion":"sto\u0070"}]
      """#
    let event = try #require(try read(text).first)
    #expect(event.userID.uuidString == "ABCDEF00-0000-4000-8000-00000000000A" && event.action == .stop)
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("1", 1000), ("-1.5", -1500), ("0.001", 1), ("700000000.123", 700_000_000_123),
    // The nearest Double to this number is below it.
    ("700000000.1225", 700_000_000_123), ("700000000.1224999999999999", 700_000_000_122), ("0.0005", 1),
    ("0.00049999999999999999999999", 0), ("-0.0005", -1), ("123456789012345.678", 123_456_789_012_345_678),
    ("7e8", 700_000_000_000), ("7.00000000123E+8", 700_000_000_123), ("700000000123e-3", 700_000_000_123),
    ("5e-4", 1), ("4e-4", 0), ("1e-999999999999999999999", 0), ("0e999999999999999999999", 0),
    ("9222393728.0000e6", 9_222_393_728_000_000_000), ("0.0000000000000000000000000000007e39", 700_000_000_000),
    ("8123456789012345.25", 8_123_456_789_012_345_250),
  ]) func `timestamps are exact to the millisecond`(text: String, milliseconds: Int) throws {
    for size in [1, .max] {
      let event = try #require(try read("[\(json(timestamp: text))]", inParts: size).first)
      #expect(event.timestamp.milliseconds - 978_307_200_000 == Int64(milliseconds))
    }
  }

  @Test(arguments: [
    ("", 1, "an array of events, found the end of the text"),
    ("[", 2, "an event, found the end of the text"),
    ("[\(json())", 94, "a comma or ], found the end of the text"),
    ("[\(json()),{\"flag\":true", 107, "a comma or }, found the end of the text"),
    ("nothing", 1, "an array of events, found n"),
    ("é", 1, "an array of events, found é"),
    ("<html>", 1, "an array of events, found <"),
    ("\u{1B}", 1, "an array of events, found \\u{1b}"),
    ("[\(json())]x", 95, "the end of the text, found x"),
    ("[\(json());", 94, "a comma or ], found ;"),
    ("[\(json()),]", 95, "an event, found ]"),
    ("[7]", 2, "an event, found 7"),
    ("[{}]", 2, "\"userID\" in the event, found none"),
    (#"[{"userID":"\#(user)"}]"#, 2, "\"flag\" in the event, found none"),
    (#"[{"flag":true,"flag":true}]"#, 15, "each key once, found \"flag\" again"),
    (#"[{"userID":"\#(user)","flag":1}]"#, 58, "true or false, found another value"),
    (#"[{"flag":tru}]"#, 10, "true, or a text in quotation marks, found tru"),
    (#"[{"userID":"0000"}]"#, 12, "a UUID in quotation marks, found another value"),
    (#"[{"userID":"00000000-0000-4000-8000_000000000001"}]"#, 12, "a UUID in quotation marks, found another value"),
    (#"[{"userID":"g0000000-0000-4000-8000-000000000001"}]"#, 12, "a UUID in quotation marks, found another value"),
    (#"[{"userID":7}]"#, 12, "a UUID in quotation marks, found another value"),
    ("[\(json(action: "wait"))]", 86, "\"start\", \"pause\" or \"stop\", found another value"),
    ("[\(json(timestamp: "\"2001-01-01\""))]", 75, "a number of seconds, found another value"),
    (#"[{"timestamp":01}]"#, 16, "a comma or }, found 1"),
    (#"[{"timestamp":1.}]"#, 17, "a digit, found }"),
    (#"[{"timestamp":1e}]"#, 17, "a digit, found }"),
    ("[\(json(timestamp: "1e19"))]", 75, "a time that fits 64 bits as milliseconds, found a number out of range"),
    (
      "[\(json(timestamp: "9223372036854775"))]", 75,
      "a time that fits 64 bits as milliseconds, found a number out of range"
    ),
    (#"[{"a" 1}]"#, 7, "a colon, found 1"),
    (#"[{a:1}]"#, 3, "a key in quotation marks, found a"),
    ("[{\"é\u{1}b\":1}]", 5, "an escape such as \\n instead of a control character, found \\u{1}"),
    (#"[{"a":[1 2]}]"#, 10, "a comma or ], found 2"),
    (#"[{"a":@}]"#, 7, "a value, found @"),
    (#"[{"a":\#(String(repeating: "[", count: 300))"#, 263, "at most 256 levels of nesting, found ["),
  ]) func `an error has the position of its byte, in whatever parts it arrives`(
    text: String, column: Int, message: String
  ) {
    for size in [1, 3, .max] {
      let error = #expect(throws: DocumentError.self) { try read(text, inParts: size) }
      #expect(error?.description == "line 1, column \(column): expected \(message)")
    }
  }

  @Test func `lines are counted in whatever parts they arrive`() {
    for size in [1, 2, 3, .max] {
      let error = #expect(throws: DocumentError.self) { try read("\r\n[\r\n \(json()),\n\r\n \r\n x", inParts: size) }
      #expect(error?.position == TextPosition(line: 6, column: 2))
    }
  }

  @Test func `an event has a maximum size, so that memory is bounded`() {
    let text = "[{\"a\":\"" + String(repeating: "x", count: 200_000)
    let error = #expect(throws: DocumentError.self) { try read(text, inParts: 1000) }
    #expect(error?.description == "line 1, column 2: expected an element of at most 65536 bytes, found more")
  }

  /// The events are encoded by Foundation, with times as `Double`.
  @Test func `reads what JSONEncoder writes`() throws {
    struct Entry: Encodable { let userID: UUID, flag: Bool, timestamp: Double, action: UserEvent.Action }
    var sampler = EventSampler(using: SplitMix64(seed: 1))
    let end = try #require(Instant("2026-01-01T00:00:00Z"))
    let events = Array(sampler.events(1000, before: end).reversed())
    let entries = events.map {
      Entry(userID: $0.userID, flag: $0.flag, timestamp: $0.timestamp.secondsSince2001, action: $0.action)
    }
    for format in [JSONEncoder.OutputFormatting(), .prettyPrinted] {
      let encoder = JSONEncoder()
      encoder.outputFormatting = format
      let text = String(decoding: try encoder.encode(entries), as: UTF8.self)
      #expect(try Set(read(text, inParts: 16_384)) == Set(events))
      #expect(try read(text).map(\.timestamp) == events.map(\.timestamp))
    }
    let body = "[\(events.map { String(decoding: $0.requestBody, as: UTF8.self) }.joined(separator: ","))]"
    #expect(try read(body) == events)
  }
}
