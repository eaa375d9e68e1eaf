import Loop
import Shop
import Tables
import Testing
import Values

/// Products in a table: what is written into a cell is judged by the row of the form that edits the same.
private struct Shelf: Reducer {
  typealias Rows = Table<Product>
  typealias State = Rows.State
  typealias Action = Rows.Action
  typealias Effect = Rows.Effect
  typealias Slot = Rows.Slot

  let table: Rows

  init() throws {
    table = try Rows(
      .grid, columns: Product.columns,
      options: TableOptions {
        $0.navigation = .cells
        $0.notesChanges = true
        $0.changes = .asked
      })
  }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    var rest = Effects<Effect, Slot>.none
    for instruction in table.reduce(&state, action).instructions {
      guard case .tell(.noteChange(let id, let column, let value)) = instruction else {
        rest += Effects([instruction])
        continue
      }
      if let fault = state[id]?.fault(in: column) { rest += reduce(&state, .cellRejected(id, column, value, fault)) }
    }
    return rest
  }

  func isAlive(_ slot: Slot, in state: State) -> Bool { table.isAlive(slot, in: state) }
}

@Suite struct `Products in a table` {
  private let products = [
    Product(id: "p10", name: "tea", price: Money(cents: 350), tags: ["kitchen"], place: 2),
    Product(id: "p2", name: "Lamp 12", price: Money(cents: 1999), place: 1),
    Product(id: "p1", name: "Lamp 2", price: Money(cents: 2999), place: 3),
  ]

  private func after(_ actions: Table<Product>.Action...) throws -> (Shelf, Table<Product>.State) {
    let shelf = try Shelf()
    var state = shelf.table.state(products)
    for action in actions { _ = shelf.reduce(&state, action) }
    return (shelf, state)
  }

  @Test func `the columns are those of the form, and sort as a person reads`() throws {
    let (shelf, state) = try after(.titlePressed("name"))
    #expect(shelf.table.passingRows(of: state).map(\.id) == ["p1", "p2", "p10"])
    #expect(shelf.table.screen(of: state).titles.map(\.text) == ["ID", "Name", "Price", "Tags"])
    let (_, byID) = try after(.titlePressed("id"))
    #expect(shelf.table.passingRows(of: byID).map(\.id) == ["p1", "p2", "p10"])
  }

  @Test func `a cell is judged by the row of the product's form, and told as the form tells it`() throws {
    let (shelf, state) = try after(
      .editBegan("p2", "price"), .typed("-1"), .editCommitted, .editBegan("p1", "name"), .typed(" "), .editCommitted,
      .editBegan("p10", "price"), .typed("4"), .editCommitted)
    let notices = shelf.table.screen(of: state).rows.map(\.notice)
    #expect(
      notices == [
        "is not saved", "price: is too small: at least 0", "name: is required",
      ])
    #expect(products[1].fault(in: "price") == nil && products[1].fault(in: "nothing") == nil)
  }
}
