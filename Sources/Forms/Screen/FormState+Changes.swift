extension FormFeature.State {
  /// Returns the changes to the screen, computed only from the elements that have changed.
  ///
  /// The code uses loops instead of closures. A closure that captures the state retains all of it, which costs more
  /// than most of the work here.
  ///
  /// - Complexity: O(*n* log *n*) for *n* changed elements, plus the number of hidden elements directly above inserted
  ///   elements.
  func screenChanges(for changes: ChangeTracker) -> [FormScreenChange] {
    if let former = changes.stateBefore { return screenChanges(from: former) }
    // A removed row is between the rows that are there now, so the places of rows are twice their indices.
    var removed: [(section: Int, place: Int, change: FormScreenChange)] = []
    // Pairs of a section index and a row index. The row index -1 means the section itself.
    var inserted: [(section: Int, row: Int)] = []
    var changed: [Int] = []
    for node in changes.changedNodes {
      guard case .isHidden(.section(let section)) = form.graph.nodes[node].property else { continue }
      if isTrue(form.sections[section].hidden) {
        removed.append((section, -1, .sectionRemoved(form.elementIDs.sections[section])))
      } else {
        inserted.append((section, -1))
      }
    }
    if let row = changes.removedRow, !isHiddenOrReplaced(section: row.section, changes) {
      removed.append((row.section, 2 * row.below - 1, .rowRemoved(row.id)))
    }
    for row in changes.affectedRows.union(changes.rowsBefore.keys) {
      let section = form.rows[row].section
      if isHiddenOrReplaced(section: section, changes) { continue }
      if row == changes.insertedRow {
        if !isHidden(row) { inserted.append((section, row)) }
      } else if changes.hasChanged(form.rows[row].effectiveHidden) {
        if isHidden(row) {
          removed.append((section, 2 * row, .rowRemoved(form.elementIDs.rows[row])))
        } else {
          inserted.append((section, row))
        }
      } else if !isHidden(row) && hasChanged(row, changes) {
        changed.append(row)
      }
    }
    var list = removed.sorted { ($0.section, $0.place) > ($1.section, $1.place) }.map(\.change)
    for (section, row) in inserted.sorted(by: <) {
      list.append(row < 0 ? insertionChange(ofSection: section) : insertionChange(ofRow: row))
    }
    for row in changed.sorted() { list.append(.rowChanged(form.elementIDs.rows[row])) }
    return list
  }

  /// Returns a Boolean value that indicates whether the rows of a section are not on the screen, or appear or disappear
  /// with the section, so that their changes are not listed.
  private func isHiddenOrReplaced(section: Int, _ changes: ChangeTracker) -> Bool {
    isTrue(form.sections[section].hidden) || changes.hasChanged(form.sections[section].hidden)
  }

  /// Returns a Boolean value that indicates whether the content, the errors or the disabled state of a row has changed.
  private func hasChanged(_ row: Int, _ changes: ChangeTracker) -> Bool {
    if changes.hasChanged(form.rows[row].effectiveDisabled) { return true }
    return changes.rowsBefore[row].map { $0.field != fields[row] || $0.errors != rowErrors[row] } ?? false
  }

  private func insertionChange(ofSection section: Int) -> FormScreenChange {
    var above = section - 1
    while above >= 0, isTrue(form.sections[above].hidden) { above -= 1 }
    return .sectionInserted(form.elementIDs.sections[section], after: above < 0 ? nil : form.elementIDs.sections[above])
  }

  private func insertionChange(ofRow row: Int) -> FormScreenChange {
    let section = form.rows[row].section
    let first = form.sections[section].rows.lowerBound
    var above = row - 1
    while above >= first, isHidden(above) { above -= 1 }
    return .rowInserted(
      form.elementIDs.rows[row], in: form.elementIDs.sections[section],
      after: above < first ? nil : form.elementIDs.rows[above])
  }
}

extension FormFeature.State {
  /// Returns the changes to the screen since another state, found by comparing all elements.
  ///
  /// The form definition may differ, but sections that are in both states must be in the same order. Rows are reordered
  /// by removing and inserting as few of them as possible.
  func screenChanges(from old: FormFeature.State) -> [FormScreenChange] {
    let (before, after) = (old.visibleElements, visibleElements)
    let moved = movedRows(from: before, to: after)
    let (wereSections, areSections) = (Set(before.map(\.section)), Set(after.map(\.section)))
    var removals: [FormScreenChange] = []
    for (section, rows) in before.reversed() {
      if areSections.contains(section) {
        removals += rows.reversed().filter { moved.contains($0) || isHidden($0) != false }.map(
          FormScreenChange.rowRemoved)
      } else {
        removals.append(.sectionRemoved(section))
      }
    }
    var insertions: [FormScreenChange] = []
    var changes: [FormScreenChange] = []
    for (section, rows) in after {
      guard wereSections.contains(section) else {
        insertions += form.index(ofSection: section).map { [insertionChange(ofSection: $0)] } ?? []
        continue
      }
      for (id, row) in rows.compactMap({ id in form.index(ofRow: id).map { (id, $0) } }) {
        if moved.contains(id) || old.isHidden(id) != false {
          insertions.append(insertionChange(ofRow: row))
        } else if let former = old.form.index(ofRow: id),
          fields[row] != old.fields[former] || rowErrors[row] != old.rowErrors[former]
            || isDisabled(row) != old.isDisabled(former)
        {
          changes.append(.rowChanged(id))
        }
      }
    }
    return removals + insertions + changes
  }

  /// Returns the smallest set of rows that must move to change one order into the other.
  private func movedRows(
    from before: [(section: ElementID, rows: [ElementID])], to after: [(section: ElementID, rows: [ElementID])]
  ) -> Set<ElementID> {
    var places: [ElementID: Int] = [:]
    for row in before.lazy.flatMap(\.rows) { places[row] = places.count }
    var moved: Set<ElementID> = []
    for (_, rows) in after {
      let kept = rows.compactMap { row in places[row].map { (row, $0) } }
      let former = kept.sorted { $0.1 < $1.1 }.map(\.0)
      for case .insert(_, let row, _) in kept.map(\.0).difference(from: former) { moved.insert(row) }
    }
    return moved
  }

  /// The visible sections, each with its visible rows.
  package var visibleElements: [(section: ElementID, rows: [ElementID])] {
    form.sections.indices.filter { !isTrue(form.sections[$0].hidden) }.map { section in
      (
        form.elementIDs.sections[section],
        form.sections[section].rows.filter { !isHidden($0) }.map { form.elementIDs.rows[$0] }
      )
    }
  }
}
