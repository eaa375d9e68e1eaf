import Forms
import Interface
import MemoryHandlers
import ProgramFixtures
import Programs
import Shell
import Shop
import Tables
import Testing
import Values

/// Applications on the front end of the terminal.
@MainActor @Suite struct `Front ends` {
  private func session(typing lines: [String] = [], bindings: String? = nil) -> ShellFixture {
    let session = ShellFixture()
    session.terminalSize = (80, 24)
    session.environment = ["TERM": "xterm", "XDG_CONFIG_HOME": "/config"]
    session.files["/config/backroom/keys"] = bindings
    session.frontEnd = ScriptedFrontEnd(typing: lines)
    return session
  }

  @Test func `the last changes are stored although the user quits at once`() async {
    let session = session(typing: [
      "products.select.rows p4 p5", "products.delete", "undo", "products.select p7", "products.delete",
    ])
    session.frontEnd?.isHasty = true
    #expect(await session.run([]) == .success, "\(session.errors)")
    let stored = await session.products.database
    #expect(stored["p4"] != nil && stored["p5"] != nil && stored["p7"] == nil)
    #expect(session.errors == "Storing the last changes…\n")
  }

  @Test func `the back office has the keys of a file`() async {
    let session = session(bindings: "# my keys\nf5 = products.load\n\nctrl+shift+a = products.search lamp\n= = undo\n")
    #expect(await session.run([]) == .success, "\(session.errors)")
    #expect(
      session.frontEnd?.bindings == [
        "f5": Invocation("products.load"), "ctrl+shift+a": Invocation("products.search", ["text": .text("lamp")]),
        "=": Invocation("undo"),
      ])
  }

  @Test(arguments: [
    ("f5", "line 1: expected KEY = COMMAND, as in ctrl+n = undo"),
    ("\nhyper+x = undo", "line 2: \"hyper+x\" is not a key, such as ctrl+n, f5 or shift+tab"),
    ("f5 = products.serch", "line 1: unknown command \"products.serch\"; did you mean products.search?"),
    ("f5 = undo\nf5 = redo", "line 2: f5 is bound twice"),
  ])
  func `a wrong line of the keys is reported and skipped`(_ text: String, _ message: String) async {
    let session = session(bindings: text + "\nf6 = undo")
    #expect(await session.run([]) == .success)
    #expect(session.errors == "/config/backroom/keys: \(message); the line is skipped\n")
    #expect(session.frontEnd?.bindings["f6"] == Invocation("undo"))
  }
}
