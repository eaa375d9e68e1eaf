import LoopProof

extension SplitMix64 {
  /// One of them; nil if there are none.
  mutating func pick<Choice>(_ choices: [Choice]) -> Choice? { choices.randomElement(using: &self) }

  mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &self) }
}
