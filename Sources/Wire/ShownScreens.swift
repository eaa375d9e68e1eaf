import Documents
import Interface
import Tables
import Values

/// The last screens that a client was shown, with which commands for rows are compared.
struct ShownScreens {
  private var screens: [(revision: Int, screen: Screen, rowCount: Int)] = []

  private static let capacity = 64
  private static let rowCapacity = 50_000

  /// Adds a screen, and forgets the oldest ones if there are many, or if they have many rows.
  mutating func add(_ screen: Screen, at revision: Int) {
    screens.append((revision, screen, screen.allTables.reduce(0) { $0 + $1.table.rows.count }))
    var rowCount = screens.reduce(0) { $0 + $1.rowCount }
    while screens.count > Self.capacity || rowCount > Self.rowCapacity, screens.count > 1 {
      rowCount -= screens.removeFirst().rowCount
    }
  }

  /// Returns what has changed in the rows with which an invocation works since the client has seen them, or `nil` if
  /// nothing has.
  ///
  /// - Parameters:
  ///   - invocation: The invocation. It works with the rows that its arguments name, or else with the selected ones or
  ///     the one at the cursor.
  ///   - commands: The commands.
  ///   - revision: The revision of the screen that the client has seen.
  ///   - screen: A closure that returns the present screen with some room for rows.
  /// - Returns: The change, as a sentence.
  func changes<Feature>(
    of invocation: Invocation, _ commands: CommandTable<Feature>, since revision: Int,
    on screen: (Viewports) -> Screen
  ) -> String? {
    let seen = screens.filter { $0.revision <= revision }
    guard let last = seen.last else {
      return screens.isEmpty ? nil : "the screen of revision \(revision) is no longer known"
    }
    guard let group = commands[invocation.path]?.group else { return nil }
    let names = Set(invocation.arguments.values.flatMap(\.texts))
    let former = seen.reversed().flatMap { $0.screen.allTables }.filter { $0.group == group }
    let rows = names.compactMap { name in
      former.lazy.compactMap { part in part.table.rows.first { $0.id == name }.map { (part.id, $0) } }.first
    }
    for (element, row) in rows {
      let present = screen(Viewports(rowCounts: [element: 1], tops: [element: row.id], followsCursor: false))
      let found = present.allTables.first { $0.id == element }?.table.rows.first { $0.id == row.id }
      guard let found else { return "the row \(row.id.jsonQuoted) is not on the screen any more" }
      if found.cells != row.cells { return "the row \(row.id.jsonQuoted) has changed" }
    }
    for part in last.screen.allTables where part.group == group {
      for name in names.sorted() where !rows.contains(where: { $0.1.id == name }) {
        let present = screen(Viewports(rowCounts: [part.id: 1], tops: [part.id: name], followsCursor: false))
        let isRow = present.allTables.first { $0.id == part.id }?.table.rows.first?.id == name
        if isRow { return "the row \(name.jsonQuoted) was not on the screen" }
      }
    }
    if !rows.isEmpty { return nil }
    // Without the names of rows, the command depends on the selection and the cursor.
    for part in last.screen.allTables where part.group == group {
      let top = part.table.rows.first?.id ?? ""
      let viewports = Viewports(
        rowCounts: [part.id: max(1, part.table.rows.count)], tops: [part.id: top], followsCursor: false)
      guard let now = screen(viewports).allTables.first(where: { $0.id == part.id })?.table else { continue }
      if now.counts.selected != part.table.counts.selected || !now.hasSameTarget(as: part.table) {
        return "the cursor or the selection has changed"
      }
    }
    return nil
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
