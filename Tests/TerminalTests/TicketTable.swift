import Interface
import Loop
import Tables
import Testing
import Values

@testable import Terminal

/// An application with one table, whose cells have choices.
struct TicketTable: Application {
  enum Priority: String, CaseIterable, ValueRepresentable { case low, medium, high }

  struct Ticket: Identifiable, Hashable, Sendable {
    let id: Int
    var priority: Priority
  }

  struct NoEffects: EffectHandler {
    func run(
      _ effect: EditableTable<Ticket>.Effect, send: Send<EditableTable<Ticket>.Action>
    ) async -> EditableTable<Ticket>.Action? {
      Issue.record("nothing is saved")
      return nil
    }
  }

  let feature: EditableTable<Ticket>
  let commands: CommandTable<EditableTable<Ticket>>

  init() {
    feature = .grid([Column("id", \.id), Column("priority", \.priority, editable: \.priority)]) {
      $0.view.navigation = .cells
    }
    commands = CommandTable(
      feature.commands(.description).map { command in
        command.lift(prefix: "tickets", state: { .some($0) }, action: { $0 }, )
      })
  }

  func screen(of state: EditableTable<Ticket>.State, viewports: Viewports) -> Screen {
    let table = feature.screen(of: state, .description, viewport: viewports["tickets"])
    return Screen(title: "Tickets", elements: [.init("tickets", .table(table, commands.table("tickets")))])
  }
}
