import Loop

/// An error in the contents of a session file.
struct SessionDamageError: Error {
  let reason: String
}

extension SessionData {
  /// The version of the file format.
  ///
  /// The first line of format 1 began with `snapshot`.
  private static var format: Int { 2 }

  /// The contents of a session file: a header line and the bytes of the session.
  ///
  /// ```
  /// session 2 schema 1 bytes 11 check 9d1be4c1d3ff7c0a
  /// ```
  var fileContents: [UInt8] {
    let line =
      "session \(Self.format) schema \(schema) bytes \(bytes.count) check \(Self.checksum(schema: schema, bytes))\n"
    return Array(line.utf8) + bytes
  }

  /// Reads the contents of a session file and verifies the length and the checksum.
  init(fileContents: [UInt8]) throws(SessionDamageError) {
    let line = fileContents.prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    if words.starts(with: ["snapshot", "schema"]) { throw Self.formatMismatchError(1) }
    guard words.count == 8, words[0] == "session", words[2] == "schema", words[4] == "bytes", words[6] == "check",
      let format = Int(words[1]), let schema = Int(words[3]), let count = Int(words[5])
    else { throw SessionDamageError(reason: "the first line is not the header of a session") }
    if format != Self.format { throw Self.formatMismatchError(format) }
    let bytes = Array(fileContents.dropFirst(line.count + 1))
    guard bytes.count == count else {
      throw SessionDamageError(reason: "the header says \(count) bytes, but \(bytes.count) follow")
    }
    guard Self.checksum(schema: schema, bytes) == words[7] else {
      throw SessionDamageError(reason: "the checksum does not match")
    }
    self.init(schema: schema, bytes: bytes)
  }

  private static func formatMismatchError(_ found: Int) -> SessionDamageError {
    SessionDamageError(reason: "it has format \(found), but this version reads format \(format)")
  }

  /// The 64-bit FNV-1a hash of the schema and the bytes, as hexadecimal digits.
  private static func checksum(schema: Int, _ bytes: [UInt8]) -> String {
    var check: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { check = (check ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in "\(schema)\n".utf8 { add(byte) }
    for byte in bytes { add(byte) }
    return paddedHexadecimal(check)
  }
}

/// Returns a number as 16 hexadecimal digits.
func paddedHexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
