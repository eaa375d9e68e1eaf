import Analytics
import Tables
import Values

/// An event and the number of its row.
struct StoredEvent {
  let number: Int64
  let event: UserEvent
}

/// A cache of positions in the list of events that was read last.
///
/// A page near a position is read from there, without the events before it. The cache is valid until the stored events
/// change.
struct ListPositions {
  /// The position of an event.
  struct Position {
    let index: Int
    let event: UserEvent
  }

  /// The key of the cache.
  private struct List: Hashable {
    let query: EventQuery
    let rows: TableQuery
    let contextValues: ContextValues
    let changeCount: Int
  }

  private var list: List?
  /// Positions of events that are the first ones of their time in their segment.
  private var starts: [Position] = []
  /// Positions of events that are the last ones of their time in their segment.
  private var ends: [Position] = []

  /// The filter of the list with its search expressed as far as possible, or `nil` if it has none.
  var resolvedFilter: EventFilterSQL?

  private static let maximumCount = 1_000

  /// Forgets everything unless the list of a request was read last and has not changed.
  mutating func prepare(for request: EventWindowRequest, changeCount: Int) {
    let current = List(
      query: request.query, rows: request.rows.query, contextValues: request.rows.contextValues,
      changeCount: changeCount)
    if list == current, starts.count < Self.maximumCount { return }
    (list, starts, ends, resolvedFilter) = (current, [], [], nil)
  }

  /// Adds positions near both ends of a page, for the next and the previous page.
  ///
  /// Events of the same time may not be in the order of their numbers. A position is therefore that of the first or the
  /// last event of its time.
  mutating func add(_ page: [StoredEvent], offset: Int) {
    func hasOtherTime(_ index: Int, _ other: Int) -> Bool {
      page[index].event.timestamp != page[other].event.timestamp
    }
    if let last = page.indices.dropFirst().last(where: { hasOtherTime($0, $0 - 1) }) {
      starts.append(Position(index: offset + last, event: page[last].event))
    }
    if let first = page.indices.dropLast().first(where: { hasOtherTime($0, $0 + 1) }) {
      ends.append(Position(index: offset + first, event: page[first].event))
    }
  }

  /// The last known position at or before an index, from which the list is read forward.
  func start(before index: Int) -> Position? {
    starts.filter { $0.index <= index }.max { $0.index < $1.index }
  }

  /// The first known position at or after an index, from which the list is read backward.
  func end(after index: Int) -> Position? {
    ends.filter { $0.index >= index }.min { $0.index < $1.index }
  }
}

/// A page of the list of events, and the position from which it is read.
struct ListPart {
  /// The order in which the list is read.
  private(set) var order: EventOrder
  /// The event at which reading begins, or `nil` for the beginning of the list.
  private(set) var start: UserEvent?
  /// The number of events to skip.
  private(set) var offset: Int
  /// The largest number of events.
  let limit: Int
  /// Whether the list is read backward.
  private(set) var isReversed = false

  /// Creates the part of a request, for which the list is read from its beginning.
  init(_ rows: WindowRequest, in order: EventOrder) { (self.order, offset, limit) = (order, rows.offset, rows.limit) }

  /// Creates the part of a request, for which the list is read from the nearest known position.
  init(_ rows: WindowRequest, in order: EventOrder, _ positions: ListPositions) {
    self.init(rows, in: order)
    if let position = positions.start(before: rows.offset) {
      (start, offset) = (position.event, rows.offset - position.index)
    }
    let (last, overflows) = rows.offset.addingReportingOverflow(rows.limit - 1)
    if !overflows, rows.limit > 0, let position = positions.end(after: last), position.index - last < offset {
      (self.order, start, offset, isReversed) = (order.reversed, position.event, position.index - last, true)
    }
  }
}
