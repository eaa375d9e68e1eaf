public import Conditions

/// A change of the form itself, while it is filled in.
///
/// What rows hold stays; what depends on what is found out anew. A change that would make the form wrong is not made.
public enum FormEdit: Hashable, Codable, Sendable {
  /// A row or a section is hidden under another condition.
  case hidden(ElementID, Condition)
  /// A row or a section is disabled under another condition.
  case disabled(ElementID, Condition)
  /// A row joins a section, before another one or last.
  case rowInserted(RowDefinition, in: ElementID, before: ElementID? = nil)
  /// A row goes.
  case rowRemoved(ElementID)
  /// A row moves within its section, before another one or to the end.
  case rowMoved(ElementID, before: ElementID?)
  /// A section joins, before another one or last.
  case sectionInserted(SectionDefinition, before: ElementID? = nil)
  /// A section goes, and all its rows.
  case sectionRemoved(ElementID)
}
