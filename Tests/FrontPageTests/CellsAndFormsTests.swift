import Forms
import Loop
import Tables
import Testing
import Values

/// A table says which cell has changed to what, and a form says whether that is right.
@Suite struct `A form that judges the cells of a table` {
  private let table: TableFeature<Fruit>
  private let form: CompiledForm

  init() throws {
    let weight = Column("weight", \Fruit.weight, format: .unit("g")).editable { fruit, value in
      guard case .integer(let grams) = value else { return false }
      fruit.weight = Int(grams)
      return true
    }
    table = try TableFeature(
      columns: [Column("name", \Fruit.name), weight],
      options: TableOptions {
        $0.notesChanges = true
        $0.changes = .asked
      })
    form = try CompiledForm(
      parsing: """
        {"sections": [{"rows": [
          {"tag": "name", "kind": "text"},
          {"tag": "weight", "kind": "integer", "validators": [
            {"range": {"min": 1}},
            {"predicate": "$weight <= 500 OR $name == \\"Melon\\"", "message": "only a melon is so heavy"}]}
        ]}]}
        """)
  }

  private typealias Fruits = TableFeature<Fruit>

  /// Edits a cell, and has the form judge what the table tells.
  private func edit(_ id: String, to text: String, _ state: inout Fruits.State) throws {
    for action: Fruits.Action in [.editBegan(id, "weight"), .typed(text)] { _ = table.reduce(&state, action) }
    guard case .integer(let grams)? = Int64(text).map(Value.integer) else { return }
    let told = table.reduce(&state, .editCommitted)
    #expect(told == .fireAndForget(.noteChange(id, "weight", .integer(grams))))
    let fruit = try #require(state[id])
    let judged = FormFeature.State(form, values: ["name": .text(fruit.name), "weight": .integer(grams)])
    for row in judged.screen.sections.flatMap(\.rows) where row.tag == "weight" {
      for fault in row.faults {
        _ = table.reduce(&state, .cellRejected(id, "weight", .integer(grams), "\(fault)"))
      }
    }
  }

  @Test func `what it finds wrong is not saved, and what it finds right is`() throws {
    let fruits = [Fruit(id: "g", name: "Grape", weight: 7), Fruit(id: "m", name: "Melon", weight: 900)]
    var state = table.initialState(fruits)
    try edit("g", to: "-3", &state)
    #expect(state.drafts["g"]?.faults == ["weight": "is too small: at least 1"])
    #expect(table.reduce(&state, .saveTapped("g")) == .none)
    #expect(state.rejection == .wrong("weight: is too small: at least 1"))
    try edit("g", to: "1200", &state)
    #expect(state.drafts["g"]?.faults == ["weight": "only a melon is so heavy"] && state["g"]?.weight == 1200)
    try edit("m", to: "1200", &state)
    #expect(state.drafts["m"]?.faults == [:])
    try edit("g", to: "9", &state)
    #expect(state.drafts["g"]?.faults == [:])
    let saved = Fruit(id: "g", name: "Grape", weight: 9)
    #expect(table.reduce(&state, .saveTapped("g")) == .run(.save(saved, over: fruits[0]), in: .row("g"), .queue))
    _ = table.reduce(&state, .saved(saved))
    #expect(state.drafts.keys.sorted() == ["m"] && state["g"] == saved)
  }
}
