import Conditions
import Tables
import Values

/// A reference implementation of a table of cards.
///
/// It is as simple as possible and reads every row for every query.
struct ReferenceTable {
  typealias Card = TableExploration.Card

  /// The rows that match the filter, in display order.
  let rows: [Card]

  /// Filters, groups and sorts rows.
  ///
  /// The sort is stable, and the rows of a group are adjacent.
  init(_ cards: [Card], _ query: TableQuery, grouping: String? = nil, contextValues: ContextValues = [:]) {
    let passing = cards.filter { Self.matches($0, query.filter, contextValues) }
    var sort = query.sort
    if let grouping {
      let known = sort.first { $0.column == grouping }
      sort = [known ?? SortKey(grouping)] + sort
    }
    rows = passing.enumerated().sorted { left, right in
      for key in sort {
        let order = Self.compareCards(left.element, right.element, by: key.column)
        if order != 0 { return (order < 0) == (key.direction == .forward) }
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// Returns a negative number if the left card sorts first, zero if the cards are equal, or a positive number.
  private static func compareCards(_ left: Card, _ right: Card, by column: String) -> Int {
    if column == "price" { return left.price - right.price }
    return left.id == right.id ? 0 : left.id < right.id ? -1 : 1
  }

  private static func matches(_ card: Card, _ filter: RowFilter, _ contextValues: ContextValues) -> Bool {
    (filter.condition == nil || isCheap(card, contextValues))
      && (filter.search.isEmpty || card.id.contains(filter.search))
      && filter.columns.allSatisfy { matches(card, $0, $1) }
  }

  private static func matches(_ card: Card, _ column: String, _ filter: ColumnFilter) -> Bool {
    switch filter {
    case .contains(let text): column == "id" ? card.id.contains(text) : "\(card.price)".contains(text)
    case .range(.none, .integer(let most)?): column == "price" && card.price <= most
    case .among(let values): values.contains(column == "id" ? .text(card.id) : .integer(Int64(card.price)))
    case .range: preconditionFailure("The spaces filter only by an upper bound.")
    }
  }

  /// The only condition that the spaces use.
  ///
  /// It compares the price with a context value.
  static let isCheap = Term.key("price") <= Term.variable("most")

  private static func isCheap(_ card: Card, _ contextValues: ContextValues) -> Bool {
    guard case .integer(let most)? = contextValues["most"] else { return false }
    return card.price <= most
  }
}

extension ReferenceTable {
  /// Creates the reference of a table's state.
  ///
  /// A remote window is shown as it was loaded.
  init(_ state: TableFeature<Card>.State) {
    if state.remoteWindow == nil {
      self.init(state.allRows, state.query, grouping: state.groupingColumn, contextValues: state.contextValues)
    } else {
      self.init(state.allRows, TableQuery())
    }
  }

  /// Returns the rows of the page.
  func pageRows(_ state: TableFeature<Card>.State) -> [Card] {
    guard state.remoteWindow == nil, let size = state.page.size else { return rows }
    return Array(rows.dropFirst(size * state.page.number).prefix(size))
  }
}

extension TableScreen<String> {
  /// Returns whether the screen shows the rows, cells and groups of the reference table.
  func isEquivalent(to naive: ReferenceTable, _ state: TableFeature<ReferenceTable.Card>.State) -> Bool {
    let cards = naive.pageRows(state)
    if rows.map(\.id) != cards.map(\.id) || rows.count(where: \.isHovered) > 1 { return false }
    let columns = state.layout.visibleColumns
    var above: Int?
    for (row, card) in zip(rows, cards) {
      let cells = columns.map { $0 == "price" ? Value.integer(Int64(card.price)) : .text(card.id) }
      let group = state.groupingColumn == nil || above == card.price ? nil : "\(card.price)"
      if row.cells.map(\.value) != cells || row.group != group || row.isHovered != (state.hoveredRow == card.id) {
        return false
      }
      above = card.price
    }
    return headers.map(\.id) == columns
      && counts.filtered == (state.remoteWindow == nil ? naive.rows.count : state.remoteWindow?.totalCount)
  }
}
