/// A 64-bit hash that is the same in every process (FNV-1a).
///
/// It detects data that has changed by accident, not one that was forged.
package struct ContentDigest: Hashable, Sendable {
  /// The hash of the bytes until now.
  package private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the digest of no bytes.
  package init() {}

  /// Adds bytes.
  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { bits = (bits ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// Returns the digest of the bytes of a file.
  package static func of(_ bytes: [UInt8]) -> UInt64 {
    var digest = ContentDigest()
    digest.combine(bytes)
    return digest.bits
  }
}
