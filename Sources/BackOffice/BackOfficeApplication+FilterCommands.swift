import Analytics
import Documents
import Interface
import Loop
import Shop
import Tables
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BackOfficeApplication {
  /// The commands that filter events, and those of named filters.
  static func filterCommands(_ inputs: Inputs) -> [OfficeCommand] {
    let flag = Argument.boolean("flag", "true or false").positional
    let kind = Argument.choice("action", "the kind of action", of: UserEvent.Action.self).positional
    let user = Argument.uuid("user", "the user")
    let filters: [OfficeCommand] =
      [
        Command(
          "events.filter", "show only some events, or all", flag.optional, kind.optional, user.optional,
          Self.startParameter, Self.endParameter
        ) { state, flag, kind, user, start, end throws(InvocationError) in
          let interval = try EventInterval(
            from: start, through: end, in: state.feature.settings.timeZone, now: inputs.now())
          let query = EventQuery(
            flag: flag, action: kind, userID: user, interval: interval == EventInterval() ? nil : interval)
          return .feature(.events(.filter(.presetPicked(query))))
        },
        Command("events.filter.clear", "show all events", sending: .feature(.events(.filter(.cleared)))),
      ]
      + commands(of: \.flag, "flag", "flag", "choose the flag of the filter", flag) {
        .flag($0)
      }
      + commands(of: \.action, "action", "kind of action", "choose the kind of action of the filter", kind) {
        .action($0)
      }
      + commands(of: \.user, "user", "user", "choose the user of the filter, or none", user.positional.optional) {
        .user($0)
      }
      + [
        switchCommand("time", "time") {
          .interval($0)
        }, intervalCommand(inputs),
      ]
    return filters.map { $0.effect(.shows) } + presetCommands
  }

  /// Returns the commands that turn a part of the filter on or off, and choose its value.
  private static func commands<Value>(
    of part: @escaping @Sendable (EventFilterControls) -> OptionalFilter<Value>, _ name: String, _ title: String,
    _ summary: String, _ parameter: Parameter<Value>,
    action: @escaping @Sendable (OptionalFilter<Value>.Action) -> EventFilterControls.Action
  ) -> [OfficeCommand] {
    let valueCommand = OfficeCommand("events.filter.\(name)", summary, parameter) {
      .feature(.events(.filter(action(.valuePicked($0)))))
    }
    return [
      switchCommand(name, title, action: action),
      valueCommand.unavailable { part($0.feature.events.filter).isOn ? nil : "the filter by \(title) is off" },
    ]
  }

  private static func switchCommand<Value>(
    _ name: String, _ title: String,
    action: @escaping @Sendable (OptionalFilter<Value>.Action) -> EventFilterControls.Action
  ) -> OfficeCommand {
    Command(
      "events.filter.by-\(name)", "turn the filter by \(title) on or off",
      Argument.boolean("on", "whether the filter is on").positional
    ) {
      .feature(.events(.filter(action(.isOnChanged($0)))))
    }
  }

  private static let startParameter = Argument.text("from", "the first day or point in time").optional
  private static let endParameter = Argument.text("to", "the last day or point in time").optional

  /// The command that chooses the interval of the filter.
  private static func intervalCommand(_ inputs: Inputs) -> OfficeCommand {
    Command(
      "events.filter.time", "choose the days of the filter, in the shop's time zone", startParameter, endParameter
    ) { state, start, end throws(InvocationError) in
      let interval = try EventInterval(
        from: start, through: end, in: state.feature.settings.timeZone, now: inputs.now())
      return .feature(.events(.filter(.interval(.valuePicked(interval)))))
    }
    .unavailable { $0.feature.events.filter.interval.isOn ? nil : "the filter by time is off" }
  }

  /// Returns the preset with a name, or throws an error that lists the names.
  private static func preset<Query>(
    named name: String, in presets: [Preset<Query>], of group: String
  ) throws(InvocationError) -> Preset<Query> {
    if let preset = presets.first(where: { $0.name == name.trimmed }) { return preset }
    throw InvocationError(
      .invalidValue, "no filter named \(name.jsonQuoted)",
      hint: presets.isEmpty ? "save one with \(group).preset.save" : "expected \(presets.map(\.name).joinedWithOr)")
  }

  private static let presetName = Argument.text("name", "the name of the filter").rest
    .map { name throws(InvocationError) in
      if name.trimmed.isEmpty { throw InvocationError(.invalidValue, "the name of a filter is blank") }
      return name
    }

  /// The commands of the named filters of events.
  private static var presetCommands: [OfficeCommand] {
    @Sendable func preset(named name: String, in state: State) throws(InvocationError) -> Preset<EventQuery> {
      try Self.preset(named: name, in: state.feature.events.presets, of: "events")
    }
    return [
      Command("events.preset", "use a named filter", presetName) { state, name throws(InvocationError) in
        .feature(.events(.filter(.presetPicked(try preset(named: name, in: state).query))))
      }
      .effect(.shows).suggesting("name") { $0.feature.events.presets.map(\.name) },
      Command("events.preset.save", "save the filter under a name", presetName) {
        .feature(.events(.presetSaved(name: $0)))
      },
      Command("events.preset.remove", "remove a named filter", presetName) { state, name throws(InvocationError) in
        .feature(.events(.presetRemoved(name: try preset(named: name, in: state).name)))
      }
      .suggesting("name") { $0.feature.events.presets.map(\.name) },
    ]
  }

  /// The commands of the named filters of products.
  static var productPresetCommands: [OfficeCommand] {
    @Sendable func preset(named name: String, in state: State) throws(InvocationError) -> Preset<RowFilter> {
      try Self.preset(named: name, in: state.feature.settings.productPresets, of: "products")
    }
    return [
      Command(
        "products.preset", "use a named filter of products", presetName,
        steps: { state, name throws(InvocationError) in
          let filter = try preset(named: name, in: state).query
          let columns = Set(filter.columns.keys).union(state.feature.products.table.view.query.filter.columns.keys)
          let actions: [TableFeature<Product>.Action] =
            columns.sorted().map { .columnFilterChanged($0, filter.columns[$0]) }
            + [.conditionChanged(filter.condition), .searchTextChanged(filter.search)]
          return .send(actions: actions.map { .feature(.products(.table(.view($0)))) }, then: nil)
        }
      )
      .effect(.shows).group("products").keys("v")
      .suggesting("name") { $0.feature.settings.productPresets.map(\.name) },
      Command("products.preset.save", "save the filter of products under a name", presetName) { state, name in
        let filter = state.feature.products.table.view.query.filter
        return .feature(.settings(.productPresetSaved(Preset(name: name, query: filter))))
      }
      .group("products").keys("shift+v"),
      Command("products.preset.remove", "remove a named filter of products", presetName) {
        state, name throws(InvocationError) in
        .feature(.settings(.productPresetRemoved(name: try preset(named: name, in: state).name)))
      }
      .group("products").suggesting("name") { $0.feature.settings.productPresets.map(\.name) },
    ]
  }
}

extension EventInterval {
  /// Creates an interval from texts, which are days of a time zone or points in time.
  package init(
    from start: String?, through end: String?, in zone: TimeZoneRules, now: Instant,
    names: (start: String, end: String) = ("--from", "--to")
  ) throws(InvocationError) {
    self.init(
      start: try Self.bound(start, names.start, zone, now)?.start, end: try Self.bound(end, names.end, zone, now)?.end)
    if isEmpty {
      throw InvocationError(
        .invalidValue, "\(names.start) \((start ?? "").jsonQuoted) is after \(names.end) \((end ?? "").jsonQuoted)",
        hint: "no event is in this interval")
    }
  }

  private static func bound(
    _ text: String?, _ name: String, _ zone: TimeZoneRules, _ now: Instant
  ) throws(InvocationError) -> TimeBound? {
    guard let text, !text.isEmpty else { return nil }
    if let bound = TimeBound(text, now: now, in: zone) { return bound }
    throw InvocationError(
      .invalidValue, "\(name) \(text.jsonQuoted) is not valid", hint: "expected \(TimeBound.expectation)")
  }
}
