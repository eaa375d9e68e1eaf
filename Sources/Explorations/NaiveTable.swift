internal import Conditions
internal import Tables
internal import Values

/// What a table of cards means, said in the shortest way: every row is looked at for everything.
struct ReferenceTable {
  typealias Card = TableExploration.Card

  /// The rows that pass, in the order that is seen.
  let rows: [Card]

  /// Reads rows: those of a group stand together, and what comes first among equals comes first.
  init(_ cards: [Card], _ query: TableQuery, grouping: String? = nil, contextValues beside: ContextValues = [:]) {
    let passing = cards.filter { Self.matches($0, query.filter, beside) }
    var sort = query.sort
    if let grouping {
      let known = sort.first { $0.column == grouping }
      sort = [known ?? SortKey(grouping)] + sort
    }
    rows = passing.enumerated().sorted { left, right in
      for key in sort {
        let order = Self.areInOrder(left.element, right.element, by: key.column)
        if order != 0 { return (order < 0) == (key.order == .forward) }
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// Less than nothing where the left one comes first.
  private static func areInOrder(_ left: Card, _ right: Card, by column: String) -> Int {
    if column == "price" { return left.price - right.price }
    return left.id == right.id ? 0 : left.id < right.id ? -1 : 1
  }

  private static func matches(_ card: Card, _ filter: RowFilter, _ beside: ContextValues) -> Bool {
    (filter.condition == nil || isCheap(card, beside))
      && (filter.search.isEmpty || card.id.contains(filter.search))
      && filter.columns.allSatisfy { matches(card, $0, $1) }
  }

  private static func matches(_ card: Card, _ column: String, _ filter: ColumnFilter) -> Bool {
    switch filter {
    case .contains(let text): column == "id" ? card.id.contains(text) : "\(card.price)".contains(text)
    case .range(.none, .integer(let most)?): column == "price" && card.price <= most
    case .among(let values): values.contains(column == "id" ? .text(card.id) : .integer(Int64(card.price)))
    case .range: preconditionFailure("No space looks for such a range.")
    }
  }

  /// The one condition that is set in any space; what it is compared with stands beside the rows.
  static let isCheap = Term.key("price") <= Term.variable("most")

  private static func isCheap(_ card: Card, _ beside: ContextValues) -> Bool {
    guard case .integer(let most)? = beside["most"] else { return false }
    return card.price <= most
  }
}

extension ReferenceTable {
  /// Reads what a table holds; what was loaded from elsewhere is shown as it came.
  init(_ state: TableFeature<Card>.State) {
    if state.remote == nil {
      self.init(state.allRows, state.query, grouping: state.grouping, contextValues: state.beside)
    } else {
      self.init(state.allRows, TableQuery())
    }
  }

  /// The rows in sight: those of the page, as many as there is room for, and of the last ones no fewer.
  func pageRows(_ state: TableFeature<Card>.State) -> [Card] {
    var page = rows
    if state.remote == nil, let size = state.page.size {
      page = Array(page.dropFirst(size * state.page.number).prefix(size))
    }
    guard let height = state.viewportHeight, height < page.count else { return page }
    let top = page.firstIndex { $0.id == state.top } ?? 0
    return Array(page[min(top, page.count - height)...].prefix(height))
  }
}

extension TableScreen<String> {
  /// Whether this is the picture of what is told naively.
  func isEquivalent(to naive: ReferenceTable, _ state: TableFeature<ReferenceTable.Card>.State) -> Bool {
    let cards = naive.pageRows(state)
    if rows.map(\.id) != cards.map(\.id) || rows.count(where: \.isHovered) > 1 { return false }
    let columns = state.layout.visibleColumns
    var above: Int?
    for (row, card) in zip(rows, cards) {
      let cells = columns.map { $0 == "price" ? Value.integer(Int64(card.price)) : .text(card.id) }
      let group = state.grouping == nil || above == card.price ? nil : "\(card.price)"
      if row.cells.map(\.value) != cells || row.group != group || row.isHovered != (state.hovered == card.id) {
        return false
      }
      above = card.price
    }
    return titles.map(\.id) == columns
      && counts.filtered == (state.remote == nil ? naive.rows.count : state.remote?.count)
  }
}
