import Forms
import Interface
import Tables
import TerminalIO

/// Keys that the last line shows.
struct KeyHint: Hashable, Sendable {
  /// The keys, each of which does its part of what the title says.
  var keys: [String]
  let title: String
}

// MARK: - The list

extension Interaction {
  /// Returns what all keys do now, each key once.
  ///
  /// Handling, the last line, the help and the palette read nothing else about keys.
  func keyBindings(_ context: Context) -> [KeyBinding] {
    guard let overlay = view.overlay else { return keyBindingsBelowOverlay(context) }
    return KeyBinding.removingTakenKeys(overlayBindings(overlay, context).compactMap(\.self))
  }

  /// Returns what keys do as soon as nothing lies over the screen.
  private func keyBindingsBelowOverlay(_ context: Context) -> [KeyBinding] {
    let bindings: [KeyBinding?] =
      if let resize = view.resize {
        resizeBindings(resize)
      } else if let search = view.search {
        searchBindings(search)
      } else if let question = context.screen.sheet?.question {
        questionBindings(question, context)
      } else {
        historyBindings(context) + textBindings(context) + userBindings + commandBindings(context)
          + elementBindings(context)
          + tabBindings(context.screen) + viewBindings(context)
      }
    return KeyBinding.removingTakenKeys(bindings.compactMap(\.self))
  }

  /// The keys of the user, which run other commands.
  private var userBindings: [KeyBinding?] {
    bindings.sorted { $0.key < $1.key }.map { key, invocation in
      .keys([key], summary: application.commands.text(of: invocation), .choose(.run(invocation)))
    }
  }

  /// The letters that undo and redo changes, if the last key was one of them and has left the focus in a text.
  private func historyBindings(_ context: Context) -> [KeyBinding?] {
    if !view.isTravelling || !isTyping(context.screen) { return [] }
    return application.commands.commands.filter(\.changesHistory).map { command in
      binding(of: command, keys: command.keys.filter { KeyStroke($0)?.text != nil }, hint: nil, context)
    }
  }

  private func commandBindings(_ context: Context) -> [KeyBinding?] {
    let groups = context.screen.commandGroups(focus: view.focus)
    // Typing in a sheet can be undone. Elsewhere, the keys would undo an earlier change while a text is typed.
    let hasHistory = context.screen.sheet != nil || focusedText(context.screen) == nil
    return application.commands.commands(withKeysOf: groups).filter { hasHistory || !$0.changesHistory }.map {
      binding(of: $0, keys: $0.keys, hint: $0.keyHint(in: context.state), context)
    }
  }

  private func binding(
    of command: Command<App.Feature>, keys: [String], hint: String?, _ context: Context
  ) -> KeyBinding? {
    let reason = command.unavailabilityReason(in: context.state)
    return .keys(
      keys, hint: reason == nil ? hint : nil, summary: command.summary, unless: reason, .choose(.start(command.path)))
  }

  private func tabBindings(_ screen: Screen) -> [KeyBinding?] {
    guard screen.sheet == nil, let selected = screen.tabs.firstIndex(where: \.isSelected) else { return [] }
    func show(_ index: Int) -> KeyBinding.Action? {
      .run(screen.commands.goToTab(screen.tabs[(index + screen.tabs.count) % screen.tabs.count].id))
    }
    return screen.tabs.enumerated().prefix(9).map { index, tab in
      .keys(["\(index + 1)"], summary: "go to \(tab.title)", show(index))
    } + [
      .keys(["[", "ctrl+pageUp"], summary: "go to the previous tab", show(selected - 1)),
      .keys(["]", "ctrl+pageDown"], summary: "go to the next tab", show(selected + 1)),
    ]
  }

