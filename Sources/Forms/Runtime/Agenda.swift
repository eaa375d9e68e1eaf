/// Nodes that are to be looked at, the one of the lowest rank first, and each once.
///
/// A heap: what has been noted several times comes several times in a row, and is given once. It is as large as what has
/// changed, however large the form is.
struct Agenda {
  private var heap: [Int32] = []

  var isEmpty: Bool { heap.isEmpty }

  mutating func add(_ node: Int) {
    var place = heap.count
    heap.append(Int32(node))
    while place > 0 {
      let parent = (place - 1) / 2
      if heap[parent] <= heap[place] { break }
      heap.swapAt(parent, place)
      place = parent
    }
  }

  mutating func next() -> Int? {
    guard let node = heap.first else { return nil }
    repeat { removeFirst() } while heap.first == node
    return Int(node)
  }

  private mutating func removeFirst() {
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
