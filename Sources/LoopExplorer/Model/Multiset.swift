/// Elements whose order makes no difference, and each of which can occur several times.
///
/// The elements are visited in the order of insertion, which is the same in every process. The order counts neither in
/// comparisons nor in hashes.
public struct Multiset<Element: Hashable & Sendable>: Sendable, RandomAccessCollection, ExpressibleByArrayLiteral {
  private var elements: [Element]

  /// Creates a multiset with the elements of a sequence.
  public init(_ elements: some Sequence<Element>) { self.elements = Array(elements) }

  /// Creates a multiset with the elements of a literal.
  public init(arrayLiteral elements: Element...) { self.elements = elements }

  /// A Boolean value that indicates whether there are no elements.
  public var isEmpty: Bool { elements.isEmpty }
  /// The position of the first element.
  public var startIndex: Int { 0 }
  /// The position after the last element.
  public var endIndex: Int { elements.count }
  /// Accesses the element at a position.
  public subscript(position: Int) -> Element { elements[position] }

  /// The elements without repetitions.
  var distinct: some Sequence<Element> {
    indices.lazy.filter { !elements[..<$0].contains(elements[$0]) }.map { elements[$0] }
  }

  mutating func insert(_ element: Element) { elements.append(element) }

  /// Removes one occurrence of an element.
  mutating func remove(_ element: Element) {
    if let index = elements.firstIndex(of: element) { elements.remove(at: index) }
  }
}

extension Multiset: Hashable {
  /// Returns a Boolean value that indicates whether both multisets have the same elements, each equally often.
  public static func == (left: Self, right: Self) -> Bool {
    if left.elements == right.elements { return true }
    return left.count == right.count
      && left.distinct.allSatisfy { element in
        left.count { $0 == element } == right.count { $0 == element }
      }
  }

  /// Hashes the elements, whatever their order is.
  public func hash(into hasher: inout Hasher) {
    if count < 2 { return hasher.combine(elements) }
    hasher.combine(
      elements.reduce(into: 0) { sum, element in
        var elementHasher = Hasher()
        elementHasher.combine(element)
        sum &+= elementHasher.finalize()
      })
  }
}
