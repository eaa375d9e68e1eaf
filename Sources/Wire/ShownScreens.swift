import Documents
import Interface
import Tables
import Values

/// The last screens that a client was shown, with which commands for rows are compared.
package struct ShownScreens: Hashable, Codable, Sendable {
  private struct ShownScreen: Hashable, Codable {
    let revision: Int
    let screen: Screen
    let rowCount: Int
  }

  private var screens: [ShownScreen] = []

  private static let capacity = 64
  private static let rowCapacity = 50_000

  /// Creates an empty list.
  package init() {}

  /// Adds a screen, and forgets the oldest ones if there are many, or if they have many rows.
  package mutating func add(_ screen: Screen, at revision: Int) {
    let rowCount = screen.allTables.reduce(0) { $0 + $1.table.rows.count }
    screens.append(ShownScreen(revision: revision, screen: screen, rowCount: rowCount))
    var total = screens.reduce(0) { $0 + $1.rowCount }
    while screens.count > Self.capacity || total > Self.rowCapacity, screens.count > 1 {
      total -= screens.removeFirst().rowCount
    }
  }

  /// Compares the rows with which a command works to those that the client has seen.
  ///
  /// - Parameters:
  ///   - invocation: The invocation. It works with the rows that its arguments name, or else with the selected ones or
  ///     the one at the cursor.
  ///   - commands: The commands.
  ///   - revision: The revision of the screen that the client has seen.
  ///   - screen: A closure that returns the present screen with some room for rows.
  /// - Returns: What has changed, as a sentence, or `nil` if nothing has.
  package func changes<Feature>(
    of invocation: Invocation, _ commands: CommandTable<Feature>, since revision: Int,
    on screen: (Viewports) -> Screen
  ) -> String? {
    let seen = screens.filter { $0.revision <= revision }
    guard let last = seen.last else {
      return screens.isEmpty ? nil : "the screen of revision \(revision) is no longer known"
    }
    guard let group = commands[invocation.path]?.group else { return nil }
    /// Returns the present rows of a table from a row on.
    func present(_ element: String, from top: String?, _ count: Int = 1) -> TableScreen<String>? {
      let tops = top.map { [element: $0] } ?? [:]
      let viewports = Viewports(rowCounts: [element: count], tops: tops, followsCursor: false)
      return screen(viewports).allTables.first { $0.id == element }?.table
    }
    let names = Set(invocation.arguments.values.flatMap(\.texts)).sorted()
    let former = seen.reversed().flatMap { $0.screen.allTables }.filter { $0.group == group }
    let shown = last.screen.allTables.filter { $0.group == group }
    var namesRows = false
    for name in names {
      if let (element, row) = former.firstRow(name) {
        guard let now = present(element, from: name)?.rows.first, now.id == name else {
          return "the row \(name.jsonQuoted) is not on the screen any more"
        }
        if now.cells != row.cells { return "the row \(name.jsonQuoted) has changed" }
        namesRows = true
      } else if shown.contains(where: { present($0.id, from: name)?.rows.first?.id == name }) {
        return "the row \(name.jsonQuoted) was not on the screen"
      }
    }
    if namesRows { return nil }
    let isUnchanged = shown.allSatisfy { part in
      guard let now = present(part.id, from: part.table.rows.first?.id, max(1, part.table.rows.count)) else {
        return true
      }
      return now.counts.selected == part.table.counts.selected && now.hasSameTarget(as: part.table)
    }
    return isUnchanged ? nil : "the cursor or the selection has changed"
  }
}

extension [(id: String, table: TableScreen<String>, group: String?)] {
  /// Returns the first row with an ID, and the element of its table, or `nil`.
  fileprivate func firstRow(_ id: String) -> (element: String, TableScreen<String>.Row)? {
    lazy.compactMap { part in part.table.rows.first { $0.id == id }.map { (part.id, $0) } }.first
  }
}

extension TableScreen<String> {
  /// Returns whether a command that names no rows works with the same ones as in another table.
  fileprivate func hasSameTarget(as other: TableScreen<String>) -> Bool {
    let (mine, others) = (rows.filter(\.isTarget), other.rows.filter(\.isTarget))
    return mine.map(\.id) == others.map(\.id)
      && zip(mine, others).allSatisfy { $0.cells == $1.cells }
  }
}

extension TableScreen<String>.Row {
  /// Whether a command that names no rows works with this one.
  fileprivate var isTarget: Bool { isSelected || hasCursor }
}

extension Value {
  /// The texts of the value and of its elements.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    case .null, .boolean, .integer, .real, .money, .instant, .object: []
    }
  }
}
