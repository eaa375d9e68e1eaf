import TerminalIO
import Testing

/// Counts the events of the input until `q` is typed.
@MainActor func countKeys() async throws -> Int {
  try await TerminalSession.run { session in
    var count = 0
    while true {
      if session.canDraw { session.write(Array("\u{1B}[H\(count) keys".utf8)) }
      switch await session.next() {
      case .input(let events):
        if events.contains(.key(KeyStroke(.character("q")))) { return count }
        count += events.count
      case .closed: return count
      case .resized, .resumed, .drained, .woken: break
      }
    }
  }
}

/// The code that the guide of TerminalIO shows.
@Suite struct `The guide to input` {
  @Test func `names keys`() {
    let undo = KeyStroke("ctrl+z")
    var decoder = InputDecoder()
    let input = decoder.decode("Z\u{1A}\u{1B}[1;2A".utf8)
    let names = input.compactMap { if case .key(let stroke) = $0 { stroke.description } else { nil } }
    // ["shift+z", "ctrl+z", "shift+up"]
    #expect(names == ["shift+z", "ctrl+z", "shift+up"])
    #expect(undo.map { input.contains(.key($0)) } == true)
  }
}
