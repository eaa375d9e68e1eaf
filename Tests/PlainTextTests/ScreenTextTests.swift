import Interface
import InterfaceFixtures
import Testing
import Values

@testable import PlainText

@Suite struct `A screen as text` {
  private let question = Screen.Question(
    "Close without saving?",
    answers: [.init("Keep editing", Invocation("cancel")), .init("Discard", Invocation("close", ["force": true]))])

  @Test func `has tabs, elements, a sheet below a rule, notices, progress and keys`() {
    let screen = Screen(
      title: "Shop",
      tabs: [
        .init(id: "1", title: "Products", isSelected: true), .init(id: "2", title: "Events", isSelected: false),
      ],
      elements: [.init("a", .text(["First paragraph.", "Second\nparagraph."]))],
      sheet: .init(title: "New product", elements: [.init("b", .text(["A form."]))], question: question),
      notices: [
        .init(id: "1", .information, "1 row was deleted", answers: [.init("Undo", Invocation("undo"))]),
        .init(id: "2", .warning, "The connection is slow."), .init(id: "3", .error, "line\u{1b}[31m"),
      ],
      progress: [
        .init(id: "1", title: "Import", completedCount: 5, totalCount: 10, cancel: Invocation("import.cancel")),
        .init(id: "2", title: "Export", completedCount: 3, totalCount: nil),
      ])
    #expect(
      screen.plainText(width: 60) == """
        Shop
        [Products]  Events

        First paragraph.

        Second
        paragraph.

        ────────────────────────────────────────
        New product

        A form.

        Close without saving?
          [Keep editing] cancel
          [Discard] close --force=true

        1 row was deleted
          [Undo] undo
        warning: The connection is slow.
        error: line\\u{1b}[31m
        [#####     ] 50 % Import
          [cancel] import.cancel
        Export: 3 done

        """)
    #expect(Screen(title: "").plainText().isEmpty)
    #expect(screen.plainText(width: 60) == screen.plainText(width: 60))
  }

  @Test func `prints counters with what to do about errors`() {
    let counters = Screen.Content.counters([
      .init(id: "1", title: "Products", text: "20"), .init(id: "2", title: "Events", text: nil, isLoading: true),
      .init(id: "3", title: "Users", text: "7", isLoading: true), .init(id: "4", title: "Orders", text: nil),
      .init(id: "5", title: "Carts", text: nil, error: "offline", retry: Invocation("carts.reload")),
    ])
    #expect(
      counters.text() == """
        Products: 20
        Events: loading…
        Users: 7, loading…
        Orders: unknown
        Carts: unknown
          ! could not be loaded: offline
          [retry] carts.reload

        """)
  }

  @Test func `draws bars in eighths of a column, with aligned labels and texts`() {
    let chart = Screen.Content.chart(
      .init(
        title: "Sales",
        bars: [
          .init(label: "January", value: 80, text: "80"), .init(label: "茶", value: 41, text: "41"),
          .init(label: "none", value: 0, text: "0"), .init(label: "little", value: 0.001, text: "0.001"),
        ]))
    #expect(
      chart.text(width: 26) == """
        Sales
          January     80  ████████
          茶          41  ████▏
          none         0
          little   0.001  ▏

        """)
    #expect(chart.text().split(separator: "\n")[1] == "  January     80  " + String(repeating: "█", count: 40))
    #expect(
      chart.text(width: 16) == "Sales\n  January: 80\n  茶: 41\n  none: 0\n  little: 0.001\n")
    #expect(Screen.Content.chart(.init(title: "Sales", bars: [])).text() == "Sales\n  nothing to show\n")
  }

  @Test func `draws no bar for a negative value or NaN, and a full one for infinity`() {
    func bars(_ values: [Double]) -> [String] {
      let chart = Screen.Chart(title: "", bars: values.map { .init(label: "a", value: $0, text: "b") })
      return Screen.Content.chart(chart).text(width: 16).split(separator: "\n").map { String($0.dropFirst(8)) }
    }
    #expect(bars([-1, .nan, .infinity, -.infinity, 4, 8]) == ["", "", "████████", "", "████", "████████"])
    #expect(bars([0, -0.0, .nan]) == ["", "", ""])
    #expect(bars([.greatestFiniteMagnitude, 1, .leastNonzeroMagnitude]) == ["████████", "▏", "▏"])
    #expect(bars([.infinity, 0]) == ["████████", ""])
  }

  @Test func `wraps paragraphs at words, and divides only words that are wider than a line`() {
    let text = Screen.Content.text(["The quick brown fox jumps over the lazy dog.", "茶茶茶茶茶茶茶 Donaudampfschifffahrt"])
    #expect(
      text.text(width: 14) == """
        The quick
          brown fox
          jumps over
          the lazy
          dog.

        茶茶茶茶茶茶茶
          Donaudampfsc
          hifffahrt

        """)
    #expect(Screen.Content.text(["茶a👨‍👩‍👧"]).text(width: 1) == "…\na\n…\n")
    // A character can be wider than an indented line.
    let wide = "\u{600}" + String(repeating: "\u{903}", count: 8)
    #expect(wide.count == 1 && wide.terminalWidth == 9)
    #expect(Screen.Content.text(["12345678 \(wide)"]).text(width: 10) == "12345678\n\(wide)\n")
  }

  @Test func `has progress for any numbers`() {
    func text(_ completed: Int, _ total: Int?) -> String {
      Screen(title: "", progress: [.init(id: "", title: "x", completedCount: completed, totalCount: total)]).plainText()
    }
    #expect(text(-5, 10) == "[          ] 0 % x\n" && text(99, 100) == "[######### ] 99 % x\n")
    #expect(text(0, 0) == "[##########] 100 % x\n" && text(.min, .max) == text(0, 1))
    #expect(text(.max, 1) == text(0, 0) && text(.max, .max) == text(0, 0))
  }

  @Test func `prints commands as the given closure does, or with the names of all arguments`() throws {
    let text = "a \"b\" 5"
    let table = CommandTable<InertFeature<Int, [String]>>([
      Command("set", "set a value", Argument.text("name", "n").positional, Argument.text("list", "l").list) {
        [$0] + $1
      }
    ])
    let invocation = Invocation("set", ["name": .text(text), "list": ["x, y", "z"]])
    let screen = Screen(title: "", notices: [.init(id: "", .warning, "w", answers: [.init("Set", invocation)])])
    #expect(screen.plainText(commandText: table.text(of:)).contains("[Set] \(table.text(of: invocation))\n"))
    let line = try #require(screen.plainText().split(separator: "\n").last)
    #expect(try table.parse(String(line.dropFirst("  [Set] ".count))) == invocation, "\(line)")
  }
}
