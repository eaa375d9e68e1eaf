/// An order of the numbers from 0 in which moving a number takes constant time.
package struct LinkedOrder: Sequence {
  // A ring: the end, whose number is the count, follows the last number and precedes the first one.
  private var next: [Int]
  private var previous: [Int]

  /// The number that stands for the end.
  package var end: Int { next.count - 1 }

  /// Creates the ascending order of a count of numbers.
  package init(count: Int) {
    next = Array(1...count + 1)
    next[count] = 0
    previous = Array(-1..<count)
    previous[0] = count
  }

  /// Returns the number that follows a number, or the end.
  package func element(after number: Int) -> Int { next[number] }

  /// Returns the number before which a position is, or the end if the number of its neighbor is unknown.
  package func next<ID>(at position: RowPosition<ID>, _ number: (ID) -> Int?) -> Int {
    switch position {
    case .before(let id): number(id) ?? end
    case .after(let id): number(id).map(element(after:)) ?? end
    case .end: end
    }
  }

  /// Moves numbers before another number, or before the end, in the given order.
  ///
  /// If the other number is moved, too, its place is taken by the next number that is not.
  package mutating func move(_ numbers: [Int], before target: Int) {
    var remaining = Set(numbers)
    var target = target
    while remaining.contains(target) { target = next[target] }
    for number in numbers where remaining.remove(number) != nil {
      link(previous[number], next[number])
      link(previous[target], number)
      link(number, target)
    }
  }

  private mutating func link(_ first: Int, _ second: Int) {
    next[first] = second
    previous[second] = first
  }

  /// Returns an iterator over the numbers in their order.
  package func makeIterator() -> some IteratorProtocol<Int> {
    sequence(state: end) { number -> Int? in
      number = next[number]
      return number == end ? nil : number
    }
  }
}
