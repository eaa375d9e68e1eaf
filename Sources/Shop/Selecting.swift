public import Loop
public import Tables

/// Selects among rows.
///
/// The rows are asked for only by what needs their order: pressing and toggling ask no more than whether the row exists.
public struct Selecting<ID: Hashable & Sendable>: Reducer {
  /// What a person does to a selection.
  public typealias Action = Selection<ID>.Action

  let mode: SelectionMode
  let exists: @Sendable (ID) -> Bool
  private let rows: @Sendable () -> [ID]

  /// Makes one for rows as they are now.
  ///
  /// - Parameters:
  ///   - mode: How much can be selected.
  ///   - exists: Whether there is such a row.
  ///   - rows: The rows in the order that is seen.
  public init(
    _ mode: SelectionMode, exists: @escaping @Sendable (ID) -> Bool, rows: @escaping @Sendable () -> [ID]
  ) {
    self.mode = mode
    self.exists = exists
    self.rows = rows
  }

  /// Makes one for a few rows.
  public init(_ mode: SelectionMode, among rows: [ID]) {
    self.init(mode, exists: { rows.contains($0) }, rows: { rows })
  }

  /// Takes an action in.
  ///
  /// What is not there cannot be selected.
  public func reduce(_ state: inout Selection<ID>, _ action: Action) -> Effects<Never, Never> {
    switch (mode, action) {
    case (_, .cleared): state = Selection()
    case (.none, _): break
    case (_, .pressed(let id)): press(id, &state)
    case (_, .toggled(let id)): toggle(id, &state)
    case (.one, .extended(let id)): press(id, &state)
    case (.one, .allPressed): break
    case (.several, .extended(let id)): extend(to: id, &state)
    case (.several, .allPressed): state = Selection(Set(rows()), anchor: state.anchor)
    case (.one, .inverted): break
    case (.several, .inverted):
      state = Selection(state.ids.symmetricDifference(rows()), anchor: state.anchor, matching: state.matching)
    case (_, .written(let ids)): restore(Selection(ids, anchor: state.anchor), &state)
    case (_, .restored(let selection)): restore(selection, &state)
    case (_, .restoredOne(let id, let isSelected, let anchor)):
      if exists(id) && state.ids.contains(id) != isSelected { toggle(id, &state) }
      let anchor = anchor.flatMap { exists($0) ? $0 : nil }
      state = Selection(state.ids, anchor: anchor, matching: state.matching)
    }
    return .none
  }

  private func press(_ id: ID, _ state: inout Selection<ID>) {
    if exists(id) { state = Selection([id], anchor: id) }
  }

  private func toggle(_ id: ID, _ state: inout Selection<ID>) {
    guard exists(id) else { return }
    let ids = mode == .one ? state.ids.intersection([id]) : state.ids
    state = Selection(ids.symmetricDifference([id]), anchor: id, matching: state.matching)
  }

  private func restore(_ selection: Selection<ID>, _ state: inout Selection<ID>) {
    var selection = selection
    selection.forget { !exists($0) }
    if mode == .several || selection.ids.count <= 1 { state = selection }
  }

  private func extend(to id: ID, _ state: inout Selection<ID>) {
    let rows = rows()
    guard let end = rows.firstIndex(of: id) else { return }
    guard let anchor = state.anchor, let start = rows.firstIndex(of: anchor) else { return press(id, &state) }
    state = Selection(Set(rows[min(start, end)...max(start, end)]), anchor: anchor)
  }
}

extension Selecting: Undoable {
  /// The one thing there is to undo.
  public enum Change: Hashable, Codable, Sendable {
    /// Something else was selected.
    case selecting
  }

  /// Tells what brings the selection back.
  ///
  /// Of a toggle it is the one that was toggled: to hold on to the whole selection would copy it every time. Everything
  /// else replaces the selection, which is thereby moved, and not copied.
  public func compensation(of action: Action, in state: Selection<ID>) -> Compensation<Action, Change> {
    switch action {
    case .toggled(let id) where mode == .several: return exists(id) ? restoring(id, state) : .nothing
    case .restoredOne(let id, let isSelected, _) where state.ids.contains(id) != isSelected && exists(id):
      return restoring(id, state)
    // Where the anchor stood is no step of its own.
    case .restoredOne: return .nothing
    case .toggled, .pressed, .extended, .allPressed, .inverted, .written, .cleared, .restored:
      return restoring(action, state)
    }
  }

  private func restoring(_ id: ID, _ state: Selection<ID>) -> Compensation<Action, Change> {
    .actions([.restoredOne(id, isSelected: state.ids.contains(id), anchor: state.anchor)], of: .selecting)
  }

  private func restoring(_ action: Action, _ state: Selection<ID>) -> Compensation<Action, Change> {
    var after = state
    _ = reduce(&after, action)
    return after == state ? .nothing : .actions([.restored(state)], of: .selecting)
  }
}
