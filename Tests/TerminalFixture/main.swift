import TerminalIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// A full-screen program for tests. It reports each event as a line on standard error. Keys make it end in all ways.
// With `--draw-events`, it draws them instead. Signals whose numbers are arguments are raised while it saves.

func log(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  _ = write(2, bytes, bytes.count)
}

struct Failure: Error {}

/// Calls itself until the stack is full.
func fillStack(_ depth: Int) -> Int { depth < 0 ? 0 : fillStack(depth + 1) &+ depth }

@MainActor final class Program {
  private let session: TerminalSession
  private var keyCount = 0

  init(_ session: TerminalSession) { self.session = session }

  func run() async throws {
    log("started \(session.size.columns)x\(session.size.rows)")
    while true {
      let event = await session.next()
      switch event {
      case .input(let events): for event in events where try !handle(event) { return }
      case .resized(let size): log("resized \(size.columns)x\(size.rows)")
      case .closed: return
      case .resumed, .drained, .woken: log("\(event)")
      }
    }
  }

  /// Returns `false` to end the program.
  private func handle(_ event: InputEvent) throws -> Bool {
    if case .mouse(let mouse) = event { log("mouse \(mouse.column) \(mouse.row)") }
    guard case .key(let key) = event else {
      log("\(event)")
      return true
    }
    keyCount += 1
    switch key.description {
    case "q": return false
    case "t": throw Failure()
    case "e": exit(3)
    case "f": fatalError("a failure of the program")
    case "x": log("\([1, 2][keyCount + 1])")
    case "o": log("\(fillStack(keyCount))")
    case "l": while keyCount > 0 { keyCount &+= 1 }
    case "z": session.suspend()
    case "m": session.capturesMouse.toggle()
    case "w": Task { finishEffect() }
    case "b": log("drawn \(session.write(Array(repeating: UInt8(ascii: "x"), count: 1_000_000)))")
    case "u": writeUntilFull()
    case "d":
      let isSynchronized = session.reportedFeatures.contains(.synchronizedOutput)
      log("drawn \(session.write(Array("drawn".utf8))) \(isSynchronized)")
    default: log("key \(key)")
    }
    return true
  }

  /// Writes until the terminal takes nothing more, and waits until it takes more.
  private func writeUntilFull() {
    let terminal = open("/dev/tty", O_WRONLY | O_NONBLOCK)
    defer { close(terminal) }
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    while session.canDraw {
      while write(terminal, bytes, bytes.count) > 0 {}
      session.write(Array("drawn".utf8))
    }
    log("full")
    var request = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
    log("writable")
  }

  private func finishEffect() {
    let session = session
    log("effect")
    Task.detached { session.wake() }
  }
}

/// Draws each event, until a pasted text tells the fixture to end.
///
/// Other pasted texts that begin with `log` are logged.
@MainActor func drawEvents(of session: TerminalSession) async {
  log("started \(session.size.columns)x\(session.size.rows)")
  var encoder = FrameEncoder(depth: .trueColor)
  var drawnCount = 0
  while true {
    var names: [String] = []
    switch await session.next() {
    case .input(let events):
      for event in events {
        if case .paste(let text) = event, text.hasPrefix("log ") { log(text) }
        if event == .paste("end") { return }
        names.append("\(event)")
      }
    case .resized: names = ["resized"]
    case .closed: return
    case .resumed, .drained, .woken: break
    }
    guard session.canDraw else { continue }
    drawnCount += 1
    var frame = CellGrid(session.size)
    for (row, name) in names.suffix(frame.size.rows).enumerated() {
      frame.write(name, column: 0, row: row, style: TextStyle(foreground: .palette(UInt8(drawnCount % 16))))
    }
    var bytes: [UInt8] = []
    encoder.encode(frame, into: &bytes)
    if !bytes.isEmpty { session.write(bytes) }
  }
}

do {
  try await TerminalSession.run {
    for number in CommandLine.arguments.dropFirst().compactMap({ Int32($0) }) { raise(number) }
    log("saved")
  } _: { session in
    if CommandLine.arguments.contains("--draw-events") {
      await drawEvents(of: session)
    } else {
      try await Program(session).run()
    }
  }
  log("ended")
} catch {
  log("failed: \(error)")
  exit(1)
}
