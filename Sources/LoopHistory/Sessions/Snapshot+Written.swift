internal import Loop

/// Why a text is no snapshot that was written whole.
struct SnapshotDamage: Error {
  let reason: String
}

extension Snapshot {
  /// The snapshot as a file holds it: one line about it, and its bytes.
  ///
  /// ```
  /// snapshot schema 1 bytes 11 check 9d1be4c1d3ff7c0a
  /// ```
  var written: [UInt8] {
    let line = "snapshot schema \(schema) bytes \(bytes.count) check \(Self.check(schema: schema, bytes))\n"
    return Array(line.utf8) + bytes
  }

  /// Reads what was written, all of it.
  init(written text: [UInt8]) throws(SnapshotDamage) {
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 7, words[0] == "snapshot", words[1] == "schema", words[3] == "bytes", words[5] == "check",
      let schema = Int(words[2]), let count = Int(words[4])
    else { throw SnapshotDamage(reason: "it does not begin as one") }
    let bytes = Array(text.dropFirst(line.count + 1))
    guard bytes.count == count else {
      throw SnapshotDamage(reason: "\(count) bytes are announced, and there are \(bytes.count)")
    }
    guard Self.check(schema: schema, bytes) == words[6] else {
      throw SnapshotDamage(reason: "its bytes are not those that were written")
    }
    self.init(schema: schema, bytes: bytes)
  }

  /// What hardly any damage leaves as it was: FNV-1a in 64 bits, over the schema and the bytes.
  private static func check(schema: Int, _ bytes: [UInt8]) -> String {
    var check: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { check = (check ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in "\(schema)\n".utf8 { add(byte) }
    for byte in bytes { add(byte) }
    return hexadecimal(check)
  }
}

/// A number in sixteen digits.
func hexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
