/// A step of the update from the previous screen of a form to the current one.
///
/// Apply the steps in order. Removals come first, from bottom to top, then insertions, from top to bottom, and then
/// changes of elements that stay. An insertion names the element above it at that point. The rows of an inserted or
/// removed section have no steps of their own. Each element occurs at most once, except that a moved row is removed and
/// inserted.
public enum FormScreenChange: Hashable, Codable, Sendable {
  /// A row was removed from a section that stays.
  case rowRemoved(ElementID)
  /// A section and all its rows were removed.
  case sectionRemoved(ElementID)
  /// A section was inserted with all its visible rows.
  case sectionInserted(ElementID, after: ElementID?)
  /// A row was inserted into a section that stays.
  case rowInserted(ElementID, in: ElementID, after: ElementID?)
  /// A row has changed: its value, its errors, or whether it is disabled.
  case rowChanged(ElementID)
}

extension FormScreenChange: CustomStringConvertible {
  /// The change in one line, which begins with `-` for a removal, `+` for an insertion, and `~` for a change.
  public var description: String {
    switch self {
    case .rowRemoved(let id), .sectionRemoved(let id): "- \(id)"
    case .sectionInserted(let id, let above): "+ \(id)\(above.map { " after \($0)" } ?? "")"
    case .rowInserted(let id, let section, let above): "+ \(id) in \(section)\(above.map { " after \($0)" } ?? "")"
    case .rowChanged(let id): "~ \(id)"
    }
  }
}
