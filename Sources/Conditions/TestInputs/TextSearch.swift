internal import Values

/// Looks for texts that answer some questions in every way in which they can be answered.
///
/// All questions are asked of one text at once, scalar by scalar, and texts that all of them take alike are one: so few
/// texts are looked at, the shortest first, and what `BEGINSWITH 'a' AND ENDSWITH 'z'` and a pattern have in common is
/// found as each alone is.
struct TextSearch {
  private let patterns: [Pattern]
  private let lengths: [Int]
  private let scalars: [Unicode.Scalar]
  private var steps: [Step] = []
  private var known: Set<Place> = []
  private var words: [(answers: [Int], text: String)] = []
  private var places: [[Int]: Int] = [:]

  /// How many texts are looked at, at most.
  private static let most = 4000

  /// How far all questions have come; of the length no more is told than matters.
  private struct Place: Hashable {
    var runs: [Pattern.Run]
    var length: Int
  }

  private struct Step {
    var place: Place
    var parent: Int
    var scalar: Unicode.Scalar
  }

  init(_ questions: [TextQuestion]) {
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
    scalars = Alphabet(patterns).scalars
    search()
  }

  private mutating func search() {
    reach(Place(runs: patterns.map { _ in Pattern.Run() }, length: 0), from: 0, by: " ")
    var number = 0
    while number < steps.count {
      let place = steps[number].place
      for scalar in scalars where steps.count < Self.most {
        let runs = zip(patterns, place.runs).map { $0.run($1, telling: scalar) }
        let length = min(place.length + 1, (lengths.last ?? -1) + 1)
        reach(Place(runs: runs, length: length), from: number, by: scalar)
      }
      number += 1
    }
  }

  private mutating func reach(_ place: Place, from parent: Int, by scalar: Unicode.Scalar) {
    guard known.insert(place).inserted else { return }
    steps.append(Step(place: place, parent: parent, scalar: scalar))
    let answers =
      zip(patterns, place.runs).map { $0.accepts($1) ? 1 : 0 }
      + lengths.map { place.length < $0 ? -1 : place.length == $0 ? 0 : 1 }
    guard let word = places[answers] else {
      places[answers] = words.count
      return words.append((answers, text(to: steps.count - 1)))
    }
    // No text at all is the last that a person would type.
    if words[word].text.isEmpty { words[word].text = text(to: steps.count - 1) }
  }

  private func text(to number: Int) -> String {
    var scalars: [Unicode.Scalar] = []
    var number = number
    while number > 0 {
      scalars.append(steps[number].scalar)
      number = steps[number].parent
    }
    return String(String.UnicodeScalarView(scalars.reversed()))
  }
}

extension TextSearch {
  /// How many texts are given, at most, beside one that says yes to each question.
  private static let mostWords = 32

  /// The shortest text for each way to answer, from the shortest.
  ///
  /// Of very many ways, those are kept that are found first, the first to say yes to each question, and the one that says
  /// yes to most.
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

extension TextQuestion {
  /// Texts that answer questions in every way in which they can be answered, as far as a bounded search finds them.
  package static func texts(answering questions: [TextQuestion]) -> [String] { TextSearch(questions).texts }
}

extension Pattern {
  /// Goes on by a scalar as it is compared: without its accents, if those are not looked at.
  fileprivate func run(_ run: Run, telling scalar: Unicode.Scalar) -> Run {
    if !folding.ignoresAccents || scalar.isASCII { return self.run(run, by: scalar) }
    let plain = Folding(ignoresAccents: true).folded(String(scalar))
    return plain.unicodeScalars.reduce(run) { self.run($0, by: $1) }
  }
}
