import LoopExplorer
import Testing

@testable import Forms

@Suite struct `The longest ascent` {
  @Test(arguments: [
    ([], 0), ([5], 1), ([1, 2, 3], 3), ([3, 2, 1], 1), ([2, 3, 1], 2), ([1, 1, 1], 1), ([3, 1, 2, 5, 4], 3),
  ])
  func `is as long as can be`(_ numbers: [Int], _ length: Int) {
    let ascent = numbers.longestAscent
    #expect(ascent.count == length && ascent == ascent.sorted())
    #expect(zip(ascent, ascent.dropFirst()).allSatisfy { numbers[$0] < numbers[$1] })
  }

  @Test func `is what trying all finds`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      let numbers = (0..<Int.random(in: 0...8, using: &random)).map { _ in Int.random(in: 0...6, using: &random) }
      var longest = 0
      for choice in 0..<(1 << numbers.count) {
        let chosen = numbers.indices.filter { choice >> $0 & 1 == 1 }.map { numbers[$0] }
        if zip(chosen, chosen.dropFirst()).allSatisfy({ $0 < $1 }) { longest = max(longest, chosen.count) }
      }
      #expect(numbers.longestAscent.count == longest, "\(numbers)")
    }
  }
}
