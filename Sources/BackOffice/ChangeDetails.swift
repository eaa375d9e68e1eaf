import Analytics
import Documents
import Forms
import Loop
import Shop
import Tables
import Values

/// What the steps of the undo history have changed, in words.
///
/// A step stores the value before it. The value after it is what the next later step of the same setting stores, or what
/// the state has now.
struct ChangeDetails {
  private let state: BackOffice.State
  /// The values that later steps restore.
  private var laterTexts: [Setting: String] = [:]

  init(of state: BackOffice.State) { self.state = state }

  /// Something that has one value at a time.
  private enum Setting: Hashable {
    case sort(BackOffice.Tab)
    case selection(BackOffice.Tab)
    case search(BackOffice.Tab)
    case condition(BackOffice.Tab)
    case columnFilter(BackOffice.Tab, column: String)
    case grouping(BackOffice.Tab)
    case field(Product.ID, ElementID)
    case eventFilter
    case eventGrouping
    case presets
    case firstWeekday
    case timeZone
  }

  /// Returns what a step that is undone sets again.
  func text(ofUndone actions: [BackOffice.Action]) -> String {
    joined(actions.flatMap { dataTexts(of: $0, isUndone: true) + settings(of: $0).map { described($0, $1) } })
  }

  /// Returns what a step has set.
  ///
  /// Call it for the newest step first.
  mutating func text(ofDone actions: [BackOffice.Action]) -> String {
    var texts: [String] = []
    for action in actions {
      texts += dataTexts(of: action, isUndone: false)
      for (setting, text) in settings(of: action) {
        // Discarding a draft sets no field.
        if !action.reopensSheet { texts.append(described(setting, laterTexts[setting] ?? currentText(of: setting))) }
        laterTexts[setting] = text
      }
    }
    return joined(texts)
  }

  /// Returns the different texts, in order.
  private func joined(_ texts: [String]) -> String {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }.joined(separator: "; ")
  }

  private func described(_ setting: Setting, _ text: String) -> String {
    guard case .field(let id, let field) = setting else { return text }
    return "\(name(of: id)): \(columnTitle(field.rawValue)) \(text)"
  }

  private func name(of id: Product.ID) -> String {
    let name = state.products[id]?.name ?? ""
    return name.isEmpty ? id.rawValue : name
  }

  private func columnTitle(_ id: String) -> String { Product.columns.first { $0.id == id }?.title ?? id }
}

extension ChangeDetails {
  /// Returns what an action that undoes or redoes a change of products changes.
  private func dataTexts(of action: BackOffice.Action, isUndone: Bool) -> [String] {
    func names(_ ids: [Product.ID]) -> [String] { [ids.map(name).joined(separator: ", ")] }
    switch action {
    case .products(.table(.undoApplied(.cellEdit(let column, let was, let edited)))):
      let value = ConflictingField(rawValue: column)?.text(of: isUndone ? was : edited) ?? ""
      return ["\(was.name.isEmpty ? was.id.rawValue : was.name): \(columnTitle(column)) \(value)"]
    case .products(.table(.undoApplied(.move(let moves, from: _)))): return names(moves.flatMap(\.ids))
    case .products(.table(.undoApplied(.deletion(let placed)))),
      .products(.table(.undoApplied(.restoration(let placed)))):
      return [placed.map(\.row.name).joined(separator: ", ")]
    case .products(.table(.undoApplied(.revert(let placed)))): return names(placed.map(\.draft.editedRow.id))
    case .products(.table(.revertTapped(let id?))): return names([id])
    case .products(.undone(.reopenSheet(let sheet))): return names(sheet.productID.map { [$0] } ?? [])
    case .products(.undone(.discardSheet(let id))): return names([id])
    default: return []
    }
  }

  /// Returns the settings that an action sets, with the values in words.
  private func settings(of action: BackOffice.Action) -> [(Setting, String)] {
    switch action {
    case .products(.table(let action)):
      return settings(of: action, ProductListFeature.table, .products) { name(of: $0) }
    case .events(.table(let action)): return settings(of: action, EventTable.feature, .events) { _ in nil }
    case .products(.undone(.editForm(.fields(.restored(let entries, _)), of: let id))):
      return entries.sorted { $0.key.rawValue < $1.key.rawValue }.map { (.field(id, $0), $1.text) }
    case .products(.undone(.reopenSheet(.open(let product, _, let form)))):
      return ConflictingField.allCases.compactMap { field in
        form.fields[field.id].map { (.field(product.id, field.id), $0.entry.text) }
      }
    case .events(.filter(.restored(let filter))):
      let parts = filter.query.summaryParts(in: state.settings.timeZone)
      return [(.eventFilter, parts.isEmpty ? "all events" : parts.joined(separator: ", "))]
    case .events(.groupingSelected(let grouping)): return [(.eventGrouping, "by \(grouping.rawValue)")]
    case .events(.presetsRestored(let presets)):
      return [(.presets, presets.isEmpty ? "none" : presets.map(\.name).joined(separator: ", "))]
    case .settings(.firstWeekdayPicked(let day)): return [(.firstWeekday, "weeks from \(day.rawValue)")]
    case .settings(.timeZonePicked(let name)): return [(.timeZone, "time zone \(name)")]
    default: return []
    }
  }

