import Documents
import Shop
import Values

/// Turns the cells of a row into a product, or says why that is impossible.
struct ImportRowParser {
  /// An error in a row, with its field.
  struct Problem {
    let field: ImportField?
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
    // A field that the file does not have stays as it is.
    var product = stored ?? Product.empty(id: id)
    (product.position, product.version) = (0, 0)
    let count = problems.count
    for (column, cell) in zip(ImportField.allCases, cells) {
      guard let field = column.productField else { continue }
      if mapping[column] == nil {
        if stored == nil, field.isRequired {
          problems.append(
            Problem(field: nil, reason: "a new product needs a \(field.name), and no column is mapped to it"))
        }
        continue
      }
      do throws(ReasonError) {
        let value = try value(of: cell, for: field)
        if !field.updateValue(value, of: &product) { throw ReasonError(reason: "expected a value, \(cell.found)") }
      } catch {
        problems.append(Problem(field: column, reason: error.reason))
      }
    }
    if problems.count > count { return product }
    if let error = product.validationError, let field = Product.field(named: error.field) {
      let reason =
        switch error.problem {
        case .missing: "expected a \(field.name), found white space"
        case .negative: "expected zero or more, found \(field.text(of: product))"
        }
      problems.append(Problem(field: ImportField(rawValue: error.field), reason: reason))
    }
    return product
  }

  /// Returns the value of a field in a cell.
  private func value(of cell: ImportRowReader.Cell, for field: ProductField) throws(ReasonError) -> Value {
    switch field.kind {
    case .money: return try price(cell).value
    case .list: return try tags(cell).value
    case .text:
      switch cell {
      case .text(let text) where !text.isEmpty, .number(let text): return .text(text)
      case .missing where !field.isRequired: return .text("")
      case .missing, .text, .list, .other: throw ReasonError(reason: "expected a \(field.name), \(cell.found)")
      }
    case .integer:
      guard case .text(let text) = cell.withNumberAsText, !text.trimmed.isEmpty else {
        if !field.isRequired, cell.isBlank { return .null }
        throw ReasonError(reason: "expected a whole number, \(cell.found)")
      }
      guard let number = try wholeNumber(text.trimmed) else {
        throw ReasonError(reason: "expected a whole number, \(cell.found)")
      }
      return .integer(number)
    case .boolean, .real, .instant, .object: preconditionFailure("no field of a product has values of this kind")
    }
  }

  private func wholeNumber(_ text: String) throws(ReasonError) -> Int64? {
    let number: WrittenNumber?
    do throws(AmbiguousCommaError) {
      number = try WrittenNumber(text, decimalSeparator: decimalSeparator)
    } catch {
      throw ReasonError(reason: "\(text.quotedExcerpt): expected \(error.expectedInput(for: .integer))")
    }
    guard let number, number.currencySign == nil else { return nil }
    // Spreadsheets write whole numbers with zeros after the separator, too.
    let parts = number.plainText.split(separator: ".", maxSplits: 1)
    let decimals = parts.dropFirst().first ?? ""
    if decimals.count == 3, decimalSeparator == nil {
      throw ReasonError(
        reason:
          "\(text.quotedExcerpt): a point before three digits is ambiguous; write \(parts[0]) or \(parts[0])\(decimals)"
      )
    }
    guard decimals.allSatisfy({ $0 == "0" }) else { return nil }
    guard let whole = Int64(parts[0]) else {
      throw ReasonError(reason: "\(text.quotedExcerpt): the number is too large")
    }
    return whole
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
      return text.split { $0 == "," || $0 == ";" }.map { String($0).trimmed }.filter { !$0.isEmpty }.distinct
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
    return tags.distinct
  }
}

extension ImportRowReader.Cell {
  fileprivate var withNumberAsText: Self { if case .number(let text) = self { .text(text) } else { self } }

  /// Whether the cell has no content.
  fileprivate var isBlank: Bool {
    switch self {
    case .missing: true
    case .text(let text): text.trimmed.isEmpty
    case .number, .list, .other: false
    }
  }

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
