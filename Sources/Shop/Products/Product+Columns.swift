internal import Forms
public import Tables
internal import Values

extension Product {
  /// What a table shows of products, column by column.
  ///
  /// A table with change notes can ask `validationError(in:)` why the form rejects a cell.
  public static let columns: [Column<Product>] = [
    Column("id", \.id.rawValue, title: "ID", sortOptions: SortOptions(isNatural: true)),
    Column(
      "name", \.name, title: "Name",
      sortOptions: SortOptions(
        isNatural: true, compareOptions: StringCompareOptions(ignoresCase: true, ignoresAccents: true))
    ).editable { product, name in
      guard case .text(let name) = name else { return false }
      product.name = name
      return true
    },
    Column("price", \.price, title: "Price").editable { product, price in
      guard let price = Money(price) else { return false }
      product.price = price
      return true
    },
    Column("tags", \.tags, title: "Tags").configured { $0.isSearchable = true },
    Column("place", \.place, title: "Place").configured { $0.isVisible = false },
    Column("version", \.version, title: "Version").configured { $0.isVisible = false },
  ]

  /// What is wrong with a cell of the product, as its form would say it.
  package func validationError(in column: String) -> String? {
    FormFeature.State(ProductForm.rows, values: formValues).errors(of: ElementID(rawValue: column)).first.map {
      "\($0)"
    }
  }
}
