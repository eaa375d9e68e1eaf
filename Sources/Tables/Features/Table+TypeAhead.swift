internal import Values

extension Table {
  /// So many rows are read one by one; where none of them begins with what is typed, those that do are looked up.
  private static var few: Int { 1024 }

  /// Goes to the next row whose text begins with what is typed: of one letter behind the cursor, of more from it on.
  func goToText(_ typed: String, _ state: inout State) {
    let text = Folding(ignoresCase: true, ignoresAccents: true).folded(typed)
    guard !text.isEmpty, let column = lettersColumn(state) else { return }
    let needle = Needle(folded: text)
    let places = state.placesOnPage
    let cursor = cursorPlace(state).map { typed.count > 1 ? $0 : $0 + 1 }
    let start = min(max(cursor ?? places.lowerBound, places.lowerBound), places.upperBound)
    // Behind the last row of the page comes its first.
    let stretches = [start..<places.upperBound, places.lowerBound..<start]
    let isKnown = state.arrangement.beginnings.map { $0.column == column && $0[needle] != nil } ?? false
    var found = isKnown ? nil : nearPlace(of: needle, in: stretches, column, &state)
    if isKnown || (found == nil && places.count > Self.few) {
      found = farPlace(of: needle, in: stretches, column, &state)
    }
    if let found { go(to: found, &state) }
  }

  /// The column in which what is typed is looked for: that of the cursor, or else the first one of texts.
  private func lettersColumn(_ state: State) -> Int? {
    let name =
      state.cursor?.column ?? state.layout.visible.first { id in columns.contains { $0.id == id && $0.kind == .text } }
    return columns.firstIndex { $0.id == name }
  }

  /// Reads how all rows begin before anybody types, where there are more than are read one by one.
  func readInitials(_ state: inout State) {
    if state.rows.count <= Self.few { return }
    state.arrangement.initials = lettersColumn(state).map { arranger.readInitials(of: $0, state.beside, state.rows) }
  }

  private func nearPlace(
    of needle: Needle, in stretches: [Range<Int>], _ column: Int, _ state: inout State
  ) -> Int? {
    var initials: Initials?
    if let known = state.arrangement.initials, known.column == column, known.unsettledCount <= Self.few {
      initials = arranger.initials(of: column, state.beside, state.rows, &state.arrangement)
    }
    var rest = Self.few
    for stretch in stretches {
      let places = stretch.prefix(rest)
      rest -= places.count
      let found = state.seats(at: places).firstIndex { seat in
        initials?.mayBegin(seat, with: needle) != false
          && needle.begins(arranger.text(at: seat, in: column, state.beside, state.rows))
      }
      if let found { return places.lowerBound + found }
    }
    return nil
  }

  private func farPlace(
    of needle: Needle, in stretches: [Range<Int>], _ column: Int, _ state: inout State
  ) -> Int? {
    let seats = arranger.seats(beginningWith: needle, in: column, state.beside, state.rows, &state.arrangement)
    for stretch in stretches where !stretch.isEmpty {
      let number = arranger.place(of: state.seat(at: stretch.lowerBound), in: seats, state.rows, state.arrangement)
      guard number < seats.count else { continue }
      if let place = arranger.place(of: seats[number], state.rows, state.arrangement), stretch.contains(place) {
        return place
      }
    }
    return nil
  }
}
