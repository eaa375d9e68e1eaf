public import Values

/// Something the shop sells.
public struct Product: Hashable, Codable, Sendable, Identifiable {
  /// What a product is known by, for ever.
  public struct ID: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
    /// The identifier's text.
    public let rawValue: String

    /// Makes an identifier from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes an identifier from a literal.
    public init(stringLiteral text: String) { self.init(rawValue: text) }
  }

  /// What it is known by.
  public let id: ID
  /// What it is called.
  public var name: String
  /// What it costs.
  public var price: Money
  /// What it is filed under.
  public var tags: [String]
  /// Where it stands in the order that the shopkeeper gave by hand.
  ///
  /// The store finds a place for a new one.
  public var place: Int
  /// How often it has been stored.
  ///
  /// A change names the version it was made to, so that nobody overwrites unseen work.
  public var version: Int

  /// Makes a product.
  public init(id: ID, name: String, price: Money, tags: [String] = [], position place: Int = 0, version: Int = 0) {
    self.id = id
    self.name = name
    self.price = price
    self.tags = tags
    self.place = place
    self.version = version
  }

  /// Makes the product with which an editor begins: the caller chooses the identifier.
  public static func empty(id: ID) -> Product { Product(id: id, name: "", price: .zero) }
}

extension Product {
  /// Why the product cannot be sold like this, if it cannot.
  public var validationError: ProductError? {
    if name.allSatisfy(\.isWhitespace) { return .nameMissing }
    if price < .zero { return .priceNegative }
    return nil
  }

  /// Whether a person would see no difference: the store's own bookkeeping does not count.
  func hasSameContent(as other: Product) -> Bool {
    var same = other
    same.place = place
    same.version = version
    return self == same
  }
}

/// What is wrong with a product.
public enum ProductError: Error, Hashable, Codable, Sendable {
  /// It has no name.
  case nameMissing
  /// It costs less than nothing.
  case priceNegative
}

extension ProductError: CustomStringConvertible {
  /// What is wrong, for a person.
  public var description: String {
    switch self {
    case .nameMissing: "the name is missing"
    case .priceNegative: "the price is below zero"
    }
  }
}
