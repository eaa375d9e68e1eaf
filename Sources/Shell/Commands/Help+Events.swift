extension Help {
  private static let eventFilterOptions = """
      --flag        true|false, only marked or only unmarked events
      --action      start|pause|stop, only events of this kind
      --user        UUID, only events of this user
      --from        only events at or after this time, and --to only events at or before it: a day as in 2023-03-22, which
                    is the whole day; a time as in 2023-03-22T10:00 or 2023-03-22T10:00:00Z; today; yesterday; or a
                    duration before now, as in -7d, -12h, -30m or -2w
      --time-zone   name of the time zone of days and times, such as Europe/Berlin (default: UTC)
    """

  static let eventsList = """
    Usage: backroom events list [OPTION…]

    \(eventFilterOptions)
    \(rowViewOptions)

      Without --sort, the newest events come first. The fields are userID, flag, timestamp and action. Timestamps are
      in UTC. --search looks through the users and actions.

    Examples:
      backroom events list --flag true --from 2023-03-23 --to 2023-03-24
      backroom events list --where 'action == "stop"' --limit 5 --fields timestamp,userID
    """

  static let eventsCount = """
    Usage: backroom events count [--flag true|false] [--action ACTION] [--user UUID] [--from DATE] [--to DATE]

    \(eventFilterOptions)
    \(outputOptions)

      Prints the number of events and the number of their users.

    Examples:
      backroom events count --from -7d
      backroom events count --action start -o json
    """

  static let eventsUsers = """
    Usage: backroom events users [OPTION…]

    \(eventFilterOptions)
    \(rowViewOptions)

      Lists the users of the events with their numbers of events, the largest number first. The fields are userID and
      events. --search looks through the users.

    Examples:
      backroom events users --from -30d --limit 10
      backroom events users --action stop --where 'events > 100'
    """

  static let eventsTimeline = """
    Usage: backroom events timeline [--by day|week|month|action|flag] [--from DATE] [--to DATE] [OPTION…]

      --by          how events are grouped (default: day). A week begins on Monday. Periods without events are listed,
                    too, unless there are more than 10000.
    \(eventFilterOptions)
    \(outputOptions)

    Examples:
      backroom events timeline --by week --time-zone Europe/Berlin
      backroom events timeline --by action --from yesterday -o csv
    """

  static let eventsRecord = """
    Usage: backroom events record --user UUID --flag true|false --action start|pause|stop [--at TIME]

      --user        UUID of the user
      --flag        true|false
      --action      start|pause|stop
      --at          time as in 2023-03-22T10:00 or 2023-03-22T10:00:00Z, or a duration before now as in -12h (default:
                    now)
      --time-zone   name of the time zone of times, such as Europe/Berlin (default: UTC)
    \(outputOptions)

      With a server, an event that cannot be sent waits in the database; see 'backroom events outbox --help'.

    Examples:
      backroom events record --user 00000000-0000-4000-8000-000000000001 --flag true --action start
      backroom events record --user 00000000-0000-4000-8000-000000000001 --flag false --action stop --at=-2h
    """

  static let eventsSample = """
    Usage: backroom events sample [--count N] [--seed N]

      --count       number of events (default: 100)
      --seed        seed of the random numbers: the same seed makes the same events (default: 1)
    \(outputOptions)

      Records made-up events of the last 30 days, to try the program with.

    Examples:
      backroom events sample --count 1000 --seed 7
    """
}
