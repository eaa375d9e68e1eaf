import Interface
import Loop
import Values

extension BackOfficeApplication {
  /// The commands of the settings.
  static var settingsCommands: [OfficeCommand] {
    [
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
    ]
  }
}
