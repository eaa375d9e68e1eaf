import Conditions
import Loop
import Shop
import Tables
import Testing
import Values

@Suite struct `Products in a table` {
  private let products = [
    Product(id: "p10", name: "tea", price: Money(cents: 350), tags: ["kitchen"], position: 2),
    Product(id: "p2", name: "Lamp 12", price: Money(cents: 1999), position: 1),
    Product(id: "p1", name: "Lamp 2", price: Money(cents: 2999), position: 3),
  ]

  private func after(_ actions: TableFeature<Product>.Action...) -> TableFeature<Product>.State {
    var state = ProductListFeature.State(products: products)
    for action in actions { _ = ProductListFeature().reduce(&state, .table(action)) }
    return state.table
  }

  private func ids(_ state: TableFeature<Product>.State) -> [Product.ID] {
    ProductListFeature.table.visibleRows(of: state).map(\.id)
  }

  @Test func `the columns are those of the form, and sort as a person reads`() {
    let state = after(.titlePressed("name"))
    #expect(ids(state) == ["p1", "p2", "p10"])
    #expect(ProductListFeature.table.screen(of: state).titles.map(\.text) == ["ID", "Name", "Price", "Tags"])
    #expect(ids(after(.titlePressed("id"))) == ["p1", "p2", "p10"])
  }

  @Test func `the list has what every table has: several sort keys, conditions, search, pages`() throws {
    #expect(ids(after(.sortSet([SortKey("tags"), SortKey("price", .reverse)]))) == ["p1", "p2", "p10"])
    #expect(ids(after(.conditionSet(try Condition(parsing: "price < 25")))) == ["p2", "p10"])
    #expect(ids(after(.searched("kitchen"))) == ["p10"])
    let paged = after(.pageSizeChanged(2), .pageTurned(to: 1))
    #expect(ProductListFeature.table.pageRows(of: paged).map(\.id) == ["p1"])
  }

  @Test func `a cell is judged by the row of the product's form, and told as the form tells it`() {
    let state = after(
      .editBegan("p2", "price"), .typed("-1"), .editCommitted, .editBegan("p1", "name"), .typed(" "), .editCommitted,
      .editBegan("p10", "price"), .typed("4"), .editCommitted)
    let notices = ProductListFeature.table.screen(of: state).rows.map(\.notice)
    #expect(
      notices == [
        "price: is too small: at least 0", "is not saved", "name: is required",
      ])
    #expect(products[1].validationError(in: "price") == nil && products[1].validationError(in: "nothing") == nil)
  }
}
