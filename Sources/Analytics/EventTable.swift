import Tables
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The table of the events that match the filter.
public enum EventTable {
  /// A row, which is identified by its content: events have no IDs.
  public typealias Row = ContentIdentifiedRow<UserEvent>

  /// The largest number of rows that are loaded at once.
  public static let windowSize = 200

  /// The table, whose rows are loaded in windows, and can be sorted, filtered and selected.
  public static let feature = makeFeature { $0.rowSource = .remote(windowSize: windowSize) }

  /// The table with all rows in its state, for sources that cannot sort and filter by themselves.
  static let localFeature = makeFeature()

  private static func makeFeature(configure: (inout TableOptions<Row>) -> Void = { _ in }) -> TableFeature<Row> {
    .grid([
      Column("timestamp", \.content.timestamp, title: "Time"),
      Column("action", \.content.action.rawValue, title: "Action"), Column("flag", \.content.flag, title: "Flag"),
      Column("userID", \.content.userID.uuidString, title: "User"),
    ]) {
      $0.selection = .multiple
      $0.thirdHeaderClick = .removesSort
      $0.navigation = .cells
      configure(&$0)
    }
  }

  /// Numbers equal events from 0.
  ///
  /// Events of the same time must be adjacent.
  package struct Ordinals {
    private var last: UserEvent?
    /// The number of occurrences of each event with the last time, or nothing if only one event has it.
    private var counts: [UserEvent: Int] = [:]

    /// Begins before the first event.
    package init() {}

    /// Returns the number of earlier events that equal the next event.
    package mutating func next(for event: UserEvent) -> Int {
      defer { last = event }
      guard let last, last.timestamp == event.timestamp else {
        if !counts.isEmpty { counts = [:] }
        return 0
      }
      if counts.isEmpty { counts[last] = 1 }
      let ordinal = counts[event, default: 0]
      counts[event] = ordinal + 1
      return ordinal
    }
  }

  /// The text form of a row's ID: time, action, flag, user and ordinal.
  public static func text(of id: Row.ID) -> String {
    let event = id.content
    return "\(event.timestamp)/\(event.action.rawValue)/\(event.flag)/\(event.userID.uuidString)/\(id.ordinal)"
  }

  /// Returns the ID of a row with this text form, or `nil` if there is none.
  public static func id(ofText text: String) -> Row.ID? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, let timestamp = Instant(parts[0]), let action = UserEvent.Action(rawValue: parts[1]),
      let flag = Bool(parts[2]), let user = UUID(uuidString: parts[3]), let ordinal = Int(parts[4])
    else { return nil }
    return Row.ID(content: UserEvent(userID: user, flag: flag, timestamp: timestamp, action: action), ordinal: ordinal)
  }
}
