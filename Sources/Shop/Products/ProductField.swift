import Forms
import Tables
import Values

/// A field of a product that people change.
///
/// A field is a property of ``Product``, a declaration in ``Product/fields``, and a column in which a database stores it.
/// From the declaration follow the column of the table, the row of the sheet, the text of a conflict, the columns of files
/// and the options of the command line.
public struct ProductField: Sendable {
  /// The name of the column, of the row, and of the option.
  public let name: String
  /// The title that people see.
  public let title: String
  /// What the field contains, for help, such as `price, with a point or a comma`.
  public let summary: String
  /// The titles of columns in files that are taken for the field, the best first, in lower case, without accents and spaces.
  package let fileTitles: [String]
  /// The kind of the values.
  package let kind: Value.Kind
  /// Whether a product needs a value.
  package let isRequired: Bool
  /// Whether a number below zero is not valid.
  package let isNonnegative: Bool
  /// The column of a table.
  let column: Column<Product>
  /// Returns the row of a form.
  let row: @Sendable () -> FormRow<Product>
  private let read: @Sendable (Product) -> Value
  private let write: @Sendable (inout Product, Value) -> Bool

  /// Declares a field.
  ///
  /// - Parameters:
  ///   - name: The name of the column, of the row, and of the option.
  ///   - read: The property, as a function, which is faster than the key path.
  ///   - path: The property.
  ///   - title: The title that people see.
  ///   - summary: What the field contains.
  ///   - fileTitles: The titles of columns in files that are taken for the field.
  ///   - isRequired: Whether an empty text is not valid. A field whose type has no empty value is always required.
  ///   - isNonnegative: Whether a number below zero is not valid.
  ///   - placeholder: What an empty row of the sheet shows.
  ///   - isEditedInCells: Whether the field can be changed in the table.
  ///   - configure: A closure that changes the column.
  init<Property: ValueRepresentable & SendableMetatype>(
    _ name: String, _ read: @escaping @Sendable (Product) -> Property,
    editing path: any WritableKeyPath<Product, Property> & Sendable, title: String, _ summary: String,
    fileTitles: [String], isRequired: Bool = false, isNonnegative: Bool = false, placeholder: String? = nil,
    isEditedInCells: Bool = true, configure: (inout Column<Product>) -> Void = { _ in }
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.fileTitles = fileTitles
    kind = Value.Kind(of: Property.self)
    let hasNoEmptyValue = Property(.null) == nil && Property(.list([])) == nil && Property(.text("")) == nil
    self.isRequired = isRequired || hasNoEmptyValue
    self.isNonnegative = isNonnegative
    column =
      (isEditedInCells ? Column(name, read, editable: path, title: title) : Column(name, read, title: title))
      .configured(configure)
    row = {
      FormRow(
        name, path, title: title, isRequired: isRequired, placeholder: placeholder,
        validators: isNonnegative ? [.range(min: 0)] : [])
    }
    self.read = { read($0).value }
    write = { product, value in
      guard let instance = Property(value) else { return false }
      product[keyPath: path] = instance
      return true
    }
  }

  /// Whether the values are numbers.
  package var isNumeric: Bool { column.kind.isNumeric }

  /// Returns the value of the field.
  package func value(of product: Product) -> Value { read(product) }

  /// Changes the field if the value is one of the field, and returns whether it is.
  package func updateValue(_ value: Value, of product: inout Product) -> Bool { write(&product, value) }

  /// Returns the field as people read it.
  package func text(of product: Product) -> String { text(of: read(product)) }

  /// Returns a value of the field as people read it.
  package func text(of value: Value) -> String { column.format.text(of: value, kind: column.kind) }

  /// Returns the error of a product in this field, or `nil` if it is valid.
  fileprivate func validationError(of product: Product) -> ProductValidationError? {
    switch read(product) {
    case .text(let text) where isRequired && text.allSatisfy(\.isWhitespace): .init(field: name, .missing)
    case .money(let money) where isNonnegative && money < .zero: .init(field: name, .negative)
    case .integer(let integer) where isNonnegative && integer < 0: .init(field: name, .negative)
    default: nil
    }
  }
}

extension ProductField: Hashable {
  /// Returns whether two fields have the same name.
  public static func == (first: Self, second: Self) -> Bool { first.name == second.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Product {
  /// The fields that people change, in the order in which they are shown.
  public static let fields: [ProductField] = [
    ProductField(
      "name", \.name, editing: \.name, title: "Name", "name of the product",
      fileTitles: [
        "name", "productname", "title", "product", "item", "article", "description", "bezeichnung", "artikelname",
        "produktname", "produkt", "artikel", "titel", "beschreibung",
      ],
      isRequired: true
    ) {
      $0.sortOptions = SortOptions(
        isNatural: true, compareOptions: StringCompareOptions(ignoresCase: true, ignoresAccents: true))
    },
    ProductField(
      "price", \.price, editing: \.price, title: "Price", "price of the product, with a point or a comma",
      fileTitles: [
        "price", "retailprice", "sellingprice", "salesprice", "listprice", "unitprice", "retail", "rrp", "cost",
        "amount", "verkaufspreis", "vkpreis", "vk", "preis", "einzelpreis", "bruttopreis", "uvp",
      ],
      isNonnegative: true),
    ProductField(
      "tags", \.tags, editing: \.tags, title: "Tags", "tags, separated by commas",
      fileTitles: [
        "tags", "labels", "categories", "keywords", "tag", "label", "category", "schlagworte", "schlagworter",
        "stichworte", "kategorien", "kategorie",
      ],
      placeholder: "comma-separated words", isEditedInCells: false
    ) { $0.isSearchable = true },
    ProductField(
      "stock", \.stock, editing: \.stock, title: "Stock", "number of pieces in stock",
      fileTitles: [
        "stock", "qty", "quantity", "instock", "onhand", "inventory", "pieces", "pcs", "bestand", "lagerbestand",
        "menge", "anzahl", "stuck",
      ],
      isNonnegative: true
    ),
  ]

  /// Returns the field with a name, or `nil` if there is none.
  package static func field(named name: String) -> ProductField? { fields.first { $0.name == name } }

  /// The first validation error of the product, or `nil` if it is valid.
  public var validationError: ProductValidationError? {
    Self.fields.lazy.compactMap { $0.validationError(of: self) }.first
  }
}

/// A validation error of a product.
public struct ProductValidationError: Error, Hashable, Codable, Sendable {
  /// What is wrong with the value of a field.
  public enum Problem: String, Hashable, Codable, Sendable {
    /// It is empty or white space.
    case missing
    /// It is a number below zero.
    case negative
  }

  /// The name of the field.
  public let field: String
  /// What is wrong with its value.
  public let problem: Problem

  /// Creates an error.
  public init(field: String, _ problem: Problem) { (self.field, self.problem) = (field, problem) }
}

extension ProductValidationError: CustomStringConvertible {
  /// The message for the user.
  public var description: String {
    switch problem {
    case .missing: "the \(field) is missing"
    case .negative: "the \(field) is below zero"
    }
  }
}
