import Conditions
import Values

/// Searches for texts that give every possible combination of answers to a list of tests.
///
/// This is a breadth-first search. A state combines the match states of all patterns, so the search also finds texts
/// that match several patterns at once, such as `BEGINSWITH 'a' AND ENDSWITH 'z'`. Of all texts that lead to the same
/// state, only the first and shortest is tried.
struct SampleTextGenerator {
  private let patterns: [Pattern]
  private let lengths: [Int]
  private let scalars: [Unicode.Scalar]
  private var nodes: [SearchNode] = []
  private var visited: Set<SearchState> = []
  private var samples: [(answers: [Int], text: String)] = []
  private var sampleIndices: [[Int]: Int] = [:]

  /// The maximum number of states.
  private static let maxNodeCount = 4000

  /// The match state of each pattern, and the length of the text.
  ///
  /// All lengths above the greatest tested length count as equal.
  private struct SearchState: Hashable {
    var matchStates: [Pattern.MatchState]
    var length: Int
  }

  private struct SearchNode {
    var state: SearchState
    var parent: Int
    var scalar: Unicode.Scalar
  }

  init(_ tests: [TextTest]) {
    var patterns: [Pattern] = []
    var lengths: Set<Int> = []
    for test in tests {
      switch test.kind {
      case .pattern(let pattern): if !patterns.contains(pattern) { patterns.append(pattern) }
      case .length(let tested): lengths.formUnion(tested)
      }
    }
    self.patterns = patterns
    self.lengths = lengths.sorted()
    scalars = Pattern.representativeScalars(for: patterns)
    search()
  }

  private mutating func search() {
    visit(SearchState(matchStates: patterns.map { _ in Pattern.MatchState() }, length: 0), from: 0, by: " ")
    var number = 0
    while number < nodes.count {
      let index = nodes[number].state
      for scalar in scalars where nodes.count < Self.maxNodeCount {
        let runs = zip(patterns, index.matchStates).map { $0.matchState(from: $1, afterFolding: scalar) }
        let length = min(index.length + 1, (lengths.last ?? -1) + 1)
        visit(SearchState(matchStates: runs, length: length), from: number, by: scalar)
      }
      number += 1
    }
  }

  private mutating func visit(_ state: SearchState, from parent: Int, by scalar: Unicode.Scalar) {
    guard visited.insert(state).inserted else { return }
    nodes.append(SearchNode(state: state, parent: parent, scalar: scalar))
    let answers =
      zip(patterns, state.matchStates).map { $0.isAccepting($1) ? 1 : 0 }
      + lengths.map { state.length < $0 ? -1 : state.length == $0 ? 0 : 1 }
    guard let word = sampleIndices[answers] else {
      sampleIndices[answers] = samples.count
      return samples.append((answers, text(atNode: nodes.count - 1)))
    }
    // Prefer a nonempty text to the empty text.
    if samples[word].text.isEmpty { samples[word].text = text(atNode: nodes.count - 1) }
  }

  private func text(atNode number: Int) -> String {
    var scalars: [Unicode.Scalar] = []
    var number = number
    while number > 0 {
      scalars.append(nodes[number].scalar)
      number = nodes[number].parent
    }
    return String(String.UnicodeScalarView(scalars.reversed()))
  }
}

extension SampleTextGenerator {
  /// The maximum number of texts that are kept because they were found first.
  ///
  /// ``texts`` adds others, so that each pattern matches at least once.
  private static let maxSampleCount = 32

  /// The shortest text for each combination of answers, shortest first.
  ///
  /// If there are too many combinations, the result contains the first ones found, the first text that matches each
  /// pattern, and the text that matches the most patterns.
  var texts: [String] {
    if samples.count <= Self.maxSampleCount { return samples.map(\.text) }
    var kept = Set(samples.indices.prefix(Self.maxSampleCount))
    for test in patterns.indices {
      if let index = samples.firstIndex(where: { $0.answers[test] == 1 }) { kept.insert(index) }
    }
    let agreement = samples.map { word in word.answers.prefix(patterns.count).reduce(0, +) }
    if let index = samples.indices.max(by: { agreement[$0] < agreement[$1] }) { kept.insert(index) }
    return kept.sorted().map { samples[$0].text }
  }
}

extension TextTest {
  /// Returns texts for every combination of answers that a bounded search finds.
  static func sampleTexts(for tests: [TextTest]) -> [String] { SampleTextGenerator(tests).texts }
}

extension Pattern {
  /// Returns the match state after a scalar, whose accents are removed first if the pattern ignores accents.
  fileprivate func matchState(from run: MatchState, afterFolding scalar: Unicode.Scalar) -> MatchState {
    if !compareOptions.ignoresAccents || scalar.isASCII { return self.matchState(from: run, after: scalar) }
    let plain = StringCompareOptions(ignoresAccents: true).folded(String(scalar))
    return plain.unicodeScalars.reduce(run) { self.matchState(from: $0, after: $1) }
  }
}
