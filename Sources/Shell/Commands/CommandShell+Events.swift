internal import Analytics
internal import Loop

extension CommandShell {
  func events(_ words: [String]) async throws {
    let rest = Array(words.dropFirst())
    switch words.first {
    case "list":
      try await loadEvents(Options(rest, help: Help.eventsList))
      try showEvents()
    case "count":
      try await loadEvents(Options(rest, help: Help.eventsCount))
      try showFooter()
    case "--help", "-h": throw ShellFailure(status: .success, message: Help.events)
    case nil: throw .usage("events: list or count")
    case let word?: throw .unknown(word, "command", of: ["list", "count"])
    }
  }

  private func loadEvents(_ options: consuming Options) async throws {
    let kinds = UserEvent.Action.allCases.map(\.rawValue).joined(separator: ", ")
    let flag = try options.value("--flag", Bool.init, expected: "true or false")
    let action = try options.value("--action", UserEvent.Action.init, expected: "one of \(kinds)")
    _ = try options.rest("", atMost: 0)
    events.send(.filter(.presetPicked(EventQuery(flag: flag, action: action))))
    events.send(.appeared)
    await events.settle()
    for part in EventPart.allCases {
      if case .failed(let failure) = events.state[part] {
        throw ShellFailure(status: .unavailable, message: "\(failure)")
      }
    }
  }

  private func showEvents() throws {
    var columns = Columns(titles: [("", .leading), ("DATE", .leading), ("TIME", .leading), ("ACTION", .leading)])
    columns.rows = events.state.rows.map { [$0.mark, $0.date, $0.time, $0.action] }
    try console.print(columns.text + "\n")
    try showFooter()
  }

  private func showFooter() throws {
    let footer = events.state.footer
    try console.print("\(footer.events), \(footer.users)\n")
  }
}
