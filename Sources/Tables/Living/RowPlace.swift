/// Where rows go, in the order of their own.
public enum RowPlace<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Before a row.
  case before(ID)
  /// Behind a row.
  case after(ID)
  /// Behind all.
  case end

  /// Before a row, or behind all.
  init(before id: ID?) { self = id.map { .before($0) } ?? .end }
}

extension RowPlace: Codable where ID: Codable {}
