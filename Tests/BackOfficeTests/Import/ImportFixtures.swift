import BackOffice
import Shop
import TabularData
import Values

let lamp = Product(id: "p1", name: "Lamp", price: Money(cents: 1999), tags: ["light"], position: 1, version: 3)
let chair = Product(id: "p2", name: "Chair", price: Money(cents: 4900), tags: [], position: 2, version: 1)

/// Returns the plan of a file, whose rows without an ID get IDs that begin with `new`.
func makePlan(
  _ text: String, _ path: String = "shop.csv", stored: [Product] = [lamp, chair],
  _ change: (inout ImportSettings) -> Void = { _ in }
) throws(ImportFailure) -> ImportPlan {
  try makePlan(of: Array(text.utf8), path, stored: stored, change)
}

func makePlan(
  of bytes: [UInt8], _ path: String = "shop.csv", stored: [Product] = [lamp, chair],
  _ change: (inout ImportSettings) -> Void = { _ in }
) throws(ImportFailure) -> ImportPlan {
  var settings = ImportSettings(path: path)
  settings.idPrefix = "new"
  change(&settings)
  return try ImportPlan(of: bytes, settings, stored: stored, isForStoring: true)
}

func makePreview(
  _ text: String, _ path: String = "shop.csv", stored: [Product] = [lamp, chair],
  _ change: (inout ImportSettings) -> Void = { _ in }
) throws(ImportFailure) -> ImportPreview {
  try makePlan(text, path, stored: stored, change).preview
}

/// Returns the bad rows of a file as `line:column title: reason`.
func badRows(
  _ text: String, _ path: String = "shop.csv", _ change: (inout ImportSettings) -> Void = { _ in }
) throws(ImportFailure) -> [String] {
  try makePreview(text, path, change).badRows.map { row in
    "\(row.position.line):\(row.position.column) \(row.column ?? "-"): \(row.reason)"
  }
}
