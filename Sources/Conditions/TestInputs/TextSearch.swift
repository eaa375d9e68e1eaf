internal import Values

/// Searches for texts that give every possible combination of answers to a list of questions.
///
/// It is a breadth-first search over the product of all patterns' states: texts that lead to the same states are tried
/// once, shortest first. So it also finds texts that satisfy several questions at once, such as `BEGINSWITH 'a' AND
/// ENDSWITH 'z'`.
struct SampleTextSearch {
  private let patterns: [Pattern]
  private let lengths: [Int]
  private let scalars: [Unicode.Scalar]
  private var steps: [SearchNode] = []
  private var known: Set<SearchState> = []
  private var words: [(answers: [Int], text: String)] = []
  private var places: [[Int]: Int] = [:]

  /// The maximum number of states.
  private static let most = 4000

  /// The states of all patterns.
  ///
  /// The length is cut off after the longest length that is asked for.
  private struct SearchState: Hashable {
    var runs: [Pattern.MatchState]
    var length: Int
  }

  private struct SearchNode {
    var place: SearchState
    var parent: Int
    var scalar: Unicode.Scalar
  }

  init(_ questions: [TextTest]) {
    var patterns: [Pattern] = []
    var lengths: Set<Int> = []
    for question in questions {
      switch question.asked {
      case .pattern(let pattern): if !patterns.contains(pattern) { patterns.append(pattern) }
      case .length(let asked): lengths.formUnion(asked)
      }
    }
    self.patterns = patterns
    self.lengths = lengths.sorted()
    scalars = RepresentativeScalars(patterns).scalars
    search()
  }

  private mutating func search() {
    visit(SearchState(runs: patterns.map { _ in Pattern.MatchState() }, length: 0), from: 0, by: " ")
    var number = 0
    while number < steps.count {
      let place = steps[number].place
      for scalar in scalars where steps.count < Self.most {
        let runs = zip(patterns, place.runs).map { $0.advance($1, byFolding: scalar) }
        let length = min(place.length + 1, (lengths.last ?? -1) + 1)
        visit(SearchState(runs: runs, length: length), from: number, by: scalar)
      }
      number += 1
    }
  }

  private mutating func visit(_ place: SearchState, from parent: Int, by scalar: Unicode.Scalar) {
    guard known.insert(place).inserted else { return }
    steps.append(SearchNode(place: place, parent: parent, scalar: scalar))
    let answers =
      zip(patterns, place.runs).map { $0.isAccepting($1) ? 1 : 0 }
      + lengths.map { place.length < $0 ? -1 : place.length == $0 ? 0 : 1 }
    guard let word = places[answers] else {
      places[answers] = words.count
      return words.append((answers, text(atNode: steps.count - 1)))
    }
    // Prefer any other text to the empty one.
    if words[word].text.isEmpty { words[word].text = text(atNode: steps.count - 1) }
  }

  private func text(atNode number: Int) -> String {
    var scalars: [Unicode.Scalar] = []
    var number = number
    while number > 0 {
      scalars.append(steps[number].scalar)
      number = steps[number].parent
    }
    return String(String.UnicodeScalarView(scalars.reversed()))
  }
}

extension SampleTextSearch {
  /// The maximum number of texts, not counting those that answer a question with yes.
  private static let mostWords = 32

  /// The shortest text for each combination of answers, shortest first.
  ///
  /// If there are too many combinations, it has those found first, the first yes for each question, and the one with
  /// the most yes answers.
  var texts: [String] {
    if words.count <= Self.mostWords { return words.map(\.text) }
    var kept = Set(words.indices.prefix(Self.mostWords))
    for question in patterns.indices {
      if let place = words.firstIndex(where: { $0.answers[question] == 1 }) { kept.insert(place) }
    }
    let agreement = words.map { word in word.answers.prefix(patterns.count).reduce(0, +) }
    if let place = words.indices.max(by: { agreement[$0] < agreement[$1] }) { kept.insert(place) }
    return kept.sorted().map { words[$0].text }
  }
}

extension TextTest {
  /// Returns texts for every combination of answers that a bounded search finds.
  package static func sampleTexts(for questions: [TextTest]) -> [String] { SampleTextSearch(questions).texts }
}

extension Pattern {
  /// Returns the state after a scalar, without its accents if the pattern ignores them.
  fileprivate func advance(_ run: MatchState, byFolding scalar: Unicode.Scalar) -> MatchState {
    if !folding.ignoresAccents || scalar.isASCII { return self.advance(run, by: scalar) }
    let plain = StringCompareOptions(ignoresAccents: true).folded(String(scalar))
    return plain.unicodeScalars.reduce(run) { self.advance($0, by: $1) }
  }
}
