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
    var steps = Steps()
    for section in flips.hiddenSections { steps.add(section, -1, isGone: truth(form.sections[section].hidden)) }
    for row in flips.hiddenRows {
      let section = form.rows[row].section
      // A row in a section that is not to be seen neither comes nor goes, and one that goes with its section is not named.
      if flips.hiddenSections.contains(section) || truth(form.sections[section].hidden) { continue }
      steps.add(section, row, isGone: isHidden(row))
    }
    var changed: [Int] = []
    for row in rowsThatDiffer(changes)
    where !flips.hiddenRows.contains(row) && !flips.hiddenSections.contains(form.rows[row].section) && !isHidden(row) {
      changed.append(row)
    }
    var list: [FormChange] = []
    for (section, row) in steps.gone.sorted(by: >) {
      list.append(row < 0 ? .sectionRemoved(form.names.sections[section]) : .rowRemoved(form.names.rows[row]))
    }
    for (section, row) in steps.come.sorted(by: <) {
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

/// What goes and what comes: sections with no row, and rows with their section.
private struct Steps {
  var gone: [(section: Int, row: Int)] = []
  var come: [(section: Int, row: Int)] = []

  mutating func add(_ section: Int, _ row: Int, isGone: Bool) {
    if isGone { gone.append((section, row)) } else { come.append((section, row)) }
  }
}

extension Form.State {
  /// What is to be seen differently from another state, told by looking at everything.
  ///
  /// It takes whatever may have changed, the form itself too. Rows and sections that are in both are taken to be in the same
  /// order but for one row, which has moved; where it has only passed what is not to be seen, nothing is told of it.
  func differences(from old: Form.State, moved: ElementID? = nil) -> [FormChange] {
    let (before, after) = (old.seen, seen)
    let moved = moved.flatMap { hasPassed($0, rowsOf: old) ? $0 : nil }
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

  /// Whether a row stands on another side of any that was to be seen and still is.
  private func hasPassed(_ row: ElementID, rowsOf old: Form.State) -> Bool {
    func rows(_ state: Form.State) -> [ElementID] {
      guard let number = state.form.number(ofRow: row) else { return [] }
      return state.form.sections[state.form.rows[number].section].rows.map { state.form.names.rows[$0] }.filter {
        $0 == row || isSeen($0) && old.isSeen($0)
      }
    }
    return rows(self) != rows(old)
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
