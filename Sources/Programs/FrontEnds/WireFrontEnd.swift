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

/// A protocol that a program speaks with another one.
enum WireProtocol {
  /// The protocol for user interfaces.
  case userInterface
  /// The Model Context Protocol, for assistants.
  case modelContext(AssistantAccess)
}

/// What a program says to assistants, and what it takes from outside to talk with them.
public struct AssistantAccess: Sendable {
  let guide: String
  let makeKey: @Sendable () -> [UInt8]
  let now: @Sendable () -> Instant

  /// Creates the access of assistants to a program.
  ///
  /// - Parameters:
  ///   - guide: What an assistant should know about the application.
  ///   - makeKey: A closure that returns random bytes, with which questions to the user are signed.
  ///   - now: A closure that returns the time.
  public init(guide: String, makeKey: @escaping @Sendable () -> [UInt8], now: @escaping @Sendable () -> Instant) {
    (self.guide, self.makeKey, self.now) = (guide, makeKey, now)
  }
}

/// Serves an application to the program at the other end of standard input and output.
struct WireFrontEnd: FrontEnd {
  let identity: WireIdentity
  let console: Console
  let speaks: WireProtocol
  /// Whether only the commands work that keep the data as they are.
  let isReadOnly: Bool
  /// Takes the name of the client.
  let introduce: @MainActor (String) -> Void

  /// The largest number of bytes of a line.
  private static let longestLine = 1 << 24

  /// Answers requests until the client ends the connection.
  func show<App: Application>(
    _ application: App, _ store: Store<App.Feature>, bindings: [String: Invocation],
    messages: AsyncStream<String>, saving save: @escaping @MainActor () async -> Void,
    until isFinished: @escaping (App.Feature.State) -> Bool
  ) async throws {
    let reporting = console.reportProblems(messages)
    defer { reporting.cancel() }
    if isReadOnly { return try await serve(ReadOnlyApplication(application), store) }
    try await serve(application, store)
  }

  private func serve<App: Application>(_ application: App, _ store: Store<App.Feature>) async throws {
    // Whatever else is printed must not get between the messages.
    let output = dup(1)
    guard output >= 0, dup2(2, 1) >= 0 else { throw CommandError(status: .output, message: systemMessage()) }
    defer {
      dup2(output, 1)
      close(output)
    }
    let channel = try LineChannel(output: output, longestLine: Self.longestLine)
    let server: any LineServer =
      switch speaks {
      case .userInterface:
        WireServer(
          application, store: store, identity: identity, canNotify: { channel.isDrained },
          onIntroduction: introduce, sending: channel.write)
      case .modelContext(let access):
        ModelContextServer(
          application, store: store, identity: identity, guide: access.guide, key: access.makeKey(), now: access.now,
          canNotify: { channel.isDrained }, onIntroduction: introduce, sending: channel.write)
      }
    /// Handles an event, and returns `false` if it is the last one.
    func handle(_ event: LineChannel.Event) -> Bool {
      switch event {
      case .line(let line): server.receive(line)
      case .skippedLine: server.refuseLine(longerThan: Self.longestLine)
      case .drained: server.flush()
      case .woken: break
      case .closed: return false
      }
      return true
    }
    while !server.isShutDown, handle(await channel.next()) {}
    // A client may send more before it has read that the connection ends. Without a client, the rest is not run.
    let isAsked = server.isShutDown
    func answerRest() { if isAsked { for line in channel.takeArrivedLines() { _ = handle(line) } } }
    answerRest()
    await server.finish()
    answerRest()
    while !channel.isDrained, await channel.next() != .closed {}
    if let reason = channel.writeFailure {
      throw CommandError(status: .output, message: "the answers could not be written: \(reason)")
    }
  }

  private func systemMessage() -> String { String(cString: strerror(errno)) }
}
