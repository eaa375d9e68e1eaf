/// A priority queue of nodes to evaluate, in topological order.
///
/// It is a binary heap of positions in that order. A node that was inserted several times is returned once.
package struct PriorityQueue {
  private let graph: DependencyGraph
  private var heap: [Int] = []

  package init(_ graph: DependencyGraph) { self.graph = graph }

  package mutating func insert(_ node: Int) {
    var place = heap.count
    heap.append(graph.positionsInOrder[node])
    while place > 0 {
      let parent = (place - 1) / 2
      if heap[parent] <= heap[place] { break }
      heap.swapAt(parent, place)
      place = parent
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
    var place = 0
    while true {
      var least = place
      for child in (2 * place + 1)...(2 * place + 2) where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
