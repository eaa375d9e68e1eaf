extension Form.State {
  /// What is to be seen differently, told from what has changed and nothing else.
  ///
  /// It is written in loops: a closure that looks at the state holds all of it, which costs more than most of what is done
  /// here.
  ///
  /// - Complexity: O(*n* log *n*) for *n* elements that have changed. To tell what a row comes behind, those between are
  ///   passed that are hidden.
  func differences(_ changes: Changes) -> [FormChange] {
    if let former = changes.former { return differences(from: former, moved: changes.moved) }
    let flips = changes.flips
    // Sections with row -1, and rows with their section.
    var gone: [(section: Int, row: Int)] = []
    var come: [(section: Int, row: Int)] = []
    for section in flips.hiddenSections {
      if truth(form.sections[section].hidden) { gone.append((section, -1)) } else { come.append((section, -1)) }
    }
    for row in flips.hiddenRows {
      let section = form.rows[row].section
      // A row in a section that is not to be seen neither comes nor goes, and one that goes with its section is not named.
      if flips.hiddenSections.contains(section) || truth(form.sections[section].hidden) { continue }
      if isHidden(row) { gone.append((section, row)) } else { come.append((section, row)) }
    }
    var changed: [Int] = []
    for row in rowsThatDiffer(changes)
    where !flips.hiddenRows.contains(row) && !flips.hiddenSections.contains(form.rows[row].section) && !isHidden(row) {
      changed.append(row)
    }
    var list: [FormChange] = []
    for (section, row) in gone.sorted(by: >) {
      list.append(row < 0 ? .sectionRemoved(form.names.sections[section]) : .rowRemoved(form.names.rows[row]))
    }
    for (section, row) in come.sorted(by: <) {
      list.append(row < 0 ? insertion(ofSection: section) : insertion(ofRow: row))
    }
    for row in changed.sorted() { list.append(.rowChanged(form.names.rows[row])) }
    return list
  }

  /// The rows that hold something else, are judged otherwise, or are open to a person and were not, or the other way round.
  private func rowsThatDiffer(_ changes: Changes) -> Set<Int> {
    var rows = changes.flips.disabledRows
    for (row, old) in changes.before where fields[row] != old.field || judgements[row] != old.judgement {
      rows.insert(row)
    }
    for section in changes.flips.disabledSections {
      // A row that is disabled by itself stays so, whatever becomes of its section.
      let disabled = form.sections[section].disabled
      for row in form.sections[section].rows where form.rows[row].isDisabled == disabled { rows.insert(row) }
    }
    return rows
  }

  func insertion(ofSection section: Int) -> FormChange {
    var above = section - 1
    while above >= 0, truth(form.sections[above].hidden) { above -= 1 }
    return .sectionInserted(form.names.sections[section], after: above < 0 ? nil : form.names.sections[above])
  }

  func insertion(ofRow row: Int) -> FormChange {
    let section = form.rows[row].section
    let first = form.sections[section].rows.lowerBound
    var above = row - 1
    while above >= first, isHidden(above) { above -= 1 }
    return .rowInserted(
      form.names.rows[row], in: form.names.sections[section], after: above < first ? nil : form.names.rows[above])
  }
}

extension Form.State {
  /// What is to be seen differently from another state, told by looking at everything.
  ///
  /// It takes whatever may have changed, the form itself too; sections that are in both are taken to be in the same order. Of
  /// rows that are in another order as few as can be go and come again, and among them the one that is known to have moved.
  func differences(from old: Form.State, moved mover: ElementID? = nil) -> [FormChange] {
    let (before, after) = (old.seen, seen)
    let moved = moved(from: before, to: after, by: mover)
    let (wereSections, areSections) = (Set(before.map(\.section)), Set(after.map(\.section)))
    var removals: [FormChange] = []
    for (section, rows) in before.reversed() {
      guard areSections.contains(section) else {
        removals.append(.sectionRemoved(section))
        continue
      }
      for row in rows.reversed() where moved.contains(row) || !isSeen(row) { removals.append(.rowRemoved(row)) }
    }
    var insertions: [FormChange] = []
    var changes: [FormChange] = []
    for (section, rows) in after {
      guard let number = form.number(ofSection: section) else { continue }
      guard wereSections.contains(section) else {
        insertions.append(insertion(ofSection: number))
        continue
      }
      for row in rows {
        guard let number = form.number(ofRow: row) else { continue }
        if moved.contains(row) || !old.isSeen(row) {
          insertions.append(insertion(ofRow: number))
        } else if let former = old.form.number(ofRow: row),
          fields[number] != old.fields[former] || judgements[number] != old.judgements[former]
            || isDisabled(number) != old.isDisabled(former)
        {
          changes.append(.rowChanged(row))
        }
      }
    }
    return removals + insertions + changes
  }

  /// The rows that are to be seen in both and in another place: as few as have to move.
  private func moved(
    from before: [(section: ElementID, rows: [ElementID])], to after: [(section: ElementID, rows: [ElementID])],
    by mover: ElementID?
  ) -> Set<ElementID> {
    var places: [ElementID: Int] = [:]
    for row in before.lazy.flatMap(\.rows) { places[row] = places.count }
    var moved: Set<ElementID> = []
    for (_, rows) in after {
      let kept = rows.compactMap { row in places[row].map { (row, $0) } }
      if zip(kept, kept.dropFirst()).allSatisfy({ $0.1 < $1.1 }) { continue }
      let others = kept.filter { $0.0 != mover }
      if others.count < kept.count, let mover { moved.insert(mover) }
      let former = others.sorted { $0.1 < $1.1 }.map(\.0)
      for case .insert(_, let row, _) in others.map(\.0).difference(from: former) { moved.insert(row) }
    }
    return moved
  }

  /// The sections that are to be seen, and in each the rows.
  package var seen: [(section: ElementID, rows: [ElementID])] {
    form.sections.indices.filter { !truth(form.sections[$0].hidden) }.map { section in
      (form.names.sections[section], form.sections[section].rows.filter { !isHidden($0) }.map { form.names.rows[$0] })
    }
  }

  private func isSeen(_ row: ElementID) -> Bool { isHidden(row) == false }
}
