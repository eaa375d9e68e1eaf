import Forms
import Tables

/// What changed from one screen to the next.
///
/// A part that did not change is `nil`. Rows of tables are identified by their IDs, so that a front end redraws only
/// rows that differ.
public struct ScreenDifference: Hashable, Codable, Sendable {
  /// The new title.
  public var title: String?
  /// The new status.
  public var status: [String]?
  /// The new tabs.
  public var tabs: [Screen.Tab]?
  /// The changes of the elements.
  public var elements: ElementsDifference?
  /// The change of the sheet.
  public var sheet: SheetDifference?
  /// The new notices.
  public var notices: [Screen.Notice]?
  /// The new progress reports.
  public var progress: [Screen.Progress]?
  /// The new commands of the whole screen.
  public var commands: ScreenCommands?

  /// A Boolean value that indicates whether nothing changed.
  public var isEmpty: Bool { self == ScreenDifference() }

  /// Creates an empty difference.
  public init() {}

  /// Creates the difference that leads from one screen to another.
  public init(from old: Screen, to new: Screen) {
    title = changed(old.title, new.title)
    status = changed(old.status, new.status)
    tabs = changed(old.tabs, new.tabs)
    elements = ElementsDifference(from: old.elements, to: new.elements)
    sheet = SheetDifference(from: old.sheet, to: new.sheet)
    notices = changed(old.notices, new.notices)
    progress = changed(old.progress, new.progress)
    commands = changed(old.commands, new.commands)
  }
}

extension Screen {
  /// Applies the difference from this screen to another one.
  public mutating func apply(_ difference: ScreenDifference) {
    title = difference.title ?? title
    status = difference.status ?? status
    tabs = difference.tabs ?? tabs
    difference.elements?.apply(to: &elements)
    difference.sheet?.apply(to: &sheet)
    notices = difference.notices ?? notices
    progress = difference.progress ?? progress
    commands = difference.commands ?? commands
  }
}

/// What changed in a list of elements.
public struct ElementsDifference: Hashable, Codable, Sendable {
  /// The IDs of all elements in their new order, if it changed.
  ///
  /// Elements that are not listed are removed.
  public let order: [String]?
  /// The elements that are new or changed as a whole.
  public let replaced: [Screen.Element]
  /// The changes of tables, by the ID of the element.
  public let tables: [String: TableDifference]
  /// The changed rows of forms whose rows are the same as before, by the ID of the element.
  public let formRows: [String: [FormScreen.Row]]

  init?(from old: [Screen.Element], to new: [Screen.Element]) {
    if old == new { return nil }
    let known = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    order = changed(old.map(\.id), new.map(\.id))
    var (replaced, tables, formRows) = ([Screen.Element](), [String: TableDifference](), [String: [FormScreen.Row]]())
    for element in new where known[element.id] != element {
      switch (known[element.id]?.content, element.content) {
      case (.table(let old, let former)?, .table(let new, let commands)) where former == commands:
        tables[element.id] = TableDifference(from: old, to: new)
      case (.form(let old, let former)?, .form(let new, let commands))
      where former == commands && old.hasSameRows(as: new):
        formRows[element.id] = zip(old.sections.flatMap(\.rows), new.sections.flatMap(\.rows)).filter { $0 != $1 }
          .map(\.1)
      default: replaced.append(element)
      }
    }
    (self.replaced, self.tables, self.formRows) = (replaced, tables, formRows)
  }

  func apply(to elements: inout [Screen.Element]) {
    var known = Dictionary(elements.map { ($0.id, $0) }) { first, _ in first }
    for element in replaced { known[element.id] = element }
    for (id, difference) in tables {
      guard case .table(var table, let commands)? = known[id]?.content else { continue }
      difference.apply(to: &table)
      known[id]?.content = .table(table, commands)
    }
    for (id, rows) in formRows {
      guard case .form(let form, let commands)? = known[id]?.content else { continue }
      known[id]?.content = .form(form.replacingRows(with: rows), commands)
    }
    elements = (order ?? elements.map(\.id)).compactMap { known[$0] }
  }
}

/// What happened to a sheet.
public enum SheetDifference: Hashable, Codable, Sendable {
  /// The sheet was closed.
  case closed
  /// A sheet was opened, or replaced another one.
  case opened(Screen.Sheet)
  /// The elements of the sheet changed, or its question, which is always given.
  case changed(elements: ElementsDifference?, question: Screen.Question?)

  init?(from old: Screen.Sheet?, to new: Screen.Sheet?) {
    switch (old, new) {
    case (nil, nil): return nil
    case (_?, nil): self = .closed
    case (nil, let new?): self = .opened(new)
    case (let old?, let new?):
      if old == new { return nil }
      self =
        old.title == new.title
        ? .changed(elements: .init(from: old.elements, to: new.elements), question: new.question) : .opened(new)
    }
  }

  func apply(to sheet: inout Screen.Sheet?) {
    switch self {
    case .closed: sheet = nil
    case .opened(let new): sheet = new
    case .changed(let elements, let question):
      guard var present = sheet else { return }
      elements?.apply(to: &present.elements)
      present.question = question
      sheet = present
    }
  }
}

/// Returns the new value if it differs from the old one.
private func changed<Value: Equatable>(_ old: Value, _ new: Value) -> Value? { old == new ? nil : new }

extension FormScreen {
  /// Returns a Boolean value that indicates whether only the contents of rows differ from another form.
  fileprivate func hasSameRows(as other: FormScreen) -> Bool {
    frame == other.frame && sections.map { $0.rows.map(\.id) } == other.sections.map { $0.rows.map(\.id) }
  }

  private var frame: FormScreen {
    var frame = self
    for index in frame.sections.indices { frame.sections[index].rows = [] }
    return frame
  }

  /// Returns the form with other contents of some rows.
  fileprivate func replacingRows(with rows: [Row]) -> FormScreen {
    let contents = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    var form = self
    for index in form.sections.indices {
      form.sections[index].rows = form.sections[index].rows.map { contents[$0.id] ?? $0 }
    }
    return form
  }
}
