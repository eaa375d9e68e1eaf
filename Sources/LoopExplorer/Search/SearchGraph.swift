/// How each state was found, and which states it leads to.
struct SearchGraph {
  var parents: [UInt32] = []
  var stepOrdinals: [UInt16] = []
  /// The position of each state's first edge in `edgeTargets`: states are expanded in the order in which they were
  /// found.
  var firstEdges: [UInt32] = []
  var edgeTargets: [UInt32] = []
  let keepsEdges: Bool

  mutating func addState(reachedBy ordinal: Int, from parent: Int) {
    precondition(ordinal <= UInt16.max, "At most 65,536 steps are possible in a state.")
    parents.append(UInt32(parent))
    stepOrdinals.append(UInt16(ordinal))
  }

  /// Begins the edges of the next state.
  mutating func beginEdges() {
    if keepsEdges { firstEdges.append(UInt32(edgeTargets.count)) }
  }

  mutating func addEdge(to target: Int) {
    if keepsEdges { edgeTargets.append(UInt32(target)) }
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

  /// Returns the index of the first state from which none of the goals can be reached, or `nil` if there is no such
  /// state.
  ///
  /// Sweeps backwards until nothing changes. Few sweeps are needed, because most edges lead to a later state.
  func firstStateUnableToReach(_ goals: [UInt32]) -> Int? {
    var canReach = Array(repeating: false, count: parents.count)
    for goal in goals { canReach[Int(goal)] = true }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      var end = edgeTargets.count
      for number in firstEdges.indices.reversed() {
        let first = Int(firstEdges[number])
        if !canReach[number] && edgeTargets[first..<end].contains(where: { canReach[Int($0)] }) {
          canReach[number] = true
          hasChanged = true
        }
        end = first
      }
    }
    return canReach.firstIndex(of: false)
  }
}
