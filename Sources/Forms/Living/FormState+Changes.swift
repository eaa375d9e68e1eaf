extension Form.State {
  /// What is to be seen differently, told from what has changed and nothing else.
  ///
  /// - Complexity: O(*n* log *n*) for *n* elements that have changed. To tell what a row comes behind, those between are
  ///   passed that are hidden.
  func differences(_ changes: Changes) -> [FormChange] {
    let flips = changes.flips
    var rows = flips.disabledRows
    for (row, old) in changes.before where fields[row] != old.field || judgements[row] != old.judgement {
      rows.insert(row)
    }
    for section in flips.disabledSections {
      // A row that is disabled by itself stays so, whatever becomes of its section.
      let disabled = form.sections[section].disabled
      rows.formUnion(form.sections[section].rows.lazy.filter { form.rows[$0].isDisabled == disabled })
    }
    let moving = flips.hiddenRows.filter { !flips.hiddenSections.contains(form.rows[$0].section) }
    let (gone, come) = (moving.filter { isHidden($0) }, moving.filter { !isHidden($0) })
    let staying = rows.filter { row in
      !moving.contains(row) && !flips.hiddenSections.contains(form.rows[row].section) && !isHidden(row)
    }
    // A row in a section that is not to be seen neither comes nor goes.
    let (goneRows, comeRows) = (gone.filter(isInSight), come.filter(isInSight))
    return removals(goneRows, flips.hiddenSections.filter { truth(form.sections[$0].hidden) })
      + insertions(comeRows, flips.hiddenSections.filter { !truth(form.sections[$0].hidden) })
      + staying.sorted().map { .rowChanged(form.names.rows[$0]) }
  }

  private func isInSight(_ row: Int) -> Bool { !truth(form.sections[form.rows[row].section].hidden) }

  private func removals(_ rows: some Sequence<Int>, _ sections: some Sequence<Int>) -> [FormChange] {
    let rows = rows.map { (section: form.rows[$0].section, row: $0) }
    let sections = sections.map { (section: $0, row: -1) }
    return (rows + sections).sorted { $0 > $1 }.map { section, row in
      row < 0 ? .sectionRemoved(form.names.sections[section]) : .rowRemoved(form.names.rows[row])
    }
  }

  private func insertions(_ rows: some Sequence<Int>, _ sections: some Sequence<Int>) -> [FormChange] {
    let rows = rows.map { (section: form.rows[$0].section, row: $0) }
    let sections = sections.map { (section: $0, row: -1) }
    return (rows + sections).sorted { $0 < $1 }.map { section, row in
      row < 0 ? insertion(ofSection: section) : insertion(ofRow: row)
    }
  }

  func insertion(ofSection section: Int) -> FormChange {
    let above = (0..<section).last { !truth(form.sections[$0].hidden) }
    return .sectionInserted(form.names.sections[section], after: above.map { form.names.sections[$0] })
  }

  func insertion(ofRow row: Int) -> FormChange {
    let section = form.rows[row].section
    let above = (form.sections[section].rows.lowerBound..<row).last { !isHidden($0) }
    return .rowInserted(
      form.names.rows[row], in: form.names.sections[section], after: above.map { form.names.rows[$0] })
  }
}

extension Form.State {
  /// What is to be seen differently from another state, told by looking at everything.
  ///
  /// It takes whatever may have changed, the form itself too. Rows and sections that are in both are taken to be in the same
  /// order but for one row, which has moved.
  func differences(from old: Form.State, moved: ElementID? = nil) -> [FormChange] {
    let (before, after) = (old.seen, seen)
    let (wereSections, areSections) = (Set(before.map(\.section)), Set(after.map(\.section)))
    var removals: [FormChange] = []
    for (section, rows) in before.reversed() {
      guard areSections.contains(section) else {
        removals.append(.sectionRemoved(section))
        continue
      }
      for row in rows.reversed() where row == moved || !isSeen(row) { removals.append(.rowRemoved(row)) }
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
        if row == moved || !old.isSeen(row) {
          insertions.append(insertion(ofRow: number))
        } else if let former = old.form.number(ofRow: row), appearance(number) != old.appearance(former) {
          changes.append(.rowChanged(row))
        }
      }
    }
    return removals + insertions + changes
  }

  /// The sections that are to be seen, and in each the rows.
  var seen: [(section: ElementID, rows: [ElementID])] {
    form.sections.indices.filter { !truth(form.sections[$0].hidden) }.map { section in
      (form.names.sections[section], form.sections[section].rows.filter { !isHidden($0) }.map { form.names.rows[$0] })
    }
  }

  private func isSeen(_ row: ElementID) -> Bool { isHidden(row) == false }

  private func appearance(_ row: Int) -> Appearance {
    Appearance(field: fields[row], faults: judgements[row], isDisabled: isDisabled(row))
  }
}

/// What is to be seen of a row.
private struct Appearance: Equatable {
  var field: Field
  var faults: [FieldFault]
  var isDisabled: Bool
}
