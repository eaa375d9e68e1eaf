import Tables
import Values

/// A row with columns of the usual types.
struct BenchmarkRow: Identifiable, Hashable, Sendable {
  let id: Int
  var name: String
  var price: Double
  var flag: Bool
  var date: Instant
}

/// Unsorted rows and a table of them.
///
/// They are created once for each size, because that takes longer than the measured operations.
struct BenchmarkRows: Sendable {
  typealias Rows = Tables.TableFeature<BenchmarkRow>

  let rows: [BenchmarkRow]
  let tableFeature: Rows
  let state: Rows.State

  static let tenThousand = BenchmarkRows(count: 10_000)
  static let million = BenchmarkRows(count: 1_000_000)

  /// The sizes, with the name of each in the names of benchmarks.
  static let sizes: [(name: String, rows: @Sendable () -> BenchmarkRows)] = [
    ("10k", { .tenThousand }), ("1m", { .million }),
  ]

  /// Returns unsorted rows.
  ///
  /// They are the same in every process.
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
      },
      Column("flag", \BenchmarkRow.flag), Column("date", \BenchmarkRow.date),
    ]
    do {
      tableFeature = try Rows(.stack, columns: columns, options: TableOptions { $0.selection = .multiple })
    } catch {
      preconditionFailure("\(error)")
    }
    state = tableFeature.initialState(rows)
  }

  /// Returns a typical state: sorted by price, and filtered to the rows above the cheapest third.
  func sortedAndFiltered() -> Rows.State {
    var state = state
    _ = tableFeature.reduce(&state, .headerClicked("price"))
    _ = tableFeature.reduce(&state, .columnFilterChanged("price", .range(from: 333)))
    return state
  }
}
