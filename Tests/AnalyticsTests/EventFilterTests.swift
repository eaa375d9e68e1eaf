import Analytics
import LoopTesting
import Testing
import Values

/// The two optional filters.
@Suite struct EventFilterTests {
  @Test func `the initial stored values are false and start`() {
    let filter = EventFilterControls()
    #expect(filter.flag.value == false && filter.action.value == .start)
    #expect(filter.query == EventQuery())
  }

  @Test func `picking a value while the filter is off has no effect`() {
    let list = makeLoadedList()
    list.send(.filter(.flag(.valuePicked(true))))
    list.send(.filter(.action(.valuePicked(.stop))))
    list.finish()
  }

  @Test func `turning a filter off and on restores the last value`() {
    var filter = OptionalFilter(initialValue: UserEvent.Action.start)
    filter.apply(.isOnChanged(true))
    filter.apply(.valuePicked(.stop))
    filter.apply(.isOnChanged(false))
    #expect(filter.activeValue == nil && filter.value == .stop)
    filter.apply(.isOnChanged(true))
    #expect(filter.activeValue == .stop)
  }

  /// A second copy of the value would become stale when a preset sets the filter.
  @Test(arguments: [EventQuery(flag: true), EventQuery(flag: true, action: .stop)])
  func `a value set by a preset is stored too`(preset: EventQuery) {
    var filter = EventFilterControls()
    filter.apply(.presetPicked(preset))
    filter.apply(.cleared)
    #expect(filter.query == EventQuery())
    filter.apply(.flag(.isOnChanged(true)))
    #expect(filter.query.flag == true)
    filter.apply(.action(.isOnChanged(true)))
    #expect(filter.query.action == preset.action ?? .start)
  }

  @Test func `a filter restored by undo is stored too`() {
    var filter = EventFilterControls()
    filter.apply(.presetPicked(EventQuery(flag: true)))
    let before = filter.query
    filter.apply(.flag(.valuePicked(false)))
    filter.apply(.presetPicked(before))
    filter.apply(.flag(.isOnChanged(false)))
    filter.apply(.flag(.isOnChanged(true)))
    #expect(filter.query.flag == true)
  }

  @Test func `an equal filter loads nothing`() {
    let list = makeLoadedList()
    list.send(.filter(.cleared))
    list.send(.filter(.flag(.isOnChanged(false))))
    list.send(.filter(.presetPicked(unfilteredQuery)))
    list.finish()
  }

  @Test func `a query matches events by its non-nil properties`() {
    #expect(unfilteredQuery.matches(startedEvent) && unfilteredQuery.matches(pausedEvent))
    #expect(flaggedQuery.matches(startedEvent) && !flaggedQuery.matches(pausedEvent))
    #expect(
      EventQuery(action: .pause).matches(pausedEvent) && !EventQuery(flag: true, action: .pause).matches(pausedEvent))
  }

  @Test func `a query matches a user and an interval that includes both ends`() {
    let time = startedEvent.timestamp
    let (before, after) = (Instant(milliseconds: time.milliseconds - 1), Instant(milliseconds: time.milliseconds + 1))
    for (interval, isMatch) in [
      (EventInterval(), true), (.init(start: time), true), (.init(end: time), true),
      (.init(start: time, end: time), true),
      (.init(start: after), false), (.init(end: before), false),
    ] {
      #expect(EventQuery(interval: interval).matches(startedEvent) == isMatch, "\(interval)")
    }
    #expect(EventQuery(userID: startedEvent.userID).matches(startedEvent))
    #expect(!EventQuery(userID: startedEvent.userID).matches(pausedEvent))
  }

  @Test func `a filter by user or time matches all events until a value is picked`() {
    var filter = EventFilterControls()
    filter.apply(.user(.isOnChanged(true)))
    filter.apply(.interval(.isOnChanged(true)))
    #expect(filter.query == EventQuery())
    filter.apply(.user(.valuePicked(startedEvent.userID)))
    filter.apply(.interval(.valuePicked(EventInterval(start: startedEvent.timestamp))))
    let query = EventQuery(userID: startedEvent.userID, interval: .init(start: startedEvent.timestamp))
    #expect(filter.query == query)
    filter.apply(.cleared)
    #expect(filter.query == EventQuery())
    filter.apply(.presetPicked(query))
    #expect(filter.query == query)
  }
}
