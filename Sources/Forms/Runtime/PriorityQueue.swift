/// A priority queue of nodes to evaluate, in topological order.
///
/// It is a binary heap of positions in that order. A node that was inserted several times is returned once.
package struct PriorityQueue {
  private let graph: DependencyGraph
  private var heap: [Int] = []

  package init(_ graph: DependencyGraph) { self.graph = graph }

  package mutating func insert(_ node: Int) {
    var index = heap.count
    heap.append(graph.positionsInOrder[node])
    while index > 0 {
      let parent = (index - 1) / 2
      if heap[parent] <= heap[index] { break }
      heap.swapAt(parent, index)
      index = parent
    }
  }

  package mutating func popFirst() -> Int? {
    guard let rank = heap.first else { return nil }
    repeat { removeRoot() } while heap.first == rank
    return graph.order[rank]
  }

  private mutating func removeRoot() {
    let last = heap.removeLast()
    if heap.isEmpty { return }
    heap[0] = last
    var index = 0
    while true {
      var least = index
      for child in (2 * index + 1)...(2 * index + 2) where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
