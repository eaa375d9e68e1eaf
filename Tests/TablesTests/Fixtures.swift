import Foundation
import Values

@testable import Tables

/// Whether the tests run over everything, and not only over a share that takes seconds.
let isExhaustive = ProcessInfo.processInfo.environment["BACKROOM_EXHAUSTIVE"] == "1"

/// A row of a little of everything.
struct Item: Identifiable, Hashable, Codable, Sendable {
  var id: Int
  var name: String?
  var price: Double?
  var count: Int?
  var flag = false
  var ticker = "a"
}

typealias ItemTable = TableFeature<Item>

func makeItemColumns(sortOptions ordering: SortOptions = SortOptions()) -> [Column<Item>] {
  [
    Column("id", \Item.id),
    Column("name", \Item.name, sortOptions: ordering).editable { item, value in
      switch value {
      case .text(let text): item.name = text
      case .null: item.name = nil
      case .boolean, .integer, .real, .instant, .list, .object: return false
      }
      return true
    },
    Column("price", \Item.price, sortOptions: ordering).editable { item, value in
      item.price = value.number?.real
      return true
    },
    Column("count", \Item.count, sortOptions: SortOptions(nullPlacement: .first)),
    Column("flag", \Item.flag),
    Column("worth", kind: .double) { (item: Item, beside) in
      Value.integer(Int64(item.count ?? 0)).applying(.times, with: beside[item.ticker] ?? .null)
    },
  ]
}

extension TableFeature {
  /// The ids of all rows that pass, in the order that is seen.
  func visibleIDs(_ state: State) -> [Row.ID] { (0..<state.visibleCount).map { state.visibleRow(at: $0).id } }

  /// The state after some actions.
  func state(after actions: Action..., from state: State) -> State {
    var state = state
    for action in actions { _ = reduce(&state, action) }
    return state
  }
}

/// A table of items that can be selected, moved and deleted.
func makeEditableTable(
  _ changes: TableOptions<Item>.ChangePolicy = .atOnce, _ change: (inout TableOptions<Item>) -> Void = { _ in }
) throws -> ItemTable {
  try ItemTable(
    columns: makeItemColumns(),
    options: TableOptions {
      $0.selection = .several
      $0.handlesMoves = true
      $0.handlesDeletions = true
      $0.changes = changes
      change(&$0)
    })
}

/// A row of one cell that may hold anything, whatever its column says.
struct ValueRow: Identifiable, Hashable, Sendable {
  let id: Int
  let value: Value

  static func makeRows(_ values: [Value]) -> [ValueRow] { values.enumerated().map { ValueRow(id: $0, value: $1) } }

  static func makeColumn(_ kind: ColumnKind, _ ordering: SortOptions = SortOptions()) -> Column<ValueRow> {
    Column("value", \ValueRow.value, kind: kind, sortOptions: ordering)
  }

  /// Values of every kind, and those at which numbers become others.
  static let all: [Value] = [
    nil, .real(.nan), false, true, -1, 0, .real(-0.0), 1, 1.5, 9_007_199_254_740_993, 9_007_199_254_740_992.0,
    .integer(.min), .integer(.max), .real(.infinity), .instant(Instant(milliseconds: -5)),
    .instant(Instant(milliseconds: 5)), "", "a", "B", "ä", "a\0", "item2", "item10", "item 2", "-5", "3", "1.5", "1.25",
    "1.2.10", "1.2.9", "x -3", "x 2", "x-3", "x/", "x0", "007", "banana split 2", "banana split 10", "🍌", [], [nil],
    [1], [1.0, 2], [2], ["a", [1]], ["a", [2]], [["a": 1]], .object([:]), ["a": 1], ["a": 1, "b": nil],
    ["a": 1, "b": 2], ["a": 2], ["b": 0],
  ]
}
