/// Something that a condition reads: the object for which it is evaluated, a variable, or a value inside one of them.
///
/// `$age.value` and `$age.isHidden` are different references. A reference ends before the first step that is not a key:
/// `$hobbies.value[0].name` reads `$hobbies.value`.
public struct Reference: Hashable, Codable, Sendable {
  /// The value in which the keys are looked up.
  public enum Root: Hashable, Codable, Sendable {
    /// The object for which the condition is evaluated.
    case object
    /// A variable, without its dollar sign.
    case variable(String)
    /// The current time, which the caller provides.
    case now
    /// A random number in 0..<1, which the caller provides.
    case random
  }

  /// The value in which the keys are looked up.
  public var root: Root
  /// The keys, from the outermost.
  public var keys: [String]

  /// Creates a reference.
  public init(_ root: Root, _ keys: [String] = []) {
    self.root = root
    self.keys = keys
  }

  /// Creates a reference to a variable or a value inside it.
  public static func variable(_ name: String, _ keys: String...) -> Reference { Reference(.variable(name), keys) }

  /// Creates a reference to the object or a value inside it.
  public static func object(_ keys: String...) -> Reference { Reference(.object, keys) }
}

extension Reference: CustomStringConvertible {
  /// The reference in the syntax of conditions.
  public var description: String {
    ConditionExpression.path(root.expression, keys.map(PathStep.key)).normalized.text
  }
}

extension Reference.Root {
  var expression: ConditionExpression {
    switch self {
    case .object: .subject
    case .variable(let name): .variable(name, .none)
    case .now: .call(.now, [], .none)
    case .random: .call(.random, [], .none)
    }
  }
}
