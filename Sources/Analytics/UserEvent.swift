import Values

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An action of a user in the shop's application.
public struct UserEvent: Hashable, Codable, Sendable {
  /// The kind of action.
  public enum Action: String, Hashable, Codable, Sendable, CaseIterable, ValueRepresentable {
    /// The user started an activity.
    case start
    /// The user paused an activity.
    case pause
    /// The user stopped an activity.
    case stop
  }

  /// The identifier of the user.
  public let userID: UUID
  /// A Boolean value that indicates whether the event is flagged.
  public let flag: Bool
  /// The time of the event.
  public let timestamp: Instant
  /// The kind of action.
  public let action: Action

  /// Creates an event.
  public init(userID: UUID, flag: Bool, timestamp: Instant, action: Action) {
    self.userID = userID
    self.flag = flag
    self.timestamp = timestamp
    self.action = action
  }
}
