import Documents
import Shop
import TabularData
import Values

/// Products as the contents of a file.
///
/// An import of the file gives the same products again, whatever their names contain. There is a column for the
/// identifier, for each field, and for the version, which an import ignores.
package enum ProductFile {
  /// Returns products in a format, in UTF-8.
  package static func contents(
    of products: some Sequence<Product>, as format: DataFormat, formulas: ExportOrder.FormulaPolicy = .keep
  ) -> [UInt8] {
    switch format {
    case .csv: delimited(products, by: .comma, formulas)
    case .tsv: delimited(products, by: .tab, formulas)
    case .json: Array("[\n\(products.map { "  \(object(of: $0).text)" }.joined(separator: ",\n"))\n]\n".utf8)
    case .jsonl: Array(products.map { "\(object(of: $0).text)\n" }.joined().utf8)
    }
  }

  private static func delimited(
    _ products: some Sequence<Product>, by separator: FieldSeparator, _ formulas: ExportOrder.FormulaPolicy
  ) -> [UInt8] {
    var writer = DelimitedWriter(separator: separator)
    writer.writeLine(["id"] + Product.fields.map(\.name) + ["version"])
    for product in products {
      let texts = Product.fields.map { field in
        text(of: field.value(of: product)).map { field.isNumeric ? $0 : shown($0, formulas) }
      }
      writer.writeLine([shown(product.id.rawValue, formulas)] + texts + ["\(product.version)"])
    }
    return Array(writer.text.utf8)
  }

  /// Returns a text with an apostrophe before it if a spreadsheet would run it and may not, or if an import would take an
  /// apostrophe of its own for such a one.
  private static func shown(_ text: String, _ formulas: ExportOrder.FormulaPolicy) -> String {
    let apostropheCount = text.utf8.prefix { $0 == UInt8(ascii: "'") }.count
    let isFormula = isFormula(text.unicodeScalars.dropFirst(apostropheCount))
    return isFormula && (formulas == .escape || apostropheCount > 0) ? "'\(text)" : text
  }

  /// Returns whether a spreadsheet would run a text.
  private static func isFormula(_ text: String.UnicodeScalarView.SubSequence) -> Bool {
    text.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
  }

  /// Returns the text of a cell without an apostrophe that keeps a spreadsheet from running it.
  static func unescaped(_ text: String) -> String {
    let apostropheCount = text.utf8.prefix { $0 == UInt8(ascii: "'") }.count
    guard apostropheCount > 0, isFormula(text.unicodeScalars.dropFirst(apostropheCount)) else { return text }
    return String(text.unicodeScalars.dropFirst())
  }

  /// Returns a value as text, or `nil` if it is empty.
  ///
  /// The elements of a list are separated by commas, or written as JSON if they would be split differently.
  private static func text(of value: Value) -> String? {
    switch value {
    case .null: return nil
    case .text(let text): return text
    case .money(let price): return "\(price)"
    case .list(let elements):
      let texts = elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
      let isPlain = texts.allSatisfy { text in
        !text.isEmpty && text == text.trimmed && !text.hasPrefix("[")
          && !text.unicodeScalars.contains { $0 == "," || $0 == ";" }
      }
      if elements.isEmpty { return nil }
      return isPlain ? texts.joined(separator: ",") : value.jsonText
    default: return value.jsonText
    }
  }

  private static func object(of product: Product) -> JSONNode {
    let fields = Product.fields.map { ($0.name, $0.value(of: product)) }.filter { $0.1 != .null }
    return .object(
      [("id", JSONNode(.text(product.id.rawValue)))]
        + fields.map { name, value in
          // As a text, every reader keeps the digits of an amount.
          if case .money(let price) = value {
            (name, JSONNode(.text("\(price)")))
          } else {
            (name, JSONNode(value: value))
          }
        } + [("version", JSONNode(.integer(Int64(product.version))))])
  }
}
