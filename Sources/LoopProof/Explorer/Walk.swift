/// How the moments were found, and which leads to which.
struct Walk {
  private var parents: [UInt32] = []
  private var ordinals: [UInt16] = []
  private let keepsEdges: Bool
  private var origins: [UInt32] = []
  private var targets: [UInt32] = []
  private var reached: [Int: [UInt32]] = [:]

  init(keepsEdges: Bool) { self.keepsEdges = keepsEdges }

  var count: Int { parents.count }

  mutating func found(by ordinal: Int, from parent: Int) {
    parents.append(UInt32(parent))
    ordinals.append(UInt16(ordinal))
  }

  mutating func add(from origin: Int, to target: Int) {
    guard keepsEdges, origin != target else { return }
    origins.append(UInt32(origin))
    targets.append(UInt32(target))
  }

  mutating func reached(goal: Int, at number: Int) {
    reached[goal, default: []].append(UInt32(number))
  }

  /// The shortest way to a moment: which of the steps that were possible was taken, each time.
  func way(to number: Int) -> [Int] {
    var way: [Int] = []
    var number = number
    while number != 0 {
      way.append(Int(ordinals[number]))
      number = Int(parents[number])
    }
    return way.reversed()
  }

  /// The first moment from which a goal cannot be reached any more, if there is one: what it can be reached from is found
  /// by going backwards from it.
  func firstThatCannotReach(goal: Int) -> Int? {
    var first = Array(repeating: 0, count: count + 1)
    for target in targets { first[Int(target) + 1] += 1 }
    for number in 0..<count { first[number + 1] += first[number] }
    var incoming = Array(repeating: UInt32(0), count: targets.count)
    var next = first
    for edge in targets.indices {
      let target = Int(targets[edge])
      incoming[next[target]] = origins[edge]
      next[target] += 1
    }
    var canReach = Array(repeating: false, count: count)
    var coming = reached[goal] ?? []
    for number in coming { canReach[Int(number)] = true }
    while let number = coming.popLast().map(Int.init) {
      for origin in incoming[first[number]..<first[number + 1]] where !canReach[Int(origin)] {
        canReach[Int(origin)] = true
        coming.append(origin)
      }
    }
    return canReach.firstIndex(of: false)
  }
}
