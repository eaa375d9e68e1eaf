/// Something that a condition reads: the object it is asked about, a variable, or what is inside of either.
///
/// `$age.value` and `$age.isHidden` are two. Keys count up to the first step that is none: of `$hobbies.value[0].name`
/// what is read is `$hobbies.value`.
public struct Reference: Hashable, Codable, Sendable {
  /// What the keys begin from.
  public enum Root: Hashable, Codable, Sendable {
    /// The object that the condition is asked about.
    case object
    /// A variable, without its dollar sign.
    case variable(String)
    /// The present, which nobody but the caller knows.
    case now
    /// A number from 0 up to 1 by chance, which nobody but the caller draws.
    case random
  }

  /// What the keys begin from.
  public var root: Root
  /// The keys from there on.
  public var keys: [String]

  /// Makes one of its parts.
  public init(_ root: Root, _ keys: [String] = []) {
    self.root = root
    self.keys = keys
  }

  /// What is read of a variable.
  public static func variable(_ name: String, _ keys: String...) -> Reference { Reference(.variable(name), keys) }

  /// What is read of the object.
  public static func object(_ keys: String...) -> Reference { Reference(.object, keys) }
}

extension Reference: CustomStringConvertible {
  /// The reference as a condition spells it.
  public var description: String {
    var printer = Printer()
    printer.write(Expression.path(root.expression, keys.map(Step.key)).simplified)
    return printer.text
  }
}

extension Reference.Root {
  var expression: Expression {
    switch self {
    case .object: .subject
    case .variable(let name): .variable(name, .none)
    case .now: .call(.now, [], .none)
    case .random: .call(.random, [], .none)
    }
  }
}
