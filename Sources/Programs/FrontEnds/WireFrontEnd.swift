import ConsoleIO
import Interface
import Loop
import TerminalIO
import Values
import Wire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Serves an application to the program at the other end of standard input and output.
struct WireFrontEnd: FrontEnd {
  let identity: WireIdentity
  let console: Console

  /// The largest number of bytes of a line.
  private static let longestLine = 1 << 24

  /// Answers requests until the client ends the connection.
  func show<App: Application>(
    _ application: App, _ store: Store<App.Feature>, bindings: [String: Invocation],
    messages: AsyncStream<String>, saving save: @escaping @MainActor () async -> Void,
    until isFinished: @escaping (App.Feature.State) -> Bool
  ) async throws {
    // Whatever else is printed must not get between the messages.
    let output = dup(1)
    guard output >= 0, dup2(2, 1) >= 0 else { throw CommandError(status: .output, message: systemMessage()) }
    defer {
      dup2(output, 1)
      close(output)
    }
    let channel = try LineChannel(output: output, longestLine: Self.longestLine)
    let server = WireServer(
      application, store: store, identity: identity, canNotify: { channel.isDrained }, sending: channel.write)
    let reporting = console.reportProblems(messages)
    defer { reporting.cancel() }
    serving: while !server.isShutDown {
      switch await channel.next() {
      case .line(let line): server.receive(line)
      case .skippedLine: server.refuseLine(longerThan: Self.longestLine)
      case .drained: server.flush()
      case .woken: break
      case .closed: break serving
      }
    }
    await server.finish()
    while !channel.isDrained, await channel.next() != .closed {}
  }

  private func systemMessage() -> String { String(cString: strerror(errno)) }
}
