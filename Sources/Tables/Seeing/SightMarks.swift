/// What stands out among the rows in sight, found once for all of them.
///
/// Rows are told by their seats: to compare these asks nothing of what an id is.
struct SightMarks {
  let hovered: Seat?
  let cursor: Seat?
  let cursorColumn: String?
  let dragged: Set<Seat>
  let hasSelection: Bool
  let hasDrafts: Bool
  let hasErrands: Bool
}

extension Table {
  func marks(_ state: State) -> SightMarks {
    SightMarks(
      hovered: state.hovered.flatMap(state.rows.seat(of:)), cursor: (state.cursor?.row).flatMap(state.rows.seat(of:)),
      cursorColumn: state.cursor?.column, dragged: Set(state.drag?.ids.compactMap(state.rows.seat(of:)) ?? []),
      hasSelection: !state.selection.isEmpty, hasDrafts: !state.drafts.isEmpty, hasErrands: !state.errands.isEmpty)
  }
}
