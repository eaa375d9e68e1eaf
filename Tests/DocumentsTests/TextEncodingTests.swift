import Documents
import Testing

@Suite struct `Text encodings` {
  private func decode(_ bytes: [UInt8], _ encoding: TextEncoding? = nil) -> String {
    do throws(DocumentError) {
      return String(decoding: try TextEncoding.decode(bytes, as: encoding), as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }

  @Test func `without an encoding, a text is UTF-8`() {
    #expect(decode(Array("é,日\n".utf8)) == "é,日\n" && decode([]) == "")
    #expect(decode([0x61, 0x0A, 0xFF]) == "line 2, column 1: expected text in UTF-8, found the byte FF")
  }

  @Test func `each byte of Latin-1 is a character`() {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(decode(bytes, .latin1).unicodeScalars.map(\.value) == bytes.map(UInt32.init))
  }

  @Test func `Windows-1252 is Latin-1 with 27 other characters`() {
    let same = Array(UInt8(0)...0x7F) + Array(0xA0...0xFF)
    #expect(decode(same, .windows1252).unicodeScalars.map(\.value) == same.map(UInt32.init))
    #expect(
      decode(Array([0x80] + (0x82...0x8C) + [0x8E] + (0x91...0x9C) + [0x9E, 0x9F]), .windows1252)
        == "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ")
    for byte in [0x81, 0x8D, 0x8F, 0x90, 0x9D] as [UInt8] {
      let digits = String(byte, radix: 16, uppercase: true)
      #expect(
        decode([0xE9, 0x0A, 0xE9, byte], .windows1252)
          == "line 2, column 2: expected text in Windows-1252, found the byte \(digits)")
    }
  }

  @Test func `UTF-16 is little-endian without a byte order mark`() {
    let units = Array("é,😀\n".utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(decode(little, .utf16) == "é,😀\n")
    #expect(decode([0xFF, 0xFE] + little) == "é,😀\n" && decode([0xFE, 0xFF] + big) == "é,😀\n")
    #expect(decode([0xFE, 0xFF]) == "" && decode([], .utf16) == "")
    #expect(decode([0x61, 0, 0x62], .utf16) == "line 1, column 2: expected text in UTF-16, found an incomplete unit")
    #expect(
      decode([0x61, 0, 0x0A, 0, 0x3D, 0xD8, 0x61, 0], .utf16)
        == "line 2, column 1: expected text in UTF-16, found half a character")
  }

  @Test(arguments: TextEncoding.allCases)
  func `a byte order mark takes precedence`(_ encoding: TextEncoding) {
    #expect(decode([0xEF, 0xBB, 0xBF] + Array("é".utf8), encoding) == "é")
    #expect(decode([0xFE, 0xFF, 0x00, 0xE9], encoding) == "é" && decode([0xFF, 0xFE, 0xE9, 0x00], encoding) == "é")
  }
}
