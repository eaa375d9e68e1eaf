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

  /// The row that names it.
  var name: ID? {
    switch self {
    case .before(let id), .after(let id): id
    case .end: nil
    }
  }
}

extension RowPlace: Codable where ID: Codable {}
