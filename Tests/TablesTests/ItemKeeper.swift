@testable import Tables

/// Whoever keeps the rows: everything is carried out that is told or asked, and answered.
struct ItemKeeper {
  var items: [Item]

  mutating func answer(_ effect: ItemTable.Effect) -> ItemTable.Action {
    switch effect {
    case .load(let request):
      return .windowLoaded(Array(items.dropFirst(request.offset).prefix(request.limit)), count: items.count)
    case .move(let move):
      let moved = move.ids.compactMap { id in items.first { $0.id == id } }
      items.removeAll { move.ids.contains($0.id) }
      insert(moved, move.place)
      return .moved(move)
    case .delete(let ids):
      items.removeAll { ids.contains($0.id) }
      return .deleted(ids)
    case .restore(let placed):
      for placed in placed { insert([placed.row], placed.place) }
      return .restored(placed)
    case .save(let row, _):
      items = items.map { $0.id == row.id ? row : $0 }
      return .saved(row)
    case .noteChange: return .reloadTapped
    }
  }

  /// Behind all, where it is not known what stands there.
  private mutating func insert(_ rows: [Item], _ place: RowPlace<Int>) {
    let known: Int? =
      switch place {
      case .before(let id): items.firstIndex { $0.id == id }
      case .after(let id): items.firstIndex { $0.id == id }.map { $0 + 1 }
      case .end: nil
      }
    items.insert(contentsOf: rows, at: known ?? items.count)
  }
}
