import Forms
import Interface
import Tables
import TerminalIO
import Values

extension Interaction {
  mutating func handleOverlayKey(_ key: KeyStroke, _ context: Context) -> [Request] {
    let name = key.description
    if name == "escape" || name == "ctrl+c" || name == "ctrl+g" {
      view.overlay = nil
      return []
    }
    if case .commandLine(var input, let error) = view.overlay {
      if name == "enter" { return runCommandLine(input.text, context) }
      let isEdited = input.apply(key)
      view.overlay = .commandLine(input, error: isEdited ? nil : error)
      return []
    }
    guard var list = view.overlay?.list else { return [] }
    switch name {
    case "enter": return choose(list.markedItem, context)
    case "tab":
      if list.markedItem?.addition != nil { return choose(list.markedItem, context, adds: true) }
      if case .run(let invocation)? = list.markedItem?.choice, let command = application.commands[invocation.path] {
        view.overlay = .commandLine(TextInput(command.path + " "), error: nil)
      }
      return []
    case "up", "ctrl+p", "shift+tab": list.moveMark(by: -1)
    case "down", "ctrl+n": list.moveMark(by: 1)
    case "pageUp": list.moveMark(by: -10)
    case "pageDown": list.moveMark(by: 10)
    default:
      if !list.filter.apply(key) { return [] }
      filter(list, context)
      return []
    }
    view.overlay?.list = list
    return []
  }

  /// Shows the items of a list that match its filter, or the command line once a command and a space are typed.
  mutating func filter(_ list: PickList, _ context: Context) {
    let typed = list.filter.text
    if case .palette = view.overlay, let end = typed.firstIndex(of: " "),
      application.commands[String(typed[..<end])] != nil
    {
      view.overlay = .commandLine(list.filter, error: nil)
      return
    }
    var list = list
    list.markedIndex = 0
    view.overlay?.list = list
    updateItems(context)
  }

  /// Performs the choice of an item.
  mutating func choose(_ item: PickList.Item?, _ context: Context, adds: Bool = false) -> [Request] {
    guard let item, let choice = adds ? item.addition : item.choice else { return [] }
    if let reason = item.unavailabilityReason {
      view.message = .init(text: reason, isError: true)
      return []
    }
    view.overlay = nil
    switch choice {
    case .run(let invocation): return [.run(invocation)]
    case .complete(let path): return application.commands[path].map { start($0, context) } ?? []
    case .perform(let action): return perform(action, context)
    case .theme(let theme):
      view.theme = theme
      return []
    case .filter(let column):
      startFilter(of: column, context)
      return []
    case .resize(let column):
      startResize(of: column, context)
      return []
    case .quit: return [.quit]
    case .dismiss: return []
    }
  }

  /// The parameters and the summary of the command that is being typed, or `nil`.
  var typedCommandUsage: String? {
    guard case .commandLine(let input, _) = view.overlay else { return nil }
    return application.commands.command(ofLine: input.text).map { "\($0.usage): \($0.summary)" }
  }

  private mutating func runCommandLine(_ text: String, _ context: Context) -> [Request] {
    do throws(InvocationError) {
      let invocation = try application.commands.parse(text)
      // The line stays open if the command cannot be run.
      _ = try application.commands.action(for: invocation, in: context.state)
      view.overlay = nil
      return [.run(invocation)]
    } catch {
      view.overlay = .commandLine(TextInput(text), error: "\(error)")
      return []
    }
  }

  /// Fills the list of an overlay according to its filter.
  mutating func updateItems(_ context: Context) {
    guard var list = view.overlay?.list else { return }
    switch view.overlay {
    case .palette: list.items = paletteItems(matching: list.filter.text, context)
    case .help: list.items = helpItems(context).filter { $0.matches(list.filter.text) }
    case .choices: list.items = list.allItems.filter { $0.matches(list.filter.text) }
    case .commandLine, nil: break
    }
    list.moveMark(by: 0)
    view.overlay?.list = list
  }

  private func paletteItems(matching text: String, _ context: Context) -> [PickList.Item] {
    let actions = ViewAction.allCases.filter { $0 != .showPalette }.map { action in
      PickList.Item(title: action.rawValue, detail: action.summary, key: action.key, choice: .perform(action))
    }
    let commands = application.commands.commands(matching: text).map { command in
      PickList.Item(
        title: command.path, detail: command.summary, key: workingKey(of: command, context) ?? "",
        unavailabilityReason: command.unavailabilityReason(in: context.state),
        choice: command.parameters.allSatisfy(\.isOptional) && command.role as? TableRole != .search
          ? .run(Invocation(command.path)) : .complete(command.path))
    }
    return commands + actions.filter { $0.matches(text) }
  }

