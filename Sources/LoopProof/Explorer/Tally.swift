/// What was taken in, in which kind of state, and where it led: what the matrix and the chart are drawn from.
@usableFromInline struct Tally<Played: Exploration> {
  /// What somebody did, or what an effect was answered.
  @usableFromInline enum Cause: Hashable {
    case user(Played.Feature.Action)
    case answer(Played.Feature.Effect, Played.Feature.Action)
  }

  /// What came of a cause in a kind of state.
  @usableFromInline struct Cell {
    /// The kinds of state that it led to, a bit each.
    @usableFromInline var targets: UInt64 = 0
    /// Whether it was taken in and changed nothing.
    @usableFromInline var isIdle = false

    @inlinable init() {}
  }

  /// The kinds of state in the order in which they were found.
  @usableFromInline var kinds: [String] = []
  /// The causes, likewise.
  @usableFromInline var causes: [Cause] = []
  /// By kind of state, then by cause.
  @usableFromInline var cells: [[Cell]] = []
  /// What was carried out and not answered, by kind of state.
  @usableFromInline var awaited: [Set<Played.Feature.Effect>] = []

  @usableFromInline var numbers: [Cause: Int] = [:]
  /// The last action in each place of the alphabet: it is nearly always the same, and need not be looked up.
  @usableFromInline var alphabet: [(action: Played.Feature.Action, number: Int)] = []

  @inlinable init() {}

  @inline(__always) @inlinable mutating func number(ofKind kind: String) -> Int {
    for number in kinds.indices where kinds[number] == kind { return number }
    return add(kind)
  }

  @inlinable mutating func add(_ kind: String) -> Int {
    precondition(kinds.count < 64, "At most 64 kinds of state: a chart of more says nothing.")
    kinds.append(kind)
    cells.append(Array(repeating: Cell(), count: causes.count))
    awaited.append([])
    return kinds.count - 1
  }

  @inline(__always) @inlinable mutating func number(of action: Played.Feature.Action, at place: Int) -> Int {
    if place < alphabet.count && alphabet[place].action == action { return alphabet[place].number }
    let number = number(of: .user(action))
    if place < alphabet.count { alphabet[place] = (action, number) }
    if place == alphabet.count { alphabet.append((action, number)) }
    return number
  }

  @inlinable mutating func number(of cause: Cause) -> Int {
    if let number = numbers[cause] { return number }
    numbers[cause] = causes.count
    causes.append(cause)
    for kind in cells.indices { cells[kind].append(Cell()) }
    return causes.count - 1
  }

  // Nearly everything has been seen before, and to look is cheaper than to write.

  /// Takes in that a cause changed nothing.
  @inline(__always) @inlinable mutating func idle(in kind: Int, by cause: Int) {
    if !cells[kind][cause].isIdle { cells[kind][cause].isIdle = true }
  }

  /// Takes in that a cause led to a state of some kind.
  @inline(__always) @inlinable mutating func lead(from kind: Int, by cause: Int, to target: String) {
    let bit: UInt64 = 1 << UInt64(number(ofKind: target))
    if cells[kind][cause].targets & bit == 0 { cells[kind][cause].targets |= bit }
  }
}
