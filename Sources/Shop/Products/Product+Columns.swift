internal import Forms
public import Tables
internal import Values

extension Product {
  /// What a table shows of products, column by column.
  ///
  /// A table that is told to note changes hears whether a cell fits: ``fault(in:)`` says what the form finds wrong with it.
  public static let columns: [Column<Product>] = [
    Column("id", \.id.rawValue, title: "ID", ordering: Ordering(isNatural: true)),
    Column(
      "name", \.name, title: "Name",
      ordering: Ordering(isNatural: true, folding: Folding(ignoresCase: true, ignoresAccents: true))
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
    Column("tags", \.tags, title: "Tags").changed { $0.isSearchable = true },
    Column("place", \.place, title: "Place").changed { $0.isVisible = false },
    Column("version", \.version, title: "Version").changed { $0.isVisible = false },
  ]

  /// What is wrong with a cell of the product, as its form would say it.
  package func fault(in column: String) -> String? {
    Form.State(ProductForm.rows, values: values).faults(ElementID(rawValue: column)).first.map { "\($0)" }
  }
}
