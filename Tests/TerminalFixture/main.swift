import TerminalIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// A full-screen program for tests. It reports each event as a line on standard error. Keys make it end in all ways.

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
      case .closed:
        log("saved")
        return
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
    case "d": log("drawn \(session.write(Array("drawn".utf8))) \(session.supportsSynchronizedOutput)")
    default: log("key \(key)")
    }
    return true
  }

  private func finishEffect() {
    let session = session
    log("effect")
    Task.detached { session.wake() }
  }
}

do {
  try await TerminalSession.run { session in try await Program(session).run() }
  log("ended")
} catch {
  log("failed: \(error)")
  exit(1)
}
