import Shop
import Values

/// A digest of the stored versions of products: the exclusive or of a hash for each product.
///
/// If one product differs, the difference of two digests tells which one.
struct VersionDigest: Hashable, Codable, Sendable {
  private(set) var bits: UInt64 = 0

  /// Adds a product with its stored version, or `nil` if it is not stored.
  mutating func insert(_ id: Product.ID, version: Int?) { bits ^= Self.hash(id, version) }

  /// Returns the only product whose version differs from that in a former digest, or `nil` if there are several.
  ///
  /// - Parameters:
  ///   - former: The former digest of the same products.
  ///   - products: The products of this digest, with their versions.
  /// - Returns: The product.
  func changedProduct(since former: VersionDigest, among products: some Sequence<(Product.ID, Int?)>) -> Product.ID? {
    let difference = bits ^ former.bits
    return products.first { id, version in
      let current = Self.hash(id, version)
      let last = version.map { $0 - 1 } ?? Self.maxVersionDistance
      let known = (max(1, last - Self.maxVersionDistance)...max(1, last)).map { Optional($0) } + [nil]
      return known.contains { $0 != version && current ^ Self.hash(id, $0) == difference }
    }?.0
  }

  /// The number of former versions that are tried.
  private static let maxVersionDistance = 8

  private static func hash(_ id: Product.ID, _ version: Int?) -> UInt64 {
    var digest = ContentDigest()
    digest.combine(id.rawValue.utf8)
    digest.combine([0])
    digest.combine((version.map { "\($0)" } ?? "").utf8)
    // The last bytes change few of the bits. These are mixed before hashes are combined.
    let mixed = (digest.bits ^ digest.bits >> 33) &* 0xFF51_AFD7_ED55_8CCD
    return mixed ^ mixed >> 33
  }
}
