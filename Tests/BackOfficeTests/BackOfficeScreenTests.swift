import Analytics
import BackOffice
import Interface
import Loop
import LoopTesting
import MemoryHandlers
import PlainText
import Shop
import Tables
import Testing
import Values

/// The snapshots of this target.
enum BackOfficeSnapshot: String, SnapshotName {
  static let folder = "BackOffice"

  case products = "products.txt"
  case narrowProducts = "products-narrow.txt"
  case sheet = "sheet.txt"
  case conflict = "conflict.txt"
  case events = "events.txt"
  case failedEvents = "events-failed.txt"
  case activity = "activity.txt"
  case priceStory = "raise-a-price.transcript"
  case deletionStory = "delete-and-undo.transcript"
  case recordingStory = "record-an-event-offline.transcript"
  case productImport = "product-import.txt"
  case firstProductTask = "task-first-product.transcript"
  case supplierFileTask = "task-supplier-file.transcript"
  case raisePricesTask = "task-raise-prices.transcript"
  case tagManyTask = "task-tag-many.transcript"
  case duplicatesTask = "task-duplicates.transcript"
  case conflictTask = "task-conflict.transcript"
  case weekTask = "task-week-of-events.transcript"
  case outageTask = "task-outage.transcript"
  case closedTerminalTask = "task-closed-terminal.transcript"
}

@Test func `every snapshot of the back office has a name, and every name a snapshot`() {
  expectSnapshotFilesMatchNames(of: BackOfficeSnapshot.self)
}

/// The screens of every tab, as lines of text.
@MainActor @Suite struct `Screens of the back office` {
  private let application = BackOfficeApplication.fixture
  private let products = MemoryProductStore(.sample)
  private let events = MemoryEventSource(.sample)
  private let files = MemoryFileStore()

  /// Runs command lines one after the other, each until nothing is pending, and returns the screen.
  private func screen(
    after lines: String..., width: Int? = 80, before: (Int) async throws -> Void = { _ in }
  ) async throws -> String {
    let store = Store(
      application.feature, state: .init(.init()),
      handler: UndoEffectHandler<BackOffice, _>(
        BackOfficeHandler(products: products, events: events, files: files, timeZones: FixedTimeZones()) { "new" }))
    for (number, line) in lines.enumerated() {
      try await before(number)
      // The screen shows a rejection, and what could not be stored.
      do { try await application.run(application.commands.parse(line), in: store) } catch let error as InvocationError {
        if ![.rejected, .unreachable].contains(error.code) { throw error }
      }
    }
    return application.screen(of: store.state).plainText(width: width, commandText: application.commands.text(of:))
  }

  @Test func `show products that are sorted, filtered, selected and changed`() async throws {
    expectSnapshot(
      try await screen(
        after: "appear", "products.sort price", "products.select.rows p1 p2", "products.set p6 price 7",
        "products.delete p9"), BackOfficeSnapshot.products)
    expectSnapshot(
      try await screen(after: "appear", "products.group tags", "products.page.size 4", width: 24),
      BackOfficeSnapshot.narrowProducts)
  }

  @Test func `show the sheet, and both sides of a conflict`() async throws {
    expectSnapshot(
      try await screen(
        after: "appear", "products.search lamp", "products.open p1", "sheet.type price cheap", "sheet.submit",
        "sheet.cancel"), BackOfficeSnapshot.sheet)
    let conflict = try await screen(
      after: "appear", "products.search lamp", "products.open p1", "sheet.type name Lamp", "sheet.submit"
    ) { number in
      if number == 4 {
        try await products.modifyDatabase { database throws(ProductStoreError) in
          _ = try database.update(Product(id: "p1", name: "Light", price: Money(cents: 1999)), expecting: 1)
        }
      }
    }
    expectSnapshot(conflict, BackOfficeSnapshot.conflict)
  }

  @Test func `show events, their counts and a chart, and what failed`() async throws {
    expectSnapshot(
      try await screen(
        after: "tab events", "events.filter.by-flag true", "events.filter.flag true", "events.list.sort action"),
      BackOfficeSnapshot.events)
    await events.inject(Array(repeating: .requestFailed(.offline), count: 4))
    expectSnapshot(try await screen(after: "tab events"), BackOfficeSnapshot.failedEvents)
  }

  @Test func `show how many events were tested, until the user gives up the list`() throws {
    let application = BackOfficeApplication.fixture
    var state = UndoFeature<BackOffice>.State(.init())
    func run(_ line: String) throws {
      _ = application.feature.reduce(
        &state, try application.commands.action(for: application.commands.parse(line), in: state))
    }
    try run("tab events")
    #expect(application.screen(of: state).progress.isEmpty)
    _ = application.feature.reduce(&state, .feature(.events(.windowProgressed(4_096))))
    let progress = try #require(application.screen(of: state).progress.first)
    #expect(progress.title == "Testing the events" && progress.completedCount == 4_096)
    try run(application.commands.text(of: try #require(progress.cancel)))
    #expect(application.screen(of: state).progress.isEmpty)
    #expect(EventTable.feature.loadingStatus(of: state.feature.events.table) == .failed("cancelled"))
    #expect(throws: InvocationError.self) { try run("events.cancel") }
  }

  @Test func `show what is in progress, what failed, and what can be undone`() async throws {
    await products.inject([.none, .requestFailed(.offline)])
    expectSnapshot(
      try await screen(
        after: "appear", "products.sort price", "products.set p2 price 5", "undo", "products.delete p1",
        "settings.time-zone Nowhere", "tab activity"), BackOfficeSnapshot.activity)
  }
}
