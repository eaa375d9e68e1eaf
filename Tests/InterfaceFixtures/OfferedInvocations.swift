import Forms
import Interface
import Tables
import Values

/// An invocation that a screen offers and that the table of commands does not accept.
package struct OfferViolation: Error, CustomStringConvertible {
  package let description: String
}

extension CommandTable {
  /// Returns the paths of the commands that a screen offers.
  ///
  /// - Throws: A violation if one does not exist, does not accept its arguments, or is refused for another reason than
  ///   that it is not available or that a value has no meaning.
  package func checkedPaths(offeredBy screen: Screen, in state: State) throws -> Set<String> {
    let offered = screen.offeredInvocations + screen.namedInvocations
    for invocation in offered {
      let parameters = self[invocation.path]?.parameters ?? []
      for (name, value) in invocation.arguments
      where parameters.first(where: { $0.name == name })?.accepts(value) != true {
        throw OfferViolation(description: "\(invocation): \(name)")
      }
      do throws(InvocationError) {
        _ = try step(for: invocation, in: state)
      } catch {
        // A front end asks for what is missing.
        if [.unavailable, .invalidValue, .missingParameter].contains(error.code) { continue }
        throw OfferViolation(description: "\(invocation): \(error)")
      }
    }
    return Set(offered.map(\.path))
  }
}

extension Screen {
  /// The paths of the commands in the menus of the screen and of all its parts.
  package var menu: [String] {
    commands.menu
      + allElements.flatMap { element -> [String] in
        switch element.content {
        case .table(_, let commands): commands.menu
        case .form(_, let commands): commands.menu
        case .counters, .chart, .text: []
        }
      }
  }

  /// What the roles of the screen and of all its parts offer for the displayed rows, columns, fields and tabs.
  fileprivate var offeredInvocations: [Invocation] {
    let parts = allElements.flatMap(\.offeredInvocations)
    return parts + (tabs.map { commands.goToTab($0.id) } + [commands.undo(), commands.redo()]).compactMap(\.self)
  }

  /// The invocations that are part of the screen: answers, retries and cancellations.
  fileprivate var namedInvocations: [Invocation] {
    let answers = (sheet?.question?.answers ?? []) + notices.flatMap(\.answers)
    return answers.map(\.command) + progress.compactMap(\.cancel)
      + allElements.flatMap { element -> [Invocation] in
        switch element.content {
        case .counters(let counters): counters.compactMap(\.retry)
        case .chart(let chart): [chart.retry].compactMap(\.self)
        case .table, .form, .text: []
        }
      }
  }
}

extension Screen.Element {
  fileprivate var offeredInvocations: [Invocation] {
    switch content {
    case .table(let table, let commands): commands.invocations(for: table)
    case .form(let form, let commands): commands.invocations(for: form)
    case .counters, .chart, .text: []
    }
  }
}

extension TableCommands {
  fileprivate func invocations(for table: TableScreen<String>) -> [Invocation] {
    let rows = table.rows.prefix(2).map(\.id)
    let ofRows = rows.flatMap { row in
      [
        open(row), select(row), toggle(row), extend(to: row), hover(row), endHover(row), drag(row),
        drag(over: .before(row)), drag(over: .after(row)), move(rows, to: .before(row)), move([row], to: .end),
      ]
    }
    let ofColumns = table.headers.flatMap { header in
      [
        header.isSortable ? sort(by: header.id) : nil, header.isSortable ? sort(by: header.id, adding: true) : nil,
        header.isSortable ? group(by: header.id) : nil, header.isFilterable ? filter(header.id, by: nil) : nil,
        header.isFilterable ? filter(header.id, by: .contains("a")) : nil,
        header.isFilterable ? filter(header.id, by: .range(from: 1, through: 2)) : nil,
        header.isFilterable ? filter(header.id, by: .among(["a"])) : nil, hide(header.id),
        resize(header.id, to: 9), resize(header.id, to: nil),
      ]
    }
    let others =
      table.hiddenHeaders.map { show($0.id) }
      + CursorMove.allCases.flatMap { [go($0), go($0, extending: true, displaying: 5)] }
      + [
        dismiss(), search("a"), search(""), group(by: nil), toggle(), edit(), typeText("a"), commitEdit(), editNext(),
        editNext(isBackwards: true), cancelEdit(), delete(), drag(over: nil), drag(over: .end), drop(), cancelDrag(),
      ]
    return (ofRows + ofColumns + others).compactMap(\.self)
  }
}

extension FormCommands {
  fileprivate func invocations(for form: FormScreen) -> [Invocation] {
    let ofRows = form.sections.flatMap(\.rows).flatMap { row in
      [
        type("a", into: row.id), choose(row.options.first?.value ?? .boolean(true), in: row.id), press(row.id),
        focus(row.id), removeRow(row.id), moveRow(row.id, before: row.id), moveRow(row.id, before: nil),
      ]
    }
    return (ofRows + form.sections.map { addRow(to: $0.id) } + [focus(nil), reset(), submit()]).compactMap(\.self)
  }
}
