@testable import Tables

/// A server that stores the rows.
///
/// It carries out every effect and returns the response.
struct ItemServer {
  var items: [Item]

  mutating func response(to effect: EditableItems.Effect) -> EditableItems.Action {
    switch effect {
    case .view(.load(let request)):
      let sorted = sorted(by: request.query.sort.first?.direction)
      return .view(.windowLoaded(Array(sorted.dropFirst(request.offset).prefix(request.limit)), count: items.count))
    case .move(let moves):
      for move in moves {
        let moved = move.ids.compactMap { id in items.first { $0.id == id } }
        items.removeAll { move.ids.contains($0.id) }
        insertRows(moved, move.position)
      }
      return .moveCompleted(moves)
    case .delete(let ids):
      items.removeAll { ids.contains($0.id) }
      return .deleteCompleted(ids)
    case .restore(let placed):
      for placed in placed.reversed() { insertRows([placed.row], placed.position) }
      return .restoreCompleted(placed)
    case .save(let row, _):
      items = items.map { $0.id == row.id ? row : $0 }
      return .saveCompleted(row)
    case .reportCellChange: return .view(.reloadTapped)
    }
  }

  /// Returns the rows sorted by price, or in stored order with `nil`.
  private func sorted(by order: SortDirection?) -> [Item] {
    guard let order else { return items }
    return items.enumerated().sorted { left, right in
      let (first, second) = (left.element.price ?? 0, right.element.price ?? 0)
      if first == second { return left.offset < right.offset }
      return (first < second) == (order == .forward)
    }.map(\.element)
  }

  /// Inserts rows at a position, or at the end if its neighbor is unknown.
  private mutating func insertRows(_ rows: [Item], _ position: RowPosition<Int>) {
    let known: Int? =
      switch position {
      case .before(let id): items.firstIndex { $0.id == id }
      case .after(let id): items.firstIndex { $0.id == id }.map { $0 + 1 }
      case .end: nil
      }
    items.insert(contentsOf: rows, at: known ?? items.count)
  }
}
