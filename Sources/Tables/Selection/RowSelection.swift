/// A selection of rows by id.
///
/// It survives sorting, filtering, paging and reloading, and loses only rows that are removed.
///
/// "Select all" stores the filter instead of the matching ids, and toggled rows are stored as exceptions. So the
/// selection is correct for rows that were never loaded, and selecting or inverting a million rows takes constant time.
public struct RowSelection<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The selected ids, or the exceptions if there are ``toggledFilters``.
  public internal(set) var ids: Set<ID>
  /// The start of a range: the row that was clicked or toggled last.
  public internal(set) var anchor: ID?
  /// The filters whose matching rows are toggled.
  ///
  /// Each filter inverts the selection of the rows that match it (symmetric difference).
  public internal(set) var toggledFilters: [RowFilter]

  /// Creates a selection.
  public init(_ ids: Set<ID> = [], anchor: ID? = nil, toggledFilters matching: [RowFilter] = []) {
    self.ids = ids
    self.anchor = anchor
    self.toggledFilters = matching
  }

  /// The selected id in single selection, or `nil`.
  public var singleID: ID? { toggledFilters.isEmpty && ids.count == 1 ? ids.first : nil }

  /// A Boolean value that indicates whether nothing is selected, loaded or not.
  public var isEmpty: Bool { ids.isEmpty && toggledFilters.isEmpty }

  /// Toggles an id, and returns whether it is in ``ids`` afterwards.
  @discardableResult mutating func toggle(_ id: ID) -> Bool {
    if ids.insert(id).inserted { return true }
    ids.remove(id)
    return false
  }

  /// Toggles the selection of all rows that match a filter.
  mutating func toggleFilter(_ filter: RowFilter) {
    if let index = toggledFilters.firstIndex(of: filter) {
      toggledFilters.remove(at: index)
    } else {
      toggledFilters.append(filter)
    }
  }

  /// Removes an id.
  mutating func remove(_ id: ID) {
    ids.remove(id)
    if anchor == id { anchor = nil }
  }

  /// Removes the ids that match a predicate.
  mutating func removeAll(where isGone: (ID) -> Bool) {
    ids = ids.filter { !isGone($0) }
    if let start = anchor, isGone(start) { anchor = nil }
  }
}

extension RowSelection: Codable where ID: Codable {
  private enum CodingKeys: CodingKey { case ids, anchor, toggledFilters }

  /// Decodes a selection.
  ///
  /// Missing filters are decoded as none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    ids = try container.decode(Set<ID>.self, forKey: .ids)
    anchor = try container.decodeIfPresent(ID.self, forKey: .anchor)
    toggledFilters = try container.decodeIfPresent([RowFilter].self, forKey: .toggledFilters) ?? []
  }

  /// Encodes a selection.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ids, forKey: .ids)
    try container.encodeIfPresent(anchor, forKey: .anchor)
    if !toggledFilters.isEmpty { try container.encode(toggledFilters, forKey: .toggledFilters) }
  }
}

extension RowSelection {
  /// A change of the selection by the user.
  public enum Action: Hashable, Sendable {
    /// Select only this row. Clicking the only selected row again changes nothing.
    case rowClicked(ID)
    /// Toggle this row.
    case rowToggled(ID)
    /// Select exactly the visible rows between the anchor and this row. The anchor stays.
    case rangeExtended(to: ID)
    /// Select all visible rows.
    case allSelected
    /// Invert the selection of the visible rows.
    case inverted
    /// Select exactly these rows, if they exist.
    case idsReplaced(Set<ID>)
    /// Clear the selection.
    case cleared
    /// Restore a previous selection, without rows that no longer exist.
    case restored(RowSelection<ID>)
    /// Restore whether one row is selected, and the anchor.
    case rowRestored(ID, isSelected: Bool, anchor: ID?)
  }
}

extension RowSelection.Action: Codable where ID: Codable {}
