import Values

/// A product of the shop.
public struct Product: Hashable, Codable, Sendable, Identifiable {
  /// The identifier of a product, which never changes.
  public struct ID: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
    /// The identifier's text.
    public let rawValue: String

    /// Creates an identifier from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates an identifier from a literal.
    public init(stringLiteral text: String) { self.init(rawValue: text) }
  }

  /// The identifier.
  public let id: ID
  /// The name.
  public var name: String
  /// The price.
  public var price: Money
  /// The tags.
  public var tags: [String]
  /// The number of pieces in stock, or `nil` if it is not counted.
  public var stock: Int?
  /// The position in the order that the user arranges.
  ///
  /// The store assigns the position of a new product.
  public var position: Int
  /// The number of times that the product has been stored.
  ///
  /// An update names the version that it changes, so that it cannot overwrite a version that the user has not seen.
  public var version: Int

  /// Creates a product.
  public init(
    id: ID, name: String, price: Money, tags: [String] = [], stock: Int? = nil, position: Int = 0, version: Int = 0
  ) {
    self.id = id
    self.name = name
    self.price = price
    self.tags = tags
    self.stock = stock
    self.position = position
    self.version = version
  }

  /// Creates an empty product for the editor.
  ///
  /// The caller chooses the identifier.
  public static func empty(id: ID) -> Product { Product(id: id, name: "", price: .zero) }
}

extension Product {
  /// Returns whether two products are equal except for their position and version, which the store assigns.
  package func hasSameContent(as other: Product) -> Bool {
    var same = other
    same.position = position
    same.version = version
    return self == same
  }
}
