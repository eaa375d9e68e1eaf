import Forms
import Tables
import Values

extension Product {
  /// The columns of a table of products.
  ///
  /// A table that reports cell changes can get the reason why a cell is rejected from `validationError(in:)`.
  public static let columns: [Column<Product>] =
    [Column("id", \.id.rawValue, title: "ID", sortOptions: SortOptions(isNatural: true))] + fields.map(\.column) + [
      Column("position", \.position, title: "Position").configured { $0.isVisible = false },
      Column("version", \.version, title: "Version").configured { $0.isVisible = false },
    ]

  /// The column of a product's price times its stock, which is hidden at first.
  package static let valueColumn = Column<Product>(
    "value",
    { product -> Money? in
      guard let stock = product.stock else { return nil }
      let (cents, overflows) = product.price.cents.multipliedReportingOverflow(by: stock)
      return overflows ? nil : Money(cents: cents)
    }, title: "Value in stock"
  ).configured { $0.isVisible = false }

  /// Returns the message with which the product's form rejects the value in a column, or `nil` if the value is valid.
  package func validationError(in column: String) -> String? {
    ProductForm.form.state(editing: self).errors(of: ElementID(rawValue: column)).first.map { "\($0)" }
  }
}
