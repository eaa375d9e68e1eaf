import Analytics
import ExplorerTool
import Loop

extension CommandShell {
  func runEventsCommand(_ words: [String]) async throws {
    try await runSubcommand(words, of: "events", ["list": listEvents, "count": countEvents])
  }

  private func listEvents(_ words: [String]) async throws {
    try await loadEvents(words, help: Help.eventsList)
    var columns = AlignedColumns(titles: [("", .leading), ("DATE", .leading), ("TIME", .leading), ("ACTION", .leading)])
    columns.rows = eventList.state.rows.map { [$0.flagSymbol, $0.date, $0.time, $0.action] }
    try console.print(columns.text + "\n")
    try printFooter()
  }

  private func countEvents(_ words: [String]) async throws {
    try await loadEvents(words, help: Help.eventsCount)
    try printFooter()
  }

  private func loadEvents(_ words: [String], help: String) async throws {
    var options = try CommandArguments(words, help: help)
    let kinds = UserEvent.Action.allCases.map(\.rawValue).joined(separator: ", ")
    let flag = try options.popValue("--flag", Bool.init, expected: "true or false")
    let action = try options.popValue("--action", UserEvent.Action.init, expected: "one of \(kinds)")
    try options.rejectOperands()
    eventList.send(.filter(.presetPicked(EventQuery(flag: flag, action: action))))
    eventList.send(.appeared)
    await office.waitUntilIdle()
    for part in EventResource.allCases {
      if case .failed(let failure) = eventList.state[part] {
        throw CommandError(status: .unavailable, message: "\(failure)")
      }
    }
  }

  private func printFooter() throws {
    let footer = eventList.state.footer
    try console.print("\(footer.events), \(footer.users)\n")
  }
}
