package import LoopExplorer

extension SplitMix64 {
  /// One of them; nil if there are none.
  package mutating func pick<Choice>(_ choices: [Choice]) -> Choice? { choices.randomElement(using: &self) }

  /// A number from zero up to this one.
  package mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &self) }
}
