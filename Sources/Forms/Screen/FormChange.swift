/// One step from what was to be seen of a form to what is.
///
/// The steps of a change are to be taken in their order: first goes what has gone, from below, then comes what has come,
/// from above, each behind what is above it by then, and at last whatever was there before and looks different now. What a
/// section that goes or comes holds is not named by itself, and no element is named twice but a row that has moved: it goes,
/// and comes.
public enum FormChange: Hashable, Codable, Sendable {
  /// A row has gone from a section that stays.
  case rowRemoved(ElementID)
  /// A section has gone, and all its rows.
  case sectionRemoved(ElementID)
  /// A section has come, and all its rows that are to be seen.
  case sectionInserted(ElementID, after: ElementID?)
  /// A row has come to a section that was there.
  case rowInserted(ElementID, in: ElementID, after: ElementID?)
  /// Something about a row has changed: its value, what is wrong with it, or whether it takes changes.
  case rowChanged(ElementID)
}

extension FormChange: CustomStringConvertible {
  /// The change in one line: `-` for what goes, `+` for what comes, `~` for what looks different.
  public var description: String {
    switch self {
    case .rowRemoved(let id), .sectionRemoved(let id): "- \(id)"
    case .sectionInserted(let id, let above): "+ \(id)\(above.map { " behind \($0)" } ?? "")"
    case .rowInserted(let id, let section, let above): "+ \(id) in \(section)\(above.map { " behind \($0)" } ?? "")"
    case .rowChanged(let id): "~ \(id)"
    }
  }
}
