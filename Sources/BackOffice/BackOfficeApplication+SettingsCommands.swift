import Interface
import Loop
import Values

extension BackOfficeApplication {
  /// The commands of the settings.
  static var settingsCommands: [OfficeCommand] {
    let commands: [OfficeCommand] = [
      Command(
        "settings.time-zone", "choose the time zone in which days begin",
        Argument.text("name", "the name, such as Europe/Berlin").rest
      ) {
        .feature(.settings(.timeZonePicked(name: $0)))
      },
      Command(
        "settings.first-weekday", "choose the first day of a week",
        Argument.choice("day", "the day", of: Weekday.self).positional
      ) {
        .feature(.settings(.firstWeekdayPicked($0)))
      },
      Command(
        "settings.currency", "choose the currency of the prices, or none",
        Argument.currency("currency", "the currency, such as EUR").positional.optional(otherwise: "none")
      ) {
        .feature(.settings(.currencyPicked($0 ?? "")))
      },
      Command(
        "settings.grouping", "choose the separator of thousands in prices",
        Argument.choice("separator", "the separator", of: MoneyFormat.Grouping.self).positional
      ) {
        .feature(.settings(.groupingPicked($0)))
      },
    ]
    return commands.map { $0.effect(.changes, isIdempotent: true) }
  }
}

extension Argument {
  fileprivate static func currency(_ name: String, _ summary: String) -> Parameter<String> {
    text(name, summary).map(expecting: MoneyFormat.currencyExpectation) { MoneyFormat.isCurrency($0) ? $0 : nil }
  }
}
