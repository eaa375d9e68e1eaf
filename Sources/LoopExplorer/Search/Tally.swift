/// What was taken in, in which kind of state, and where it led: what the matrix and the chart are drawn from.
struct CoverageCounter<Scenario: Exploration> {
  /// What somebody did, or what an effect was answered.
  enum Cause: Hashable {
    case user(Scenario.Feature.Action)
    case answer(Scenario.Feature.Effect, Scenario.Feature.Action)
  }

  /// What came of a cause in a kind of state.
  struct Cell {
    /// The kinds of state that it led to, a bit each.
    var targets: UInt64 = 0
    /// Whether it was taken in and changed nothing.
    var isIdle = false

    init() {}
  }

  /// The kinds of state in the order in which they were found.
  var kinds: [String] = []
  /// The causes, likewise.
  var causes: [Cause] = []
  /// By kind of state, then by cause.
  var cells: [[Cell]] = []
  /// What was carried out and not answered, by kind of state.
  var awaited: [Set<Scenario.Feature.Effect>] = []

  var numbers: [Cause: Int] = [:]
  /// What somebody could do the last time, and the number of each: it is nearly always the same, and need not be looked up.
  var alphabet: [Scenario.Feature.Action] = []
  var alphabetNumbers: [Int] = []

  init() {}

  mutating func index(ofKind kind: String) -> Int {
    for number in kinds.indices where kinds[number] == kind { return number }
    return addKind(kind)
  }

  mutating func addKind(_ kind: String) -> Int {
    precondition(kinds.count < 64, "At most 64 kinds of state: a chart of more says nothing.")
    kinds.append(kind)
    cells.append(Array(repeating: Cell(), count: causes.count))
    awaited.append([])
    return kinds.count - 1
  }

  /// Takes in what somebody can do next: each is known by its place from now on.
  mutating func updateOfferedActions(_ alphabet: [Scenario.Feature.Action]) {
    if alphabet != self.alphabet { setOfferedActions(alphabet) }
  }

  mutating func setOfferedActions(_ alphabet: [Scenario.Feature.Action]) {
    self.alphabet = alphabet
    alphabetNumbers = alphabet.map { index(of: .user($0)) }
  }

  mutating func index(of cause: Cause) -> Int {
    if let number = numbers[cause] { return number }
    numbers[cause] = causes.count
    causes.append(cause)
    for kind in cells.indices { cells[kind].append(Cell()) }
    return causes.count - 1
  }

  // Nearly everything has been seen before, and to look is cheaper than to write.

  /// Takes in that a cause changed nothing.
  mutating func countUnchanged(in kind: Int, cause: Int) {
    if !cells[kind][cause].isIdle { cells[kind][cause].isIdle = true }
  }

  /// Takes in that a cause led to a state of some kind.
  mutating func countTransition(from kind: Int, cause: Int, to target: String) {
    let bit: UInt64 = 1 << UInt64(index(ofKind: target))
    if cells[kind][cause].targets & bit == 0 { cells[kind][cause].targets |= bit }
  }
}
