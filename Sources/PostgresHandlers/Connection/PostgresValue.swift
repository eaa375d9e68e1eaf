#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value of a parameter of a statement, which is never a part of its text.
enum PostgresValue: Hashable, Sendable {
  case integer(Int64)
  case boolean(Bool)
  case text(String)
  case uuid(UUID)
  case bytes([UInt8])
  case integers([Int64?])
  case texts([String])
  case uuids([UUID])
  case null

  /// Creates an integer.
  init(_ value: Int) { self = .integer(Int64(value)) }

  /// Creates a list of integers.
  init(_ values: [Int]) { self = .integers(values.map(Int64.init)) }

  /// The number of the type on the server.
  var type: UInt32 {
    switch self {
    // The server infers it.
    case .null: 0
    case .boolean: 16
    case .bytes: 17
    case .integer: 20
    case .text: 25
    case .texts: 1009
    case .integers: 1016
    case .uuid: 2950
    case .uuids: 2951
    }
  }

  /// The text that is sent, or `nil` for null, and for bytes, which are sent as they are.
  var text: String? {
    switch self {
    case .bytes, .null: nil
    case .integer(let value): String(value)
    case .boolean(let value): value ? "t" : "f"
    case .text(let text): text
    case .uuid(let id): id.uuidString
    case .integers(let values): "{\(values.map { $0.map { String($0) } ?? "NULL" }.joined(separator: ","))}"
    case .texts(let values): Self.arrayText(of: values)
    case .uuids(let values): "{\(values.map(\.uuidString).joined(separator: ","))}"
    }
  }

  /// Returns the text of a list of texts, which can be an element of another list.
  static func arrayText(of values: [String]) -> String {
    // An import has lists of a million texts, which bytes make much faster than scalars.
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "\""))
      for byte in value.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
      }
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the texts of a list that the server has written.
  static func texts(inArray text: String) -> [String] {
    var texts: [String] = []
    var current = String.UnicodeScalarView()
    var (isQuoted, isEscaped, hasText) = (false, false, false)
    for scalar in text.unicodeScalars.dropFirst().dropLast() {
      if isEscaped {
        current.append(scalar)
        isEscaped = false
        continue
      }
      switch scalar {
      case "\\": isEscaped = true
      case "\"":
        isQuoted.toggle()
        hasText = true
      case "," where !isQuoted:
        texts.append(String(current))
        current = .init()
      default:
        current.append(scalar)
        hasText = true
      }
    }
    return texts.isEmpty && !hasText ? [] : texts + [String(current)]
  }
}
