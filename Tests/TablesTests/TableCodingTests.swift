import Foundation
import Testing
import Values

@testable import Tables

@Suite struct `A table that is stored` {
  private let table: ItemTable
  private let state: ItemTable.State

  init() throws {
    table = try ItemTable(
      columns: itemColumns(),
      options: TableOptions {
        $0.selection = .several
        $0.handlesDeletions = true
        $0.changes = .asked
      })
    let items = (1...6).map { Item(id: $0, name: "item \($0)", price: Double($0)) }
    state = table.after(
      .titlePressed("price"), .columnFiltered("price", .range(through: 5)), .selection(.allPressed),
      .selection(.toggled(2)), .cellSet(3, "price", 0.5), .rowsDeleted([4]), .pageSizeChanged(3), .editBegan(1, "name"),
      .hoverBegan(1), from: table.state(items, beside: ["a": 1]))
  }

  @Test func `it is read back as it was, and goes on as if nothing had been`() throws {
    let data = try JSONEncoder().encode(state)
    var read = try JSONDecoder().decode(ItemTable.State.self, from: data)
    #expect(read == state)
    #expect(table.screen(of: read) == table.screen(of: state))
    #expect(table.selectedRows(in: read) == table.selectedRows(in: state))
    var going = state
    for action in [ItemTable.Action.selection(.toggled(1)), .titlePressed("name"), .deleted([4]), .searched("item")] {
      #expect(table.reduce(&read, action) == table.reduce(&going, action))
      #expect(read == going && table.seen(read) == table.seen(going))
      #expect(table.screen(of: read) == table.screen(of: going))
    }
  }

  @Test func `a page that there cannot be is refused`() throws {
    let text = try #require(String(data: JSONEncoder().encode(state), encoding: .utf8))
    for (part, other) in [
      ("\"size\":3", "\"size\":0"), ("\"size\":3", "\"size\":9223372036854775807"),
      ("\"number\":", "\"number\":9223372036854775"), ("\"page\":{", "\"height\":-1,\"page\":{"),
    ] {
      #expect(text.contains(part))
      let broken = Data(text.replacing(part, with: other).utf8)
      #expect(throws: DecodingError.self, "\(other)") {
        try JSONDecoder().decode(ItemTable.State.self, from: broken)
      }
    }
  }

  @Test func `wherever rows sit, equal tables are equal, and others are not`() {
    let items = (1...4).map { Item(id: $0) }
    let straight = table.state(items)
    let crooked = table.after(
      .rowRemoved(2), .rowPut(items[1], before: 3), .rowRemoved(4), .rowPut(items[3]), from: straight)
    #expect(straight == crooked && straight.hashValue == crooked.hashValue)
    #expect(straight != table.after(.rowPut(Item(id: 2, price: 1)), from: straight))
    #expect(straight != table.state(items.reversed()))
    #expect(straight != table.after(.hoverBegan(2), from: straight))
  }

  @Test func `what a port is handed is stored and read back`() throws {
    let request = WindowRequest(state.query, offset: 4, limit: 2)
    let data = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(WindowRequest.self, from: data) == request)
  }
}
