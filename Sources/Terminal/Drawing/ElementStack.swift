import Interface
import Tables
import TerminalIO

/// Divides an area among elements.
///
/// In a wide area with a table, forms and numbers are in a pane to the left. In a pane, elements are below each other.
/// If not all fit, the focused one takes what it needs, and the others keep a few lines.
struct ElementStack {
  /// An element and its area.
  struct Place {
    let element: Screen.Element
    let area: CellArea
  }

  /// An element with the numbers of lines that it needs.
  struct Item {
    let element: Screen.Element
    let minimum: Int
    let desired: Int
  }

  static let wideColumns = 100

  /// Returns the panes of elements, each with its area.
  static func panes(of elements: [Screen.Element], in area: CellArea) -> [(elements: [Screen.Element], area: CellArea)]
  {
    let side = elements.filter(\.belongsToSidePane)
    let main = elements.filter { !$0.belongsToSidePane }
    guard area.columns >= wideColumns, !side.isEmpty, main.contains(where: \.isTable) else { return [(elements, area)] }
    let columns = min(46, area.columns / 3)
    var (left, right) = (area, area)
    left.columns = columns
    right.column += columns + 1
    right.columns -= columns + 1
    return [(side, left), (main, right)]
  }

  /// Returns the areas of items below each other.
  static func places(of items: [Item], focus: String?, in area: CellArea) -> [Place] {
    let gaps = items.isEmpty ? 0 : items.reduce(-1) { $0 + $1.desired.signum() }
    let hasGaps = items.reduce(gaps) { $0 + $1.minimum } <= area.rows && area.rows > 12
    var room = max(0, area.rows - (hasGaps ? gaps : 0))
    var heights = [Int](repeating: 0, count: items.count)
    let order = items.indices.sorted {
      (items[$0].element.id == focus ? 0 : 1, $0) < (items[$1].element.id == focus ? 0 : 1, $1)
    }
    func grant(_ index: Int, upTo height: Int) {
      let granted = min(room, max(0, height - heights[index]))
      heights[index] += granted
      room -= granted
    }
    for index in order { grant(index, upTo: items[index].minimum) }
    for index in order where items[index].element.id == focus {
      let (desired, minimum) = (items[index].desired, items[index].minimum)
      // A table has as many rows as there are, and leaves half of the lines to the others.
      grant(index, upTo: items[index].element.isTable ? min(desired, max(minimum, area.rows / 2)) : desired)
    }
    for index in order where !items[index].element.isTable { grant(index, upTo: items[index].desired) }
    for index in order { grant(index, upTo: items[index].desired) }
    var row = area.row
    return zip(items, heights).compactMap { item, height in
      if height == 0 { return nil }
      defer { row += height + (hasGaps ? 1 : 0) }
      return Place(
        element: item.element, area: CellArea(column: area.column, row: row, columns: area.columns, rows: height))
    }
  }
}

extension Screen.Element {
  fileprivate var belongsToSidePane: Bool {
    switch content {
    case .form, .counters, .chart: true
    case .table, .text: false
    }
  }

  var isTable: Bool { if case .table = content { true } else { false } }
}

/// The elements that can receive keys, in order.
struct FocusRing {
  /// The focus of the answers of notices.
  static let noticesID = "\u{0}notices"

  let ids: [String]

  init(_ screen: Screen) {
    let elements = screen.activeElements
    let focusable = elements.filter { element in
      switch element.content {
      case .table, .form: true
      case .counters(let counters): counters.contains { $0.retry != nil }
      case .chart(let chart): chart.retry != nil
      case .text: false
      }
    }
    let hasAnswers = screen.sheet?.question == nil && screen.notices.contains { !$0.answers.isEmpty }
    ids = focusable.map(\.id) + (hasAnswers ? [Self.noticesID] : [])
  }

  /// Returns the ID after or before another one, around the ends.
  func id(_ step: Int, from id: String?) -> String? {
    if ids.isEmpty { return nil }
    guard let index = id.flatMap(ids.firstIndex) else { return step > 0 ? ids.first : ids.last }
    return ids[(index + step + ids.count) % ids.count]
  }
}

extension Screen {
  /// The element with an ID among those that can receive keys.
  func activeElement(_ id: String?) -> Element? {
    activeElements.first { $0.id == id }
  }

  /// The commands with which a question, or all notices, can be answered.
  var answers: [Answer] { sheet?.question?.answers ?? notices.flatMap(\.answers) }

  /// The ID of the element that has the focus at first: a table with rows, or the answers that help with an empty one.
  var preferredFocus: String? {
    if sheet != nil { return FocusRing(self).ids.first }
    let tables = elements.compactMap { element in
      if case .table(let table, _) = element.content { (id: element.id, table: table) } else { nil }
    }
    guard let first = tables.first else { return FocusRing(self).ids.first }
    if let filled = tables.first(where: { !$0.table.rows.isEmpty }) { return filled.id }
    let isEmpty = first.table.loadingStatus == .loaded && first.table.counts.all ?? 0 == 0
    return isEmpty && !answers.isEmpty ? FocusRing.noticesID : first.id
  }
}
