import Conditions
import Forms
import Foundation
import Testing
import Values

// The form of an own type that the guide of Forms shows.

enum Priority: String, CaseIterable, ValueRepresentable { case low, medium, high }

struct Ticket: Hashable, Sendable {
  var title = ""
  var priority = Priority.medium
  var seats = 1
  var isUrgent = false
  var due: Date?
  var reason: String?
}

let ticketForm = TypedForm<Ticket>("New ticket") {
  FormSection {
    FormRow("title", \.title, isRequired: true)
    FormRow("priority", \.priority)
    FormRow("seats", \.seats, validators: [.range(min: 1)])
    FormRow("isUrgent", \.isUrgent, disabled: { $0.priority == "low" })
    FormRow("due", \.due, kind: .date, hidden: { $0.isUrgent == false })
    FormRow("reason", \.reason).requiring("is required for more than 10 seats") {
      !($0.seats > 10) || $0.reason.length > 0
    }
  }
}

@Test func `the form of the guide edits a ticket`() throws {
  var state = ticketForm.state(editing: Ticket())
  for (row, text): (ElementID, String) in [("title", "Broken chairs"), ("seats", "12"), ("reason", "A whole class")] {
    _ = FormFeature().reduce(&state, .typed(row, text))
  }
  let ticket = try ticketForm.value(of: state, editing: Ticket())
  let changes = state.changedValues  // ["title": "Broken chairs", "seats": 12, "reason": "A whole class"]
  #expect(ticket == Ticket(title: "Broken chairs", seats: 12, reason: "A whole class"))
  #expect(changes == ["title": "Broken chairs", "seats": 12, "reason": "A whole class"])
}
