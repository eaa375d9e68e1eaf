internal import Loop

/// Why a text is no snapshot that was written whole.
struct SessionDamageError: Error {
  let reason: String
}

extension SessionData {
  /// The format in which sessions are written and read; the first line of format 1 began with `snapshot`.
  private static var format: Int { 2 }

  /// The snapshot as a file holds it: one line about it, and its bytes.
  ///
  /// ```
  /// session 2 schema 1 bytes 11 check 9d1be4c1d3ff7c0a
  /// ```
  var fileContents: [UInt8] {
    let line =
      "session \(Self.format) schema \(schema) bytes \(bytes.count) check \(Self.checksum(schema: schema, bytes))\n"
    return Array(line.utf8) + bytes
  }

  /// Reads what was written, all of it.
  init(fileContents text: [UInt8]) throws(SessionDamageError) {
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    if words.starts(with: ["snapshot", "schema"]) { throw Self.otherFormat(1) }
    guard words.count == 8, words[0] == "session", words[2] == "schema", words[4] == "bytes", words[6] == "check",
      let format = Int(words[1]), let schema = Int(words[3]), let count = Int(words[5])
    else { throw SessionDamageError(reason: "it does not begin as one") }
    if format != Self.format { throw Self.otherFormat(format) }
    let bytes = Array(text.dropFirst(line.count + 1))
    guard bytes.count == count else {
      throw SessionDamageError(reason: "\(count) bytes are announced, and there are \(bytes.count)")
    }
    guard Self.checksum(schema: schema, bytes) == words[7] else {
      throw SessionDamageError(reason: "its bytes are not those that were written")
    }
    self.init(schema: schema, bytes: bytes)
  }

  private static func otherFormat(_ found: Int) -> SessionDamageError {
    SessionDamageError(reason: "it has format \(found), and format \(format) is read")
  }

  /// What hardly any damage leaves as it was: FNV-1a in 64 bits, over the schema and the bytes.
  private static func checksum(schema: Int, _ bytes: [UInt8]) -> String {
    var check: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { check = (check ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in "\(schema)\n".utf8 { add(byte) }
    for byte in bytes { add(byte) }
    return paddedHexadecimal(check)
  }
}

/// A number in sixteen digits.
func paddedHexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
