internal import Analytics
internal import ExplorerTool
internal import Loop

extension CommandShell {
  func events(_ words: [String]) async throws {
    try await run(words, of: "events", ["list": listEvents, "count": countEvents])
  }

  private func listEvents(_ words: [String]) async throws {
    try await loadEvents(Options(words, help: Help.eventsList))
    var columns = Columns(titles: [("", .leading), ("DATE", .leading), ("TIME", .leading), ("ACTION", .leading)])
    columns.rows = events.state.rows.map { [$0.mark, $0.date, $0.time, $0.action] }
    try console.print(columns.text + "\n")
    try showFooter()
  }

  private func countEvents(_ words: [String]) async throws {
    try await loadEvents(Options(words, help: Help.eventsCount))
    try showFooter()
  }

  private func loadEvents(_ options: consuming Options) async throws {
    let kinds = UserEvent.Action.allCases.map(\.rawValue).joined(separator: ", ")
    let flag = try options.value("--flag", Bool.init, expected: "true or false")
    let action = try options.value("--action", UserEvent.Action.init, expected: "one of \(kinds)")
    try options.end()
    events.send(.filter(.presetPicked(EventQuery(flag: flag, action: action))))
    events.send(.appeared)
    await events.settle()
    for part in EventPart.allCases {
      if case .failed(let failure) = events.state[part] {
        throw ShellFailure(status: .unavailable, message: "\(failure)")
      }
    }
  }

  private func showFooter() throws {
    let footer = events.state.footer
    try console.print("\(footer.events), \(footer.users)\n")
  }
}
