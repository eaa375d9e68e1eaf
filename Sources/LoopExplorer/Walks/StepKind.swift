/// The kind of a random step.
///
/// The kind is chosen before the step. If all steps had the same probability, twenty possible actions would hide the
/// one pending response, and hardly any response would be delivered.
enum StepKind: Sendable {
  case user, execute, deliver, occur, fault

  static let all: [StepKind] = [.user, .execute, .deliver, .occur, .fault]

  /// The relative frequency of the kind: events of the environment and faults are rare.
  var weight: Int {
    switch self {
    case .user, .execute, .deliver: 4
    case .occur, .fault: 1
    }
  }
}

extension [StepKind] {
  /// Removes and returns a random kind, by weight.
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
  /// A Boolean value that indicates whether the step contains a fault.
  var isFault: Bool {
    switch self {
    case .execute(_, _, let fault): fault != nil
    case .deliver(_, let completesLate): completesLate
    case .executeLate: true
    case .user, .executeFireAndForget, .occur: false
    }
  }
}
