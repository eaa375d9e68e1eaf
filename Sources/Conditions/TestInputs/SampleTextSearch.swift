import Values

/// Searches for texts that give every possible combination of answers to a list of questions.
///
/// It is a breadth-first search over the product of all patterns' states: texts that lead to the same states are tried
/// once, shortest first. So it also finds texts that satisfy several questions at once, such as `BEGINSWITH 'a' AND
/// ENDSWITH 'z'`.
struct SampleTextSearch {
  private let patterns: [Pattern]
  private let lengths: [Int]
  private let scalars: [Unicode.Scalar]
  private var nodes: [SearchNode] = []
  private var visited: Set<SearchState> = []
  private var samples: [(answers: [Int], text: String)] = []
  private var sampleIndices: [[Int]: Int] = [:]

  /// The maximum number of states.
  private static let maxNodeCount = 4000

  /// The states of all patterns.
  ///
  /// All lengths above the greatest tested one count as equal.
  private struct SearchState: Hashable {
    var matchStates: [Pattern.MatchState]
    var length: Int
  }

  private struct SearchNode {
    var state: SearchState
    var parent: Int
    var scalar: Unicode.Scalar
  }

  init(_ questions: [TextTest]) {
    var patterns: [Pattern] = []
    var lengths: Set<Int> = []
    for question in questions {
      switch question.criterion {
      case .pattern(let pattern): if !patterns.contains(pattern) { patterns.append(pattern) }
      case .length(let tested): lengths.formUnion(tested)
      }
    }
    self.patterns = patterns
    self.lengths = lengths.sorted()
    scalars = RepresentativeScalars(patterns).scalars
    search()
  }

  private mutating func search() {
    visit(SearchState(matchStates: patterns.map { _ in Pattern.MatchState() }, length: 0), from: 0, by: " ")
    var number = 0
    while number < nodes.count {
      let place = nodes[number].state
      for scalar in scalars where nodes.count < Self.maxNodeCount {
        let runs = zip(patterns, place.matchStates).map { $0.advance($1, byFolding: scalar) }
        let length = min(place.length + 1, (lengths.last ?? -1) + 1)
        visit(SearchState(matchStates: runs, length: length), from: number, by: scalar)
      }
      number += 1
    }
  }

  private mutating func visit(_ place: SearchState, from parent: Int, by scalar: Unicode.Scalar) {
    guard visited.insert(place).inserted else { return }
    nodes.append(SearchNode(state: place, parent: parent, scalar: scalar))
    let answers =
      zip(patterns, place.matchStates).map { $0.isAccepting($1) ? 1 : 0 }
      + lengths.map { place.length < $0 ? -1 : place.length == $0 ? 0 : 1 }
    guard let word = sampleIndices[answers] else {
      sampleIndices[answers] = samples.count
      return samples.append((answers, text(atNode: nodes.count - 1)))
    }
    // Prefer any other text to the empty one.
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

extension SampleTextSearch {
  /// The maximum number of texts, not counting those added so that each question is answered with yes at least once.
  private static let maxSampleCount = 32

  /// The shortest text for each combination of answers, shortest first.
  ///
  /// If there are too many combinations, it has those found first, the first yes for each question, and the one with
  /// the most yes answers.
  var texts: [String] {
    if samples.count <= Self.maxSampleCount { return samples.map(\.text) }
    var kept = Set(samples.indices.prefix(Self.maxSampleCount))
    for question in patterns.indices {
      if let place = samples.firstIndex(where: { $0.answers[question] == 1 }) { kept.insert(place) }
    }
    let agreement = samples.map { word in word.answers.prefix(patterns.count).reduce(0, +) }
    if let place = samples.indices.max(by: { agreement[$0] < agreement[$1] }) { kept.insert(place) }
    return kept.sorted().map { samples[$0].text }
  }
}

extension TextTest {
  /// Returns texts for every combination of answers that a bounded search finds.
  package static func sampleTexts(for questions: [TextTest]) -> [String] { SampleTextSearch(questions).texts }
}

extension Pattern {
  /// Returns the state after a scalar, without its accents if the pattern ignores them.
  fileprivate func advance(_ run: MatchState, byFolding scalar: Unicode.Scalar) -> MatchState {
    if !compareOptions.ignoresAccents || scalar.isASCII { return self.advance(run, by: scalar) }
    let plain = StringCompareOptions(ignoresAccents: true).folded(String(scalar))
    return plain.unicodeScalars.reduce(run) { self.advance($0, by: $1) }
  }
}
