import Analytics
import Interface
import Tables
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The table of the loaded events.
public enum EventTable {
  /// A row, which is identified by its content: events have no IDs.
  public typealias Row = ContentIdentifiedRow<UserEvent>

  /// The table, whose rows can be sorted, filtered and selected.
  public static let feature = TableFeature<Row>.grid([
    Column("time", \.content.timestamp, title: "Time"), Column("action", \.content.action.rawValue, title: "Action"),
    Column("flag", \.content.flag, title: "Flag"), Column("user", \.content.userID.uuidString, title: "User"),
  ]) {
    $0.selection = .multiple
    $0.thirdHeaderClick = .removesSort
    $0.navigation = .cells
  }

  /// The text form of a row's ID: time, action, flag, user and ordinal.
  static let idFormat = RowIDFormat<Row.ID>(text: text(of:), id: id(ofText:))

  @Sendable private static func text(of id: Row.ID) -> String {
    let event = id.content
    return "\(event.timestamp)/\(event.action.rawValue)/\(event.flag)/\(event.userID.uuidString)/\(id.ordinal)"
  }

  @Sendable private static func id(ofText text: String) -> Row.ID? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, let timestamp = Instant(parts[0]), let action = UserEvent.Action(rawValue: parts[1]),
      let flag = Bool(parts[2]), let user = UUID(uuidString: parts[3]), let ordinal = Int(parts[4])
    else { return nil }
    return Row.ID(content: UserEvent(userID: user, flag: flag, timestamp: timestamp, action: action), ordinal: ordinal)
  }
}
