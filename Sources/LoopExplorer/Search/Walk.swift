/// How the moments were found, and which leads to which.
struct SearchGraph {
  var parents: [UInt32] = []
  var ordinals: [UInt16] = []
  /// Where each moment's edges begin among the targets: moments are left in the order in which they were found.
  var firsts: [UInt32] = []
  var targets: [UInt32] = []
  let keepsEdges: Bool

  init(keepsEdges: Bool) { self.keepsEdges = keepsEdges }

  mutating func addState(reachedBy ordinal: Int, from parent: Int) {
    precondition(ordinal <= UInt16.max, "At most 65,536 things can happen next.")
    parents.append(UInt32(parent))
    ordinals.append(UInt16(ordinal))
  }

  /// Takes in that the steps from the next moment follow.
  mutating func beginEdges() {
    if keepsEdges { firsts.append(UInt32(targets.count)) }
  }

  mutating func addEdge(to target: Int) {
    if keepsEdges { targets.append(UInt32(target)) }
  }

  /// The shortest way to a moment: which of the steps that were possible was taken, each time.
  func shortestPath(to number: Int) -> [Int] {
    var way: [Int] = []
    var number = number
    while number != 0 {
      way.append(Int(ordinals[number]))
      number = Int(parents[number])
    }
    return way.reversed()
  }

  /// The first moment from which none of these can be reached any more, if there is one.
  ///
  /// Sweeps backwards until nothing changes: most edges lead to a later moment, so few sweeps are needed.
  func firstStateUnableToReach(_ goals: [UInt32]) -> Int? {
    var canReach = Array(repeating: false, count: parents.count)
    for goal in goals { canReach[Int(goal)] = true }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      var end = targets.count
      for number in firsts.indices.reversed() {
        let first = Int(firsts[number])
        if !canReach[number] && targets[first..<end].contains(where: { canReach[Int($0)] }) {
          canReach[number] = true
          hasChanged = true
        }
        end = first
      }
    }
    return canReach.firstIndex(of: false)
  }
}
