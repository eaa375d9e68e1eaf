extension FormFeature.State {
  /// Returns the changes to the screen, computed only from the elements that have changed.
  ///
  /// The code uses loops because a closure that captures the state retains all of it, which costs more than most of the
  /// work here.
  ///
  /// - Complexity: O(*n* log *n*) for *n* changed elements, plus the number of hidden elements directly above inserted
  ///   ones.
  func screenChanges(for changes: PendingChanges) -> [FormChange] {
    if let former = changes.stateBefore { return screenChanges(from: former, movedRow: changes.movedRow) }
    let flips = changes.changedNodes
    // Pairs of section and row. A row of -1 stands for the section itself.
    var gone: [(section: Int, row: Int)] = []
    var come: [(section: Int, row: Int)] = []
    for section in flips.hiddenSections {
      if isTrue(form.sections[section].hidden) { gone.append((section, -1)) } else { come.append((section, -1)) }
    }
    for row in flips.hiddenRows {
      let section = form.rows[row].section
      // A row in a hidden section is not on the screen. A row that appears or disappears with its section is not
      // listed.
      if flips.hiddenSections.contains(section) || isTrue(form.sections[section].hidden) { continue }
      if isHidden(row) { gone.append((section, row)) } else { come.append((section, row)) }
    }
    var changed: [Int] = []
    for row in changedRows(changes)
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

  /// Returns the rows whose content, errors or disabled state has changed.
  private func changedRows(_ changes: PendingChanges) -> Set<Int> {
    var rows = changes.changedNodes.disabledRows
    for (row, old) in changes.rowsBefore where fields[row] != old.field || rowErrors[row] != old.errors {
      rows.insert(row)
    }
    for section in changes.changedNodes.disabledSections {
      // A row that is disabled by its own condition stays disabled when its section changes.
      let disabled = form.sections[section].disabled
      for row in form.sections[section].rows where form.rows[row].effectiveDisabled == disabled { rows.insert(row) }
    }
    return rows
  }

  func insertion(ofSection section: Int) -> FormChange {
    var above = section - 1
    while above >= 0, isTrue(form.sections[above].hidden) { above -= 1 }
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

extension FormFeature.State {
  /// Returns the changes to the screen since another state, found by comparing all elements.
  ///
  /// The form definition may differ, but sections that are in both states must be in the same order. The fewest
  /// possible rows are removed and inserted to reorder the others, among them the row that is known to have moved.
  func screenChanges(from old: FormFeature.State, movedRow mover: ElementID? = nil) -> [FormChange] {
    let (before, after) = (old.visibleElements, visibleElements)
    let moved = movedRows(from: before, to: after, knownMovedRow: mover)
    let (wereSections, areSections) = (Set(before.map(\.section)), Set(after.map(\.section)))
    var removals: [FormChange] = []
    for (section, rows) in before.reversed() {
      guard areSections.contains(section) else {
        removals.append(.sectionRemoved(section))
        continue
      }
      for row in rows.reversed() where moved.contains(row) || !isVisible(row) { removals.append(.rowRemoved(row)) }
    }
    var insertions: [FormChange] = []
    var changes: [FormChange] = []
    for (section, rows) in after {
      guard let number = form.index(ofSection: section) else { continue }
      guard wereSections.contains(section) else {
        insertions.append(insertion(ofSection: number))
        continue
      }
      for row in rows {
        guard let number = form.index(ofRow: row) else { continue }
        if moved.contains(row) || !old.isVisible(row) {
          insertions.append(insertion(ofRow: number))
        } else if let former = old.form.index(ofRow: row),
          fields[number] != old.fields[former] || rowErrors[number] != old.rowErrors[former]
            || isDisabled(number) != old.isDisabled(former)
        {
          changes.append(.rowChanged(row))
        }
      }
    }
    return removals + insertions + changes
  }

  /// Returns the smallest set of rows that must move to get from one order to the other.
  private func movedRows(
    from before: [(section: ElementID, rows: [ElementID])], to after: [(section: ElementID, rows: [ElementID])],
    knownMovedRow mover: ElementID?
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

  /// The visible sections, each with its visible rows.
  package var visibleElements: [(section: ElementID, rows: [ElementID])] {
    form.sections.indices.filter { !isTrue(form.sections[$0].hidden) }.map { section in
      (form.names.sections[section], form.sections[section].rows.filter { !isHidden($0) }.map { form.names.rows[$0] })
    }
  }

  private func isVisible(_ row: ElementID) -> Bool { isHidden(row) == false }
}
