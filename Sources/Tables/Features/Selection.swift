/// What is selected, by identity: it survives sorting, filtering, paging and reloads, and forgets only what is gone.
///
/// Where everything was selected that passes a filter, that is what is kept, and the rows of which the contrary is true:
/// so a selection stays true over rows that were never loaded, and a million rows are selected and inverted at once.
public struct RowSelection<ID: Hashable & Sendable>: Hashable, Sendable {
  /// What is selected, or of ``matching`` the exceptions.
  public internal(set) var ids: Set<ID>
  /// Where a range begins: what was pressed or toggled last.
  public internal(set) var anchor: ID?
  /// Filters of which each turns round, for all rows that pass it, whether they are selected.
  public internal(set) var matching: [RowFilter]

  /// Makes a selection.
  public init(_ ids: Set<ID> = [], anchor: ID? = nil, toggledFilters matching: [RowFilter] = []) {
    self.ids = ids
    self.anchor = anchor
    self.matching = matching
  }

  /// What is selected where only one can be.
  public var singleID: ID? { matching.isEmpty && ids.count == 1 ? ids.first : nil }

  /// Whether nothing is selected, known or not.
  public var isEmpty: Bool { ids.isEmpty && matching.isEmpty }

  /// Makes a row selected that was not, or the other way round; returns whether it is named now.
  @discardableResult mutating func toggle(_ id: ID) -> Bool {
    if ids.insert(id).inserted { return true }
    ids.remove(id)
    return false
  }

  /// Turns round whether they are selected, for all rows that pass a filter.
  mutating func toggleFilter(_ filter: RowFilter) {
    if let place = matching.firstIndex(of: filter) { matching.remove(at: place) } else { matching.append(filter) }
  }

  /// Forgets one that is gone.
  public mutating func remove(_ id: ID) {
    ids.remove(id)
    if anchor == id { anchor = nil }
  }

  /// Forgets what is gone.
  public mutating func removeAll(where isGone: (ID) -> Bool) {
    ids = ids.filter { !isGone($0) }
    if let start = anchor, isGone(start) { anchor = nil }
  }
}

extension RowSelection: Codable where ID: Codable {
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

extension RowSelection {
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
    case restored(RowSelection<ID>)
    /// This one is selected, or not, as before, and the anchor where it was.
    case restoredOne(ID, isSelected: Bool, anchor: ID?)
  }
}

extension RowSelection.Action: Codable where ID: Codable {}
