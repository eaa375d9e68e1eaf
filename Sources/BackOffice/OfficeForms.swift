import Analytics
import Conditions
import Documents
import Forms
import Interface
import Loop
import Shop
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A change that the user makes in a field of the event filter or of the settings.
public enum FieldChange: Hashable, Codable, Sendable {
  /// The filter has this query from now on.
  case filter(EventQuery)
  /// The user chose a setting.
  case settings(OfficeSettings.Action)
  /// The user typed a text that the field does not accept, or not yet.
  case invalid(String, problem: String)
}

/// A text that a field does not accept, or not yet.
public struct InvalidText: Hashable, Codable, Sendable {
  /// The ID of the field.
  public let field: String
  /// The text.
  public let text: String
  /// The description of a valid text.
  public let problem: String
}

/// Forms whose fields are not a form's state: choosing a value sends the action of the feature that owns it.
enum OfficeForms {
  private static let filter = compiled("Filter") {
    RowDefinition(
      tag: "flag", kind: .singleChoice, title: "Flag",
      options: [anyOption, RowOption(true, title: "with"), RowOption(false, title: "without")])
    RowDefinition(
      tag: "action", kind: .singleChoice, title: "Action",
      options: [anyOption] + UserEvent.Action.allCases.map { RowOption(.text($0.rawValue)) })
    RowDefinition(tag: "user", title: "User", placeholder: "any, or a UUID")
    RowDefinition(tag: "from", title: "From", placeholder: "any, or 2023-03-22")
    RowDefinition(tag: "through", title: "Through", placeholder: "any, or 2023-03-22")
  }

  /// The option that turns a part of the filter off.
  private static let anyOption = RowOption("any")

  private static let settings = compiled("Settings") {
    RowDefinition(tag: "timeZone", title: "Time zone", placeholder: "Europe/Berlin")
    RowDefinition(
      tag: "firstWeekday", kind: .singleChoice, title: "First day of a week",
      options: Weekday.allCases.map { RowOption(.text($0.rawValue)) })
    RowDefinition(tag: "currency", title: "Currency", placeholder: "none, or EUR")
    RowDefinition(
      tag: "grouping", kind: .singleChoice, title: "Thousands",
      options: MoneyFormat.Grouping.allCases.map { RowOption(.text($0.rawValue)) })
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

  /// Returns a filter of the events as a form.
  static func screen(of query: EventQuery, _ invalid: [InvalidText]?, in zone: TimeZoneRules) -> FormScreen {
    screen(
      of: Self.filter,
      values: [
        "flag": query.flag.map { .boolean($0) } ?? anyOption.value,
        "action": query.action.map { .text($0.rawValue) } ?? anyOption.value,
        "user": .text(query.userID?.uuidString ?? ""),
        "from": .text(query.interval?.start.map { zone.text(ofStart: $0) } ?? ""),
        "through": .text(query.interval?.end.map { zone.text(ofEnd: $0) } ?? ""),
      ], showing: invalid ?? [])
  }

  /// Returns the settings as a form.
  static func screen(of settings: OfficeSettings, _ invalid: [InvalidText]?) -> FormScreen {
    var (zone, invalid) = (settings.timeZoneName, invalid ?? [])
    switch settings.timeZoneRequest {
    case nil: break
    case .loading(let name)?: zone = name
    case .failed(let name, let reason)?:
      zone = name
      invalid.append(InvalidText(field: "timeZone", text: name, problem: reason))
    }
    return screen(
      of: Self.settings,
      values: [
        "timeZone": .text(zone), "firstWeekday": .text(settings.firstWeekday.rawValue),
        "currency": .text(settings.moneyFormat.currency), "grouping": .text(settings.moneyFormat.grouping.rawValue),
      ], showing: invalid)
  }

  /// Returns the screen of a form, with the texts and errors of the fields whose texts are not valid.
  private static func screen(
    of form: CompiledForm, values: [String: Value], showing invalid: [InvalidText]
  ) -> FormScreen {
    let texts = Dictionary(invalid.map { ($0.field, Value.text($0.text)) }) { $1 }
    var screen = FormFeature.State(form, values: values.merging(texts) { $1 }).screen
    for section in screen.sections.indices {
      for row in screen.sections[section].rows.indices {
        let tag = screen.sections[section].rows[row].tag
        screen.sections[section].rows[row].errors += invalid.filter { $0.field == tag }.map { .custom($0.problem) }
      }
    }
    return screen
  }
}

extension OfficeForms {
  /// The number of columns that are always shown.
  ///
  /// Later ones are shown if they fill a field.
  private static let maximumColumnCount = 30

  /// Returns a form with a row for each column of a file, whose value is the field that the column fills.
  ///
  /// A row offers the fields that no other column fills.
  ///
  /// The title of a row has the first value of its column.
  static func mapping(of columns: [String], samples: [String], _ mapping: ColumnMapping) -> FormScreen {
    let fields = Dictionary(ImportField.allCases.compactMap { field in mapping[field].map { ($0, field) } }) {
      first, _ in
      first
    }
    let shown = columns.indices.filter { $0 < maximumColumnCount || fields[columns[$0]] != nil }
    func options(ofColumn column: String) -> [RowOption] {
      let free = ImportField.allCases.filter { [nil, column].contains(mapping[$0]) }
      return [RowOption(ImportPreview.noField, title: "–")]
        + free.map { RowOption(.text($0.rawValue), title: $0.title) }
    }
    func title(of column: String, sample: String) -> String {
      (column.isEmpty ? "(empty)" : column) + (sample.isEmpty ? "" : " (\(sample))")
    }
    let form = compiled("Columns of the file and what they fill") {
      for index in shown {
        RowDefinition(
          tag: ImportPreview.rowID(ofColumn: index), kind: .singleChoice,
          title: title(of: columns[index], sample: samples.indices.contains(index) ? samples[index] : ""),
          options: options(ofColumn: columns[index]))
      }
    }
    let values = shown.map { index in
      let field = fields[columns[index]]
      return (ImportPreview.rowID(ofColumn: index), field.map { Value.text($0.rawValue) } ?? ImportPreview.noField)
    }
    return FormFeature.State(form, values: Dictionary(values) { first, _ in first }).screen
  }
}

extension ImportPreview {
  /// The value of a column that fills no field.
  static let noField: Value = "none"

