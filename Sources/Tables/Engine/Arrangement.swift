internal import Conditions
internal import Values

/// The rows as they are seen: what they are sorted by, in which order, and which of them pass.
///
/// It is made of the rows and what a person asked for, and nothing else, and so is no part of what a table remembers. It
/// is kept up to date by what changes: a row that changes is put where it belongs by halving.
struct Arrangement: Sendable {
  /// What the rows are sorted by.
  var codes: [SortCodes] = []
  /// In which direction each, and by which column.
  var sort: [SortKey] = []
  /// The rows that are seen, in their order; absent where they are all rows in the order of their own.
  var seen: SeatList?
  /// The filter, ready to be asked; absent where every row passes.
  private(set) var matcher: Matcher?
  /// Whether a row passes, by its seat; nothing where all do.
  var passes: [Bool] = []
  /// Why the filter could not be asked of some rows, by their seats.
  var faults: [Seat: ConditionFault] = [:]
  /// All rows as they are sorted, set aside while only some are seen; absent, too, where they are to be sorted anew.
  private(set) var aside: SeatList?
  /// The seats of rows that came, changed or went since it was set aside, and may stand in it where they do not belong.
  private(set) var unsettled: [Seat] = []
  /// The rows that begin with what was typed.
  var beginnings: Beginnings?
  /// How all rows begin, so that these are found.
  var initials: Initials?

  /// Whether a row is seen at all, on whatever page.
  func isSeen(_ seat: Seat) -> Bool { passes.isEmpty || passes[Int(seat)] }
}

extension Arrangement {
  /// Takes in all rows as they are sorted, or nothing where they are not.
  mutating func take(_ sorted: SeatList?, _ sequence: [Seat]) {
    beginnings = nil
    unsettled = []
    aside = matcher == nil ? nil : sorted
    seen = matcher == nil ? sorted : passing(among: sorted, sequence)
  }

  /// Takes in which rows pass, or that all do.
  mutating func take(_ matcher: Matcher?, _ passes: [Bool], _ faults: [Seat: ConditionFault]) {
    self.matcher = matcher
    self.passes = passes
    self.faults = faults
  }

  /// Takes in whether one row passes, by what is asked of it; one of which that cannot be said does not.
  mutating func recheck(_ seat: Seat, _ passes: (Matcher) throws(ConditionFault) -> Bool) {
    // The matcher is moved out and back, and not held once more.
    guard let matcher = matcher.take() else { return }
    do throws(ConditionFault) {
      mark(seat, try passes(matcher))
      if !faults.isEmpty { faults[seat] = nil }
    } catch {
      mark(seat, false)
      faults[seat] = error
    }
    self.matcher = consume matcher
  }

  private mutating func mark(_ seat: Seat, _ isPassing: Bool) {
    if Int(seat) == passes.count { passes.append(isPassing) } else { passes[Int(seat)] = isPassing }
  }

  /// Notes that a row has changed which is seen where it belongs, but may not stand so in what is set aside.
  ///
  /// With an eighth of all rows noted, to sort all anew costs no more than to put each in its place.
  mutating func note(_ seat: Seat, of count: Int) {
    if aside == nil { return }
    unsettled.append(seat)
    if unsettled.count <= count / 8 { return }
    aside = nil
    unsettled = []
  }

  /// Notes that a row has come, changed or gone, and may begin otherwise.
  mutating func noteText(at seat: Seat) { if initials?.note(seat) == false { initials = nil } }

  /// Those that pass, in the order in which all are sorted.
  private func passing(among sorted: SeatList?, _ sequence: [Seat]) -> SeatList {
    let count = sorted?.count ?? sequence.count
    // Each is written, and the next one over it where it does not pass: a question whose answer nobody can guess would
    // cost more.
    let seats = [Seat](unsafeUninitializedCapacity: count) { seats, count in
      passes.withUnsafeBufferPointer { passes in
        func pick(among some: [Seat]) {
          for seat in some {
            seats[count] = seat
            count += passes[Int(seat)] ? 1 : 0
          }
        }
        if let sorted { sorted.forEachBlock(pick) } else { pick(among: sequence) }
      }
    }
    return SeatList(seats)
  }
}
