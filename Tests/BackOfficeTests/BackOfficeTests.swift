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

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@MainActor @Suite struct `The back office` {
  private let application = BackOfficeApplication.fixture
  private let recorder = ChangeRecorder(authorName: "ada") { Instant(milliseconds: 0) }
  private let products: MemoryProductStore
  private let events = MemoryEventSource(.sample)
  private let files = MemoryFileStore()

  init() { products = MemoryProductStore(.sample, recordedBy: recorder) }

  private func makeStore(changes: (any ChangeSource)? = nil) -> Store<UndoFeature<BackOffice>> {
    Store(
      application.feature, state: .init(.init()),
      handler: UndoEffectHandler<BackOffice, _>(
        BackOfficeHandler(
          products: products, events: events, files: files, timeZones: FixedTimeZones(), changes: changes,
          changeLog: products
        ) { "new" }))
  }

  /// Runs command lines one after the other, each until nothing is pending.
  private func run(_ lines: String..., in store: Store<UndoFeature<BackOffice>>) async throws {
    for line in lines {
      // The screen shows a rejection, and what could not be stored.
      do { try await application.run(application.commands.parse(line), in: store) } catch let error as InvocationError {
        if ![.rejected, .unreachable].contains(error.code) { throw error }
      }
    }
  }

  private func table(_ id: String, in store: Store<UndoFeature<BackOffice>>) -> [[String]]? {
    let screen = application.screen(of: store.state)
    guard case .table(let table, _)? = screen.elements.first(where: { $0.id == id })?.content else { return nil }
    return table.rows.map { $0.cells.map(\.text) }
  }

  @Test func `a product is found, edited, saved, deleted and restored by commands`() async throws {
    let store = makeStore()
    try await run("appear", "products.sort price", "products.search lamp", in: store)
    #expect(
      table("products", in: store) == [
        ["p1", "Desk lamp", "19.99", "light", ""], ["p2", "Floor lamp", "74.50", "light", ""],
      ])
    try await run("products.open p1", "sheet.type price 21,5", "sheet.submit", in: store)
    #expect(table("products", in: store)?.first == ["p1", "Desk lamp", "21.50", "light", ""])
    try await run("products.select p2", "products.delete", in: store)
    #expect(await products.database.products.map(\.id.rawValue).contains("p2") == false)
    let notice = try #require(application.screen(of: store.state).notices.first)
    #expect(notice.answers.map(\.command) == [Invocation("undo")])
    try await run("undo", in: store)
    #expect(await products.database.products.map(\.id.rawValue).contains("p2"))
    #expect(table("products", in: store)?.map { $0[0] } == ["p1", "p2"])
  }

  @Test func `a conflict of an edit in the table is resolved by either answer of its notice`() async throws {
    for (answer, price) in [("Keep mine", "5.00"), ("Take theirs", "77.00")] {
      try await products.modifyDatabase { $0 = .sample }
      let store = makeStore()
      try await run("appear", "products.set p1 price 5", in: store)
      try await products.modifyDatabase { database throws(ProductStoreError) in
        guard var lamp = database.products.first(where: { $0.id == "p1" }) else { throw .notFound }
        lamp.price = Money(cents: 7700)
        _ = try database.update(lamp, expecting: lamp.version)
      }
      try await run("products.load", "products.save", in: store)
      let notices = application.screen(of: store.state).notices
      let notice = try #require(notices.first { $0.id == "row-conflict-p1" })
      #expect(notice.text == "p1: another user set Price 77.00, you 5.00")
      #expect(!notices.contains { $0.id == "rejection" }, "the conflict says it: \(notices)")
      let command = try #require(notice.answers.first { $0.title == answer }).command
      store.send(try application.commands.action(for: command, in: store.state))
      await store.waitUntilIdle()
      #expect(table("products", in: store)?[0] == ["p1", "Desk lamp", price, "light", ""])
      #expect(
        self.notices(in: store) == [
          answer == "Keep mine" ? "Changed the price of Desk lamp." : "Reverted the changes of Desk lamp."
        ])
    }
  }

  @Test func `a new product shows that a field is missing after it was left or a save was tried`() async throws {
    func errors(in store: Store<UndoFeature<BackOffice>>) -> [[String]] {
      let element = application.screen(of: store.state).sheet?.elements.first
      guard element?.id == "form-new", case .form(let form, _)? = element?.content else { return [] }
      return form.sections.flatMap(\.rows).map { $0.errors.map { "\($0)" } }
    }
    let store = makeStore()
    try await run("appear", "products.new", in: store)
    #expect(errors(in: store) == [[], [], [], []])
    try await run("sheet.focus name", "sheet.focus price", in: store)
    #expect(errors(in: store) == [["is required"], [], [], []])
    #expect(application.screen(of: store.state).notices.isEmpty)
    try await run("sheet.type price x", "sheet.submit", in: store)
    #expect(errors(in: store)[0] == ["is required"] && errors(in: store)[1].count == 1)
    #expect(application.screen(of: store.state).notices.map(\.text) == ["2 fields are not valid."])
    #expect(store.state.feature.products.editor.sheet.form?.fields.focus == "name")
    try await run("sheet.type name Lamp", "sheet.type price 1", in: store)
    #expect(application.screen(of: store.state).notices.isEmpty)
  }

  @Test func `the log says what each change has set`() async throws {
    let store = makeStore()
    try await run(
      "appear", "products.sort price", "products.sort name --add", "products.search lamp", "products.set p1 price 5",
      "products.select.rows p1,p2", "products.revert", "products.open p2", "sheet.type name Lamp", "sheet.focus price",
      "sheet.type name Tall", "sheet.submit", "products.delete p3", "settings.first-weekday sunday", "undo",
      "tab activity", in: store)
    #expect(
      table("changes", in: store)?.map { $0.joined(separator: " | ") } == [
        "deletion | undone | Oak chair", "save | done | Tall: Name Tall",
        "reverting | done | Desk lamp", "edit | done | Desk lamp: Price 5.00", "before all changes |  | ",
      ])
  }

  @Test func `the log lists the products that are being saved or were not`() async throws {
    let store = makeStore()
    try await run("appear", "products.set p1 price 5", in: store)
    await products.inject([.requestFailed(.offline)])
    try await run("products.save", "tab activity", in: store)
    #expect(table("work", in: store)?.map { $0[0] } == [#"Save "Desk lamp""#])
    #expect(table("work", in: store)?.map { $0[1] } == ["failed"])
  }

  @Test func `what another program has changed is loaded again if it was loaded, and nothing else`() async throws {
    let changes = ReportedChanges()
    let store = makeStore(changes: changes)
    var started: [BackOffice.Effect] = []
    let observation = store.onEvent { event in
      if case .stepTaken(let entry) = event { started += entry.change.started.map(\.effect) }
    }
    defer { observation.cancel() }
    /// Returns the effects that start after a change.
    func loads(after part: DataKind) async -> [BackOffice.Effect] {
      started = []
      await changes.report(part)
      await store.waitUntilIdle()
      return started
    }
    store.send(.feature(.changesWatched))
    #expect(store.isIdle && started == [.watchChanges])
    for part in [DataKind.products, .events] {
      #expect(await loads(after: part) == [], "nothing was loaded")
    }
    try await run("appear", "tab events", in: store)
    #expect(await loads(after: .products) == [.products(.loadProducts)])
    let ofEvents = await loads(after: .events)
    #expect(!ofEvents.isEmpty && ofEvents.allSatisfy { if case .events = $0 { true } else { false } })
    await store.shutdown()
  }

  @Test func `a notice says that changes are no longer watched, and offers to try again`() async throws {
    let changes = ReportedChanges()
    let store = makeStore(changes: changes)
    var ends: [BackOffice.Action] = []
    let observation = store.onEvent { event in
      if case .stepTaken(let entry) = event, case .ended(in: .changes, with: .feature(let end)) = entry.cause {
        ends.append(end)
      }
    }
    store.send(.feature(.changesWatched))
    await changes.report(nil)
    while ends.isEmpty { await Task.yield() }
    #expect(ends == [.watchingEnded(reason: "\(ReportedChanges.failure)")] && store.pending.isEmpty)
    observation.cancel()
    let notice = "Changes by others are not shown: \(ReportedChanges.failure)"
    #expect(notices(in: store).contains(notice))
    try await run("appear", in: store)
    #expect(!notices(in: store).contains(notice) && !store.pending.isEmpty)
    await store.shutdown()
  }

  private func stored() async -> [String] {
    await products.database.products.map { "\($0.id.rawValue) \($0.name) \($0.price)" }
  }

  /// The texts of the notices.
  private func notices(in store: Store<UndoFeature<BackOffice>>) -> [String] {
    application.screen(of: store.state).notices.map(\.text)
  }

  @Test func `a save in a sheet is undone and redone as a whole, and no typing after it`() async throws {
    let store = makeStore()
    let before = await stored()
    try await run(
      "appear", "products.open p1", "sheet.type name Lamp", "sheet.type price 5", "sheet.type stock 3", "sheet.submit",
      in: store)
    #expect(notices(in: store) == ["Changed the name, price and stock of Lamp."])
    let after = await stored()
    #expect(after[0] == "p1 Lamp 5.00")
    try await run("undo", in: store)
    #expect(await stored() == before)
    #expect(
      notices(in: store) == ["Undone: Changed the name, price and stock of Desk lamp."],
      "the typing has no effect any more")
    try await run("redo", in: store)
    #expect(await stored() == after)
    // In a sheet, only what was typed can be undone.
    try await run("products.open p2", in: store)
    #expect(application.feature.changeToUndo(in: store.state) == nil)
    try await run("sheet.type name Big", "undo", "sheet.cancel", in: store)
    #expect(store.state.feature.products.editor.sheet == .closed)
    try await run("undo", in: store)
    #expect(await stored() == before)
  }

  @Test func `a save that another user has changed since stays, and the notice says why`() async throws {
    let store = makeStore()
    try await run("appear", "products.open p1", "sheet.type price 5", "sheet.submit", in: store)
    try await products.modifyDatabase { database throws(ProductStoreError) in
      guard var lamp = database.products.first else { throw .notFound }
      lamp.price = Money(cents: 7700)
      _ = try database.update(lamp, expecting: lamp.version)
    }
    try await run("undo", in: store)
    #expect(
      notices(in: store) == [
        #""Desk lamp" (p1) was changed by another user meanwhile, to "Desk lamp" at 77.00. No product was stored."#
      ])
    #expect(await stored()[0] == "p1 Desk lamp 77.00")
    store.send(.feature(.productsChangedElsewhere))
    await store.waitUntilIdle()
    #expect(notices(in: store).count == 1, "a reload by the program hides no reason")
    try await run("products.open p1", "sheet.type price 6", "sheet.submit", "undo", in: store)
    #expect(await stored()[0] == "p1 Desk lamp 77.00", "the former price is that of the other user")
  }

  @Test func `the history goes back and forward over several changes, and stops at one that fails`() async throws {
    let store = makeStore()
    let before = await stored()
    try await run(
      "appear", "products.edit p1 --price 5", "products.edit p1 --price 6", "products.delete p2",
      "products.edit p3 --name Chair", in: store)
    let after = await stored()
    try await run("history.open 0", "tab activity", in: store)
    #expect(await stored() == before)
    #expect(table("changes", in: store)?.map { $0[1] } == ["undone", "undone", "undone", "undone", ""])
    try await run("history.open 4", in: store)
    #expect(await stored() == after)

    try await products.modifyDatabase { database throws(ProductStoreError) in
      guard var lamp = database.products.first else { throw .notFound }
      lamp.price = Money(cents: 7700)
      _ = try database.update(lamp, expecting: lamp.version)
    }
    store.send(.feature(.productsChangedElsewhere))
    await store.waitUntilIdle()
    try await run("history.open 0", in: store)
    #expect(await stored() == ["p1 Desk lamp 77.00"] + before.dropFirst())
    #expect(notices(in: store)[0] == #""Desk lamp" (p1) has the price 77.00 now. Nothing was changed."#)
    #expect(table("changes", in: store)?.map { $0[1] } == ["undone", "undone", "done", ""])

    // The list here is older than the change.
    try await run("history.open 4", "products.edit p3 --name Seat", in: store)
    try await products.modifyDatabase { database throws(ProductStoreError) in
      guard var seat = database["p3"] else { throw .notFound }
      seat.stock = 4
      _ = try database.update(seat, expecting: seat.version)
    }
    let changed = await stored()
    try await run("history.open 0", in: store)
    #expect(await stored() == changed && notices(in: store)[0].contains("was changed by another user meanwhile"))
  }

  @Test func `going back over a saved cell leaves no draft, and going forward saves it again`() async throws {
    let store = makeStore()
    let before = await stored()
    try await run(
      "appear", "products.set p1 price 5", "products.set p1 name Lamp", "products.save", "products.delete p2",
      in: store)
    let after = await stored()
    try await run("history.open 0", in: store)
    #expect(await stored() == before && store.state.feature.products.table.drafts.isEmpty)
    try await run("history.open 4", in: store)
    #expect(await stored() == after && store.state.feature.products.table.drafts.isEmpty)
    // The second undo comes before the first one is stored.
    for _ in 0..<2 { try await run("undo", in: store) }
    for action in [UndoFeature<BackOffice>.Action.redo, .redo, .undo, .undo, .undo] { store.send(action) }
    await store.waitUntilIdle()
    #expect(store.state.feature.products.table.drafts.isEmpty)
  }

  @Test func `undo of a save waits while the product has an unsaved cell, and says so`() async throws {
    let store = makeStore()
    let before = await stored()
    try await run("appear", "products.set p1 stock 3", "products.open p1", "sheet.type price 5", in: store)
    try await run("sheet.submit", in: store)
    #expect(await stored()[0] == "p1 Desk lamp 5.00")
    #expect(
      application.commands["undo"]?.unavailabilityReason(in: store.state)
        == #""Desk lamp" (p1) has unsaved changes; save or revert them first"#)
    try await run("products.save", "undo", "undo", in: store)
    #expect(await stored() == before)
  }

  @Test func `a new product is taken back, unless another user has changed it since`() async throws {
    let store = makeStore()
    let before = await stored()
    try await run("appear", "products.new", "sheet.type name Tea", "sheet.type price 3", "sheet.submit", in: store)
    #expect(notices(in: store) == ["Added Tea."])
    let after = await stored()
    try await run("undo", in: store)
    #expect(await stored() == before && table("products", in: store)?.count == before.count)
    try await run("redo", in: store)
    #expect(await stored() == after && notices(in: store) == ["Added Tea."])
    try await products.modifyDatabase { database throws(ProductStoreError) in
      guard var tea = database["new"] else { throw .notFound }
      tea.stock = 8
      _ = try database.update(tea, expecting: tea.version)
    }
    try await run("undo", in: store)
    #expect(await stored() == after)
    #expect(await products.database["new"]?.stock == 8)
  }

  @Test func `an import is undone as a whole`() async throws {
    let store = makeStore()
    let before = await stored()
    try await files.write(
      Array("id,name,price\np1,Lamp,5\nn1,Tea,3\nn2,Milk,1\nn3,Oil,9\n".utf8), to: "shop.csv", overwriting: false)
    try await run(
      "appear", "products.import.read shop.csv", "products.import.start", "products.import.cancel", in: store)
    let after = await stored()
    #expect(after.count == before.count + 3)
    #expect(notices(in: store) == ["Imported Lamp and 3 more."])
    try await run("undo", in: store)
    #expect(await stored() == before)
    try await run("redo", in: store)
    #expect(await stored() == after)
    try await run("products.set n2 price 4", "products.save", "tab activity", in: store)
    #expect(table("changes", in: store)?.map { $0[0] } == ["save", "edit", "import", "before all changes"])
    try await run("undo", "undo", in: store)
    #expect(await stored() == before)
  }

  @Test func `undoing a deletion restores the manual order`() async throws {
    let store = makeStore()
    try await run("appear", "products.delete p1 p3", "undo", in: store)
    #expect(table("products", in: store)?.map { $0[0] } == (1...9).map { "p\($0)" })
    #expect(await products.database.products.map(\.id.rawValue) == (1...9).map { "p\($0)" })
  }

  @Test func `law 5: closing a changed draft asks, and the answers are commands`() async throws {
    let store = makeStore()
    try await run("appear", "products.new", "sheet.type name Mug", "sheet.cancel", in: store)
    let question = try #require(application.screen(of: store.state).sheet?.question)
    #expect(question.answers.map(\.title) == ["Keep editing", "Discard"])
    #expect(throws: InvocationError.self) {
      try application.commands.action(for: Invocation("products.nope"), in: store.state)
    }
    store.send(try application.commands.action(for: question.answers[1].command, in: store.state))
    #expect(application.screen(of: store.state).sheet == nil)
    // The discarded draft comes back.
    try await run("undo", in: store)
    #expect(application.screen(of: store.state).sheet?.title == "New product")
    #expect(store.state.feature.products.editor.sheet.draft?.name == "Mug")
  }

  @Test func `law 5: a conflict shows both sides`() async throws {
    let store = makeStore()
    try await run("appear", "products.open p1", "sheet.type name Lamp", in: store)
    try await products.modifyDatabase { database throws(ProductStoreError) in
      _ = try database.update(
        Product(id: "p1", name: "Light", price: Money(cents: 1999), tags: ["light"]), expecting: 1)
    }
    try await run("sheet.submit", in: store)
    let notice = try #require(application.screen(of: store.state).notices.first)
    #expect(notice.text == #"name: another user has stored "Light", yours is "Lamp"."#)
    #expect(notice.answers.map(\.title) == [#"Take "Light""#, "Save yours"])
    try await run("sheet.submit", in: store)
    #expect(await products.database.products[0].name == "Lamp")
  }

  @Test func `law 5: a conflict is resolved field by field, and taking a field can be undone`() async throws {
    let store = makeStore()
    try await run("appear", "products.open p1", "sheet.type name Lamp", "sheet.type price 5", in: store)
    try await products.modifyDatabase { database throws(ProductStoreError) in
      _ = try database.update(
        Product(id: "p1", name: "Light", price: Money(cents: 700), tags: ["new"]), expecting: 1)
    }
    #expect(throws: InvocationError.self) {
      try application.commands.action(for: Invocation("sheet.take", ["field": "name"]), in: store.state)
    }
    try await run("sheet.submit", "sheet.take name", in: store)
    #expect(application.screen(of: store.state).notices.map(\.id) == ["conflict-price"])
    try await run("undo", in: store)
    #expect(application.screen(of: store.state).notices.map(\.id) == ["conflict-name", "conflict-price"])
    try await run("redo", "sheet.submit", in: store)
    let stored = await products.database.products[0]
    #expect(stored.name == "Light" && stored.price == Money(cents: 500) && stored.tags == ["new"])
  }

  @Test func `events are filtered by user, by the days of a time zone, and by named filters`() async throws {
    let store = makeStore()
    try await run("tab events", "settings.time-zone Two/Ahead", in: store)
    let user = "00000000-0000-4000-8000-000000000003"
    try await run("events.filter.by-user true", "events.filter.user \(user)", in: store)
    let ofUser = try #require(table("list", in: store))
    #expect(!ofUser.isEmpty && ofUser.count < 24 && ofUser.allSatisfy { $0[3] == "0000…0003" }, "one user")
    try await run("events.preset.save mine", "events.filter --from 2023-03-23 --to 2023-03-23", in: store)
    let times = try #require(table("list", in: store)).map { $0[0] }
    #expect(
      !times.isEmpty && times.allSatisfy { $0 >= "2023-03-22T22:00:00" && $0 < "2023-03-23T22:00:00" }, "\(times)")
    let elements = application.screen(of: store.state).elements
    #expect(
      elements.first { $0.id == "summary" }?.content
        == .text(["Events from 2023-03-23, through 2023-03-23", "Saved filters: mine"]))
    try await run("events.preset mine", in: store)
    #expect(table("list", in: store) == ofUser)
    try await run("events.filter.clear", "events.preset mine", in: store)
    #expect(table("list", in: store) == ofUser)
    for (line, message) in [
      ("events.preset nope", "no filter named \"nope\"; expected mine"),
      (
        "events.filter --from soon",
        "--from \"soon\" is not valid; expected \(TimeBound.expectation)"
      ),
      (
        "events.filter --from 2023-03-24 --to 2023-03-23",
        "--from \"2023-03-24\" is after --to \"2023-03-23\"; no event is in this interval"
      ),
      ("events.filter.choose flag 1", "the field \"flag\" does not accept 1"),
      ("events.filter.choose action jump", "the field \"action\" does not accept \"jump\""),
    ] {
      #expect { try application.commands.action(for: application.commands.parse(line), in: store.state) } throws: {
        "\($0)" == message
      }
    }
  }

  @Test func `the filter and the settings are also changed like any form`() async throws {
    let store = makeStore()
    try await run(
      "tab events", "events.filter.choose flag true", "events.filter.choose action stop",
      "events.filter.type from 2023-03-23", "settings.choose firstWeekday sunday", "settings.type timeZone Two/Ahead",
      in: store)
    let filter = store.state.feature.events.filter
    let start = EventInterval(start: Instant("2023-03-23T00:00:00Z"))
    #expect(filter.query == EventQuery(flag: true, action: .stop, interval: start))
    try await run("events.filter.choose action any", "events.filter.choose flag any", in: store)
    #expect(store.state.feature.events.filter.query == EventQuery(interval: start))
    let settings = store.state.feature.settings
    #expect(settings.firstWeekday == .sunday && settings.timeZoneName == "Two/Ahead")
  }

  @Test func `events are recorded, sampled, kept if they cannot be stored, and tried again`() async throws {
    let store = makeStore()
    let user = "00000000-0000-4000-8000-000000000009"
    try await run("tab events", "events.record --user \(user) --flag=false --action stop", in: store)
    #expect(table("list", in: store)?.first == ["2023-03-24 10:00:00", "stop", "false", "0000…0009"])
    await events.inject([.requestFailed(.offline)])
    try await run("events.sample 10 --seed 4", in: store)
    let notice = try #require(application.screen(of: store.state).notices.first)
    #expect(notice.text.hasPrefix("10 events are not stored: the recording"))
    store.send(.feature(.resumed(eventServer: "http://a")))
    #expect(application.screen(of: store.state).notices.first?.text.hasSuffix("; recorded for the database") == true)
    let retry = try #require(application.commands["events.record.retry"])
    #expect(
      retry.unavailabilityReason(in: store.state)
        == "the events were recorded for the database: use it to store them there")
    store.send(.feature(.resumed(eventServer: nil)))
    store.send(try application.commands.action(for: notice.answers[0].command, in: store.state))
    await store.waitUntilIdle()
    #expect(await events.database.events.count == 35 && table("list", in: store)?.count == 35)
    #expect(application.screen(of: store.state).notices.isEmpty)
  }

  @Test func `a resumed session does not repeat why an action of the former run was rejected`() async throws {
    let store = makeStore()
    try await run("appear", in: store)
    store.send(.feature(.products(.table(.rowsDeleted(["none"])))))
    #expect(application.screen(of: store.state).notices.contains { $0.id == "rejection" })
    var saved = store.state
    saved.feature = saved.feature.savedState
    #expect(!application.screen(of: saved).notices.contains { $0.id == "rejection" })
  }

  @Test func `products are imported from a file, all or nothing, and then shown`() async throws {
    try await files.write(
      Array("sku,title,cost\np1,Desk lamp,21.00\n,Mug,4.50\n,Jug,much\n".utf8), to: "shop.csv", overwriting: false)
    let store = makeStore()
    try await run("appear", "products.import.read shop.csv", "products.import.map id sku", in: store)
    let screen = application.screen(of: store.state)
    #expect(screen.sheet?.title == "Import products")
    let block = try #require(screen.notices.first)
    #expect(block.text.hasPrefix("1 row is bad; nothing is imported."))
    #expect {
      try application.commands.action(for: application.commands.parse("products.import.start"), in: store.state)
    } throws: {
      "\($0)".contains("1 row is bad")
    }
    store.send(try application.commands.action(for: block.answers[1].command, in: store.state))
    try await run("products.import.start", in: store)
    #expect(application.screen(of: store.state).notices.first?.text.contains("shop.csv") == true)
    let rows = try #require(table("products", in: store))
    #expect(
      rows.first == ["p1", "Desk lamp", "21.00", "light", ""] && rows.last?[1...2] == ["Mug", "4.50"]
        && rows.count == 10)
    try await run("products.import.cancel", in: store)
    #expect(application.screen(of: store.state).sheet == nil)
  }

  @Test func `a file in another encoding is read with an answer, and leaving asks if columns were chosen`() async throws
  {
    let latin = Array("title,cost,note\nCaf".utf8) + [0xE9] + Array(",3,x\n".utf8)
    try await files.write(latin, to: "shop.csv", overwriting: false)
    let store = makeStore()
    try await run("appear", "products.import.read shop.csv", in: store)
    let notice = try #require(application.screen(of: store.state).notices.first)
    #expect(notice.text.contains("expected text in UTF-8") && notice.answers[0].title == "Read as Windows-1252")
    try await application.run(notice.answers[0].command, in: store)
    var questions: [String] = []
    let user = CommandUser.whoCanUndo { _ in
    } confirm: { question in
      questions.append(question.text)
      return false
    }
    let cancel = Invocation("products.import.cancel")
    try await run("products.import.map name note", in: store)
    await #expect(throws: InvocationError.self) { _ = try await application.run(cancel, in: store, for: user) }
    #expect(questions == ["Leave the import, and lose the chosen columns?"])
    try await run("products.import.map name title", in: store)
    try await application.run(cancel, in: store, for: user)
    #expect(questions.count == 1 && store.state.feature.productImport == .choosingFile)
  }

  @Test func `an import that was only tried does not keep changes from being undone`() async throws {
    let store = makeStore()
    let before = await stored()
    for text in ["name,price\nTea,3\n", "name,price\nTea,x\n"] {
      try await files.write(Array(text.utf8), to: "shop.csv", overwriting: true)
      try await run("appear", "products.edit p1 --price 5", "products.import shop.csv --dry-run", in: store)
      #expect(store.state.feature.productImport == .choosingFile)
      try await run("undo", in: store)
      #expect(await stored() == before)
    }
    try await run("products.edit p1 --price 5", "products.import.read shop.csv", in: store)
    #expect(
      application.commands["undo"]?.unavailabilityReason(in: store.state)
        == "a file is being imported; finish that, or leave it with products.import.cancel")
  }

  @Test func `the bad rows of a file are written to another one, which is imported after a correction`() async throws {
    let text = "sku,title,cost\np1,Desk lamp,21.00\n,\"Mug, blue\",ten\nx,y\n,Jug,much\n"
    try await files.write(Array(text.utf8), to: "shop.csv", overwriting: false)
    let store = makeStore()
    try await run("appear", "products.import.read shop.csv", in: store)
    var notes: [String] = []
    let user = CommandUser.whoCanUndo {
      notes.append($0)
    } confirm: { _ in
      false
    }
    try await application.run(application.commands.parse("products.import.rejected bad.csv"), in: store, for: user)
    #expect(notes == ["bad.csv: 2 bad rows; 1 row without cells left out"])
    let rejected = try await String(decoding: files.read("bad.csv"), as: UTF8.self)
    #expect(
      rejected == #"""
        sku,title,cost,problem found
        ,"Mug, blue",ten,"cost: expected an amount such as 19.99, found ""ten"""
        ,Jug,much,"cost: expected an amount such as 19.99, found ""much"""

        """#)
    await #expect(throws: InvocationError.self) {
      _ = try await application.run(
        application.commands.parse("products.import.rejected bad.csv"), in: store, for: user)
    }
    try await run("products.import.cancel", in: store)
    // A file that is corrected in part has one column with what is wrong.
    try await files.write(Array(rejected.replacing("much", with: "5").utf8), to: "part.csv", overwriting: true)
    try await run("products.import.read part.csv", in: store)
    try await application.run(application.commands.parse("products.import.rejected rest.csv"), in: store, for: user)
    #expect(
      try await String(decoding: files.read("rest.csv"), as: UTF8.self).split(separator: "\n").map(String.init)
        == [0, 1].map { rejected.split(separator: "\n").map(String.init)[$0] })
    let corrected = rejected.replacing("ten", with: "10").replacing("much", with: "5")
    try await files.write(Array(corrected.utf8), to: "bad.csv", overwriting: true)
    try await run("products.import.read bad.csv", "products.import.start", in: store)
    #expect(table("products", in: store)?.suffix(2).map { $0[1] } == ["Mug, blue", "Jug"])
    #expect(throws: InvocationError.self) {
      try application.commands.step(for: application.commands.parse("products.import.rejected b"), in: store.state)
    }
  }

  @Test func `visible and selected products are exported, and a file is replaced only if the user says so`()
    async throws
  {
    let store = makeStore()
    try await run("appear", "products.search lamp", "products.sort.by price:reverse", in: store)
    try await run("products.export.visible lamps.csv", in: store)
    let text = try await String(decoding: files.read("lamps.csv"), as: UTF8.self)
    #expect(text == "id,name,price,tags,stock,version\np2,Floor lamp,74.50,light,,1\np1,Desk lamp,19.99,light,,1\n")
    try await run("products.select p1", "products.export.selected lamps.csv", in: store)
    let question = try #require(application.screen(of: store.state).sheet?.question)
    #expect(question.text == "lamps.csv exists already. Replace it?")
    store.send(try application.commands.action(for: question.answers[1].command, in: store.state))
    await store.waitUntilIdle()
    #expect(try await files.read("lamps.csv").count { $0 == UInt8(ascii: "\n") } == 2)
    try await run("products.select.none", in: store)
    #expect(throws: InvocationError.self) {
      try application.commands.action(for: application.commands.parse("products.export.selected a"), in: store.state)
    }
  }

  @Test func `the chart counts by the days of the shop's time zone, its weeks, and by action and flag`() async throws {
    let store = makeStore()
    func chart() throws -> [String] {
      for element in application.screen(of: store.state).elements {
        if case .chart(let chart) = element.content { return chart.bars.map { "\($0.label) \($0.text)" } }
      }
      return []
    }
    try await run("tab events", in: store)
    let ofDays = try chart()
    try await run("settings.time-zone Two/Ahead", in: store)
    #expect(try chart() != ofDays)
    try await run("events.chart week", in: store)
    #expect(try chart() == ["2023-03-20 24"])
    try await run("settings.first-weekday thursday", in: store)
    #expect(try chart().map { $0.prefix(10) } == ["2023-03-16", "2023-03-23"])
    try await run("events.chart flag", in: store)
    #expect(try chart() == ["with a flag 6", "without a flag 18"])
    try await run("events.chart action", in: store)
    #expect(try chart() == ["start 8", "pause 8", "stop 8"])
  }

  @Test func `the activity tab shows what is in progress, what failed, and the changes`() async throws {
    let store = makeStore()
    await events.inject([.requestFailed(.offline)])
    try await run("tab events", "tab products", "products.set p1 price 5", in: store)
    store.send(try application.commands.action(for: application.commands.parse("products.load"), in: store.state))
    try await run("settings.time-zone Nowhere", in: store)
    store.send(.feature(.tabSelected(.activity)))
    let work = try #require(table("work", in: store))
    #expect(work.map { $0[0] } == ["Load the events", #"Load the time zone "Nowhere""#])
    #expect(work.allSatisfy { $0[1] == "failed" })
    #expect(
      table("changes", in: store) == [
        ["edit", "done", "Desk lamp: Price 5.00"], ["before all changes", "", ""],
      ])
    #expect(application.screen(of: store.state).plainText().contains("Time zone: Nowhere\n    ! no such time zone"))
  }

  @Test func `the activity tab shows who changed the products, also in another program`() async throws {
    let changes = ReportedChanges()
    let store = makeStore(changes: changes)
    store.send(.feature(.changesWatched))
    try await run("appear", "products.set p1 price 5", "products.save", in: store)
    #expect(store.state.feature.recordedChanges == nil, "nothing is loaded that is not visible")
    try await run("tab activity", in: store)
    let edit = "Changed the price of Desk lamp from 19.99 to 5.00"
    let undone = "Changed the price of Desk lamp from 5.00 to 19.99"
    let time = "1970-01-01 00:00:00"
    #expect(table("record", in: store) == [[time, edit, "ada"]])
    // The change is undone here.
    try await run("undo", in: store)
    #expect(table("record", in: store) == [[time, undone, "ada"], [time, edit, "ada"]])
    recorder.authorName = "bob"
    try await products.apply([.delete("p2")])
    await changes.report(.products)
    await store.waitUntilIdle()
    #expect(table("record", in: store)?.first == [time, "Deleted Floor lamp", "bob"])
    await products.inject([.requestFailed(.offline)])
    try await run("appear", in: store)
    let notice = try #require(application.screen(of: store.state).notices.first { $0.id == "record" })
    #expect(notice.text.hasPrefix("The record of changes could not be read: The store cannot be reached"))
    try await application.run(try #require(notice.answers.first).command, in: store)
    #expect(store.state.feature.recordFailure == nil && table("record", in: store)?.count == 3)
    await store.shutdown()
  }

  @Test func `fields of the selected products are changed in a sheet that shows what will change`() async throws {
    let store = makeStore()
    func preview() throws -> [String] {
      try #require(application.screen(of: store.state).sheet).elements.dropFirst().flatMap { element -> [String] in
        switch element.content {
        case .text(let lines): lines
        case .table(let table, _): table.rows.map { $0.cells.map(\.text).joined(separator: " ") }
        case .form, .counters, .chart: []
        }
      }
    }
    try await run("appear", "products.select.rows p1,p2", "products.change", in: store)
    #expect(try application.screen(of: store.state).sheet?.title == "Change 2 products" && preview().count == 1)
    #expect(application.commands["products.new"]?.unavailabilityReason(in: store.state)?.contains("sheet") == true)
    try await run("products.change.type price ten", in: store)
    #expect(try preview().first?.hasPrefix("! Price \"ten\" is not valid; expected an amount") == true)
    try await run("products.change.type price +10%", #"products.change.choose round ".99""#, in: store)
    #expect(try preview()[1] == "Desk lamp Price 19.99 21.99")
    try await run(#"products.change.choose round "0.05""#, "products.change.type add_tag sale", in: store)
    #expect(
      try preview() == [
        "Changes 2 of 2 products.", "Desk lamp Price 19.99 22.00", "Desk lamp Tags light light, sale",
        "Floor lamp Price 74.50 81.95", "Floor lamp Tags light light, sale",
      ])
    try await run("products.change.store", in: store)
    #expect(store.state.feature.productEdit == nil)
    #expect(["p1", "p2"].map { store.state.feature.products[$0]?.price } == [Money(cents: 2200), Money(cents: 8195)])
    // It is one step of undo.
    try await run("undo", in: store)
    #expect(["p1", "p2"].map { store.state.feature.products[$0]?.price } == [Money(cents: 1999), Money(cents: 7450)])
    try await run("products.change", "products.change.close", in: store)
    #expect(store.state.feature.productEdit == nil)
    await store.shutdown()
  }

  @Test func `a change of the settings is stored, and those of other programs are used`() throws {
    let feature = BackOffice()
    var state = BackOffice.State()
    func send(_ action: OfficeSettings.Action) -> [BackOffice.Effect] {
      feature.reduce(&state, .settings(action)).instructions.compactMap { instruction in
        if case .run(let request) = instruction { request.effect } else { nil }
      }
    }
    guard case .storeSetting(.currencyPicked("EUR"), let settings)? = send(.currencyPicked("EUR")).first else {
      Issue.record("nothing is stored")
      return
    }
    #expect(settings.moneyFormat.currency == "EUR" && state.settings.isStoring)
    #expect(send(.currencyPicked("EUR")).isEmpty, "it is the same")
    // What another program has stored before is older than the choice.
    #expect(send(.restored(OfficeSettings())).isEmpty && state.settings.moneyFormat.currency == "EUR")
    #expect(send(.stored(settings.applying(.groupingPicked(.comma)))).isEmpty)
    #expect(state.settings.moneyFormat.grouping == .comma && !state.settings.isStoring)
    // A time zone that only this program uses stays, and is not stored.
    _ = send(.timeZoneReplaced(name: "Here", TimeZoneRules(offset: 3600)))
    _ = send(.restored(settings))
    #expect(state.settings.timeZoneName == "Here" && state.settings.moneyFormat.grouping == .none)
    guard case .storeSetting(_, let stored)? = send(.firstWeekdayPicked(.sunday)).first else {
      Issue.record("nothing is stored")
      return
    }
    #expect(stored.timeZoneName == "UTC")
    _ = send(.storingFailed(.firstWeekdayPicked(.sunday), reason: "the disk is full"))
    #expect(state.settings.firstWeekday == .sunday && state.settings.storeFailure == "the disk is full")
    // Law 5: what could not be stored is used, and stored when the settings can be read again.
    guard case .storeSetting(.firstWeekdayPicked(.sunday), let again)? = send(.restored(OfficeSettings())).first else {
      Issue.record("nothing is stored")
      return
    }
    #expect(again.firstWeekday == .sunday && state.settings.firstWeekday == .sunday && state.settings.isStoring)
    _ = send(.storingFailed(.firstWeekdayPicked(.sunday), reason: "the disk is full"))
    #expect(send(.currencyPicked("CHF")).count == 2)
    _ = send(.stored(again))
    _ = send(.stored(again.applying(.currencyPicked("CHF"))))
    #expect(state.settings.firstWeekday == .sunday && state.settings.moneyFormat.currency == "CHF")
    #expect(!state.settings.isStoring && state.settings.storeFailure == nil)
  }

  @Test func `the reason why an undo was refused is hidden when the user has read it`() async throws {
    let store = makeStore()
    try await run("appear", "products.edit p1 --price 3", in: store)
    var product = try #require(store.state.feature.products["p1"])
    product.price = Money(cents: 700)
    // Another program changes the price, and the list shows it.
    _ = try await products.apply([.update(product, expecting: product.version)]) { _ in }
    try await run("products.load", "undo", in: store)
    let notice = try #require(application.screen(of: store.state).notices.first { $0.id == "edits" })
    #expect(notice.text.contains("7.00") && notice.answers.map(\.title) == ["Close"], "\(notice)")
    try await application.run(notice.answers[0].command, in: store)
    #expect(!application.screen(of: store.state).notices.contains { $0.id == "edits" })
    await store.shutdown()
  }

  @Test func `the first event of a shop can be one of a new user`() {
    let feature = BackOffice()
    var state = BackOffice.State()
    let user = UUID(number: 7)
    _ = feature.reduce(&state, .eventForm(.opened(newUser: user)))
    let rows = state.eventForm?.screen.sections.flatMap(\.rows) ?? []
    #expect(rows.map(\.tag) == ["user", "action", "flag", "time"])
    #expect(rows.first?.options.map(\.title) == ["a new one", "another one"])
    _ = feature.reduce(&state, .eventForm(.recordTapped(id: UUID(number: 1), now: Instant(milliseconds: 0))))
    #expect(state.recordedEvent?.userID == user && state.knownUsers == [user])
  }

  @Test func `an event is entered in a sheet, with the known users to choose from`() async throws {
    let store = makeStore()
    func fields() throws -> [FormScreen.Row] {
      let element = try #require(application.screen(of: store.state).sheet?.elements.first)
      guard case .form(let form, _) = element.content else { return [] }
      return form.sections.flatMap(\.rows)
    }
    try await run("tab events", "events.new", in: store)
    let users = Set(store.state.feature.events.table.allRows.map(\.content.userID))
    #expect(try fields().map(\.tag) == ["user", "action", "flag", "time"])
    // The ID of a new user is, here, that of a known one.
    #expect(try fields()[0].options.count == users.count + 1 && fields()[0].options[0].title == "0000…0000")
    #expect(
      application.commands["undo"]?.unavailabilityReason(in: store.state) == "nothing that was typed can be undone")
    // Invalid fields keep the sheet open.
    try await run(
      #"events.form.choose user "other""#, "events.form.type otherUser abc", "events.form.submit", in: store)
    #expect(
      try fields()[1].errors.map(\.description) == ["expected a UUID such as 123E4567-E89B-42D3-A456-426614174000"])
    let new = "00000000-0000-4000-8000-0000000000FF"
    try await run("events.form.type otherUser \(new)", "events.form.type time soon", "events.form.submit", in: store)
    #expect(try fields()[4].errors.map(\.description) == ["expected \(TimeBound.expectation)"])
    try await run(
      "events.form.type time 2023-03-22T10:00", #"events.form.choose action "stop""#, "events.form.submit", in: store)
    #expect(store.state.feature.eventForm == nil)
    let recorded = await events.database.events.filter { $0.userID.uuidString == new }
    #expect(recorded.map(\.action) == [.stop] && recorded.map { "\($0.timestamp)" } == ["2023-03-22T10:00:00Z"])
    // A known user, although the filter shows no event of another one, and the present time.
    try await run("events.filter --user \(new)", "events.new", in: store)
    #expect(try fields()[0].options.count == users.count + 2)
    try await run("events.form.submit", "events.filter.clear", in: store)
    #expect(await events.database.events.contains { "\($0.timestamp)" == "2023-03-24T10:00:00Z" })
    // Leaving the sheet asks if something was entered.
    try await run("events.new", "events.form.close", in: store)
    #expect(store.state.feature.eventForm == nil)
    try await run("events.new", "events.form.type time today", in: store)
    let step = try application.commands.step(for: application.commands.parse("events.form.close"), in: store.state)
    guard case .confirm(let question, _, _, _, _) = step else {
      Issue.record("no question was asked")
      return
    }
    #expect(question == "Discard the event?")
  }

  @Test func `events are filtered, counted and sorted`() async throws {
    let store = makeStore()
    try await run("tab events", "events.filter.by-flag true", "events.filter.flag true", in: store)
    let flagged = try #require(table("list", in: store))
    #expect(flagged.count == 6 && flagged.allSatisfy { $0[2] == "true" })
    let elements = application.screen(of: store.state).elements
    #expect(elements.first { $0.id == "summary" }?.content == .text(["Events with a flag"]))
    guard case .counters(let counters)? = elements.first(where: { $0.id == "counts" })?.content else {
      Issue.record("no counters")
      return
    }
    #expect(counters.map(\.text) == ["6", "\(Set(flagged.map { $0[3] }).count)"])
    guard case .chart(let chart)? = elements.first(where: { $0.id == "timeline" })?.content else {
      Issue.record("no chart")
      return
    }
    #expect(chart.title == "Events by day" && chart.bars.map(\.value).reduce(0, +) == 6)
    try await run("events.list.sort timestamp", in: store)
    #expect(table("list", in: store)?.map { $0[0] } == flagged.map { $0[0] }.sorted())
    try await run("events.filter.by-flag false", in: store)
    #expect(table("list", in: store)?.count == 24)
    #expect(throws: InvocationError.self, "a view is no step of undo") {
      try application.commands.action(for: application.commands.parse("undo"), in: store.state)
    }
  }

  @Test func `what fails says why and can be retried`() async throws {
    let store = makeStore()
    await events.inject(Array(repeating: .requestFailed(.offline), count: 4))
    await products.inject([.requestFailed(.offline)])
    try await run("appear", in: store)
    let notice = try #require(application.screen(of: store.state).notices.first)
    #expect(notice.kind == .error && notice.text.contains("cannot be reached"))
    store.send(try application.commands.action(for: notice.answers[0].command, in: store.state))
    await store.waitUntilIdle()
    #expect(table("products", in: store)?.count == 9)
    try await run("tab events", in: store)
    let answers = application.screen(of: store.state).notices.flatMap(\.answers)
    #expect(answers.map(\.title) == ["Try again"])
    for retry in answers.map(\.command) {
      store.send(try application.commands.action(for: retry, in: store.state))
    }
    await store.waitUntilIdle()
    #expect(EventResource.allCases.allSatisfy { store.state.feature.events[$0] == .loaded })
    store.send(.feature(.events(.retryTapped(.timeline))))
    store.send(.feature(.events(.failed(.timeline, EventSourceError(.recording, .offline)))))
    let retries = application.screen(of: store.state).elements.flatMap { element -> [Invocation?] in
      switch element.content {
      case .counters(let counters): counters.map(\.retry)
      case .chart(let chart): [chart.retry]
      case .table, .form, .text: []
      }
    }
    #expect(retries.compactMap(\.self).count == 1)
    for retry in retries.compactMap(\.self) {
      store.send(try application.commands.action(for: retry, in: store.state))
    }
    await store.waitUntilIdle()
    #expect(EventResource.allCases.allSatisfy { store.state.feature.events[$0] == .loaded })
    let user = "00000000-0000-4000-8000-000000000009"
    try await run("events.record --user \(user) --flag=true --action stop", "events.list.reload", in: store)
    #expect(table("list", in: store)?.count == 25)
    #expect(store.state.feature.events.eventCount.value == 25, "the numbers are loaded again, too")
  }

  @Test func `a rejected filter leaves the redo history`() async throws {
    let store = makeStore()
    try await run(
      "appear", "products.delete p3", "undo", "products.group nope", "products.where 'nope > 1'", in: store)
    try await run("redo", in: store)
    #expect(table("products", in: store)?.count == 8)
  }

  @Test func `a move without rows moves the selected ones, or the one at the cursor`() async throws {
    let store = makeStore()
    func order() -> [String]? { table("products", in: store)?.prefix(4).map { $0[0] } }
    try await run("appear", "products.select.rows p1 p3", "products.move --after p4", in: store)
    #expect(order() == ["p2", "p4", "p1", "p3"])
    try await run("products.select.none", "products.go first", "products.move --after p4", in: store)
    #expect(order() == ["p4", "p2", "p1", "p3"])
  }

  @Test func `a refused submission is a rejection, and undoing the discarded sheet is none`() async throws {
    let store = makeStore()
    func rejection(of line: String) async throws -> String? {
      let former = application.rejections(in: store.state)
      try await run(line, in: store)
      return application.newRejection(in: store.state, since: former)
    }
    try await run("appear", "products.open p1", "sheet.type price cheap", in: store)
    #expect(try await rejection(of: "sheet.submit") == #"Price: expected an amount such as 19.99, found "cheap""#)
    #expect(try await rejection(of: "sheet.submit") != nil, "it is refused again")
    for line in ["sheet.cancel", "sheet.discard", "undo"] { #expect(try await rejection(of: line) == nil, "\(line)") }
    #expect(store.state.feature.products.editor.sheet.isOpen)
    #expect(try await rejection(of: "sheet.submit") != nil)
  }

  @Test func `an ID that is also a word of a command is written with its name`() throws {
    for id in ["all", "none", "rows", "p1"] {
      try application.commands.checkedText(of: Invocation("products.select", ["id": .text(id)]))
    }
  }

  @Test func `a command that makes no sense now says why`() {
    let state = BackOfficeApplication.State(.init())
    for (line, message) in [
      ("undo", "undo is not available: there is nothing to undo"),
      ("sheet.submit", "sheet.submit is not available: no product is open"),
      ("events.filter.flag true", "events.filter.flag is not available: the filter by flag is off"),
      ("products.open nope", "no product with the ID \"nope\""),
      ("sheet.take name", "sheet.take is not available: there is no conflict"),
      ("products.save", "products.save is not available: nothing is changed"),
      ("events.list.delete", "unknown command \"events.list.delete\""),
    ] {
      #expect { try application.commands.action(for: application.commands.parse(line), in: state) } throws: {
        "\($0)" == message
      }
    }
  }
}
