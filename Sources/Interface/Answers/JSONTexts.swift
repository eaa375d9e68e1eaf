import Documents
import Tables
import Values

/// Returns a JSON object with its members in the given order.
package func orderedJSONObject(_ members: [(key: String, json: String)]) -> String {
  "{\(members.map { "\($0.key.jsonQuoted):\($0.json)" }.joined(separator: ","))}"
}

extension Sequence {
  /// Returns a JSON array of the elements, each converted by a closure.
  package func jsonList(_ json: (Element) -> String) -> String { "[\(map(json).joined(separator: ","))]" }
}

extension Value {
  /// Returns the value of a cell as JSON.
  ///
  /// An instant becomes a string, and so does an amount of money if requested.
  package func cellJSON(_ format: CellFormat, moneyAsText: Bool = false) -> String {
    switch self {
    case .instant: format.text(of: self, kind: .date).jsonQuoted
    case .money(let money) where moneyAsText: "\(money)".jsonQuoted
    default: jsonText
    }
  }
}
