import Documents
import TabularData
import Values

/// How a file is read: its path, and everything that the user can choose before the import.
public struct ImportSettings: Hashable, Codable, Sendable {
  /// The path of the file.
  public var path: String
  /// The format, or `nil` to infer it from the name or the contents.
  public var format: DataFormat?
  /// The character between the fields of CSV, or `nil` to infer it.
  public var separator: ImportSeparator?
  /// The character encoding, or `nil` for UTF-8 or what a byte order mark says.
  public var encoding: TextEncoding?
  /// A Boolean value that indicates whether the first line of CSV contains the column titles.
  public var hasHeader = true
  /// The columns of the fields, or `nil` to guess them from the titles.
  public var mapping: ColumnMapping?
  /// What happens to a row whose product exists already.
  public var existingRows = ExistingRowPolicy.update
  /// The beginning of the IDs of rows without an ID.
  ///
  /// The handler makes it once for a file. When the file is read again, its rows therefore keep their IDs, and an import
  /// whose response was lost is not stored twice.
  public var idPrefix: String?

  /// Creates settings in which everything is inferred.
  public init(path: String) { self.path = path }
}

/// A property of a product that a column of a file fills.
public enum ProductField: String, Hashable, Codable, Sendable, CaseIterable {
  /// The identifier.
  case id
  /// The name.
  case name
  /// The price.
  case price
  /// The tags.
  case tags
}

/// The columns of a file that fill the fields of a product.
///
/// A field without a column keeps its value in products that exist already.
public struct ColumnMapping: Hashable, Codable, Sendable {
  /// The column of the identifiers.
  ///
  /// Without one, every row is a new product.
  public var id: String?
  /// The column of the names.
  public var name: String?
  /// The column of the prices.
  public var price: String?
  /// The column of the tags.
  public var tags: String?

  /// Creates a mapping.
  public init(id: String? = nil, name: String? = nil, price: String? = nil, tags: String? = nil) {
    (self.id, self.name, self.price, self.tags) = (id, name, price, tags)
  }

  /// The column of a field.
  public subscript(field: ProductField) -> String? {
    get {
      switch field {
      case .id: id
      case .name: name
      case .price: price
      case .tags: tags
      }
    }
    set {
      switch field {
      case .id: id = newValue
      case .name: name = newValue
      case .price: price = newValue
      case .tags: tags = newValue
      }
    }
  }
}

extension ColumnMapping {
  /// The titles that are recognized, the best first, in lower case and without spaces and punctuation.
  private static let titles: [ProductField: [String]] = [
    .id: ["id", "productid", "sku", "articlenumber", "itemnumber", "number", "code", "key"],
    .name: ["name", "productname", "title", "product", "item", "article", "description"],
    .price: ["price", "unitprice", "cost", "amount", "priceeur", "priceusd"],
    .tags: ["tags", "labels", "categories", "keywords", "tag", "label", "category"],
  ]

  /// Guesses the columns from their titles.
  ///
  /// Case, accents, spaces and punctuation are ignored.
  public init(guessedFrom columns: [String]) {
    self.init()
    let options = StringCompareOptions(ignoresCase: true, ignoresAccents: true)
    let keys = columns.map { options.folded($0).filter { $0.isLetter || $0.isNumber } }
    for field in ProductField.allCases {
      let index = Self.titles[field]?.lazy.compactMap { keys.firstIndex(of: $0) }.first
      self[field] = index.map { columns[$0] }
    }
  }
}

/// What happens to a row whose product exists already.
public enum ExistingRowPolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// The product is updated if it differs.
  case update
  /// The row is skipped.
  case skip
  /// The row is bad.
  case reject
}

/// What happens to the import if rows are bad.
public enum BadRowPolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// Nothing is imported.
  case block
  /// The other rows are imported.
  case skip
}

/// The character between the fields of CSV.
public enum ImportSeparator: String, Hashable, Codable, Sendable, CaseIterable {
  /// A comma.
  case comma
  /// A semicolon.
  case semicolon
  /// A tab.
  case tab
  /// A vertical bar.
  case pipe

  var fieldSeparator: FieldSeparator {
    switch self {
    case .comma: .comma
    case .semicolon: .semicolon
    case .tab: .tab
    case .pipe: .pipe
    }
  }

  init?(_ separator: FieldSeparator) {
    guard let known = Self.allCases.first(where: { $0.fieldSeparator == separator }) else { return nil }
    self = known
  }
}
