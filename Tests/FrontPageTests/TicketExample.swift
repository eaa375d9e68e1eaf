import Foundation
import Tables
import Values

// The table of own types that the guide of Tables shows. DocumentationTests compares them line by line.

nonisolated enum Priority: String, CaseIterable, ValueRepresentable { case low, medium, high }

nonisolated struct Ticket: Identifiable, Hashable, Sendable {
  let id: Int
  var title: String
  var priority: Priority
  var due: Date?
}

nonisolated func urgentTickets(_ tickets: [Ticket]) -> [Ticket] {
  let table = EditableTable<Ticket>.grid([
    Column("id", \.id), Column("title", \.title, editable: \.title),
    Column("priority", \.priority, editable: \.priority), Column("due", \.due, editable: \.due),
  ]) { $0.view.selection = .multiple }
  var state = table.initialState(tickets)
  _ = table.reduce(&state, .cellValueSet(2, "priority", "high"))
  _ = table.reduce(&state, .view(.sortChanged([SortKey("due")])))
  _ = table.reduce(&state, .view(.columnFilterChanged("priority", .among(["high"]))))
  _ = table.reduce(&state, .view(.selection(.allSelected)))
  return table.view.visibleRows(of: state.view)
}
