import Analytics
import Forms
import Interface
import Loop
import Shop
import Values

extension BackOfficeApplication {
  /// The commands of the sheet: those of its form, and closing it.
  static var sheetCommands: [OfficeCommand] {
    let form: [OfficeCommand] = FormFeature().commands.map { command in
      command.lift(prefix: "sheet", missingReason: "no product is open") {
        $0.feature.products.sheet.form?.fields
      } action: {
        .feature(.products(.editor(.form(.fields($0)))))
      } childAction: {
        if case .feature(.products(.editor(.form(.fields(let action))))) = $0 { action } else { nil }
      }
    }
    return form + [
      sheetCommand("sheet.cancel", "close the sheet, and ask if something is changed", .cancelTapped)
        .keys("escape").unavailable { $0.feature.products.sheet.isOpen ? nil : "no product is open" },
      sheetCommand("sheet.discard", "discard the changes", .discardTapped).unavailable(isNotAsked),
      sheetCommand("sheet.keep", "go on editing", .keepEditingTapped).unavailable(isNotAsked),
    ]
  }

  private static func sheetCommand(_ path: String, _ summary: String, _ action: ProductForm.Action) -> OfficeCommand {
    Command(path, summary, sending: .feature(.products(.editor(.form(action)))))
  }

  @Sendable private static func isNotAsked(_ state: State) -> String? {
    state.feature.products.sheet.form?.isConfirmingDiscard == true ? nil : "no question is open"
  }

  /// The commands of the events and their filter.
  static var eventCommands: [OfficeCommand] {
    let flag = Argument.boolean("flag", "true or false").positional
    let kind = Argument.choice("action", "the kind of action", of: UserEvent.Action.self).positional
    let isOn = Argument.boolean("on", "true or false").positional
    return [
      Command("events.load", "load the events again", sending: .feature(.events(.reloadTapped))),
      Command(
        "events.retry", "load a part that failed again",
        Argument.choice("part", "what failed", of: EventResource.self).positional
      ) {
        .feature(.events(.retryTapped($0)))
      } arguments: {
        if case .feature(.events(.retryTapped(let part))) = $0 { part } else { nil }
      },
      Command(
        "events.filter", "show only some events, or all", flag.optional, kind.optional
      ) {
        .feature(.events(.filter(.presetPicked(EventQuery(flag: $0, action: $1)))))
      } arguments: {
        if case .feature(.events(.filter(.presetPicked(let query)))) = $0 { (query.flag, query.action) } else { nil }
      },
      Command(
        "events.timeline", "count the events by a period",
        Argument.choice("period", "the period", of: CalendarPeriod.self).positional
      ) {
        .feature(.timelinePeriodSelected($0))
      } arguments: {
        if case .feature(.timelinePeriodSelected(let period)) = $0 { period } else { nil }
      },
      Command("events.filter.clear", "show all events", sending: .feature(.events(.filter(.cleared)))),
      Command("events.filter.by-flag", "turn the filter by flag on or off", isOn) {
        .feature(.events(.filter(.flag(.isOnChanged($0)))))
      } arguments: {
        if case .feature(.events(.filter(.flag(.isOnChanged(let isOn))))) = $0 { isOn } else { nil }
      },
      Command("events.filter.flag", "choose the flag of the filter", flag) {
        .feature(.events(.filter(.flag(.valuePicked($0)))))
      } arguments: {
        if case .feature(.events(.filter(.flag(.valuePicked(let flag))))) = $0 { flag } else { nil }
      }
      .unavailable { $0.feature.events.filter.flag.isOn ? nil : "the filter by flag is off" },
      Command("events.filter.by-action", "turn the filter by kind of action on or off", isOn) {
        .feature(.events(.filter(.action(.isOnChanged($0)))))
      } arguments: {
        if case .feature(.events(.filter(.action(.isOnChanged(let isOn))))) = $0 { isOn } else { nil }
      },
      Command("events.filter.action", "choose the kind of action of the filter", kind) {
        .feature(.events(.filter(.action(.valuePicked($0)))))
      } arguments: {
        if case .feature(.events(.filter(.action(.valuePicked(let kind))))) = $0 { kind } else { nil }
      }
      .unavailable { $0.feature.events.filter.action.isOn ? nil : "the filter by kind of action is off" },
    ]
  }
}
