/// How each state was found, and which states it leads to.
struct SearchGraph {
  var parents: [UInt32] = []
  var stepOrdinals: [UInt16] = []
  /// The position of each state's first edge in `edgeTargets`: states are expanded in the order in which they were
  /// found.
  var firstEdges: [UInt32] = []
  var edgeTargets: [UInt32] = []
  /// The goals to which each edge may lead, one bit each, or an empty array if every edge may lead to every goal.
  var edgeGoals: [UInt32] = []
  /// The number of goals.
  ///
  /// Without goals, no edges are stored.
  let goalCount: Int

  mutating func addState(reachedBy ordinal: Int, from parent: Int) {
    precondition(ordinal <= UInt16.max, "At most 65,536 steps are possible in a state.")
    parents.append(UInt32(parent))
    stepOrdinals.append(UInt16(ordinal))
  }

  /// Begins the edges of the next state.
  mutating func beginEdges() {
    if goalCount > 0 { firstEdges.append(UInt32(edgeTargets.count)) }
  }

  /// Adds an edge that may be part of the way to some goals, one bit each.
  mutating func addEdge(to target: Int, goals: UInt32) {
    if goals == 0 { return }
    let areAllGoals = goals.nonzeroBitCount == goalCount
    if !areAllGoals && edgeGoals.isEmpty { edgeGoals = edgeTargets.map { _ in .max } }
    if !edgeGoals.isEmpty || !areAllGoals { edgeGoals.append(goals) }
    edgeTargets.append(UInt32(target))
  }

  /// Returns the shortest path to a state, as the ordinal of each step among the possible ones.
  func shortestPath(to number: Int) -> [Int] {
    var path: [Int] = []
    var number = number
    while number != 0 {
      path.append(Int(stepOrdinals[number]))
      number = Int(parents[number])
    }
    return path.reversed()
  }

  /// Returns the index of the first state from which none of the targets of a goal can be reached, or `nil` if there is
  /// no such state.
  ///
  /// Sweeps backwards until nothing changes. Few sweeps are needed, because most edges lead to a later state.
  func firstStateUnableToReach(_ targets: [UInt32], ofGoal goal: Int) -> Int? {
    var canReach = Array(repeating: false, count: parents.count)
    for target in targets { canReach[Int(target)] = true }
    let bit: UInt32 = 1 << UInt32(goal)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      var end = edgeTargets.count
      for number in firstEdges.indices.reversed() {
        let first = Int(firstEdges[number])
        if !canReach[number]
          && (first..<end).contains(where: {
            canReach[Int(edgeTargets[$0])] && (edgeGoals.isEmpty || edgeGoals[$0] & bit != 0)
          })
        {
          canReach[number] = true
          hasChanged = true
        }
        end = first
      }
    }
    return canReach.firstIndex(of: false)
  }
}
