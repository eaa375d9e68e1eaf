import Foundation
import Interface
import PlainText
import TestInputs
import Testing

@testable import Forms
@testable import Tables
@testable import Values

/// Screens that no application would show: any texts, numbers and duplicate IDs, and rows of any length.
private struct ScreenGenerator {
  var chance: SplitMix64

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }

  mutating func isChosen() -> Bool { number(0...2) == 0 }

  mutating func optional<Content>(_ make: (inout Self) -> Content) -> Content? { isChosen() ? make(&self) : nil }

  mutating func list<Content>(_ limit: Int, _ make: (inout Self) -> Content) -> [Content] {
    (0..<number(0...limit)).map { _ in make(&self) }
  }

  mutating func text() -> String {
    let words = [
      "", " ", "a", "tea", "Teapot", "12.50", "茶茶茶", "👨‍👩‍👧", "🇩🇪🇫🇷", "e\u{301}", "\u{301}", "\u{200D}", "\u{FE0F}", "🏽",
      "1", "*", "\n", "\r\n", "\t", "\u{1b}[2J", "\u{202e}", "\u{600}", "❤\u{200D}", "🔥", "#️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "  ", "\u{2028}",
      "Donaudampfschifffahrtsgesellschaft", "\u{3000}", "क्ष", "\0", "\u{1F1E9}", "…", "a\u{200C}b", "\u{feff}",
    ]
    return (0..<number(0...4)).map { _ in words[number(0...words.count - 1)] }.joined(separator: isChosen() ? " " : "")
  }

  mutating func integer() -> Int { [.min, -1, 0, 1, 2, 3, 100, .max][number(0...7)] }

  mutating func id() -> String { ["1", "2", "3", text()][number(0...3)] }

  mutating func invocation() -> Invocation {
    Invocation(text(), isChosen() ? ["x": .text(text()), "y": [1, "a"]] : [:])
  }

  mutating func answers() -> [Screen.Answer] { list(2) { .init($0.text(), $0.invocation()) } }

  mutating func cell() -> TableCell { .sample(text(), isUnsaved: isChosen(), error: optional { $0.text() }) }

  mutating func row() -> TableScreen<String>.Row {
    .sample(
      id(), list(5) { $0.cell() }, isSelected: isChosen(), hasCursor: isChosen(),
      cursorColumn: optional { $0.id() }, isDragged: isChosen(), group: optional { $0.text() },
      notice: optional { .saveFailed($0.text()) },
      conflict: optional { $0.isChosen() ? .deleted : .changed($0.list(5) { $0.cell() }) })
  }

  mutating func header() -> ColumnHeader {
    .sample(
      text(), id: id(), sortIndicator: ["▲", " ", "", text()][number(0...3)], sortPriority: optional { $0.integer() },
      isFiltered: isChosen(), alignment: [.leading, .center, .trailing][number(0...2)])
  }

  mutating func aggregates() -> [AggregateValue] {
    list(2) { generator in
      let aggregate = Aggregate(.sum, generator.optional { $0.id() }, of: generator.isChosen() ? .all : .filtered)
      return AggregateValue(aggregate: aggregate, value: .null, text: generator.text())
    }
  }

  mutating func movingRows() -> TableScreen<String>.MovingRows {
    .init(ids: list(3) { $0.id() }, target: optional { [.before($0.id()), .after($0.id()), .end][$0.number(0...2)] })
  }

  mutating func table() -> TableScreen<String> {
    let (hasHeader, hasFooter) = (!isChosen(), isChosen())
    return .sample(
      list(5) { $0.header() }, list(5) { $0.row() },
      appearance: .grid.configured { ($0.hasHeader, $0.hasFooter) = (hasHeader, hasFooter) },
      headerAggregates: aggregates(), aggregates: aggregates(),
      counts: TableCounts(
        all: optional { $0.integer() }, filtered: optional { $0.integer() }, selected: optional { $0.integer() },
        selectedHidden: optional { $0.integer() }, unsaved: integer()),
      searchText: optional { $0.text() }, condition: optional { $0.text() }, page: integer(),
      pageCount: optional { $0.integer() },
      editedCell: optional {
        .init(
          row: $0.id(), column: $0.id(), text: $0.text(), error: $0.optional { TableMessage(.incomparable($0.text())) })
      },
      draggedRows: optional { $0.movingRows() }, pendingMoves: list(2) { $0.movingRows() },
      moveFailure: optional { $0.text() },
      unloadedRowNotices: list(2) { .init(id: $0.id(), .deletionFailed($0.text())) },
      loadingStatus: [.notRequested, .loaded, .loading, .failed(text())][number(0...3)], isStale: isChosen(),
      rejection: optional { TableMessage(.incomparable($0.text())) })
  }

  mutating func value() -> Value {
    [.null, .text(text()), 3, 2.5, true, .list([1, .text(text())]), .object(["k": "v"]), .real(.nan)][number(0...7)]
  }

  mutating func field() -> FormScreen.Row {
    let kind = RowKind.allCases[number(0...RowKind.allCases.count - 1)]
    let value = value()
    let entry: FieldEntry = [.value(value), .typed(text(), as: nil), .secret(Secret(text()))][number(0...2)]
    return .sample(
      text(), value, kind: kind, entry: entry,
      placeholder: optional { $0.text() }, options: list(3) { .init($0.value(), title: $0.optional { $0.text() }) },
      isRequired: isChosen(), isDisabled: isChosen(), isFocused: isChosen(), isDirty: isChosen(),
      isValidating: isChosen(), errors: list(2) { $0.isChosen() ? .missing : .custom($0.text()) })
  }

  mutating func form() -> FormScreen {
    .sample(
      list(4) { $0.field() }, title: optional { $0.text() }, section: optional { $0.text() },
      footer: optional { $0.text() }, allowsRowEditing: isChosen(),
      stage: [.editing, .validating, .submitting, .submitted, .failed(text())][number(0...4)])
  }

  mutating func number() -> Double {
    [0, -0.0, -3, 1, 2.5, 1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude][
      number(0...10)]
  }

  mutating func element() -> Screen.Element {
    switch number(0...6) {
    case 0: .init(id(), .form(form()))
    case 1:
      .init(
        id(),
        .counters(
          list(3) {
            .init(
              id: $0.id(), title: $0.text(), text: $0.optional { $0.text() }, isLoading: $0.isChosen(),
              error: $0.optional { $0.text() }, retry: $0.optional { $0.invocation() })
          }))
    case 2:
      .init(
        id(),
        .chart(
          .init(title: text(), bars: list(4) { .init(label: $0.text(), value: $0.number(), text: $0.text()) })))
    case 3: .init(id(), .text(list(3) { $0.text() }))
    default: .init(id(), .table(table()))
    }
  }

  mutating func screen() -> Screen {
    Screen(
      title: text(), tabs: list(3) { .init(id: $0.id(), title: $0.text(), isSelected: $0.isChosen()) },
      elements: list(4) { $0.element() },
      sheet: optional {
        .init(
          title: $0.text(), elements: $0.list(2) { $0.element() },
          question: $0.optional { .init($0.text(), answers: $0.answers()) })
      },
      notices: list(3) {
        .init(
          id: $0.id(), [.information, .warning, .error][$0.number(0...2)], $0.text(), answers: $0.answers())
      },
      progress: list(3) {
        .init(
          id: $0.id(), title: $0.text(), completedCount: $0.integer(), totalCount: $0.optional { $0.integer() },
          cancel: $0.optional { $0.invocation() })
      })
  }
}

