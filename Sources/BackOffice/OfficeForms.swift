import Analytics
import Conditions
import Documents
import Forms
import Interface
import Loop
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Forms whose fields are not a form's state: choosing a value sends the action of the feature that owns it.
enum OfficeForms {
  private static let filter = compiled("Filter") {
    RowDefinition(tag: "byFlag", kind: .boolean, title: "By flag")
    RowDefinition(tag: "flag", kind: .boolean, title: "Flag", disabled: Term.variable("byFlag") == false)
    RowDefinition(tag: "byAction", kind: .boolean, title: "By action")
    RowDefinition(
      tag: "action", kind: .singleChoice, title: "Action",
      options: UserEvent.Action.allCases.map { RowOption(.text($0.rawValue)) },
      disabled: Term.variable("byAction") == false)
    RowDefinition(tag: "byUser", kind: .boolean, title: "By user")
    RowDefinition(tag: "user", title: "User", placeholder: "UUID", disabled: Term.variable("byUser") == false)
    RowDefinition(tag: "byTime", kind: .boolean, title: "By time")
    RowDefinition(tag: "from", title: "From", placeholder: "2023-03-22", disabled: Term.variable("byTime") == false)
    RowDefinition(
      tag: "through", title: "Through", placeholder: "2023-03-22", disabled: Term.variable("byTime") == false)
  }

  private static let settings = compiled("Settings") {
    RowDefinition(tag: "timeZone", title: "Time zone", placeholder: "Europe/Berlin")
    RowDefinition(
      tag: "firstWeekday", kind: .singleChoice, title: "First day of a week",
      options: Weekday.allCases.map { RowOption(.text($0.rawValue)) })
  }

  private static func compiled(
    _ title: String, @ListBuilder<RowDefinition> rows: () -> [RowDefinition]
  ) -> CompiledForm {
    do throws(FormErrors) {
      return try CompiledForm(FormDefinition(title: title) { SectionDefinition(rows: rows()) })
    } catch {
      preconditionFailure("the form \(title) must compile: \(error)")
    }
  }

  /// Returns the filter of the events as a form, whose values are disabled while their part is off.
  static func state(of filter: EventFilterControls, in zone: TimeZoneRules) -> FormFeature.State {
    FormFeature.State(
      Self.filter,
      values: [
        "byFlag": .boolean(filter.flag.isOn), "flag": .boolean(filter.flag.value),
        "byAction": .boolean(filter.action.isOn), "action": .text(filter.action.value.rawValue),
        "byUser": .boolean(filter.user.isOn), "user": .text(filter.user.value?.uuidString ?? ""),
        "byTime": .boolean(filter.interval.isOn),
        "from": .text(filter.interval.value.start.map { zone.text(ofStart: $0) } ?? ""),
        "through": .text(filter.interval.value.end.map { zone.text(ofEnd: $0) } ?? ""),
      ])
  }

  /// Returns the settings as a form.
  static func screen(of settings: OfficeSettings) -> FormScreen {
    FormFeature.State(
      Self.settings,
      values: ["timeZone": .text(settings.timeZoneName), "firstWeekday": .text(settings.firstWeekday.rawValue)]
    ).screen
  }
}

extension TimeZoneRules {
  /// Returns the day that begins at a point in time, or the point in time if none does.
  func text(ofStart instant: Instant) -> String {
    let day = CalendarDay(of: instant, in: self)
    return start(of: day) == instant ? "\(day)" : "\(instant)"
  }

  /// Returns the day that ends at a point in time, or the point in time if none does.
  func text(ofEnd instant: Instant) -> String {
    let day = CalendarDay(of: instant, in: self)
    return end(of: day) == instant ? "\(day)" : "\(instant)"
  }
}

extension BackOfficeApplication {
  /// The commands with which front ends change the fields of any form, for the forms of filter and settings.
  ///
  /// Each sends the action of another command.
  static func formCommands(_ inputs: Inputs) -> [OfficeCommand] {
    let id = Argument.text("id", "the field").positional
    let value = Argument.value("value", "the value").positional
    return [
      Command("events.filter.choose", "choose a value in the filter", id, value) {
        state, id, value throws(InvocationError) in
        try filterAction(id, value, state, inputs.now())
      }
      .group("events.filter").role(FormRole.choose).unlisted(),
      Command("events.filter.type", "type a text in the filter", id, Argument.text("text", "the text").rest) {
        state, id, text throws(InvocationError) in
        try filterAction(id, .text(text), state, inputs.now())
      }
      .group("events.filter").role(FormRole.type).unlisted(),
      Command("settings.choose", "choose a value in the settings", id, value) { _, id, value throws(InvocationError) in
        try settingsAction(id, value)
      }
      .group("settings").role(FormRole.choose).unlisted(),
      Command("settings.type", "type a text in the settings", id, Argument.text("text", "the text").rest) {
        _, id, text throws(InvocationError) in
        try settingsAction(id, .text(text))
      }
      .group("settings").role(FormRole.type).unlisted(),
    ]
  }

  private static func settingsAction(_ id: String, _ value: Value) throws(InvocationError) -> Action {
    switch (id, value) {
    case ("timeZone", .text(let name)): return .feature(.settings(.timeZonePicked(name: name)))
    case ("firstWeekday", .text(let name)):
      if let day = Weekday(rawValue: name) { return .feature(.settings(.firstWeekdayPicked(day))) }
      throw fieldError(id, value)
    default: throw fieldError(id, value)
    }
  }

  private static func filterAction(_ id: String, _ value: Value, _ state: State, _ now: Instant) throws(InvocationError)
    -> Action
  {
    func filter(_ action: EventFilterControls.Action) -> Action { .feature(.events(.filter(action))) }
    let controls = state.feature.events.filter
    let interval = controls.interval.value
    let zone = state.feature.settings.timeZone
    if OfficeForms.state(of: controls, in: zone).isDisabled(ElementID(rawValue: id)) == true {
      throw InvocationError(.unavailable, "the field \(id.jsonQuoted) is disabled: its part of the filter is off")
    }
    switch (id, value) {
    case ("byFlag", .boolean(let isOn)): return filter(.flag(.isOnChanged(isOn)))
    case ("flag", .boolean(let flag)): return filter(.flag(.valuePicked(flag)))
    case ("byAction", .boolean(let isOn)): return filter(.action(.isOnChanged(isOn)))
    case ("action", .text(let name)):
      if let kind = UserEvent.Action(rawValue: name) { return filter(.action(.valuePicked(kind))) }
    case ("byUser", .boolean(let isOn)): return filter(.user(.isOnChanged(isOn)))
    case ("user", .text("")): return filter(.user(.valuePicked(nil)))
    case ("user", .text(let text)):
      if let user = UUID(uuidString: text) { return filter(.user(.valuePicked(user))) }
    case ("byTime", .boolean(let isOn)): return filter(.interval(.isOnChanged(isOn)))
    case ("from", .text(let text)):
      let start = try EventInterval(from: text, through: nil, in: zone, now: now).start
      return filter(.interval(.valuePicked(EventInterval(start: start, end: interval.end))))
    case ("through", .text(let text)):
      let end = try EventInterval(from: nil, through: text, in: zone, now: now).end
      return filter(.interval(.valuePicked(EventInterval(start: interval.start, end: end))))
    default: break
    }
    throw fieldError(id, value)
  }

  private static func fieldError(_ id: String, _ value: Value) -> InvocationError {
    InvocationError(.invalidValue, "the field \(id.jsonQuoted) does not accept \(value.messageExcerpt)")
  }
}
