import Values

/// The values that a condition reads during its evaluation.
///
/// Values are read by the index of their reference, so that names are looked up only once.
public protocol ValueSource {
  /// Returns the value of the reference at an index of ``Evaluator/references``, or `nil` if it has no value.
  func value(at index: Int) -> Value?

  /// The names of all variables, for suggestions in error messages. The default is none.
  var variableNames: [String] { get }
}

extension ValueSource {
  /// No names.
  public var variableNames: [String] { [] }
}

/// An object and variables in which references are looked up by name.
///
/// A missing variable has no value, which is an error. A missing key, in the object or in the value of a variable, is
/// null.
public struct NamedValueSource: ValueSource {
  private let references: [Reference]
  private let object: Value
  private let variables: [String: Value]
  private let now: Instant?
  private let random: Double?

  /// Creates the values that a condition reads.
  ///
  /// The current time and the random number have no value unless they are given.
  public init(
    _ references: [Reference], object: Value = .null, variables: [String: Value] = [:], now: Instant? = nil,
    random: Double? = nil
  ) {
    self.references = references
    self.object = object
    self.variables = variables
    self.now = now
    self.random = random
  }

  /// The names of the variables, sorted.
  public var variableNames: [String] { variables.keys.sorted() }

  /// Returns the value of the reference at an index.
  public func value(at index: Int) -> Value? {
    let reference = references[index]
    let root: Value? =
      switch reference.root {
      case .object: object
      case .variable(let name): variables[name]
      case .now: now.map(Value.instant)
      case .random: random.map(Value.real)
      }
    return root?.member(at: reference.keys)
  }
}

extension Value {
  /// Returns the value at a key path.
  ///
  /// A missing key is null. A key of a list is read from each element, and the key `length` of a text is its number of
  /// scalars. The key `self` is the value itself, as in `@max.self`, unless an object has a member with that key.
  package func member(at keys: some Collection<String>) -> Value {
    var value = self
    for key in keys { value = value.member(at: key) }
    return value
  }

  private func member(at key: String) -> Value {
    switch self {
    case .object(let members): members[key] ?? (key == "self" ? self : .null)
    case .list(let values): .list(values.map { $0.member(at: key) })
    case .text(let text) where key == "length": .integer(Int64(text.unicodeScalars.count))
    case _ where key == "self": self
    case .null, .boolean, .integer, .real, .money, .text, .instant: .null
    }
  }

  /// The elements of a list.
  ///
  /// Null has none, and any other value is a list of one element.
  var elements: [Value] {
    switch self {
    case .null: []
    case .list(let values): values
    case .boolean, .integer, .real, .money, .text, .instant, .object: [self]
    }
  }
}
