import LoopExplorer
import Tables
import Values

/// A row as most tables have them.
struct BenchmarkRow: Identifiable, Hashable, Sendable {
  let id: Int
  var name: String
  var price: Double
  var flag: Bool
  var date: Instant
}

/// Rows in no order, and a table of them: made once for each size, since that takes longer than what is measured.
struct BenchmarkRows: Sendable {
  typealias Rows = Tables.TableFeature<BenchmarkRow>

  let rows: [BenchmarkRow]
  let table: Rows
  let state: Rows.State

  static let thousands10 = BenchmarkRows(count: 10_000)
  static let thousands100 = BenchmarkRows(count: 100_000)
  static let million = BenchmarkRows(count: 1_000_000)

  /// How many there are, and how that is called.
  static let sizes: [(name: String, count: Int, rows: @Sendable () -> BenchmarkRows)] = [
    ("10k", 10_000, { .thousands10 }), ("100k", 100_000, { .thousands100 }), ("1m", 1_000_000, { .million }),
  ]

  /// Rows in no order.
  static func rows(_ count: Int) -> [BenchmarkRow] {
    var chance = SplitMix64(seed: 1)
    let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    return (0..<count).map { id in
      let name = (0..<12).map { _ in letters[Int.random(in: 0..<letters.count, using: &chance)] }
      return BenchmarkRow(
        id: id, name: String(decoding: name, as: UTF8.self),
        price: Double(Int.random(in: 0..<100_000, using: &chance)) / 100, flag: Bool.random(using: &chance),
        date: Instant(milliseconds: Int64.random(in: 0..<1_700_000_000_000, using: &chance)))
    }
  }

  init(count: Int) {
    rows = Self.rows(count)
    let columns = [
      Column("id", \BenchmarkRow.id), Column("name", \BenchmarkRow.name),
      Column("price", \BenchmarkRow.price).editable { row, value in
        row.price = value.number?.real ?? 0
        return true
      },
      Column("flag", \BenchmarkRow.flag), Column("date", \BenchmarkRow.date),
    ]
    do {
      table = try Rows(.stack, columns: columns, options: TableOptions { $0.selection = .several })
    } catch {
      preconditionFailure("\(error)")
    }
    state = table.initialState(rows)
  }

  /// A table in the middle of work: sorted by price, without the cheapest third.
  func sortedAndFiltered() -> Rows.State {
    var state = state
    _ = table.reduce(&state, .titlePressed("price"))
    _ = table.reduce(&state, .columnFiltered("price", .range(from: 333)))
    return state
  }
}
