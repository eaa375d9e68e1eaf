/// An order in which everything comes after what it depends on, or the circles that make it impossible.
///
/// This is Tarjan's search for strongly connected components, on a stack of its own: a chain of any length takes none of
/// the program's. A component is complete after all that it depends on, so that one walk gives the order and the circles.
///
/// - Complexity: O(*n* + *m*) for *n* nodes and *m* dependencies.
struct Ranking {
  /// The nodes, each after all it depends on.
  private(set) var order: [Int] = []
  /// For each knot of nodes that depend on each other the shortest circle through the first of them.
  private(set) var cycles: [[Int]] = []

  private let dependencies: [[Int]]
  private var numbers: [Int]
  private var lowest: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var count = 0

  init(_ dependencies: [[Int]]) {
    self.dependencies = dependencies
    numbers = Array(repeating: -1, count: dependencies.count)
    lowest = numbers
    isOpen = Array(repeating: false, count: dependencies.count)
    order.reserveCapacity(dependencies.count)
    for node in dependencies.indices where numbers[node] < 0 { walk(from: node) }
    cycles.sort { $0[0] < $1[0] }
  }

  private mutating func walk(from start: Int) {
    var path = [(node: start, next: 0)]
    enter(start)
    while let (node, next) = path.last {
      guard next < dependencies[node].count else {
        path.removeLast()
        leave(node)
        if let parent = path.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
        continue
      }
      path[path.count - 1].next += 1
      let other = dependencies[node][next]
      if numbers[other] < 0 {
        enter(other)
        path.append((other, 0))
      } else if isOpen[other] {
        lowest[node] = min(lowest[node], numbers[other])
      }
    }
  }

  private mutating func enter(_ node: Int) {
    numbers[node] = count
    lowest[node] = count
    count += 1
    open.append(node)
    isOpen[node] = true
  }

  /// Completes the component that was entered at this node, if it was.
  private mutating func leave(_ node: Int) {
    guard lowest[node] == numbers[node] else { return }
    var component: [Int] = []
    repeat {
      let member = open.removeLast()
      isOpen[member] = false
      component.append(member)
    } while component.last != node
    order += component
    if component.count > 1 || dependencies[node].contains(node) { cycles.append(cycle(in: component)) }
  }

  /// The shortest circle through the first node of a component, found in widening rings.
  private func cycle(in component: [Int]) -> [Int] {
    let members = Set(component)
    guard let first = component.min() else { return [] }
    var cameFrom: [Int: Int] = [:]
    var ring = [first]
    while !ring.isEmpty {
      var next: [Int] = []
      for node in ring {
        for other in dependencies[node] where members.contains(other) && cameFrom[other] == nil {
          if other == first { return Self.path(to: node, cameFrom) }
          cameFrom[other] = node
          next.append(other)
        }
      }
      ring = next
    }
    return component
  }

  private static func path(to end: Int, _ cameFrom: [Int: Int]) -> [Int] {
    var path = [end]
    while let last = path.last, let previous = cameFrom[last] { path.append(previous) }
    return path.reversed()
  }
}
