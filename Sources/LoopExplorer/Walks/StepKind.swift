/// What sort of step comes next.
///
/// It is chosen before the step itself. Were all steps alike, twenty actions would drown the one answer that is on its
/// way, and hardly anything would ever be heard.
enum StepKind: Sendable {
  case user, deed, answer, happening, fault

  static let all: [StepKind] = [.user, .deed, .answer, .happening, .fault]

  /// How often it is chosen: what others do and what goes wrong are rare.
  var weight: Int {
    switch self {
    case .user, .deed, .answer: 4
    case .happening, .fault: 1
    }
  }
}

extension [StepKind] {
  /// Takes one out, by its weight.
  mutating func removeRandomByWeight(using random: inout SplitMix64) -> StepKind {
    var rest = Int.random(in: 0..<reduce(0) { $0 + $1.weight }, using: &random)
    var place = 0
    while rest >= self[place].weight {
      rest -= self[place].weight
      place += 1
    }
    return remove(at: place)
  }
}

extension ExplorationStep {
  /// Whether it is one of those that go wrong.
  var isFault: Bool {
    switch self {
    case .deed(_, _, let mishap): mishap != nil
    case .answer(_, let lingers): lingers
    case .late: true
    case .user, .told, .happening: false
    }
  }
}
