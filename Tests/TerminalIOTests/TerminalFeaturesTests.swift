import TerminalIO
import Testing

@Suite struct `Features of terminals` {
  @Test(arguments: ["alacritty", "foot", "xterm-ghostty", "xterm-kitty"])
  func `terminals that repeat all characters are known by their name`(name: String) {
    #expect(TerminalFeatures(environment: ["TERM": name]) == [.backgroundErase, .repeatedCharacters])
  }

  @Test(arguments: ["tmux-256color", "xterm-256color", "linux"])
  func `other terminals erase with a background and do not repeat`(name: String) {
    #expect(TerminalFeatures(environment: ["TERM": name]) == .backgroundErase)
  }

  @Test func `screen does not erase with a background`() {
    #expect(TerminalFeatures(environment: ["TERM": "screen.xterm-256color"]) == [])
    #expect(TerminalFeatures(environment: ["TERM": "screen"]) == [])
  }
}
