import Forms
import Loop
import Tables
import Testing
import Values

/// A table reports each changed cell, and a form validates its value.
@Suite struct `A form that validates the cells of a table` {
  private let table: EditableTable<Fruit>
  private let form: CompiledForm

  init() throws {
    let weight = Column("weight", \Fruit.weight, editable: \.weight, format: .unit("g"))
    table = try EditableTable(
      columns: [Column("name", \Fruit.name), weight],
      options: EditingOptions {
        $0.reportsCellChanges = true
        $0.changePolicy = .afterConfirmation
      })
    form = try CompiledForm(
      parsing: """
        {"sections": [{"rows": [
          {"tag": "name", "kind": "text"},
          {"tag": "weight", "kind": "integer", "validators": [
            {"range": {"min": 1}},
            {"predicate": "$weight <= 500 OR $name == \\"Melon\\"", "message": "only a melon can be this heavy"}]}
        ]}]}
        """)
  }

  private typealias Fruits = EditableTable<Fruit>

  /// Edits a cell and validates the reported value with the form.
  private func edit(_ id: String, to text: String, _ state: inout Fruits.State) throws {
    for action: Fruits.Action in [.editBegan(id, "weight"), .cellTextChanged(text)] { _ = table.reduce(&state, action) }
    guard case .integer(let grams)? = Int64(text).map(Value.integer) else { return }
    let effects = table.reduce(&state, .editCommitted)
    #expect(effects.instructions.map(\.effect) == [.reportCellChange(id, "weight", .integer(grams))])
    let fruit = try #require(state[id])
    let validated = FormFeature.State(form, values: ["name": .text(fruit.name), "weight": .integer(grams)])
    for row in validated.screen.sections.flatMap(\.rows) where row.tag == "weight" {
      for error in row.errors {
        _ = table.reduce(&state, .cellRejected(id, "weight", .integer(grams), "\(error)"))
      }
    }
  }

  @Test func `rejects invalid cells until they are corrected, and lets valid rows be saved`() throws {
    let fruits = [Fruit(id: "g", name: "Grape", weight: 7), Fruit(id: "m", name: "Melon", weight: 900)]
    var state = table.initialState(fruits)
    try edit("g", to: "-3", &state)
    #expect(state.drafts["g"]?.errors == ["weight": "is too small: at least 1"])
    #expect(table.reduce(&state, .saveTapped("g")) == .none)
    #expect(state.view.rejection == .invalidCell(column: "weight", reason: "is too small: at least 1"))
    try edit("g", to: "1200", &state)
    #expect(state.drafts["g"]?.errors == ["weight": "only a melon can be this heavy"] && state["g"]?.weight == 1200)
    try edit("m", to: "1200", &state)
    #expect(state.drafts["m"]?.errors == [:])
    try edit("g", to: "9", &state)
    #expect(state.drafts["g"]?.errors == [:])
    let saved = Fruit(id: "g", name: "Grape", weight: 9)
    let saving = table.reduce(&state, .saveTapped("g"))
    #expect(saving.instructions.map(\.effect) == [.save(saved, over: fruits[0])])
    _ = table.reduce(&state, .saveCompleted(saved))
    #expect(state.drafts.keys.sorted() == ["m"] && state["g"] == saved)
  }
}

@Test(arguments: [
  "5", "+5", "-5", "0.12345678901234567890", "007", ".5", ",5", "5.", "3.50", "3,50", "1,299", "1.299", "1 299",
  "1.299,5", "1,299,000", "1e3",
  "3,5e2", ".5e3", "+1e3", "1e999", "9223372036854775808", "0x10", "inf", "nan", "€5", "five",
])
func `a row of a form and a cell of a table read the same numbers`(text: String) throws {
  for (row, cell): (RowKind, ColumnKind) in [(.integer, .integer), (.decimal, .decimal), (.money, .money)] {
    let form = try CompiledForm(FormDefinition { SectionDefinition { RowDefinition(tag: "row", kind: row) } })
    var state = FormFeature.State(form)
    _ = FormFeature().reduce(&state, .typed("row", text))
    let inRow = state["row"]?.entry.unparseableText == nil ? state.value("row") : nil
    let inCell = cell.parseValue(text)
    #expect(inRow == nil ? inCell == nil : inCell.map { inRow?.isEquivalent(to: $0) == true } == true, "\(row)")
  }
}
