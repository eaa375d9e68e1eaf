import Documents
import Shop
import Values

/// Turns the cells of a row into a product, or says why that is impossible.
struct ImportRowParser {
  /// An error in a row, with its field.
  struct Problem {
    let field: ProductField?
    let reason: String
  }

  /// The columns of the fields.
  let mapping: ColumnMapping
  /// The beginning of the IDs of rows without an ID.
  let idPrefix: String
  /// The decimal separator of the prices, if it is known.
  let decimalSeparator: WrittenNumber.DecimalSeparator?

  /// Returns the ID in the cell of a row, or else a new one from the prefix and the number of the row.
  func id(_ cell: ImportRowReader.Cell, row number: Int, _ problems: inout [Problem]) -> Product.ID {
    switch cell {
    case .missing: break
    case .text(let text), .number(let text): if !text.isEmpty { return Product.ID(rawValue: text) }
    case .list, .other: problems.append(Problem(field: .id, reason: "expected a text or a number, \(cell.found)"))
    }
    return Product.ID(rawValue: "\(idPrefix)-\(number)")
  }

  /// Returns the product of a row.
  ///
  /// Fields without a column have the values of the stored product.
  ///
  /// - Parameters:
  ///   - cells: The cells, in the order of the fields.
  ///   - id: The identifier.
  ///   - stored: The stored product with this identifier, or `nil`.
  ///   - problems: The list to which problems are appended. If there are any, the product is not valid.
  /// - Returns: The product.
  func product(
    _ cells: [ImportRowReader.Cell], id: Product.ID, stored: Product?, _ problems: inout [Problem]
  ) -> Product {
    var product = Product(id: id, name: stored?.name ?? "", price: stored?.price ?? .zero, tags: stored?.tags ?? [])
    let count = problems.count
    for (field, cell) in zip(ProductField.allCases, cells) {
      if mapping[field] != nil {
        read(cell, into: &product, field, &problems)
      } else if stored == nil, field == .name || field == .price {
        problems.append(
          Problem(field: nil, reason: "a new product needs a \(field.rawValue), and no column is mapped to it"))
      }
    }
    if problems.count > count { return product }
    switch product.validationError {
    case .nameMissing: problems.append(Problem(field: .name, reason: "expected a name, found white space"))
    case .priceNegative:
      problems.append(Problem(field: .price, reason: "expected zero or more, found \(product.price)"))
    case nil: break
    }
    return product
  }

  private func read(
    _ cell: ImportRowReader.Cell, into product: inout Product, _ field: ProductField, _ problems: inout [Problem]
  ) {
    switch field {
    case .id: break
    case .name:
      switch cell {
      case .text(let text) where !text.isEmpty, .number(let text): product.name = text
      case .missing, .text, .list, .other:
        problems.append(Problem(field: .name, reason: "expected a name, \(cell.found)"))
      }
    case .price:
      do throws(ReasonError) { product.price = try price(cell) } catch {
        problems.append(Problem(field: .price, reason: error.reason))
      }
    case .tags:
      do throws(ReasonError) { product.tags = try tags(cell) } catch {
        problems.append(Problem(field: .tags, reason: error.reason))
      }
    }
  }

  private struct ReasonError: Error {
    let reason: String
  }

  private func price(_ cell: ImportRowReader.Cell) throws(ReasonError) -> Money {
    guard case .text(let text) = cell.withNumberAsText, !text.trimmed.isEmpty else {
      throw ReasonError(reason: "expected an amount such as 19.99, \(cell.found)")
    }
    do throws(MoneyError) {
      return try Money(parsing: text.trimmed, decimalSeparator: decimalSeparator)
    } catch {
      throw ReasonError(
        reason: error == .notAnAmount ? "\(error), \(cell.found)" : "\(text.quotedExcerpt): \(error)")
    }
  }

  private func tags(_ cell: ImportRowReader.Cell) throws(ReasonError) -> [String] {
    switch cell {
    case .missing: return []
    case .text(let text):
      // Tags that contain a comma are written as JSON.
      if text.hasPrefix("["), let node = try? JSONNode(parsing: text), case .list(let nodes) = node.content {
        return try tags(nodes)
      }
      return text.split { $0 == "," || $0 == ";" }.map { String($0).trimmed }.filter { !$0.isEmpty }
    case .list(let nodes): return try tags(nodes)
    case .number, .other: throw ReasonError(reason: "expected a list of texts, \(cell.found)")
    }
  }

  private func tags(_ nodes: [JSONNode]) throws(ReasonError) -> [String] {
    var tags: [String] = []
    for node in nodes {
      guard case .text(let tag) = node.content else {
        throw ReasonError(reason: "expected a list of texts, found \(node.messageExcerpt) in it")
      }
      tags.append(tag)
    }
    return tags
  }
}

extension ImportRowReader.Cell {
  fileprivate var withNumberAsText: Self { if case .number(let text) = self { .text(text) } else { self } }

  /// The content in a message.
  fileprivate var found: String {
    switch self {
    case .missing: "found nothing"
    case .text(let text): text.isEmpty ? "found nothing" : "found \(text.quotedExcerpt)"
    case .number(let text), .other(let text): "found \(text)"
    case .list: "found a list"
    }
  }
}
