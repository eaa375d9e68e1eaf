public import Values

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Something a user of the shop's application did.
public struct UserEvent: Hashable, Codable, Sendable {
  /// What was done.
  public enum Action: String, Hashable, Codable, Sendable, CaseIterable {
    /// Something began.
    case start
    /// Something was interrupted.
    case pause
    /// Something ended.
    case stop
  }

  /// Who did it.
  public let userID: UUID
  /// Whether it was marked.
  public let flag: Bool
  /// When it was done.
  public let timestamp: Instant
  /// What was done.
  public let action: Action

  /// Makes an event.
  public init(userID: UUID, flag: Bool, timestamp: Instant, action: Action) {
    self.userID = userID
    self.flag = flag
    self.timestamp = timestamp
    self.action = action
  }
}
