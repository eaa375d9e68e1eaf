/// A message for the user: a value that an application can translate, with its English text.
///
/// ```swift
/// switch row.notice?.reason {
/// case .saveFailed(let reason)?: "Nicht gespeichert: \(reason)"
/// …
/// ```
public struct TableMessage<Reason: Hashable & Codable & Sendable & CustomStringConvertible>: Hashable, Sendable {
  /// What the message says.
  public let reason: Reason

  /// Creates a message.
  public init(_ reason: Reason) { self.reason = reason }
}

extension TableMessage: CustomStringConvertible {
  /// The English text.
  public var description: String { "\(reason)" }
}

extension TableMessage: Codable {
  private enum CodingKeys: CodingKey { case reason, text }

  /// Decodes the reason.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.container(keyedBy: CodingKeys.self).decode(Reason.self, forKey: .reason))
  }

  /// Encodes the reason and the English text, for front ends that do not translate it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(reason, forKey: .reason)
    try container.encode(description, forKey: .text)
  }
}

/// What happens to a row, or keeps it from being saved.
public enum RowStatus: Hashable, Codable, Sendable {
  /// The row is being deleted.
  case deleting
  /// The row could not be deleted, for this reason.
  case deletionFailed(String)
  /// The row is being restored.
  case restoring
  /// The row could not be restored, for this reason.
  case restorationFailed(String)
  /// The row has unsaved changes.
  case unsaved
  /// The row is being saved.
  case saving
  /// The row could not be saved, for this reason.
  case saveFailed(String)
  /// The value of a cell was rejected, for this reason.
  case invalidCell(column: String, reason: String)
  /// Another user has changed the row that is edited.
  case changedByAnotherUser
  /// Another user has deleted the row that is edited.
  case deletedByAnotherUser
}

extension RowStatus: CustomStringConvertible {
  /// The status as a sentence without its subject, the row.
  public var description: String {
    switch self {
    case .deleting: "is being deleted"
    case .deletionFailed(let reason): "could not be deleted: \(reason)"
    case .restoring: "is being restored"
    case .restorationFailed(let reason): "could not be restored: \(reason)"
    case .unsaved: "is not saved"
    case .saving: "is being saved"
    case .saveFailed(let reason): "could not be saved: \(reason)"
    case .invalidCell(let column, let reason): "\(column): \(reason)"
    case .changedByAnotherUser: "was changed by another user"
    case .deletedByAnotherUser: "was deleted by another user"
    }
  }
}
