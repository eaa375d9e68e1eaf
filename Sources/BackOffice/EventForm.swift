import Analytics
import Conditions
import Forms
import Interface
import Loop
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sheet in which a person enters an event.
public enum EventForm {
  /// An action of the user in the sheet.
  public enum Action: Hashable, Codable, Sendable {
    /// The user opened the sheet, in which a new user can have this ID.
    case opened(newUser: UUID)
    /// The user changed something in the sheet.
    case fields(FormFeature.Action)
    /// The user recorded the event, at this time unless the sheet has another one, as a batch with this ID.
    case recordTapped(id: EventBatch.ID, now: Instant)
    /// The user closed the sheet without recording the event.
    case closed
  }

  /// What the user enters.
  private struct Entry: Hashable, Sendable {
    /// The ID of a known user, or ``EventForm/otherUser``.
    var user: String
    var otherUser: UUID?
    var action = UserEvent.Action.start
    var flag = false
    var time = ""
  }

  /// The option that stands for any user who is not listed.
  private static let otherUser = "other"

  /// Returns the form with the known users to choose from, and a new one.
  private static func form(_ users: Set<UUID>, newUser: UUID?) -> TypedForm<Entry> {
    let ids = users.map(\.uuidString).sorted()
    let shortened = shortUserText(among: Set(ids))
    let new = newUser.flatMap { users.contains($0) ? nil : RowOption(.text($0.uuidString), title: "a new one") }
    return TypedForm {
      FormSection {
        FormRow(
          "user", \.user, kind: .singleChoice, title: "User",
          options: ids.map { RowOption(.text($0), title: shortened($0)) }
            + [new, RowOption(.text(otherUser), title: "another one")].compactMap(\.self))
        FormRow(
          "otherUser", \.otherUser, title: "ID of the user", isRequired: true, placeholder: "a UUID",
          hidden: { $0.user != .value(otherUser) })
        FormRow("action", \.action, title: "Action")
        FormRow("flag", \.flag, title: "Flag")
        FormRow("time", \.time, title: "Time", placeholder: "now, or 2023-03-22T10:00, or -2h")
      }
    }
  }

  /// Returns a form in which nothing is entered.
  static func state(choosingFrom users: Set<UUID>, newUser: UUID) -> FormFeature.State {
    let user = users.map(\.uuidString).min() ?? newUser.uuidString
    return form(users, newUser: newUser).state(editing: Entry(user: user))
  }

  /// Reduces an action of the fields.
  private static func reduce(_ fields: inout FormFeature.State, _ action: FormFeature.Action) {
    let effects = FormFeature(validationDelay: nil).reduce(&fields, action)
    precondition(
      effects.isEmpty || fields.stage == .submitting,
      "Without remote validations and buttons, only a submission has an effect.")
  }

  /// Changes the fields, unless the action submits them: that needs an ID and the time.
  static func change(_ fields: inout FormFeature.State, _ action: FormFeature.Action) {
    if action != .submitTapped { reduce(&fields, action) }
  }

  /// Returns the event that the user has entered, or `nil` if the form shows errors.
  static func submit(_ fields: inout FormFeature.State, now: Instant, in zone: TimeZoneRules) -> UserEvent? {
    reduce(&fields, .submitTapped)
    guard fields.stage == .submitting else { return nil }
    var errors: [ElementID: [String]] = [:]
    do throws(FormValueError) {
      // The properties of all rows are written, whichever users there are to choose from.
      let entry = try form([], newUser: nil).value(of: fields, editing: Entry(user: otherUser))
      let text = entry.time.trimmed
      let time = text.isEmpty || text == "now" ? now : TimeBound(text, now: now, in: zone)?.start
      if let user = entry.otherUser ?? UUID(uuidString: entry.user), let time {
        return UserEvent(userID: user, flag: entry.flag, timestamp: time, action: entry.action)
      }
      errors["time"] = ["expected \(TimeBound.expectation)"]
    } catch {
      errors = error.errors.mapValues { $0.map(\.description) }
    }
    reduce(&fields, .submissionFailed("some fields are not valid", errors))
    return nil
  }

  /// Returns a closure that shortens the IDs of users to their beginning and end, unless two of them would be the same.
  static func shortUserText(among users: Set<String>) -> (String) -> String {
    func shortened(_ user: String) -> String { "\(user.prefix(4))…\(user.suffix(4))" }
    return Set(users.map(shortened)).count == users.count ? shortened : { $0 }
  }
}

extension BackOfficeApplication {
  /// The commands of the sheet in which an event is entered.
  static func eventFormCommands(_ inputs: Inputs) -> [OfficeCommand] {
    @Sendable func isClosed(_ state: State) -> String? {
      state.feature.eventForm == nil ? "no event is being entered" : nil
    }
    let fieldCommands = sheetFieldCommands(prefix: "events.form", missingReason: "no event is being entered") {
      $0.feature.eventForm
    } action: {
      .feature(.eventForm(.fields($0)))
    }
    return fieldCommands + [
      Command("events.new", "enter an event in a sheet") { _ in
        .feature(.eventForm(.opened(newUser: inputs.makeBatchID())))
      }
      .effect(.shows).keys("n", hint: "record").keyGroup("events.list").unavailable(isSheetOpen),
      Command("events.form.submit", "record the event of the sheet") { _ in
        .feature(.eventForm(.recordTapped(id: inputs.makeBatchID(), now: inputs.now())))
      }
      .effect(.adds).group("events.form").role(FormRole.submit).keys("ctrl+s", hint: "record").unavailable(isClosed),
      Command("events.form.close", "close the sheet of the event", sending: .feature(.eventForm(.closed)))
        .effect(.shows).group("events.form").keys("escape", hint: "cancel").unavailable(isClosed)
        .asking(
          { $0.feature.eventForm?.isDirty == true ? "Discard the event?" : nil }, otherwise: "the event is kept"),
    ]
  }

  /// Returns the commands of the fields of a sheet that has no lists and no buttons, and that is submitted by a command of
  /// its own.
  static func sheetFieldCommands(
    prefix: String, missingReason: String, state: @escaping @Sendable (State) -> FormFeature.State?,
    action: @escaping @Sendable (FormFeature.Action) -> Action
  ) -> [OfficeCommand] {
    let used = ["focus", "focus.next", "focus.previous", "type", "choose"]
    return FormFeature().commands.filter { used.contains($0.path) }.map {
      $0.lift(prefix: prefix, missingReason: missingReason, state: state, action: action)
    }
  }

  /// Says which event was recorded last, when it is stored: the list may not show it.
  func recordedEventNotices(of office: BackOffice.State) -> [Screen.Notice] {
    let events = office.events
    guard let event = office.recordedEvent, !events.unstoredEvents.contains(where: { $0.events.contains(event) }) else {
      return []
    }
    let user = EventForm.shortUserText(among: Set(events.shownUsers.union([event.userID]).map(\.uuidString)))
    let time = office.settings.timeZone.text(of: event.timestamp)
    let text = "Recorded: \(event.action.rawValue) of \(user(event.userID.uuidString)) at \(time)."
    return [Screen.Notice(id: "recorded", .information, text)]
  }

  /// Returns the sheet in which an event is entered, if it is open.
  func eventSheet(of office: BackOffice.State) -> Screen.Sheet? {
    office.eventForm.map { form in
      let fields = form.screen.hidingErrorsOfUntouchedRows()
      return Screen.Sheet(
        title: "Record an event", elements: [.init("event", .form(fields, commands.form("events.form")))])
    }
  }
}
