import Documents
import Shop
import TabularData
import Values

/// Products as the contents of a file.
///
/// An import of the file gives the same products again, whatever their names contain. Products have the columns `id`,
/// `name`, `price`, `tags` and `version`; an import ignores the version.
package enum ProductFile {
  /// Returns products in a format, in UTF-8.
  package static func contents(of products: some Sequence<Product>, as format: DataFormat) -> [UInt8] {
    switch format {
    case .csv: delimited(products, by: .comma)
    case .tsv: delimited(products, by: .tab)
    case .json: Array("[\n\(products.map { "  \(object(of: $0).text)" }.joined(separator: ",\n"))\n]\n".utf8)
    case .jsonl: Array(products.map { "\(object(of: $0).text)\n" }.joined().utf8)
    }
  }

  private static func delimited(_ products: some Sequence<Product>, by separator: FieldSeparator) -> [UInt8] {
    var writer = DelimitedWriter(separator: separator)
    writer.writeLine(["id", "name", "price", "tags", "version"])
    for product in products {
      writer.writeLine([
        product.id.rawValue, product.name, "\(product.price)", tagsText(of: product), "\(product.version)",
      ])
    }
    return Array(writer.text.utf8)
  }

  /// Returns the tags separated by commas, or as JSON if they would be split differently, or `nil` if there are none.
  private static func tagsText(of product: Product) -> String? {
    let isPlain = product.tags.allSatisfy { tag in
      !tag.isEmpty && tag == tag.trimmed && !tag.hasPrefix("[")
        && !tag.unicodeScalars.contains { $0 == "," || $0 == ";" }
    }
    if product.tags.isEmpty { return nil }
    return isPlain ? product.tags.joined(separator: ",") : product.tags.value.jsonText
  }

  private static func object(of product: Product) -> JSONNode {
    .object([
      ("id", JSONNode(.text(product.id.rawValue))), ("name", JSONNode(.text(product.name))),
      ("price", JSONNode(.text("\(product.price)"))),
      ("tags", JSONNode(.list(product.tags.map { JSONNode(.text($0)) }))),
      ("version", JSONNode(.integer(Int64(product.version)))),
    ])
  }
}
