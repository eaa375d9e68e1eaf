@testable import Tables

/// Whoever keeps the rows: everything is carried out that is told or asked, and answered.
struct ItemServer {
  var items: [Item]

  mutating func response(to effect: ItemTable.Effect) -> ItemTable.Action {
    switch effect {
    case .load(let request):
      let sorted = sorted(by: request.query.sort.first?.order)
      return .windowLoaded(Array(sorted.dropFirst(request.offset).prefix(request.limit)), count: items.count)
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

  /// By price, or as they are kept.
  private func sorted(by order: SortDirection?) -> [Item] {
    guard let order else { return items }
    return items.enumerated().sorted { left, right in
      let (first, second) = (left.element.price ?? 0, right.element.price ?? 0)
      if first == second { return left.offset < right.offset }
      return (first < second) == (order == .forward)
    }.map(\.element)
  }

  /// Behind all, where it is not known what stands there.
  private mutating func insert(_ rows: [Item], _ place: RowPosition<Int>) {
    let known: Int? =
      switch place {
      case .before(let id): items.firstIndex { $0.id == id }
      case .after(let id): items.firstIndex { $0.id == id }.map { $0 + 1 }
      case .end: nil
      }
    items.insert(contentsOf: rows, at: known ?? items.count)
  }
}
