import Documents
import Interface
import Tables
import Values

/// The screen in a size, as a client knows it.
package struct WireSubscription: Hashable, Codable, Sendable {
  /// The room that the client has for the rows of tables.
  private(set) var viewports: Viewports
  /// The numbers of columns for which the client has room, by the ID of the element.
  private var columnCounts: [String: Int] = [:]
  /// The screen that the client knows.
  package private(set) var screen = Screen(title: "")
  /// The revision of the screen that the client knows.
  package var revision = 0

  /// Creates a subscription without sizes.
  package init() { viewports = Viewports() }

  /// Reads the sizes that a client has for elements: `{"products": {"rows": 20, "top": "p7"}}`.
  ///
  /// A table of which no size is given has all rows of its page.
  init(elements: JSONNode?) throws(WireError) {
    viewports = Viewports()
    guard let elements else { return }
    guard let sizes = elements.members else {
      throw WireError(.invalidParams, "the parameter elements must be an object with the sizes of tables by their IDs")
    }
    for (id, node) in sizes {
      guard let size = node.members else {
        throw WireError(.invalidParams, "the size of \(id.jsonQuoted) must be an object")
      }
      let unknown = size.keys.sorted().first { !["rows", "columns", "top"].contains($0) }
      if let unknown {
        throw WireError(
          .invalidParams, "the size of \(id.jsonQuoted) has no \(unknown.jsonQuoted)",
          allowed: ["rows", "columns", "top"])
      }
      viewports.rowCounts[id] = try Self.count("rows", of: id, size)
      columnCounts[id] = try Self.count("columns", of: id, size)
      viewports.tops[id] = size["top"]?.textContent
    }
  }

  private static let largestCount = 10_000

  /// Returns a number of rows or columns of a size, or `nil` if it has none.
  private static func count(
    _ name: String, of id: String, _ size: [String: JSONNode]
  ) throws(WireError) -> Int? {
    guard let node = size[name] else { return nil }
    if let count = node.integerContent, (1...largestCount).contains(count) { return count }
    throw WireError(
      .invalidParams, "the size of \(id.jsonQuoted) must have a number of \(name) from 1 to \(largestCount)")
  }

  /// Stores the present screen, without what the client has no room for.
  ///
  /// Returns the difference to the former screen, or `nil` if nothing changed.
  ///
  /// The revision changes only with the screen, so that the differences of a client lead from one to the next.
  package mutating func update(to new: Screen, at revision: Int) -> ScreenDifference? {
    let new = new.limited(toColumns: columnCounts)
    let difference = ScreenDifference(from: screen, to: new)
    if difference.isEmpty { return nil }
    (screen, self.revision) = (new, revision)
    for element in new.allTables { viewports.tops[element.id] = element.table.rows.first?.id }
    return difference
  }
}

extension Screen {
  /// Returns the screen with only the first columns of some tables.
  fileprivate func limited(toColumns counts: [String: Int]) -> Screen {
    if counts.isEmpty { return self }
    func limited(_ element: Element) -> Element {
      guard let count = counts[element.id], case .table(let table, let commands) = element.content else {
        return element
      }
      return Element(element.id, .table(table.limited(toColumns: count), commands))
    }
    var screen = self
    screen.elements = elements.map(limited)
    if let sheet { screen.sheet?.elements = sheet.elements.map(limited) }
    return screen
  }

  /// The tables of the screen and of its sheet.
  var allTables: [(id: String, table: TableScreen<String>, group: String?)] {
    allElements.compactMap { element in
      guard case .table(let table, let commands) = element.content else { return nil }
      return (element.id, table, commands.group)
    }
  }
}
