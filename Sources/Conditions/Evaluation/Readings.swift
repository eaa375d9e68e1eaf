public import Values

/// What a condition reads, while it is evaluated.
///
/// It is asked by places in the list of what the condition reads, so that whoever has resolved the names once need not do
/// it again.
public protocol Readings {
  /// The value of what stands in this place of ``Evaluator/reads``, or nil if there is none and should be.
  func value(at place: Int) -> Value?

  /// The names of the variables that there are, so that a fault can tell which was meant; none, unless said otherwise.
  var variableNames: [String] { get }
}

extension Readings {
  /// None.
  public var variableNames: [String] { [] }
}

/// An object and variables that are looked up by name.
///
/// A variable that is missing has no value. A key that is missing is null, in the object and in a variable's value.
public struct GivenValues: Readings {
  private let reads: [Reference]
  private let object: Value
  private let variables: [String: Value]
  private let now: Instant?
  private let random: Double?

  /// Gives what there is to read.
  ///
  /// The present and chance have no value unless they are given.
  public init(
    _ reads: [Reference], object: Value = .null, variables: [String: Value] = [:], now: Instant? = nil,
    random: Double? = nil
  ) {
    self.reads = reads
    self.object = object
    self.variables = variables
    self.now = now
    self.random = random
  }

  /// The names of the variables, sorted.
  public var variableNames: [String] { variables.keys.sorted() }

  /// The value of what stands in this place.
  public func value(at place: Int) -> Value? {
    let reference = reads[place]
    let root: Value? =
      switch reference.root {
      case .object: object
      case .variable(let name): variables[name]
      case .now: now.map(Value.instant)
      case .random: random.map(Value.real)
      }
    return root?.reading(reference.keys)
  }
}

extension Value {
  /// What stands under keys, one in the other.
  ///
  /// A key that is missing is null. A list is asked member by member, and of a text the key `length` is how many scalars
  /// it has. The key `self` leads to the value itself, as in `@max.self`, unless an object has another under it.
  package func reading(_ keys: some Collection<String>) -> Value {
    var value = self
    for key in keys { value = value.reading(key) }
    return value
  }

  private func reading(_ key: String) -> Value {
    switch self {
    case .object(let members): members[key] ?? (key == "self" ? self : .null)
    case .list(let values): .list(values.map { $0.reading(key) })
    case .text(let text) where key == "length": .integer(Int64(text.unicodeScalars.count))
    case _ where key == "self": self
    case .null, .boolean, .integer, .real, .text, .instant: .null
    }
  }

  /// The values that are in a list; null is an empty one, and what is no list is one of itself alone.
  var members: [Value] {
    switch self {
    case .null: []
    case .list(let values): values
    case .boolean, .integer, .real, .text, .instant, .object: [self]
    }
  }
}