  /// Returns the ID of the row for a column in the form of the mapping.
  fileprivate static func rowID(ofColumn index: Int) -> String { "column\(index + 1)" }

  /// Returns the column with a row in the form of the mapping, or `nil` if there is none.
  func column(ofRow id: String) -> String? {
    columns.indices.first { Self.rowID(ofColumn: $0) == id }.map { columns[$0] }
  }
}

extension ImportField {
  fileprivate var title: String { productField?.title ?? "ID" }
}

extension TimeZoneRules {
  /// Returns the day that begins at a point in time, or the local time if none does.
  func text(ofStart instant: Instant) -> String {
    let day = CalendarDay(of: instant, in: self)
    return start(of: day) == instant ? "\(day)" : text(of: instant)
  }

  /// Returns the day that ends at a point in time, or the local time if none does.
  func text(ofEnd instant: Instant) -> String {
    let day = CalendarDay(of: instant, in: self)
    return end(of: day) == instant ? "\(day)" : text(of: instant)
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
        .feature(.fieldChanged(id, try filterChange(id, value, state, inputs.now())))
      }
      .group("events.filter").role(FormRole.choose).unlisted(),
      Command("events.filter.type", "type a text in the filter", id, Argument.text("text", "the text").rest) {
        state, id, text throws(InvocationError) in
        try typing(text, into: id) { () throws(InvocationError) in
          try filterChange(id, .text(text), state, inputs.now())
        }
      }
      .group("events.filter").role(FormRole.type).unlisted(),
      Command("settings.choose", "choose a value in the settings", id, value) { _, id, value throws(InvocationError) in
        .feature(.fieldChanged(id, .settings(try settingsAction(id, value))))
      }
      .group("settings").role(FormRole.choose).unlisted(),
      Command("settings.type", "type a text in the settings", id, Argument.text("text", "the text").rest) {
        _, id, text throws(InvocationError) in
        try typing(text, into: id) { () throws(InvocationError) in .settings(try settingsAction(id, .text(text))) }
      }
      .group("settings").role(FormRole.type).unlisted(),
    ]
  }

  /// Returns the action of a typed text, which the field shows with an error if it is not valid.
  private static func typing(
    _ text: String, into id: String, _ change: () throws(InvocationError) -> FieldChange
  ) throws(InvocationError) -> Action {
    do throws(InvocationError) {
      return .feature(.fieldChanged(id, try change()))
    } catch {
      guard let expectation = error.hint else { throw error }
      return .feature(.fieldChanged(id, .invalid(text, problem: expectation)))
    }
  }

  private static func settingsAction(
    _ id: String, _ value: Value
  ) throws(InvocationError) -> OfficeSettings.Action {
    switch (id, value) {
    case ("timeZone", .text(let name)): return .timeZonePicked(name: name)
    case ("firstWeekday", .text(let name)):
      if let day = Weekday(rawValue: name) { return .firstWeekdayPicked(day) }
      throw fieldError(id, value)
    case ("currency", .text(let currency)):
      if MoneyFormat.isCurrency(currency) { return .currencyPicked(currency) }
      throw InvocationError(
        .invalidValue, "the field \"currency\" does not accept \(value.messageExcerpt)",
        hint: "expected \(MoneyFormat.currencyExpectation)")
    case ("grouping", .text(let name)):
      if let grouping = MoneyFormat.Grouping(rawValue: name) { return .groupingPicked(grouping) }
      throw fieldError(id, value)
    default: throw fieldError(id, value)
    }
  }

  private static func filterChange(
    _ id: String, _ value: Value, _ state: State, _ now: Instant
  ) throws(InvocationError) -> FieldChange {
    var query = state.feature.events.filter.query
    let zone = state.feature.settings.timeZone
    var interval = query.interval ?? EventInterval()
    switch (id, value) {
    case ("flag", .boolean(let flag)): query.flag = flag
    case ("flag", "any"): query.flag = nil
    case ("action", "any"): query.action = nil
    case ("user", .text("")): query.userID = nil
    case ("action", .text(let name)):
      guard let action = UserEvent.Action(rawValue: name) else { throw fieldError(id, value) }
      query.action = action
    case ("user", .text(let text)):
      guard let user = UUID(uuidString: text) else {
        throw InvocationError(
          .invalidValue, "the field \"user\" does not accept \(value.messageExcerpt)", hint: "expected a UUID")
      }
      query.userID = user
    case ("from", .text(let text)):
      interval.start = try EventInterval(from: text, through: nil, in: zone, now: now).start
    case ("through", .text(let text)):
      interval.end = try EventInterval(from: nil, through: text, in: zone, now: now).end
    default: throw fieldError(id, value)
    }
    query.interval = interval == EventInterval() ? nil : interval
    return .filter(query)
  }

  private static func fieldError(_ id: String, _ value: Value) -> InvocationError {
    InvocationError(.invalidValue, "the field \(id.jsonQuoted) does not accept \(value.messageExcerpt)")
  }
}
