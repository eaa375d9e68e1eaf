import Loop
import Testing
import Values

@testable import Tables

/// Something that others hold and change too.
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

/// What a table knows of it.
private struct LampRow: Identifiable, Hashable, Sendable {
  let id: Int
  let version: Int
  var price: Int
}

@Suite struct `Objects that others change too` {
  private let table: TableFeature<LampRow>
  private let lamps = (1...3).map { Lamp(id: $0, price: 10 * $0) }

  init() throws {
    let price = Column("price", \LampRow.price).editable { lamp, value in
      guard case .integer(let price) = value else { return false }
      lamp.price = Int(price)
      return true
    }
    table = try TableFeature(
      columns: [Column("id", \LampRow.id), price], options: TableOptions { $0.changes = .asked })
  }

  private func state() -> TableFeature<LampRow>.State {
    table.state(after: .sortSet([SortKey("price")]), from: table.initialState(lamps.map(\.row)))
  }

  /// Changes the object if it is still what was edited, and answers with what it is then.
  private func execute(_ effects: Loop.Effects<TableFeature<LampRow>.Effect, TableFeature<LampRow>.Slot>)
    -> TableFeature<LampRow>.Action?
  {
    guard case .ask(.save(let row, over: let known?), _, _, _)? = effects.instructions.first,
      let lamp = lamps.first(where: { $0.id == row.id })
    else { return nil }
    if lamp.version != known.version { return .saveConflicted(row.id, stored: lamp.row) }
    lamp.change(price: row.price)
    return .saved(lamp.row)
  }

  @Test func `an object that changes goes where it belongs, and stays selected`() {
    lamps[0].change(price: 25)
    let state = table.state(after: .hoverBegan(1), .rowPut(lamps[0].row), from: state())
    #expect(table.visibleIDs(state) == [2, 1, 3] && state.hovered == 1 && state[1]?.version == 1)
  }

  @Test func `what a person edits changes the object, unless it has changed since`() throws {
    var state = table.state(after: .cellSet(1, "price", 40), from: state())
    let saved = try #require(execute(table.reduce(&state, .saveTapped(1))))
    state = table.state(after: saved, from: state)
    #expect(lamps[0].price == 40 && state.drafts.isEmpty && state[1] == lamps[0].row)
    state = table.state(after: .cellSet(2, "price", 50), from: state)
    lamps[1].change(price: 21)
    let conflict = try #require(execute(table.reduce(&state, .saveTapped(2))))
    state = table.state(after: conflict, from: state)
    #expect(lamps[1].price == 21 && state.drafts[2]?.stage == .conflict && state.drafts[2]?.stored == lamps[1].row)
    let again = try #require(execute(table.reduce(&state, .mineKept(2))))
    #expect(again == .saved(LampRow(id: 2, version: 2, price: 50)) && lamps[1].price == 50)
  }
}
