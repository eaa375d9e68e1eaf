import Foundation
import Loop
import Values

@testable import Tables

/// A row with a value of each common type.
struct Item: Identifiable, Hashable, Codable, Sendable {
  var id: Int
  var name: String?
  var price: Double?
  var count: Int?
  var flag = false
  var ticker = "a"
}

/// A table of items that the user cannot change.
typealias ItemTable = TableFeature<Item>

/// A table of items that the user edits, moves and deletes.
typealias EditableItems = EditableTable<Item>

extension Effects<ItemTable> {
  /// Runs an effect in a slot, with the failure for a lost response and the restart policy of every table.
  static func run(
    _ effect: ItemTable.Effect, in slot: ItemTable.Slot, _ policy: SlotPolicy, after delay: Duration? = nil
  ) -> Self {
    .run(effect, in: slot, policy, after: delay, ifLost: .windowLoadFailed("no response"), afterRestart: .runAgain)
  }
}

extension Effects<EditableItems> {
  /// Runs an effect in a slot, with the failure for a lost response and the restart policy of every editable table.
  static func run(_ effect: EditableItems.Effect, in slot: EditableItems.Slot, _ policy: SlotPolicy) -> Self {
    let reason = "no response"
    let (lost, restart): (EditableItems.Action, RestartPolicy<EditableItems.Action>) =
      switch effect {
      case .view(.load): (.view(.windowLoadFailed(reason)), .runAgain)
      case .move(let moves): (.moveFailed(moves, reason), .reportLost)
      case .delete(let ids): (.deleteFailed(ids, reason), .reportLost)
      case .restore(let placed): (.restoreFailed(placed, reason), .reportLost)
      case .save(let row, over: _): (.saveFailed(row.id, reason), .reportLost)
      case .reportCellChange: preconditionFailure("The effect has no response.")
      }
    return .run(effect, in: slot, policy, ifLost: lost, afterRestart: restart)
  }

  /// Runs an effect whose responses are discarded.
  static func fireAndForget(_ effect: EditableItems.Effect) -> Self {
    .fireAndForget(effect, runsAgainAfterRestart: true)
  }
}

extension Effects<UndoFeature<EditableItems>> {
  /// Runs an effect of the table in a slot.
  static func run(_ effect: EditableItems.Effect, in slot: EditableItems.Slot, _ policy: SlotPolicy) -> Self {
    Effects<EditableItems>.run(effect, in: slot, policy).lift(UndoFeature.feature)
  }
}

func makeItemColumns(sortOptions: SortOptions = SortOptions()) -> [Column<Item>] {
  [
    Column("id", \Item.id),
    Column("name", \Item.name, sortOptions: sortOptions).editable { item, value throws(CellRefusal) in
      switch value {
      case .text(let text): item.name = text
      case .null: item.name = nil
      case .boolean, .integer, .real, .money, .instant, .list, .object: throw CellRefusal()
      }
    },
    Column("price", \Item.price, sortOptions: sortOptions).editable { item, value in
      item.price = value.number?.real
    },
    Column("count", \Item.count, sortOptions: SortOptions(nullPlacement: .first)),
    Column("flag", \Item.flag),
    Column("worth", kind: .double) { (item: Item, contextValues) in
      Value.integer(Int64(item.count ?? 0)).applying(.times, with: contextValues[item.ticker] ?? .null)
    },
  ]
}

extension TableFeature {
  /// Returns the ids of the visible rows of all pages, in visible order.
  func visibleIDs(_ state: State) -> [Row.ID] { (0..<state.visibleCount).map { state.visibleRow(at: $0).id } }
}

extension EditableTable {
  /// Returns the ids of the visible rows of all pages, in visible order.
  func visibleIDs(_ state: State) -> [Row.ID] { view.visibleIDs(state.view) }
}

extension Reducer {
  /// Returns the state after some actions.
  func state(after actions: Action..., from state: State) -> State {
    var state = state
    for action in actions { _ = reduce(&state, action) }
    return state
  }
}

extension TableFeature.State {
  /// Returns the state as an action leaves it that is rejected as a whole.
  func rejecting(_ rejection: ActionRejection) -> Self {
    var state = self
    state.rejection = rejection
    return state
  }
}

extension EditableTable.State {
  /// Returns the state as an action leaves it that is rejected as a whole.
  func rejecting(_ rejection: ActionRejection) -> Self {
    var state = self
    state.view.rejection = rejection
    return state
  }
}

/// Creates a table of items that can be selected.
func makeItemTable() throws -> ItemTable {
  try ItemTable(columns: makeItemColumns(), options: TableOptions { $0.selection = .multiple })
}

/// Creates a table of items that can be selected, moved and deleted.
func makeEditableTable(
  _ changes: EditingOptions<Item>.ChangePolicy = .immediate, _ change: (inout EditingOptions<Item>) -> Void = { _ in }
) throws -> EditableItems {
  try EditableItems(
    columns: makeItemColumns(),
    options: EditingOptions {
      $0.view.selection = .multiple
      $0.supportsMoves = true
      $0.supportsDeletions = true
      $0.changePolicy = changes
      change(&$0)
    })
}

/// A row with one cell that may contain any value, whatever its column declares.
struct ValueRow: Identifiable, Hashable, Sendable {
  let id: Int
  let value: Value

  static func makeRows(_ values: [Value]) -> [ValueRow] { values.enumerated().map { ValueRow(id: $0, value: $1) } }

  static func makeColumn(_ kind: ColumnKind, _ ordering: SortOptions = SortOptions()) -> Column<ValueRow> {
    Column("value", \ValueRow.value, kind: kind, sortOptions: ordering)
  }

  /// Values of every kind, including those at which number conversions change.
  static let sampleValues: [Value] = [
    nil, .real(.nan), false, true, -1, 0, .real(-0.0), 1, 1.5, 9_007_199_254_740_993, 9_007_199_254_740_992.0,
    .integer(.min), .integer(.max), .real(.infinity), .instant(Instant(milliseconds: -5)),
    .instant(Instant(milliseconds: 5)), "", "a", "B", "ä", "a\0", "item2", "item10", "item 2", "-5", "3", "1.5", "1.25",
    "1.2.10", "1.2.9", "x -3", "x 2", "x-3", "x/", "x0", "007", "banana split 2", "banana split 10", "🍌", [], [nil],
    [1], [1.0, 2], [2], ["a", [1]], ["a", [2]], [["a": 1]], .object([:]), ["a": 1], ["a": 1, "b": nil],
    ["a": 1, "b": 2], ["a": 2], ["b": 0],
  ]
}
