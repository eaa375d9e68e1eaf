import Analytics
import LoopTesting
import Testing

/// The two switches and their values.
@Suite struct EventFilterTests {
  @Test func `before any choice the remembered values are false and start`() {
    let filter = EventFilter()
    #expect(filter.flag.value == false && filter.action.value == .start)
    #expect(filter.query == EventQuery())
  }

  @Test func `a value picked while the switch is off changes nothing`() {
    let list = makeLoadedList()
    list.send(.filter(.flag(.picked(true))))
    list.send(.filter(.action(.picked(.stop))))
    list.finish()
  }

  @Test func `turning a switch off and on brings the last value back`() {
    var choice = OptionalFilter(initialValue: UserEvent.Action.start)
    choice.apply(.switched(true))
    choice.apply(.picked(.stop))
    choice.apply(.switched(false))
    #expect(choice.activeValue == nil && choice.value == .stop)
    choice.apply(.switched(true))
    #expect(choice.activeValue == .stop)
  }

  /// In the document a second copy of the value is what is remembered, and goes stale when the filter is set from outside.
  @Test(arguments: [EventQuery(flag: true), EventQuery(flag: true, action: .stop)])
  func `a value set by a preset is remembered too`(preset: EventQuery) {
    var filter = EventFilter()
    filter.apply(.presetPicked(preset))
    filter.apply(.cleared)
    #expect(filter.query == EventQuery())
    filter.apply(.flag(.switched(true)))
    #expect(filter.query.flag == true)
    filter.apply(.action(.switched(true)))
    #expect(filter.query.action == preset.action ?? .start)
  }

  @Test func `a filter put back by undo is remembered too`() {
    var filter = EventFilter()
    filter.apply(.presetPicked(EventQuery(flag: true)))
    let before = filter.query
    filter.apply(.flag(.picked(false)))
    filter.apply(.presetPicked(before))
    filter.apply(.flag(.switched(false)))
    filter.apply(.flag(.switched(true)))
    #expect(filter.query.flag == true)
  }

  @Test func `an equal filter asks for nothing`() {
    let list = makeLoadedList()
    list.send(.filter(.cleared))
    list.send(.filter(.flag(.switched(false))))
    list.send(.filter(.presetPicked(everything)))
    list.finish()
  }

  @Test func `a query matches by what it has`() {
    #expect(everything.matches(started) && everything.matches(paused))
    #expect(marked.matches(started) && !marked.matches(paused))
    #expect(EventQuery(action: .pause).matches(paused) && !EventQuery(flag: true, action: .pause).matches(paused))
  }
}
