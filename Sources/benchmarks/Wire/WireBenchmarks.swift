import Analytics
import BackOffice
import BenchmarkFloor
import Interface
import Loop
import MemoryHandlers
import Shop
import Tables
import Values
import Wire

#if Databases
  import SQLiteHandlers
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Benchmark {
  static let wire: [Benchmark] = [wireInvoke, wireSlowest, wireRow, wireKey] + wireMemory

  /// A client moves the cursor among ten thousand rows, of which it sees fifty: a request, its response and the
  /// difference.
  ///
  /// The floor is the same without a protocol: the reducer, the screen and the difference.
  private static let wireInvoke = Benchmark(
    "wire.invoke", size: 2_000, unit: "requests/s"
  ) { size in
    let client = RowsClient()
    return ContinuousClock().measure { for _ in 0..<size { client.moveCursor() } }
  } floor: { size in
    pressKeys(size, .tenThousand)
  }

  /// The 99th percentile of the time of such a request, in microseconds.
  ///
  /// The floor is the 50th percentile.
  private static let wireSlowest = Benchmark(name: "wire.invoke.p99", size: 10_000, unit: "µs") {
    let client = RowsClient()
    for _ in 0..<1_000 { client.moveCursor() }
    let times = (0..<10_000).map { _ in ContinuousClock().measure { client.moveCursor() } / .microseconds(1) }.sorted()
    let (median, slow) = (times[times.count / 2], times[times.count * 99 / 100])
    return BenchmarkResult(value: slow, floor: median, ratio: slow / median)
  }

  /// The bytes of a notification about a changed row, and about the moved cursor.
  ///
  /// The floor is the screen of fifty rows.
  private static let wireRow = byteCount("wire.row") { $0.changeRow() }
  private static let wireKey = byteCount("wire.key") { $0.moveCursor() }

  private static func byteCount(_ name: String, _ change: @escaping @MainActor @Sendable (RowsClient) -> Void)
    -> Benchmark
  {
    Benchmark(name: name, size: 10_000, unit: "bytes") {
      let client = RowsClient()
      change(client)
      let (bytes, floor) = (Double(client.changeByteCount), Double(client.screenByteCount))
      return BenchmarkResult(value: bytes, floor: floor, ratio: bytes / floor)
    }
  }

  /// The peak memory of the back office with a million events, whose list a client sees.
  ///
  /// The floor reads one page by calls of the C interface.
  private static var wireMemory: [Benchmark] {
    #if Databases
      [
        Benchmark("wire.memory.1m", peakMemoryOf: .servedDatabase, eventCount: 1_000_000)
      ]
    #else
      []
    #endif
  }
}

/// A table of ten thousand rows as an application.
private struct RowsApplication: Application {
  let feature = BenchmarkRows.tenThousand.tableFeature
  let commands: CommandTable<BenchmarkRows.Rows>

  init() { commands = CommandTable(feature.commands(.description).map { $0.group("rows") }) }

  func screen(of state: BenchmarkRows.Rows.State, viewports: Viewports) -> Screen {
    let table = feature.screen(of: state, .description, viewport: viewports["rows"])
    return Screen(title: "Rows", elements: [.init("rows", .table(table, commands.table("rows")))])
  }
}

/// A client in the same process.
@MainActor private final class RowsClient {
  private let application = RowsApplication()
  private let store: Store<BenchmarkRows.Rows>
  private var server: WireServer<RowsApplication>?
  private var lastID = 0
  private(set) var screenByteCount = 0
  /// The bytes of the last notification.
  private(set) var changeByteCount = 0
  private var receivedByteCount = 0

  init() {
    store = Store(application.feature, state: BenchmarkRows.tenThousand.state, handler: NoEffects())
    server = WireServer(application, store: store, identity: WireIdentity(name: "rows", version: "1")) { [weak self] in
      self?.receive($0)
    }
    send("initialize", #"{"protocol":1}"#)
    send("subscribe", #"{"elements":{"rows":{"rows":50}}}"#)
    screenByteCount = receivedByteCount
  }

  func moveCursor() { send("invoke", #"{"command":"go","arguments":{"to":"next"}}"#) }

  /// Changes the first row, as another program does.
  func changeRow() {
    guard var row = BenchmarkRows.tenThousand.rows.first else { return }
    row.name = "changed"
    store.send(.rowUpserted(row))
  }

  private func send(_ method: String, _ params: String) {
    lastID += 1
    let line = #"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#
    receivedByteCount = 0
    server?.receive(Array(line.utf8))
  }

  private func receive(_ line: String) {
    receivedByteCount += line.utf8.count
    if line.contains(#""method":"changed""#) { changeByteCount = line.utf8.count }
    resultSink = receivedByteCount
  }
}

private struct NoEffects: EffectHandler {
  func run(_ effect: BenchmarkRows.Rows.Effect, send: Send<BenchmarkRows.Rows.Action>) async -> BenchmarkRows.Rows
    .Action?
  {
    nil
  }
}

/// Moves the cursor many times, and compares each screen of fifty rows with the one before.
@MainActor private func pressKeys(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  let application = RowsApplication()
  var state = rows.state
  var shown = Screen(title: "")
  return ContinuousClock().measure {
    for _ in 0..<times {
      _ = application.feature.reduce(&state, .keyPressed(TableKeyPress(.down)))
      let screen = application.screen(of: state, viewports: Viewports(rowCounts: ["rows": 50]))
      resultSink = ScreenDifference(from: shown, to: screen).elements?.tables.count ?? 0
      shown = screen
    }
  }
}

#if Databases
  extension PeakMemorySubject {
    /// Serves the events of a database to a client.
    @MainActor static func serveDatabase(at path: String) async {
      let database = SQLiteDatabase(path: path)
      let application = BackOfficeApplication(
        inputs: .init(makeProductID: { "new" }, makeBatchID: { EventBatch.ID() }, now: { Instant(milliseconds: 0) }) {
          SplitMix64(seed: $0)
        })
      let handler = BackOfficeHandler(
        products: SQLiteProductStore(database), events: SQLiteEventSource(database), files: MemoryFileStore(),
        timeZones: NoTimeZones(), outbox: nil, waitingEvents: SQLiteEventOutbox(database), changes: nil,
        makeIDPrefix: { "new" })
      let store = Store(
        application.feature, state: .init(.init()), handler: UndoEffectHandler<BackOffice, _>(handler))
      let server = WireServer(application, store: store, identity: WireIdentity(name: "office", version: "1")) {
        resultSink = $0.utf8.count
      }
      for (method, params) in [
        ("initialize", #"{"protocol":1}"#), ("subscribe", #"{"elements":{"events":{"rows":50}}}"#),
        ("invoke", #"{"command":"tab","arguments":{"name":"events"}}"#),
      ] {
        server.receive(Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#.utf8))
      }
      await store.waitUntilIdle()
      await server.finish()
    }
  }

  private struct NoTimeZones: TimeZoneSource {
    func timeZone(named name: String) async throws(TimeZoneError) -> TimeZoneRules { .utc }
  }
#endif