  /// Returns whether a key invokes a command now.
  private func isWorking(_ key: String, for command: App.ApplicationCommand, _ context: Context) -> Bool {
    self.command(forKey: key, context)?.path == command.path && bindings[key] == nil
      && command.unavailabilityReason(in: context.state) == nil
  }

  /// The first key that invokes a command now, or `nil`.
  private func workingKey(of command: App.ApplicationCommand, _ context: Context) -> String? {
    command.keys.first { isWorking($0, for: command, context) }
  }

  private func helpItems(_ context: Context) -> [PickList.Item] {
    let isTyping = hasTextFocus(context.screen)
    /// Characters are typed into a text.
    func isUsable(_ key: String) -> Bool { !isTyping || key.count > 1 && key != "space" }
    // A key of the user takes the place of any other meaning.
    var known = Set(bindings.keys)
    let commands = application.commands.commands.flatMap { command in
      command.keys.compactMap { key -> PickList.Item? in
        guard isUsable(key), isWorking(key, for: command, context), known.insert(key).inserted else { return nil }
        return PickList.Item(
          title: command.summary, detail: command.path, key: key, choice: .complete(command.path))
      }
    }
    let bound = bindings.sorted { $0.key < $1.key }.filter { isUsable($0.key) }.map { key, invocation in
      PickList.Item(title: application.commands.text(of: invocation), key: key, choice: .run(invocation))
    }
    let views = ViewAction.allCases.flatMap { action in
      ([action.key] + action.otherKeys)
        // Only Control-C leaves a sheet that is open.
        .filter { isUsable($0) && !known.contains($0) && !($0 == "q" && context.screen.sheet != nil) }
        .map { PickList.Item(title: action.summary, key: $0, choice: .perform(action)) }
    }
    return bound + elementHelp(context).filter { !known.contains($0.key) } + commands + views
  }

  /// The keys of the focused element that are no commands.
  private func elementHelp(_ context: Context) -> [PickList.Item] {
    let element = context.screen.activeElement(view.focus)
    var keys: [(key: String, title: String)] =
      switch element?.content {
      case .table(let table, let commands): tableHelp(table, commands)
      case .form(let form, _):
        [("down", "go to the next field"), ("up", "go to the previous field")]
          + (form.focusedField(preferring: element.flatMap { view.fields[$0.id] })?.isTextInput == true
            ? []
            : [
              ("space", "switch, choose or press"), ("left", "choose the previous option"),
              ("right", "choose the next option"),
            ])
      case .counters, .chart: [("enter", "try again")]
      case .text: []
      case nil: context.screen.answers.isEmpty ? [] : [("right", "go to the next answer"), ("enter", "answer")]
      }
    keys.append(("tab", "go to the next part of the screen"))
    if context.screen.sheet == nil, context.screen.tabs.count > 1 {
      keys.append(("1", "go to the first tab (2, 3, …)"))
    }
    return keys.map { PickList.Item(title: $0.title, key: $0.key) }
  }

  private func tableHelp(_ table: TableScreen<String>, _ commands: TableCommands) -> [(key: String, title: String)] {
    let scrolling = [("up", "go to the previous row (also k)"), ("down", "go to the next row (also j)")]
    guard commands.offers(.go) else {
      return scrolling + (commands.offers(.open) ? [("enter", "choose the row")] : [])
    }
    let columns: [(String, String, Bool)] = [
      ("s", "sort by a column", commands.offers(.sort) && table.headers.contains(where: \.isSortable)),
      (
        "f", "filter by a column, as in tea or 10..20",
        commands.offers(.filter) && table.headers.contains(where: \.isFilterable)
      ),
      ("c", "hide or show a column", commands.offers(.hide)),
      ("w", "change the width of a column", commands.offers(.resize)),
    ]
    let rows: [(String, String, Bool)] = [
      ("pageDown", "go to the next page", true), ("home", "go to the first row (also g)", true),
      ("end", "go to the last row (also G)", true), ("left", "scroll the columns", true),
      ("space", "select or deselect the row", commands.offers(.toggle)),
      ("shift+down", "select rows", commands.offers(.toggle)),
      (
        "enter", commands.offers(.open) ? "open the row" : "edit the cell",
        commands.offers(.open) || commands.offers(.edit)
      ),
      ("f2", "edit in the table", commands.offers(.edit)),
      ("alt+down", "move the row", commands.offers(.move) && table.movesUnavailableReason == nil),
      ("escape", "put the dragged rows back", table.draggedRows != nil),
    ]
    return scrolling + (rows + columns).filter(\.2).map { ($0.0, $0.1) }
  }
}

extension PickList.Item {
  /// Returns a Boolean value that indicates whether the item contains a text.
  fileprivate func matches(_ text: String) -> Bool {
    let options = StringCompareOptions(ignoresCase: true, ignoresAccents: true)
    return text.isEmpty || [title, detail, key].contains { options.folded($0).contains(options.folded(text)) }
  }
}
