/// A topological order of a dependency graph, and its dependency cycles.
///
/// This is Tarjan's algorithm for strongly connected components. It uses an explicit stack, so that long dependency
/// chains cannot overflow the call stack. Each component is completed after all components it depends on, so one
/// traversal finds both the order and the cycles.
///
/// - Complexity: O(*n* + *m*) for *n* nodes and *m* dependencies.
struct TopologicalSort {
  /// The nodes in topological order: each node follows the nodes it depends on.
  private(set) var order: [Int] = []
  /// For each strongly connected component with a cycle, the shortest cycle through its lowest-numbered node.
  private(set) var cycles: [[Int]] = []

  private let dependencies: [[Int]]
  private var discoveryIndices: [Int]
  private var lowLinks: [Int]
  private var isOnStack: [Bool]
  private var stack: [Int] = []
  private var discoveredCount = 0

  init(_ dependencies: [[Int]]) {
    self.dependencies = dependencies
    discoveryIndices = Array(repeating: -1, count: dependencies.count)
    lowLinks = discoveryIndices
    isOnStack = Array(repeating: false, count: dependencies.count)
    order.reserveCapacity(dependencies.count)
    for node in dependencies.indices where discoveryIndices[node] < 0 { visitComponents(from: node) }
    cycles.sort { $0[0] < $1[0] }
  }

  private mutating func visitComponents(from start: Int) {
    var path = [(node: start, next: 0)]
    discover(start)
    while let (node, next) = path.last {
      guard next < dependencies[node].count else {
        path.removeLast()
        popComponentIfRoot(node)
        if let parent = path.last?.node { lowLinks[parent] = min(lowLinks[parent], lowLinks[node]) }
        continue
      }
      path[path.count - 1].next += 1
      let other = dependencies[node][next]
      if discoveryIndices[other] < 0 {
        discover(other)
        path.append((other, 0))
      } else if isOnStack[other] {
        lowLinks[node] = min(lowLinks[node], discoveryIndices[other])
      }
    }
  }

  private mutating func discover(_ node: Int) {
    discoveryIndices[node] = discoveredCount
    lowLinks[node] = discoveredCount
    discoveredCount += 1
    stack.append(node)
    isOnStack[node] = true
  }

  /// Pops the component whose root is this node, if it is a root.
  private mutating func popComponentIfRoot(_ node: Int) {
    guard lowLinks[node] == discoveryIndices[node] else { return }
    var component: [Int] = []
    repeat {
      let member = stack.removeLast()
      isOnStack[member] = false
      component.append(member)
    } while component.last != node
    order += component
    if component.count > 1 || dependencies[node].contains(node) { cycles.append(shortestCycle(in: component)) }
  }

  /// Returns the shortest cycle through the lowest-numbered node of a component, found by breadth-first search.
  private func shortestCycle(in component: [Int]) -> [Int] {
    let members = Set(component)
    guard let first = component.min() else { return [] }
    var cameFrom: [Int: Int] = [:]
    var ring = [first]
    while !ring.isEmpty {
      var next: [Int] = []
      for node in ring {
        for other in dependencies[node] where members.contains(other) && cameFrom[other] == nil {
          if other == first { return sequence(first: node) { cameFrom[$0] }.reversed() }
          cameFrom[other] = node
          next.append(other)
        }
      }
      ring = next
    }
    return component
  }
}
