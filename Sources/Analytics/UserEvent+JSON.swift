import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension UserEvent {
  /// The event as the object `{"userID", "flag", "timestamp", "action"}`, with the time as text.
  public var jsonValue: Value {
    [
      "userID": .text(userID.uuidString), "flag": .boolean(flag), "timestamp": .text("\(timestamp)"),
      "action": .text(action.rawValue),
    ]
  }

  /// Creates an event from such an object, or returns `nil` if it is not one.
  public init?(jsonValue: Value) {
    guard case .object(let members) = jsonValue, members.count == 4,
      case .text(let user)? = members["userID"], let userID = UUID(uuidString: user),
      case .boolean(let flag)? = members["flag"],
      case .text(let time)? = members["timestamp"], let timestamp = Instant(time),
      case .text(let kind)? = members["action"], let action = Action(rawValue: kind)
    else { return nil }
    self.init(userID: userID, flag: flag, timestamp: timestamp, action: action)
  }
}