  /// Returns the keys of what concerns only the terminal.
  func viewBindings(_ context: Context) -> [KeyBinding?] {
    // A letter never leaves a sheet that is open.
    let (quitKeys, quitHint) = context.screen.sheet == nil ? (["q", "ctrl+c"], "quit") : (["ctrl+c"], nil)
    let missing = copiedText(context) == nil ? "there is nothing to copy" : nil
    return ViewAction.allCases.map { action in
      let choice = KeyBinding.Action.choose(.perform(action))
      return switch action {
      case .showHelp: .keys(["?", "f1"], hint: "keys", summary: "show the keys that work here", choice)
      case .showPalette: .keys([":", "ctrl+p"], hint: "commands", summary: "find any command", choice)
      case .chooseTheme: .keys(["ctrl+t"], summary: "choose the colors", choice)
      case .toggleMouse: .keys(["ctrl+o"], summary: "let the program or the terminal use the mouse", choice)
      case .copyRow: .keys(["y"], summary: "copy the row or field to the clipboard", unless: missing, choice)
      case .redraw: .keys(["ctrl+l"], summary: "draw the screen again", choice)
      case .suspend: .keys(["alt+z"], summary: "go back to the shell until 'fg'", choice)
      case .quit: .keys(quitKeys, hint: quitHint, summary: "quit", choice)
      }
    }
  }
}

// MARK: - What reads the list

extension Interaction {
  /// Performs what a key does now.
  mutating func handleKey(_ key: KeyStroke, _ context: Context) -> [Request] {
    let name = key.description
    let binding = keyBindings(context).first { binding in
      if case .editText = binding.action { TextInput.edits(key) } else { binding.keys.contains(name) }
    }
    view.isTravelling = key.text != nil && binding.map(changesHistory) == true
    let replacesText = view.isTextSelected && key.text != nil
    view.isTextSelected = false
    view.message = nil
    pressedRow = nil
    if name == "escape" { draggedRow = nil }
    guard let binding else {
      // Every other key ends the change of a width.
      view.resize = nil
      return []
    }
    if let reason = binding.unavailabilityReason {
      view.message = .init(text: reason, isError: true)
      return []
    }
    if case .editText = binding.action { return editText(context, replacesText: replacesText) { _ = $0.apply(key) } }
    return perform(binding.action, context)
  }

  private func changesHistory(_ binding: KeyBinding) -> Bool {
    guard case .choose(.start(let path)) = binding.action else { return false }
    return application.commands[path]?.changesHistory == true
  }

  /// Performs an action that needs no key.
  mutating func perform(_ action: KeyBinding.Action?, _ context: Context) -> [Request] {
    switch action {
    case .choose(let choice): return choose(choice, context)
    case .change(let change, let requests):
      change(&self)
      return requests
    case .perform(let perform): return perform(&self, context)
    case .editText, nil: return []
    }
  }

  /// Returns the keys that are useful now, the most important ones first.
  ///
  /// Those of the terminal come first, unless a sheet or a text needs the room. Neighbors with the same title are shown as
  /// one, as in `left/right choose`.
  func hints(_ screen: Screen, _ state: App.Feature.State) -> [KeyHint] {
    let bindings = keyBindings(Context(screen: screen, state: state)).filter { $0.unavailabilityReason == nil }
    let first = screen.sheet == nil && !isTyping(screen) ? bindings.filter(\.isViewAction) : []
    let rest = first.isEmpty ? bindings : bindings.filter { !$0.isViewAction }
    return (first + rest).reduce(into: []) { hints, binding in
      guard let title = binding.hint, let key = binding.keys.first else { return }
      if hints.last?.title == title {
        hints[hints.count - 1].keys.append(key)
      } else {
        hints.append(KeyHint(keys: [key], title: title))
      }
    }
  }

  /// Returns the keys that work, as items that do what the keys do.
  func helpItems(_ context: Context) -> [PickList.Item] {
    keyBindingsBelowOverlay(context).compactMap { binding in
      guard let summary = binding.summary, let key = binding.keys.first else { return nil }
      let others = binding.keys.dropFirst().joined(separator: ", ")
      return PickList.Item(
        title: summary, detail: others.isEmpty ? "" : "also \(others)", key: key,
        unavailabilityReason: binding.unavailabilityReason, choice: .press(key))
    }
  }

  /// Returns the first key of each choice that works.
  func workingKeys(_ context: Context) -> [PickList.Choice: String] {
    keyBindingsBelowOverlay(context).reduce(into: [:]) { keys, binding in
      guard case .choose(let choice) = binding.action, binding.unavailabilityReason == nil else { return }
      keys[choice] = keys[choice] ?? binding.keys.first
    }
  }
}

extension Command {
  /// Whether the command undoes or redoes a change.
  fileprivate var changesHistory: Bool {
    guard let role = role as? ScreenRole else { return false }
    return role == .undo || role == .redo
  }
}
