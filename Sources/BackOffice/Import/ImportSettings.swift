import Documents
import Shop
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
  /// What the user has corrected in the preview.
  public var corrections = ImportCorrections()

  /// Creates settings in which everything is inferred.
  public init(path: String) { self.path = path }
}

/// The identifier of a product or one of its fields, which a column of a file fills.
public struct ImportField: RawRepresentable, Hashable, Codable, Sendable, CaseIterable, ExpressibleByStringLiteral {
  /// The name.
  public let rawValue: String

  /// The identifier.
  public static let id = ImportField(unchecked: "id")

  /// The identifier and all fields.
  public static let allCases: [ImportField] = [id] + Product.fields.map { ImportField(unchecked: $0.name) }

  /// Creates a field from its name, or returns `nil` if there is none.
  public init?(rawValue name: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = known
  }

  private init(unchecked name: String) { rawValue = name }

  /// Creates a field from its name.
  ///
  /// - Precondition: There is a field with this name.
  public init(stringLiteral name: String) {
    guard let known = ImportField(rawValue: name) else { preconditionFailure("\(name) must be a field of a product") }
    self = known
  }

  /// The field of a product, or `nil` for the identifier.
  var productField: ProductField? { Product.field(named: rawValue) }

  /// The titles of columns that are taken for the field, the best first, in lower case, without accents and spaces.
  fileprivate var titles: [String] {
    productField?.fileTitles ?? [
      "id", "productid", "articleid", "itemid", "sku", "articlenumber", "articleno", "itemnumber", "itemno",
      "partnumber", "partno", "number", "code", "key", "artikelnummer", "artikelnr", "artnr", "artikelid", "nummer",
    ]
  }
}

/// The columns of a file that fill the fields of a product.
///
/// A field without a column keeps its value in products that exist already. Without a column for the identifiers, every
/// row is a new product.
public struct ColumnMapping: Hashable, Codable, Sendable {
  private var columns: [ImportField: String] = [:]

  /// Creates a mapping.
  public init(_ columns: [ImportField: String] = [:]) { self.columns = columns }

  /// A Boolean value that indicates whether no field has a column.
  var isEmpty: Bool { columns.isEmpty }

  /// The column of a field.
  public subscript(field: ImportField) -> String? {
    get { columns[field] }
    set { columns[field] = newValue }
  }

  /// Decodes the columns by the names of their fields.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ImportField.self)
    for field in ImportField.allCases { columns[field] = try container.decodeIfPresent(String.self, forKey: field) }
  }

  /// Encodes the columns by the names of their fields, in the order of the fields.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ImportField.self)
    for field in ImportField.allCases { try container.encodeIfPresent(columns[field], forKey: field) }
  }
}

extension ImportField: CodingKey {
  /// The name.
  public var stringValue: String { rawValue }

  /// Returns `nil`: a field has no number.
  public var intValue: Int? { nil }

  /// Creates a field from its name, or returns `nil` if there is none.
  public init?(stringValue name: String) { self.init(rawValue: name) }

  /// Returns `nil`: a field has no number.
  public init?(intValue: Int) { nil }
}

extension ColumnMapping {
  /// Guesses the columns from their titles.
  ///
  /// Case, accents, spaces, punctuation and currencies are ignored.
  public init(guessedFrom columns: [String]) {
    self.init()
    let options = StringCompareOptions(ignoresCase: true, ignoresAccents: true)
    let keys = columns.map { column in
      options.folded(column).split { !$0.isLetter && !$0.isNumber }.filter { !Self.currencies.contains($0) }.joined()
    }
    for field in ImportField.allCases {
      let index = field.titles.lazy.compactMap { keys.firstIndex(of: $0) }.first
      self[field] = index.map { columns[$0] }
    }
  }

  /// The codes of currencies, as words of a title.
  private static let currencies: Set<Substring> = [
    "aud", "brl", "cad", "chf", "cny", "czk", "dkk", "eur", "gbp", "huf", "inr", "jpy", "krw", "mxn", "nok", "nzd",
    "pln",
    "ron", "sek", "try", "usd", "zar",
  ]
}

/// Texts that take the place of cells of a file.
public struct ImportCorrections: Hashable, Codable, Sendable {
  /// The texts by the numbers of the rows, and then by the fields that the cells fill.
  private var texts: [Int: [ImportField: String]] = [:]
  /// The digest of the file whose rows have these numbers.
  private var fileDigest: UInt64?

  /// Creates a value without corrections.
  public init() {}

  /// The number of corrected cells.
  public var count: Int { texts.values.reduce(0) { $0 + $1.count } }

  /// Replaces the text of a field in a row of a file.
  mutating func correct(_ field: ImportField, ofRow row: Int, to text: String, inFile digest: UInt64) {
    keep(ifFileIs: digest)
    fileDigest = digest
    texts[row, default: [:]][field] = text
  }

  /// Removes all corrections if they are those of another file, whose rows may have other numbers.
  mutating func keep(ifFileIs digest: UInt64) { if fileDigest != digest { self = ImportCorrections() } }

  /// The texts of a row.
  subscript(row: Int) -> [ImportField: String] { texts[row] ?? [:] }
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