  private func settings<Row>(
    of action: TableFeature<Row>.Action, _ table: TableFeature<Row>, _ tab: BackOffice.Tab,
    name: (Row.ID) -> String?
  ) -> [(Setting, String)] {
    func title(_ column: String) -> String { table.column(named: column)?.title ?? column }
    switch action {
    case .sortChanged(let keys):
      let titles = keys.map { "\(title($0.column)) \($0.direction == .forward ? "▲" : "▼")" }
      return [(.sort(tab), titles.isEmpty ? "not sorted" : titles.joined(separator: ", "))]
    case .selection(.restored(let selection)): return [(.selection(tab), selection.text(name))]
    case .searchTextChanged(let text): return [(.search(tab), text.isEmpty ? "no search" : "search \(text.jsonQuoted)")]
    case .conditionChanged(let condition):
      return [(.condition(tab), condition.map { "where \($0)" } ?? "without a condition")]
    case .columnFilterChanged(let column, let filter):
      let text = filter.flatMap { table.text(of: $0, inColumn: column) } ?? "not filtered"
      return [(.columnFilter(tab, column: column), "\(title(column)) \(text)")]
    case .groupingChanged(let column): return [(.grouping(tab), column.map { "by \(title($0))" } ?? "not grouped")]
    default: return []
    }
  }

  /// Returns the present value of a setting in words: that which an action that sets it to itself would set.
  private func currentText(of setting: Setting) -> String {
    func text(_ action: BackOffice.Action) -> String { settings(of: action).first?.1 ?? "" }
    let events = state.events
    return switch setting {
    case .sort(.events): text(.events(.table(.sortChanged(events.table.query.sort))))
    case .sort: text(.products(.table(.sortChanged(state.products.table.query.sort))))
    case .selection(.events): text(.events(.table(.selection(.restored(events.table.selection)))))
    case .selection: text(.products(.table(.selection(.restored(state.products.table.selection)))))
    case .search(.events): text(.events(.table(.searchTextChanged(events.table.query.filter.search))))
    case .search: text(.products(.table(.searchTextChanged(state.products.table.query.filter.search))))
    case .condition(.events): text(.events(.table(.conditionChanged(events.table.query.filter.condition))))
    case .condition: text(.products(.table(.conditionChanged(state.products.table.query.filter.condition))))
    case .columnFilter(.events, let column):
      text(.events(.table(.columnFilterChanged(column, events.table.query.filter.columns[column]))))
    case .columnFilter(_, let column):
      text(.products(.table(.columnFilterChanged(column, state.products.table.query.filter.columns[column]))))
    case .grouping(.events): text(.events(.table(.groupingChanged(to: events.table.groupingColumn))))
    case .grouping: text(.products(.table(.groupingChanged(to: state.products.table.groupingColumn))))
    case .field(let id, let field): currentText(of: field, ofProduct: id)
    case .eventFilter: text(.events(.filter(.restored(events.filter))))
    case .eventGrouping: text(.events(.groupingSelected(events.grouping)))
    case .presets: text(.events(.presetsRestored(events.presets)))
    case .firstWeekday: text(.settings(.firstWeekdayPicked(state.settings.firstWeekday)))
    case .timeZone: text(.settings(.timeZonePicked(name: state.settings.requestedTimeZoneName)))
    }
  }

  /// Returns the text in the sheet of a product, or else the one that is being saved or is stored.
  private func currentText(of field: ElementID, ofProduct id: Product.ID) -> String {
    if state.products.sheet.productID == id, let entry = state.products.sheet.form?.fields[field]?.entry {
      return entry.text
    }
    let product = state.products.savingSheets[id]?.draft ?? state.products[id]
    return product.flatMap { ConflictingField(rawValue: field.rawValue)?.text(of: $0) } ?? ""
  }
}

extension BackOffice.Action {
  fileprivate var reopensSheet: Bool { if case .products(.undone(.reopenSheet)) = self { true } else { false } }
}

extension RowSelection {
  /// The selection in words: the names of a few rows, or their number.
  fileprivate func text(_ name: (ID) -> String?) -> String {
    if !toggledFilters.isEmpty { return ids.isEmpty ? "all matching rows" : "all matching rows but \(ids.count)" }
    if ids.isEmpty { return "none" }
    let names = ids.count > 3 ? [] : ids.compactMap(name).sorted()
    return names.count < ids.count ? ids.count.counted("row") : names.joined(separator: ", ")
  }
}

extension FieldEntry {
  /// The entry as the user would write it.
  fileprivate var text: String {
    switch self {
    case .typed(let text, _): text
    case .secret: "•••"
    case .value(let value): CellFormat.plain.text(of: value, kind: .text)
    }
  }
}

extension ConflictingField {
  fileprivate var id: ElementID { ElementID(rawValue: rawValue) }
}

extension OfficeSettings {
  /// The time zone that was picked last.
  fileprivate var requestedTimeZoneName: String {
    switch timeZoneRequest {
    case .loading(let name)?, .failed(let name, _)?: name
    case nil: timeZoneName
    }
  }
}
