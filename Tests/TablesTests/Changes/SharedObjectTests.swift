import Loop
import Testing
import Values

@testable import Tables

/// An object that is shared and changes on its own.
private final class Lamp {
  let id: Int
  private(set) var price: Int
  private(set) var version = 0

  init(id: Int, price: Int) {
    self.id = id
    self.price = price
  }

  func change(price: Int) {
    self.price = price
    version += 1
  }

  var row: LampRow { LampRow(id: id, version: version, price: price) }
}

/// The value that represents the object in a table.
private struct LampRow: Identifiable, Hashable, Sendable {
  let id: Int
  let version: Int
  var price: Int
}

@Suite struct `Rows that represent shared objects` {
  private let table: EditableTable<LampRow>
  private let lamps = (1...3).map { Lamp(id: $0, price: 10 * $0) }

  init() throws {
    let price = Column("price", \LampRow.price, editable: \.price)
    table = try EditableTable(
      columns: [Column("id", \LampRow.id), price], options: EditingOptions { $0.changePolicy = .afterConfirmation })
  }

  private func state() -> EditableTable<LampRow>.State {
    table.state(after: .view(.sortChanged([SortKey("price")])), from: table.initialState(lamps.map(\.row)))
  }

  /// Saves the edited row if the object is unchanged, and returns the response with its current version.
  private func execute(_ effects: Loop.Effects<EditableTable<LampRow>>)
    -> EditableTable<LampRow>.Action?
  {
    guard case .save(let row, over: let known?)? = effects.instructions.first?.effect,
      let lamp = lamps.first(where: { $0.id == row.id })
    else { return nil }
    if lamp.version != known.version { return .saveConflicted(row.id, stored: lamp.row) }
    lamp.change(price: row.price)
    return .saveCompleted(lamp.row)
  }

  @Test func `a changed object moves to its sorted position and stays hovered`() {
    lamps[0].change(price: 25)
    let state = table.state(after: .view(.hoverBegan(1)), .view(.rowUpserted(lamps[0].row)), from: state())
    #expect(table.visibleIDs(state) == [2, 1, 3] && state.view.hoveredRow == 1 && state[1]?.version == 1)
  }

  @Test func `an edit changes the object unless it has changed since`() throws {
    var state = table.state(after: .cellValueSet(1, "price", 40), from: state())
    let saved = try #require(execute(table.reduce(&state, .saveTapped(1))))
    state = table.state(after: saved, from: state)
    #expect(lamps[0].price == 40 && state.drafts.isEmpty && state[1] == lamps[0].row)
    state = table.state(after: .cellValueSet(2, "price", 50), from: state)
    lamps[1].change(price: 21)
    let conflict = try #require(execute(table.reduce(&state, .saveTapped(2))))
    state = table.state(after: conflict, from: state)
    #expect(lamps[1].price == 21 && state.drafts[2]?.status == .conflict && state.drafts[2]?.storedRow == lamps[1].row)
    let again = try #require(execute(table.reduce(&state, .localKept(2))))
    #expect(again == .saveCompleted(LampRow(id: 2, version: 2, price: 50)) && lamps[1].price == 50)
  }
}
