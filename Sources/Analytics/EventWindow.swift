import Tables
import Conditions

/// A request for a part of the list of the events that match a query.
public struct EventWindowRequest: Hashable, Codable, Sendable {
  /// The query of the events.
  public var query: EventQuery
  /// The sort keys and the filter of the list, and the range of its rows.
  ///
  /// Without sort keys, the newest event is the first one.
  public var rows: WindowRequest
  /// A Boolean value that indicates whether the number of matching rows is needed.
  ///
  /// It stays the same while the user turns pages, and counting can take longer than loading a page.
  public var needsCount: Bool
  /// A Boolean value that indicates whether the source may use the events that it read for an earlier request.
  public var mayUseCache: Bool

  /// Creates a request.
  public init(_ query: EventQuery, _ rows: WindowRequest, needsCount: Bool = true, mayUseCache: Bool = false) {
    self.query = query
    self.rows = rows
    self.needsCount = needsCount
    self.mayUseCache = mayUseCache
  }

  /// Creates a request for all events that match a query, the newest first.
  public init(all query: EventQuery) {
    self.init(query, WindowRequest(TableQuery(), offset: 0, limit: .max), needsCount: false)
  }
}

/// A part of the list of the events that match a query.
public struct EventWindow: Hashable, Sendable {
  /// The rows.
  public var rows: [EventTable.Row]
  /// The number of events that match the query and the filter of the list, or `nil` if it was not requested.
  public var count: Int?

  /// Creates a window.
  public init(_ rows: [EventTable.Row], count: Int?) {
    self.rows = rows
    self.count = count
  }
}

extension EventWindow {
  /// Sorts and filters events in memory, and creates the requested part of them.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - events: The events that match the query of the request, the newest first.
  /// - Throws: An error if the filter of the list cannot be evaluated.
  public init(_ request: EventWindowRequest, of events: some Sequence<UserEvent>) throws(EventSourceError) {
    var rows = EventRows(events)
    do throws(EventSourceError.Reason) { self = try rows.window(request.rows, needsCount: request.needsCount) } catch {
      throw EventSourceError(.events, error)
    }
  }
}

/// Events in memory, which can be sorted and filtered like the list.
///
/// Sources that cannot sort and filter by themselves use it.
package struct EventRows: Sendable {
  private var table: TableFeature<EventTable.Row>.State

  /// Creates the rows of these events, the newest first.
  package init(_ events: some Sequence<UserEvent>) {
    var ordinals = EventTable.Ordinals()
    self.init(events.map { EventTable.Row($0, ordinals.next(for: $0)) })
  }

  /// Creates the rows, the newest first.
  package init(_ rows: [EventTable.Row]) { table = EventTable.localFeature.initialState(rows) }

  /// The events.
  package var events: [UserEvent] { table.allRows.map(\.content) }

  /// Returns the numbers of these events, in groups.
  package func histogram(_ options: HistogramOptions, interval: EventInterval?) -> EventHistogram {
    EventHistogram(table.allRows.lazy.map(\.content), options, interval: interval)
  }

  /// Returns a part of the list of these events.
  package mutating func window(
    _ request: WindowRequest, needsCount: Bool = true
  ) throws(EventSourceError.Reason) -> EventWindow {
    do throws(ConditionError) {
      let (rows, count) = try EventTable.localFeature.window(request, of: &table)
      return EventWindow(rows, count: needsCount ? count : nil)
    } catch {
      throw .invalidFilter("\(error)")
    }
  }
}
