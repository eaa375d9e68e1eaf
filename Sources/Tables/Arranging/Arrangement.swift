internal import Conditions
internal import Values

/// The rows as they are seen: what they are sorted by, in which order, and which of them pass.
///
/// It is made of the rows and what a person asked for, and nothing else, and so is no part of what a table remembers. It
/// is kept up to date by what changes: a row that changes is put where it belongs by halving.
///
/// Each of the two orders is absent where it is no other than the one before it: that of the rows, of all of them sorted,
/// of those that pass.
struct Arrangement: Sendable {
  /// What the rows are sorted by.
  var codes: [SortCodes] = []
  /// In which direction each, and by which column.
  var sort: [SortKey] = []
  /// All rows, sorted.
  var sorted: SeatList?
  /// Those that pass, sorted.
  var passing: SeatList?
  /// Whether a row passes, by its seat; nothing where all do.
  var passes: [Bool] = []
  private var keptMatcher: Apart<Matcher>?
  /// Why the filter could not be asked of some rows, by their seats.
  var faults: [Seat: ConditionFault] = [:]

  /// The filter, ready to be asked.
  var matcher: Matcher? {
    get { keptMatcher?.value }
    set { keptMatcher = newValue.map { Apart($0) } }
  }

  /// Whether a row is seen at all, on whatever page.
  func isSeen(_ seat: Seat) -> Bool { passes.isEmpty || passes[Int(seat)] }
}
