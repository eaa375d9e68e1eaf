import Interface
import TerminalIO
import Values

extension Interaction {
  /// Returns the keys of what lies over the screen, which takes all input.
  func overlayBindings(_ overlay: Overlay, _ context: Context) -> [KeyBinding?] {
    let close: KeyBinding? = .keys(["escape", "ctrl+c", "ctrl+g"], hint: "close", .change { $0.view.overlay = nil })
    guard let list = overlay.list else {
      return [
        .keys(["enter"], hint: "run", .perform { $0.runCommandLine($1) }),
        completionBinding(context), close, .text,
      ]
    }
    let title = if case .choices = overlay { "choose" } else { "run" }
    func move(_ step: Int) -> KeyBinding.Action { .change { $0.view.overlay?.list?.moveMark(by: step) } }
    return [
      .keys(["enter"], hint: title, list.markedItem.map { item in .perform { $0.choose(item, $1) } }),
      additionBinding(list.markedItem), close,
      .keys(["up", "ctrl+p", "shift+tab"], move(-1)), .keys(["down", "ctrl+n"], move(1)),
      .keys(["pageUp"], move(-10)), .keys(["pageDown"], move(10)), .text,
    ]
  }

  /// Returns the key that does something else with an item than choosing it.
  private func additionBinding(_ item: PickList.Item?) -> KeyBinding? {
    if let addition = item?.addition { return .keys(["tab"], hint: "add to the sort keys", .choose(addition)) }
    guard case .start(let path)? = item?.choice else { return nil }
    return .keys(
      ["tab"], hint: "arguments", .change { $0.view.overlay = .commandLine(TextInput(path + " "), error: nil) })
  }

  /// Shows the items of a list that match its filter, or the command line once a command and a space are typed.
  mutating func filter(_ list: PickList, _ context: Context) {
    let typed = list.filter.text
    let command = application.commands.command(ofLine: typed)
    if case .palette = view.overlay, let command, typed.dropFirst(command.path.count).first == " " {
      view.overlay = .commandLine(list.filter, error: nil)
      return
    }
    var list = list
    list.markedIndex = 0
    view.overlay?.list = list
    updateItems(context)
  }

  /// Chooses an item, or says why that is not possible.
  mutating func choose(_ item: PickList.Item, _ context: Context) -> [Request] {
    if let reason = item.unavailabilityReason {
      view.message = .init(text: reason, isError: true)
      return []
    }
    // The lines of an answer only inform.
    return choose(item.choice ?? .dismiss, context)
  }

  /// Closes a list, and does what was chosen in it, or with a key.
  mutating func choose(_ choice: PickList.Choice, _ context: Context) -> [Request] {
    view.overlay = nil
    switch choice {
    case .run(let invocation): return [.run(invocation)]
    case .start(let path): return start(path, context)
    case .press(let key): return press(key, context)
    case .perform(let action): return perform(action, context)
    case .theme(let theme): view.theme = theme
    case .filter(let column): startFilter(of: column, context)
    case .resize(let column): startResize(of: column, context)
    case .quit: return [.quit]
    case .answer(let isAgreed): return [.answer(isAgreed)]
    case .dismiss: break
    }
    return []
  }

  /// Returns what helps to type a command, or `nil` if none is being typed.
  func commandLineHelp(_ context: Context) -> CommandLineHelp? {
    guard case .commandLine(let input, _) = view.overlay else { return nil }
    let command = application.commands.command(ofLine: input.text)
    let before = input.textBeforeCursor.lastIndex(of: " ").map { input.text[...$0].count } ?? 0
    return CommandLineHelp(
      usage: command.map { "\($0.usage): \($0.summary)" } ?? "",
      words: completions(of: input, context).map { String($0.dropFirst(before)).trimmed })
  }

  /// Returns the lines that can begin with the text before the cursor.
  private func completions(of input: TextInput, _ context: Context) -> [String] {
    application.commands.completions(
      of: String(input.textBeforeCursor), in: context.state, on: context.screen, paths: paths)
  }

  /// Returns the key that completes the word before the cursor, if there is something to complete.
  private func completionBinding(_ context: Context) -> KeyBinding? {
    guard case .commandLine(var input, _) = view.overlay, input.complete(among: completions(of: input, context)) else {
      return nil
    }
    return .keys(["tab"], hint: "complete", .change { [input] in $0.view.overlay = .commandLine(input, error: nil) })
  }

  private mutating func runCommandLine(_ context: Context) -> [Request] {
    guard case .commandLine(let input, _) = view.overlay else { return [] }
    do throws(InvocationError) {
      let invocation = try application.commands.parse(input.text)
      // The line stays open if the command cannot be run.
      _ = try application.commands.step(for: invocation, in: context.state)
      view.overlay = nil
      return [.run(invocation, line: input.text)]
    } catch {
      view.overlay = .commandLine(TextInput(input.text), error: "\(error)")
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
    let keys = workingKeys(context)
    func item(_ title: String, _ summary: String?, reason: String?, _ choice: PickList.Choice) -> PickList.Item {
      PickList.Item(
        title: title, detail: summary ?? "", key: keys[choice] ?? "", unavailabilityReason: reason, choice: choice)
    }
    let actions = viewBindings(context).compactMap { binding -> PickList.Item? in
      guard let binding, case .choose(.perform(let action)) = binding.action, action != .showPalette else { return nil }
      return item(action.rawValue, binding.summary, reason: binding.unavailabilityReason, .perform(action))
    }
    let commands = application.commands.commands(matching: text).map { command in
      item(
        command.title, command.path, reason: command.unavailabilityReason(in: context.state), .start(command.path))
    }
    return commands + actions.filter { $0.matches(text) }
  }
}

extension PickList.Item {
  /// Returns a Boolean value that indicates whether the item contains a text.
  fileprivate func matches(_ text: String) -> Bool {
    let options = StringCompareOptions(ignoresCase: true, ignoresAccents: true)
    return text.isEmpty || [title, detail, key].contains { options.folded($0).contains(options.folded(text)) }
  }
}
