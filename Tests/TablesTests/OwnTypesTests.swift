import Foundation
import Tables
import Testing
import Values

private enum Priority: String, CaseIterable, ValueRepresentable { case low, medium, high }

private struct Ticket: Identifiable, Hashable, Sendable {
  let id: Int
  var title = "Broken lamp"
  var priority = Priority.medium
  var seats: UInt8 = 2
  var weight: Float? = 0.1
  var cost = Decimal(string: "12.35") ?? 0
  var due: Date? = Date(timeIntervalSince1970: 0.5)
  var owner = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
}

/// A table whose rows have the types of an application.
@Suite struct `Columns of own types` {
  // Without a type annotation, as applications write it.
  private static let columns = [
    Column("id", \Ticket.id), Column("title", \Ticket.title, editable: \.title),
    Column("priority", \Ticket.priority, editable: \.priority), Column("seats", \Ticket.seats, editable: \.seats),
    Column("weight", \Ticket.weight, editable: \.weight), Column("cost", \Ticket.cost, editable: \.cost),
    Column("due", \Ticket.due, editable: \.due), Column("owner", \Ticket.owner, editable: \.owner),
  ]

  @Test func `have the kind of the type, and show its values`() throws {
    #expect(Self.columns.map(\.kind) == [.integer, .text, .text, .integer, .double, .decimal, .date, .text])
    let table = TableFeature<Ticket>.grid(Self.columns)
    let cells = table.screen(of: table.initialState([Ticket(id: 1)])).rows[0].cells.map(\.text)
    #expect(
      cells == [
        "1", "Broken lamp", "medium", "2", "0.1", "12.35", "1970-01-01T00:00:00.500Z",
        "00000000-0000-0000-0000-000000000001",
      ])
  }

  @Test(
    arguments: [
      ("title", "", nil), ("priority", "high", nil), ("seats", "255", nil), ("weight", "", nil), ("weight", "2,5", nil),
      ("cost", "0.1", nil), ("due", "2024-02-29", nil), ("owner", "123E4567-E89B-42D3-A456-426614174000", nil),
      ("priority", "urgent", "priority expects one of low, medium, high"),
      ("priority", "", "priority expects one of low, medium, high"),
      ("seats", "256", "seats expects a whole number from 0 to 255"),
      ("seats", "", "seats expects a whole number from 0 to 255"),
      ("owner", "me", "owner expects a UUID such as 123E4567-E89B-42D3-A456-426614174000"),
    ] as [(String, String, String?)])
  func `accept what their type represents, and refuse other values with the reason`(
    column: String, text: String, reason: String?
  ) throws {
    let table = EditableTable<Ticket>.grid(Self.columns) { $0.changePolicy = .afterConfirmation }
    var state = table.initialState([Ticket(id: 1)])
    _ = table.reduce(&state, .editBegan(1, column))
    _ = table.reduce(&state, .cellTextChanged(text))
    _ = table.reduce(&state, .editCommitted)
    #expect(state.view.rejection.map { "\($0)" } == reason)
    #expect((state.drafts[1] != nil) == (reason == nil))
  }

  @Test func `offer the cases of an enum, and sort in their order`() throws {
    let table = EditableTable<Ticket>.grid(Self.columns) { $0.view.aggregates = [Aggregate(.max, "priority")] }
    let tickets = [Priority.high, .low, .medium, .low].enumerated().map { Ticket(id: $0, priority: $1) }
    var state = table.initialState(tickets)
    _ = table.reduce(&state, .view(.headerClicked("priority")))
    #expect(table.view.visibleRows(of: state.view).map(\.id) == [1, 3, 2, 0])
    _ = table.reduce(&state, .cellValueSet(3, "priority", "high"))
    #expect(table.view.visibleRows(of: state.view).map(\.id) == [1, 2, 0, 3])
    _ = table.reduce(&state, .view(.headerClicked("priority")))
    #expect(table.view.visibleRows(of: state.view).map(\.id) == [0, 3, 2, 1])
    #expect(table.screen(of: state).aggregates.map(\.text) == ["high"])
    _ = table.reduce(&state, .editBegan(2, "priority"))
    #expect(table.screen(of: state).editedCell?.choices == ["low", "medium", "high"])
    _ = table.reduce(&state, .editBegan(2, "title"))
    #expect(table.screen(of: state).editedCell?.choices == nil)
  }

  @Test func `sort values without a place in the order after the others, by the other options`() {
    let options = SortOptions(isNatural: true, nullPlacement: .first, order: ["low", "high"])
    let values: [Value] = [.null, "low", "high", 1, "item 2", "Item 10", "other"]
    #expect(values.shuffled().sorted { options.compare($0, $1, direction: .forward) == .less } == values)
  }

  @Test func `sort an enum as text if the options have an empty order`() {
    let tickets = Priority.allCases.enumerated().map { Ticket(id: $0, priority: $1) }
    let table = TableFeature<Ticket>.grid([
      Column("priority", \Ticket.priority, sortOptions: SortOptions(order: []))
    ])
    var state = table.initialState(tickets)
    _ = table.reduce(&state, .headerClicked("priority"))
    #expect(table.visibleRows(of: state).map(\.id) == [2, 0, 1])
  }

  @Test func `offer the cases of an enum of numbers, and take them as text`() {
    enum Level: Int, CaseIterable, ValueRepresentable { case low = 1, high = 9 }
    struct Task: Identifiable, Hashable, Sendable {
      let id: Int
      var level: Level
    }
    let table = EditableTable<Task>.grid([Column("level", \.level, editable: \.level)])
    var state = table.initialState([Task(id: 1, level: .low), Task(id: 2, level: .low)])
    func enter(_ text: String) {
      for action in [.editBegan(1, "level"), .cellTextChanged(text), .editCommitted] as [EditableTable<Task>.Action] {
        _ = table.reduce(&state, action)
      }
    }
    enter("9")
    #expect(state[1]?.level == .high)
    _ = table.reduce(&state, .view(.columnFilterChanged("level", .among(["9"]))))
    #expect(table.view.visibleRows(of: state.view).map(\.id) == [1])
    enter("5")
    #expect(state.view.rejection == .invalidValue("level", expected: "one of 1, 9"))
    _ = table.reduce(&state, .view(.columnFilterChanged("level", .among(["5"]))))
    #expect(state.view.rejection == .invalidValue("level", expected: "one of 1, 9"))
  }

  @Test func `have no choices if the cells are lists, and can be emptied if they are optional`() {
    struct Task: Identifiable, Hashable, Sendable {
      let id: Int
      var priority: Priority?
      var tags: [Priority] = []
    }
    let table = EditableTable<Task>.grid([
      Column("priority", \.priority, editable: \.priority), Column("tags", \.tags, editable: \.tags),
    ])
    #expect(table.view.columns.map(\.choices) == [["low", "medium", "high"], nil])
    var state = table.initialState([Task(id: 1, priority: .high)])
    for action in [.editBegan(1, "priority"), .cellTextChanged(""), .editCommitted] as [EditableTable<Task>.Action] {
      _ = table.reduce(&state, action)
    }
    #expect(state[1]?.priority == nil && state.view.rejection == nil)
  }

  @Test func `convert each value back and forth`() {
    func check<Cell: ValueRepresentable & Equatable>(_ cells: Cell...) {
      for cell in cells { #expect(Cell(cell.value) == cell) }
    }
    check(Int8.min, .max)
    check(UInt64.min, 1 << 53)
    check(Int64.min, .max)
    check(Float.pi, .leastNonzeroMagnitude)
    check(Decimal(string: "-0.000001"), Decimal(123_456_789_012_345))
    check(Date(timeIntervalSince1970: -1.25))
    check(Priority.low, .high)
    check(Priority?.none, .some(.low))
    #expect(UInt8(Value.integer(-1)) == nil && Int(Value.real(1.5)) == nil && Bool(Value.integer(1)) == nil)
    #expect(Double(Value.boolean(true)) == nil && Priority(Value.text("urgent")) == nil)
  }
}
