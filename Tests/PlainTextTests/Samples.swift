import Interface
import PlainText
import Values

@testable import Forms
@testable import Tables

// Parts of screens with defaults for everything that a test does not concern.

extension TableScreen<String> {
  static func sample(
    _ headers: [ColumnHeader], _ rows: [Row], appearance: TableAppearance = .stack,
    headerAggregates: [AggregateValue] = [], aggregates: [AggregateValue] = [], counts: TableCounts? = nil,
    searchText: String? = nil, condition: String? = nil, page: Int = 0, pageCount: Int? = 1,
    editedCell: EditedCell? = nil, draggedRows: MovingRows? = nil,
    pendingMoves: [MovingRows] = [], moveFailure: String? = nil, unloadedRowNotices: [UnloadedRowNotice] = [],
    loadingStatus: TableLoadingStatus = .loaded, isStale: Bool = false,
    rejection: TableMessage<ActionRejection>? = nil
  ) -> Self {
    let selected = rows.count(where: \.isSelected)
    return Self(
      appearance: appearance, headers: headers, hiddenHeaders: [], rows: rows, headerAggregates: headerAggregates,
      aggregates: aggregates,
      selectAllState: .none,
      counts: counts
        ?? TableCounts(all: rows.count, filtered: rows.count, selected: selected, selectedHidden: 0, unsaved: 0),
      searchText: searchText, condition: condition, page: page, pageCount: pageCount, pageRowCount: rows.count,
      firstRowOffset: 0,
      minimumWidth: 0,
      editedCell: editedCell, draggedRows: draggedRows, pendingMoves: pendingMoves, moveFailure: moveFailure,
      movesUnavailableReason: nil, deletionsUnavailableReason: nil, unloadedRowNotices: unloadedRowNotices,
      loadingStatus: loadingStatus, isStale: isStale, rejection: rejection)
  }
}

extension TableScreen<String>.Row {
  static func sample(
    _ id: String, _ cells: [TableCell], isSelected: Bool = false, hasCursor: Bool = false, cursorColumn: String? = nil,
    isDragged: Bool = false, group: String? = nil, notice: RowStatus? = nil, conflict: RowConflict? = nil
  ) -> Self {
    Self(
      id: id, cells: cells, isSelected: isSelected, isHovered: false, hasCursor: hasCursor, cursorColumn: cursorColumn,
      isDragged: isDragged, background: nil, overlay: nil, group: group, notice: notice.map(TableMessage.init),
      conflict: conflict)
  }
}

extension TableCell: ExpressibleByStringLiteral {
  /// Creates a cell with a text.
  public init(stringLiteral text: String) { self = .sample(text) }

  static func sample(_ text: String, isUnsaved: Bool = false, error: String? = nil) -> Self {
    Self(value: .text(text), text: text, isUnsaved: isUnsaved, error: error)
  }
}

extension ColumnHeader {
  static func sample(
    _ title: String, id: String? = nil, sortIndicator: String = " ", sortPriority: Int? = nil,
    isFiltered: Bool = false, alignment: ColumnAlignment = .leading
  ) -> Self {
    Self(
      id: id ?? title.lowercased(), title: title, sortDirection: nil, sortIndicator: sortIndicator,
      sortPriority: sortPriority, filterText: isFiltered ? "a" : nil, isFilterable: true, isSortable: true,
      alignment: alignment, width: .flexible())
  }
}

extension FormScreen.Row {
  static func sample(
    _ title: String, _ value: Value = .null, kind: RowKind = .text, entry: FieldEntry? = nil,
    placeholder: String? = nil, options: [RowOption] = [], isRequired: Bool = false, isDisabled: Bool = false,
    isFocused: Bool = false, isDirty: Bool = false, isValidating: Bool = false, errors: [FieldError] = []
  ) -> Self {
    Self(
      id: ElementID(rawValue: title), tag: nil, kind: kind, title: title, placeholder: placeholder, options: options,
      isRequired: isRequired, entry: entry ?? .value(value), value: value, isDisabled: isDisabled,
      isFocused: isFocused, isTouched: false, isDirty: isDirty, isValidating: isValidating, errors: errors)
  }
}

extension FormScreen {
  static func sample(
    _ rows: [Row], title: String? = nil, section: String? = nil, footer: String? = nil, allowsRowEditing: Bool = false,
    stage: FormFeature.SubmissionStage = .editing
  ) -> Self {
    let section = Section(
      id: "section", tag: nil, title: section, footer: footer, allowsRowEditing: allowsRowEditing, rows: rows)
    return Self(title: title, sections: [section], stage: stage)
  }
}

extension Screen.Content {
  /// Returns the content as lines of text.
  func text(width: Int? = nil) -> String { Screen.Element("element", self).plainText(width: width) }
}