extension Screen {
  fileprivate var tables: [TableScreen<String>] {
    allElements.compactMap { if case .table(let table, _) = $0.content { table } else { nil } }
  }
}

/// How many times more screens are printed than in seconds.
private let scale = caseCount(1, exhaustive: 4)

@Suite struct `Any screen` {
  @Test func `has no line that is wider than the width`() throws {
    var generator = ScreenGenerator(chance: SplitMix64(seed: 1))
    for number in 0..<200 * scale {
      let screen = generator.screen()
      // Every width for a few screens, and one width for each of the others.
      let widths = number < 2 * scale ? Array(1...200) : [number % 200 + 1]
      for width in widths {
        let lines = screen.plainText(width: width).split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
          try #require(String(line).terminalWidth <= width, "screen \(number), width \(width): \(line)")
        }
      }
    }
  }

  @Test func `is printed with any width, and equally each time`() {
    var generator = ScreenGenerator(chance: SplitMix64(seed: 2))
    for _ in 0..<100 * scale {
      let screen = generator.screen()
      #expect(screen.plainText(width: .min) == screen.plainText(width: 1))
      #expect(screen.plainText(width: .max) == screen.plainText(width: .max))
    }
  }

  @Test func `has each cell in its text if the width is unlimited`() throws {
    var generator = ScreenGenerator(chance: SplitMix64(seed: 3))
    for number in 0..<300 * scale {
      let screen = generator.screen()
      let text = screen.plainText()
      for cell in screen.tables.flatMap(\.rows).flatMap(\.cells) where !cell.text.isEmpty {
        try #require(
          Array(text.utf8).firstRange(of: Array(cell.text.escapedForTerminal.utf8)) != nil,
          "screen \(number): \(cell.text.escapedForTerminal)")
      }
    }
  }

  @Test func `is printed without a character that a terminal could interpret`() throws {
    var generator = ScreenGenerator(chance: SplitMix64(seed: 4))
    for number in 0..<300 * scale {
      let screen = generator.screen()
      for text in [screen.plainText(), screen.plainText(width: number % 100)] {
        try #require(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.isVisible }, "screen \(number)")
      }
    }
  }

  @Test func `is printed without space for missing cells`() {
    let rows = (0..<1_000).map { number in
      TableScreen<String>.Row.sample("\(number)", Array(repeating: "a", count: number == 0 ? 1_000 : 1))
    }
    let text = Screen.Content.table(.sample([.sample("Name")], rows)).text()
    #expect(text.utf8.count < 10_000)
  }
}
