import Analytics
import BackOffice
import Forms
import Interface
import InterfaceFixtures
import Loop
import MemoryHandlers
import PlainText
import Shop
import Tables
import Testing
import Values

/// What the screen shows in the words of the shop: its currency, its time zone, its name and its server.
@MainActor @Suite struct `The screen of a shop` {
  private let application: BackOfficeApplication = {
    var application = BackOfficeApplication.fixture
    application.shopName = "lamps.db"
    return application
  }()
  private let events = MemoryEventSource(.sample)
  private let store: Store<UndoFeature<BackOffice>>

  init() {
    store = Store(
      application.feature, state: .init(.init()),
      handler: UndoEffectHandler<BackOffice, _>(
        BackOfficeHandler(
          products: MemoryProductStore(.sample),
          events: OutageTrackingEventSource(events) { Instant(milliseconds: 1_679_652_000_000) },
          files: MemoryFileStore(), timeZones: FixedTimeZones()
        ) { "new" }))
  }

  private func run(_ lines: String...) async throws {
    for line in lines { try await application.run(application.commands.parse(line), in: store) }
  }

  private func refusal(of line: String) async -> String? {
    do throws(InvocationError) {
      _ = try application.commands.step(for: application.commands.parse(line), in: store.state)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private var screen: Screen { application.screen(of: store.state) }

  private func table(_ id: String) throws -> TableScreen<String> {
    let found = screen.elements.lazy.compactMap { element -> TableScreen<String>? in
      if element.id == id, case .table(let table, _) = element.content { table } else { nil }
    }
    return try #require(found.first)
  }

  private func column(_ column: String, of id: String) throws -> [String] {
    let table = try table(id)
    let index = try #require(table.headers.firstIndex { $0.id == column })
    return table.rows.map { $0.cells[index].text }
  }

  @Test func `shows the currency and groups thousands`() async throws {
    try await run("appear", "products.set p1 price 1234567.5", "settings.currency €", "settings.grouping comma")
    #expect(try column("price", of: "products").first == "1,234,567.50")
    #expect(try table("products").headers.map(\.title).prefix(3) == ["ID", "Name", "Price (€)"])
    try await run("settings.choose grouping apostrophe", "settings.type currency Fr.")
    #expect(try column("price", of: "products").first == "1'234'567.50")
    try await run("settings.currency", "settings.grouping none")
    #expect(try column("price", of: "products").first == "1234567.50")
    #expect(try table("products").headers[2].title == "Price")
    try await run("settings.grouping apostrophe", "products.edit p2 --price \"1'299.50\"")
    #expect(try column("price", of: "products")[1] == "1'299.50", "what is shown can be typed")
    for line in [
      "settings.currency 'a b'", "settings.currency \u{9B}2J", "settings.currency dollars-and-cents",
      "settings.choose grouping x",
    ] {
      #expect(await refusal(of: line) != nil, "\(line)")
    }
    #expect(await refusal(of: "settings.currency 123456789")?.contains("at most 8 characters") == true)
  }

  @Test(arguments: [
    (0, "0.00"), (99, "0.99"), (99_999, "999.99"), (100_000, "1 000.00"), (-123_456_789, "-1 234 567.89"),
    (-12_345, "-123.45"), (Int.min, "-92 233 720 368 547 758.08"),
  ])
  func `groups three digits each`(cents: Int, text: String) {
    var format = MoneyFormat()
    format.grouping = .space
    #expect(format.text(of: Money(cents: cents)) == text)
  }

  @Test func `shows the value of what is in stock, of the rows that match`() async throws {
    try await run("appear")
    #expect(!screen.plainText().contains("value in stock"), "no product has a stock")
    try await run("products.edit p1 p2 --stock 10", "products.edit p9 --stock 2")
    #expect(screen.plainText().contains("value in stock 951.90"), "\(screen.plainText())")
    try await run("products.search lamp", "settings.grouping comma", "products.edit p1 --stock 1000")
    #expect(screen.plainText().contains("value in stock 20,735.00"), "\(screen.plainText())")
    try await run("products.column.show value")
    #expect(try column("value", of: "products") == ["19,990.00", "745.00"])
  }

  @Test func `shows times in the zone of the shop, and as much of the users as tells them apart`() async throws {
    try await run("tab events")
    let shown = try table("list")
    #expect(shown.headers.map(\.title) == ["Time (UTC)", "Action", "Flag", "User"])
    #expect(shown.rows.first?.cells.map(\.text) == ["2023-03-24 08:40:49", "pause", "false", "0000…0003"])
    #expect(shown.rows.first?.cells.last?.value == "00000000-0000-4000-8000-000000000003")
    try await run("settings.time-zone Two/Ahead")
    #expect(try table("list").headers.first?.title == "Time (Two/Ahead)")
    #expect(try column("timestamp", of: "list").first == "2023-03-24 10:40:49")
    let other = "00000000-1111-4000-8000-000000000003"
    try await run("events.record --user \(other) --flag=false --action stop")
    #expect(try column("userID", of: "list").first == other, "neither end differs from all others")
  }

  @Test func `has named filters of products`() async throws {
    try await run(
      "appear", "products.filter price --from 5 --through 80", "products.search l", "products.preset.save low")
    try await run(
      "products.where 'price > 100'", "products.filter price", "products.search", "products.preset.save high")
    #expect(try column("id", of: "products") == ["p3", "p5"])
    #expect(screen.elements.first == .init("presets", .text(["Saved filters: low, high"])))
    try await run("products.preset low")
    #expect(try column("id", of: "products") == ["p1", "p2", "p4", "p6", "p8"])
    let filter = store.state.feature.products.table.view.query.filter
    #expect(filter.condition == nil && filter.search == "l" && filter.columns.keys.sorted() == ["price"])
    #expect(await refusal(of: "products.preset medium") == #"no filter named "medium"; expected low or high"#)
    #expect(await refusal(of: "products.preset.save ' '") == "the name of a filter is blank")
    try await run("products.preset.remove low", "products.preset.remove high")
    #expect(screen.elements.map(\.id) == ["products"])
    #expect(await refusal(of: "products.preset low")?.hasSuffix("save one with products.preset.save") == true)
    #expect(application.feature.stepToUndo(in: store.state) == nil, "views are no steps of undo")
  }

  @Test func `counts the values of a column, each element of a list for itself`() async throws {
    try await run("appear", "products.search l")
    let reply = try await application.run(application.commands.parse("products.values tags"), in: store)
    let answer = try #require(reply.answer)
    #expect(
      try answer.text(as: .plain, in: AnswerStyle(width: 80)) == "light\t3\n\t1\nkitchen\t1\noak\t1\nseat\t1\n",
      "of the rows that match the search")
    #expect(await refusal(of: "products.values nope")?.contains("nope") == true)
    try await run("products.go next", "products.go nextCell", "products.go nextCell")
    let price = try await application.run(Invocation("products.values"), in: store)
    #expect(try price.answer?.text(as: .plain, in: AnswerStyle(width: 80)).hasPrefix("19.99\t1\n") == true)
  }

  @Test func `keeps a text that a filter or a setting does not accept yet, with an error beside it`() async throws {
    func field(_ id: String) throws -> FormScreen.Row {
      let rows = screen.elements.flatMap { element -> [FormScreen.Row] in
        if case .form(let form, _) = element.content { form.sections.flatMap(\.rows) } else { [] }
      }
      return try #require(rows.first { $0.tag == id })
    }
    try await run("tab events")
    for length in 1..<10 {
      let typed = String("2023-03-23".prefix(length))
      try await run("events.filter.type from \(typed)")
      #expect(try field("from").text == typed && field("from").errors.count == 1, "\(typed)")
      #expect(store.state.feature.events.filter.query == EventQuery(), "\(typed)")
    }
    try await run("events.filter.type from 2023-03-23")
    #expect(try field("from").errors.isEmpty && store.state.feature.events.filter.query.interval != nil)
    // A time is one of the zone of the shop, and is shown as one.
    store.send(.feature(.settings(.timeZoneLoaded(name: "", TimeZoneRules(offset: 3600)))))
    try await run("events.filter.type from 2023-03-23 10:30")
    #expect(store.state.feature.events.filter.query.interval?.start.map { "\($0)" } == "2023-03-23T09:30:00Z")
    #expect(try field("from").text == "2023-03-23 10:30:00" && field("from").errors.isEmpty)
    try await run(
      "events.filter.type user 0000", "tab activity", "settings.type timeZone Two", "settings.type currency €€€€€€€€€")
    #expect(try field("timeZone").text == "Two" && field("timeZone").errors == [.custom("no such time zone")])
    #expect(try field("currency").text == "€€€€€€€€€" && field("currency").errors.count == 1)
    try await run("settings.type timeZone Two/Ahead")
    #expect(try field("timeZone").text == "Two/Ahead" && field("timeZone").errors.isEmpty)
    #expect(try field("currency").text == "€€€€€€€€€" && field("currency").errors.count == 1)
    try await run("settings.type currency €")
    #expect(try field("currency").errors.isEmpty)
    #expect(store.state.feature.invalidTexts == nil)
    try await run("settings.type timeZone Nowhere")
    #expect(try field("timeZone").errors == [.custom("no such time zone")])
    #expect(store.state.feature.settings.timeZoneName == "Two/Ahead")
    #expect(store.state.feature.savedState.settings.timeZoneRequest == nil)
    #expect(await refusal(of: "events.filter.type nope x") != nil)
  }

  @Test
  func `keeps an invalid text of the filter while another field gets one or is filled, until the filter is cleared`()
    async throws
  {
    func texts() -> [String: String] {
      Dictionary((store.state.feature.invalidTexts ?? []).map { ($0.field, $0.text) }) { $1 }
    }
    try await run("tab events", "events.filter.type user 0000", "events.filter.type from 2023-13")
    #expect(texts() == ["user": "0000", "from": "2023-13"])
    try await run("events.filter.choose flag true", "events.filter.type from 2023-03-01")
    #expect(texts() == ["user": "0000"])
    #expect(store.state.feature.events.filter.query.flag == true)
    try await run("events.filter.clear")
    #expect(texts().isEmpty)
  }

  @Test func `shows one line for many periods without events`() async throws {
    try await run("tab events", "events.record --user 00000000-0000-4000-8000-000000000001 --flag=false --action stop")
    guard case .chart(let chart)? = screen.elements.first(where: { $0.id == "timeline" })?.content else {
      Issue.record("no chart")
      return
    }
    #expect(chart.bars.map(\.label).prefix(3) == ["2023-03-22", "2023-03-23", "2023-03-24"])
    try await run(
      "events.record --user 00000000-0000-4000-8000-000000000001 --flag=false --action stop --at 2023-05-01")
    guard case .chart(let longer)? = screen.elements.first(where: { $0.id == "timeline" })?.content else {
      Issue.record("no chart")
      return
    }
    #expect(longer.bars.map { "\($0.label) \($0.text)" }.suffix(2) == ["(37 empty) ", "2023-05-01 1"])
  }

  @Test func `says once that a server does not answer, and what is unsaved`() async throws {
    #expect(screen.status == ["lamps.db"])
    store.send(.feature(.resumed(eventServer: "http://events.example")))
    await events.inject(Array(repeating: .requestFailed(.offline), count: 4))
    try await run("tab events")
    #expect(screen.status == ["lamps.db", "no answer from http://events.example"])
    let reasons = screen.plainText().split(separator: "\n").filter { $0.contains("cannot be reached") }
    #expect(reasons.count == 1, "\(screen.plainText())")
    let notice = try #require(screen.notices.first)
    #expect(
      notice.text
        == "Since 2023-03-24 10:00:00, the events could not be loaded: the server cannot be reached. Try again.")
    try await run("events.load")
    #expect(screen.notices.isEmpty && screen.status == ["lamps.db", "http://events.example"])
    await events.inject(Array(repeating: .requestFailed(.badStatus(401)), count: 4))
    try await run("events.load")
    #expect(screen.status == ["lamps.db", "http://events.example"], "it does answer")
    #expect(screen.notices.first?.text.contains("401 Unauthorized") == true)
    try await run("tab products", "products.open p1", "sheet.type name Lamp")
    #expect(screen.status == ["lamps.db", "unsaved input", "http://events.example"])
  }
}
