import Forms
import Interface
import ProgramFixtures
import Programs
import Tables
import Testing

/// Forms and tables of files on the front end of the terminal.
@MainActor @Suite struct `Files on a front end` {
  private static let form = """
    {"sections":[{"rows":[{"tag":"age","kind":"integer"},{"tag":"school","hidden":"$age >= 18"},
    {"tag":"code","kind":"password"}]}]}
    """

  private func session(typing lines: [String] = []) -> ShellFixture {
    let session = ShellFixture(program: .workbench)
    session.terminalSize = (80, 24)
    session.environment = ["TERM": "xterm"]
    session.files = ["form.json": Self.form, "fruit.csv": "name,weight\nPear,180\nApple,120\n"]
    session.frontEnd = ScriptedFrontEnd(typing: lines)
    return session
  }

  @Test func `form open prints the values of a submitted form`() async throws {
    let session = session(typing: ["form.type age 20", "undo", "redo", "form.submit"])
    #expect(await session.run(["form", "open", "form.json"]) == .success)
    let screens = try #require(session.frontEnd).screens.map { $0.plainFields }
    #expect(
      screens == [
        ["age", "school", "code"], ["age", "code"], ["age", "school", "code"], ["age", "code"], ["age", "code"],
      ])
    #expect(session.printed == #"{"age":20,"code":null}"# + "\n")
    #expect(session.frontEnd?.isFinished == true)
  }

  @Test func `form open needs no terminal as standard input and output if there is one`() async {
    let session = session(typing: ["form.type age 20", "form.submit"])
    (session.terminalSize, session.isInteractive) = (nil, false)
    #expect(await session.run(["form", "open", "form.json"]) == .usage)
    session.hasControllingTerminal = true
    #expect(await session.run(["form", "open", "form.json"]) == .success, "\(session.errors)")
    #expect(session.printed == #"{"age":20,"code":null}"# + "\n")
  }

  @Test func `form open prints nothing if the form is not submitted`() async {
    let session = session(typing: ["form.type age x", "form.submit"])
    #expect(await session.run(["form", "open", "form.json"]) == .success)
    #expect(session.printed.isEmpty)
    #expect(session.frontEnd?.isFinished == false)
  }

  @Test func `table open sorts, filters and selects rows, and changes none`() async throws {
    let session = session(typing: [
      "table.sort weight", "table.go next", "table.select.toggle", "table.filter name --contains p",
    ])
    #expect(await session.run(["table", "open", "fruit.csv"]) == .success, "\(session.errors)")
    guard case .table(let table, _)? = session.frontEnd?.screens.last?.elements.first?.content else {
      Issue.record("there is no table")
      return
    }
    #expect(table.rows.map { $0.cells[0].text } == ["Apple", "Pear"])
    #expect(table.rows.map(\.isSelected) == [true, false])
    let edit = self.session(typing: ["table.set 1 weight 5"])
    #expect(await edit.run(["table", "open", "fruit.csv"]) == .usage)
    #expect(edit.errors.contains("unknown command"))
  }

  @Test func `opening a file without a terminal needs an option`() async {
    let session = ShellFixture(program: .workbench)
    session.files = ["form.json": Self.form, "fruit.csv": "name\nPear\n"]
    #expect(await session.run(["form", "open", "form.json"]) == .usage)
    #expect(session.errors.contains("needs a terminal; without one, use --linear, or form show or form fill"))
    #expect(await session.run(["table", "open", "fruit.csv"]) == .usage)
    #expect(await session.run(["table", "open", "fruit.csv", "--linear"], typing: ["table.search x"]) == .success)
    #expect(session.printed.contains("0 of 1 row"), "\(session.printed)")
    #expect(
      await session.run(["form", "open", "form.json", "--linear"], typing: ["form.type age 3", "form.submit"])
        == .success)
    #expect(session.printed.contains(#"{"age":3,"code":null,"school":null}"#), "\(session.printed)")
  }
}

extension Screen {
  /// The tags of the visible fields of the first form.
  fileprivate var plainFields: [String] {
    guard case .form(let form, _)? = elements.first?.content else { return [] }
    return form.sections.flatMap(\.rows).compactMap(\.tag)
  }
}
