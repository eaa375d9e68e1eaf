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

  private func after(_ actions: EditableTable<Product>.Action...) -> EditableTable<Product>.State {
    var state = ProductListFeature.State(products: products)
    for action in actions { _ = ProductListFeature().reduce(&state, .table(action)) }
    return state.table
  }

  private func ids(_ state: EditableTable<Product>.State) -> [Product.ID] {
    ProductListFeature.table.view.visibleRows(of: state.view).map(\.id)
  }

  @Test func `the columns are those of the form, and they sort naturally`() {
    let state = after(.view(.headerClicked("name")))
    #expect(ids(state) == ["p1", "p2", "p10"])
    #expect(
      ProductListFeature.table.screen(of: state).headers.map(\.title) == ["ID", "Name", "Price", "Tags", "Stock"])
    #expect(ids(after(.view(.headerClicked("id")))) == ["p1", "p2", "p10"])
  }

  @Test func `the list supports several sort keys, conditions, search and pages like every table`() throws {
    #expect(ids(after(.view(.sortChanged([SortKey("tags"), SortKey("price", .reverse)])))) == ["p1", "p2", "p10"])
    #expect(ids(after(.view(.conditionChanged(try Condition(parsing: "price < 25"))))) == ["p2", "p10"])
    #expect(ids(after(.view(.searchTextChanged("kitchen")))) == ["p10"])
    let paged = after(.view(.pageSizeChanged(2)), .view(.pageChanged(to: 1)))
    #expect(ProductListFeature.table.view.pageRows(of: paged.view).map(\.id) == ["p1"])
  }

  @Test func `a cell is validated by the row of the product's form and shows the same message`() {
    let state = after(
      .editBegan("p2", "price"), .cellTextChanged("-1"), .editCommitted, .editBegan("p1", "name"),
      .cellTextChanged(" "), .editCommitted,
      .editBegan("p10", "price"), .cellTextChanged("4"), .editCommitted)
    let notices = ProductListFeature.table.screen(of: state).rows.map { $0.notice?.description }
    #expect(
      notices == [
        "price: is too small: at least 0", nil, "name: is required",
      ])
    #expect(products[1].validationError(in: "price") == nil && products[1].validationError(in: "nothing") == nil)
  }
}
