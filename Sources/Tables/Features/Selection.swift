public import Loop

/// What is selected, by identity: it survives sorting, filtering, paging and reloads, and forgets only what is gone.
///
/// Where everything was selected that passes a filter, that is what is kept, and the rows of which the contrary is true:
/// so a selection stays true over rows that were never loaded, and a million rows are selected and inverted at once.
public struct Selection<ID: Hashable & Sendable>: Hashable, Sendable {
  /// What is selected, or of ``matching`` the exceptions.
  public internal(set) var ids: Set<ID>
  /// Where a range begins: what was pressed or toggled last.
  public internal(set) var anchor: ID?
  /// Filters of which each turns round, for all rows that pass it, whether they are selected.
  public internal(set) var matching: [RowFilter]

  /// Makes a selection.
  public init(_ ids: Set<ID> = [], anchor: ID? = nil, matching: [RowFilter] = []) {
    self.ids = ids
    self.anchor = anchor
    self.matching = matching
  }

  /// What is selected where only one can be.
  public var only: ID? { matching.isEmpty && ids.count == 1 ? ids.first : nil }

  /// Whether nothing is selected, known or not.
  public var isEmpty: Bool { ids.isEmpty && matching.isEmpty }

  /// Makes a row selected that was not, or the other way round; returns whether it is named now.
  @discardableResult mutating func flip(_ id: ID) -> Bool {
    if ids.insert(id).inserted { return true }
    ids.remove(id)
    return false
  }

  /// Turns round whether they are selected, for all rows that pass a filter.
  mutating func invert(_ filter: RowFilter) {
    if let place = matching.firstIndex(of: filter) { matching.remove(at: place) } else { matching.append(filter) }
  }

  /// Forgets one that is gone.
  public mutating func forget(_ id: ID) {
    ids.remove(id)
    if anchor == id { anchor = nil }
  }

  /// Forgets what is gone.
  public mutating func forget(where isGone: (ID) -> Bool) {
    ids = ids.filter { !isGone($0) }
    if let start = anchor, isGone(start) { anchor = nil }
  }
}

extension Selection: Codable where ID: Codable {
  private enum CodingKeys: CodingKey { case ids, anchor, matching }

  /// Reads a selection; of one without filters none are told.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    ids = try container.decode(Set<ID>.self, forKey: .ids)
    anchor = try container.decodeIfPresent(ID.self, forKey: .anchor)
    matching = try container.decodeIfPresent([RowFilter].self, forKey: .matching) ?? []
  }

  /// Writes a selection.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ids, forKey: .ids)
    try container.encodeIfPresent(anchor, forKey: .anchor)
    if !matching.isEmpty { try container.encode(matching, forKey: .matching) }
  }
}

/// Selects among rows.
///
/// The rows are asked for only by what needs their order: pressing and toggling ask no more than whether the row exists.
public struct Selecting<ID: Hashable & Sendable>: Reducer {
  /// What a person does to a selection.
  public enum Action: Hashable, Sendable {
    /// This alone. What was selected before is not any more; pressing it again changes nothing.
    case pressed(ID)
    /// This too, or this no more.
    case toggled(ID)
    /// Everything between the anchor and this, in the order that is seen, and nothing else. The anchor stays.
    case extended(to: ID)
    /// Everything that is seen.
    case allPressed
    /// Of everything that is seen, what was not selected before.
    case inverted
    /// These and no others, as far as they are there.
    case written(Set<ID>)
    /// Nothing.
    case cleared
    /// What was selected before, as far as it is still there.
    case restored(Selection<ID>)
    /// This one is selected, or not, as before, and the anchor where it was.
    case restoredOne(ID, isSelected: Bool, anchor: ID?)
  }

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
    case (.several, .inverted): for id in rows() { state.flip(id) }
    case (_, .written(let ids)): restore(Selection(ids, anchor: state.anchor), &state)
    case (_, .restored(let selection)): restore(selection, &state)
    case (_, .restoredOne(let id, let isSelected, let anchor)):
      if exists(id) && state.ids.contains(id) != isSelected { toggle(id, &state) }
      state.anchor = anchor.flatMap { exists($0) ? $0 : nil }
    }
    return .none
  }

  private func press(_ id: ID, _ state: inout Selection<ID>) {
    if exists(id) { state = Selection([id], anchor: id) }
  }

  private func toggle(_ id: ID, _ state: inout Selection<ID>) {
    guard exists(id) else { return }
    let wasSelected = state.ids.remove(id) != nil
    if mode == .one { state.ids = [] }
    if !wasSelected { state.ids.insert(id) }
    state.anchor = id
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

extension Selecting.Action: Codable where ID: Codable {}
