/// A random number generator that returns the same numbers for the same seed in every process.
///
/// The algorithm is SplitMix64 by Steele, Lea and Flood. It is small and fast, and good enough for simulations and tests, but
/// not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  var state: UInt64

  /// Creates a generator with a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next random number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
