/// The states that have been visited, numbered from 0 in the order in which they were found.
///
/// Unless whole states are compared, only 64 bits of each are stored, and two states with the same bits are taken for
/// one. Among a million states, the probability of this is one in thirty million.
struct VisitedStates<Scenario: Exploration> {
  private var numbers: [Int: UInt32] = [:]
  private var exactNumbers: [ScenarioState<Scenario>: UInt32]?

  init(isExact: Bool) { exactNumbers = isExact ? [:] : nil }

  /// Returns the number of a state, and adds the state if it is new.
  mutating func insert(_ scenarioState: borrowing ScenarioState<Scenario>) -> (number: Int, isNew: Bool) {
    if let count = exactNumbers?.count {
      let scenarioState = copy scenarioState
      if let known = exactNumbers?[scenarioState] { return (Int(known), false) }
      exactNumbers?[scenarioState] = UInt32(count)
      return (count, true)
    }
    var hasher = Hasher()
    scenarioState.hash(into: &hasher)
    let bits = hasher.finalize()
    if let known = numbers[bits] { return (Int(known), false) }
    numbers[bits] = UInt32(numbers.count)
    return (numbers.count - 1, true)
  }
}
