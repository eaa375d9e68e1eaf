import Values

@testable import Tables

/// A row of a little of everything.
struct Item: Identifiable, Hashable, Codable, Sendable {
  var id: Int
  var name: String?
  var price: Double?
  var count: Int?
  var flag = false
  var ticker = "a"
}

typealias ItemTable = Table<Item>

func itemColumns(_ ordering: Ordering = Ordering()) -> [Column<Item>] {
  [
    Column("id", \Item.id),
    Column("name", \Item.name, ordering: ordering).editable { item, value in
      switch value {
      case .text(let text): item.name = text
      case .null: item.name = nil
      case .boolean, .integer, .real, .instant, .list, .object: return false
      }
      return true
    },
    Column("price", \Item.price, ordering: ordering).editable { item, value in
      item.price = value.number?.real
      return true
    },
    Column("count", \Item.count, ordering: Ordering(nulls: .first)),
    Column("flag", \Item.flag),
    Column("worth", kind: .double) { (item: Item, beside) in
      Value.integer(Int64(item.count ?? 0)).computed(.times, with: beside[item.ticker] ?? .null)
    },
  ]
}

extension Table {
  /// The ids of all rows that pass, in the order that is seen.
  func seen(_ state: State) -> [Row.ID] { (0..<state.passingCount).map { state.row(at: $0).id } }

  /// The state after some actions.
  func after(_ actions: Action..., from state: State) -> State {
    var state = state
    for action in actions { _ = reduce(&state, action) }
    return state
  }
}

/// A table of items that can be selected, moved and deleted.
func changingTable(
  _ changes: TableOptions<Item>.ChangePolicy = .atOnce, _ change: (inout TableOptions<Item>) -> Void = { _ in }
) throws -> ItemTable {
  try ItemTable(
    columns: itemColumns(),
    options: TableOptions {
      $0.selection = .several
      $0.handlesMoves = true
      $0.handlesDeletions = true
      $0.changes = changes
      change(&$0)
    })
}
