import Forms
import Interface
import Tables

/// A key at the bottom of the screen.
struct KeyHint: Hashable, Sendable {
  let key: String
  let title: String
  /// What a click on the hint does.
  var meaning: PointerTarget.Meaning?

  init(_ key: String, _ title: String, _ meaning: PointerTarget.Meaning? = nil) {
    (self.key, self.title, self.meaning) = (key, title, meaning)
  }
}

extension Interaction {
  /// Returns the keys that are useful now, the most important ones first.
  func hints(_ screen: Screen, _ state: App.Feature.State) -> [KeyHint] {
    let context = Context(screen: screen, state: state)
    switch view.overlay {
    case .palette: return [KeyHint("enter", "run"), KeyHint("tab", "arguments"), Self.close]
    case .help: return [KeyHint("enter", "run"), Self.close]
    case .choices(_, let list):
      let addition = list.markedItem?.addition == nil ? [] : [KeyHint("tab", "add to the sort keys")]
      return [KeyHint("enter", "choose")] + addition + [Self.close]
    case .commandLine: return [KeyHint("enter", "run"), Self.close]
    case nil: break
    }
    if view.resize != nil {
      return [KeyHint("left/right", "change the width"), KeyHint("backspace", "default"), KeyHint("enter", "done")]
    }
    if view.search != nil {
      return [KeyHint("enter", "done"), KeyHint("down", "next row"), KeyHint("escape", "clear")]
    }
    if let question = screen.sheet?.question {
      let safest = question.answers.first.map { [KeyHint("escape", $0.title.lowercased())] } ?? []
      return [KeyHint("left/right", "choose"), KeyHint("enter", "answer")] + safest
    }
    if let cell = focusedTable(context)?.editedCell {
      let choices = cell.choices == nil ? [] : [KeyHint("up/down", "choose")]
      return choices + [KeyHint("enter", "done"), KeyHint("tab", "next cell"), KeyHint("escape", "cancel")]
    }
    let isTyping = isTyping(screen)
    let general = isTyping ? [KeyHint("ctrl+p", "commands", .view(.showPalette))] : generalHints(screen)
    let offered = screen.keyHints.filter { !isTyping || $0.key.count > 1 }.map { KeyHint($0.key, $0.title) }
    if screen.sheet != nil { return commandHints(isTyping, context) + [KeyHint("tab", "next")] + general + offered }
    let known = Set(offered.map(\.key))
    let others = (elementHints(context) + commandHints(isTyping, context)).filter { !known.contains($0.key) }
    let order = Self.hintOrder
    return general + offered
      + others.sorted { order.firstIndex(of: $0.key) ?? order.count < order.firstIndex(of: $1.key) ?? order.count }
  }

  /// The keys of tables and forms, the most important ones first.
  private static var hintOrder: [String] { ["enter", "n", "/", "s", "space", "f", "tab", "ctrl+s"] }

  private static var close: KeyHint { KeyHint("escape", "close") }

  private func generalHints(_ screen: Screen) -> [KeyHint] {
    let all = [
      KeyHint(ViewAction.showHelp.key, "keys", .view(.showHelp)),
      KeyHint(ViewAction.showPalette.key, "commands", .view(.showPalette)),
    ]
    // Only Control-C leaves a sheet that is open.
    return screen.sheet == nil ? all + [KeyHint(ViewAction.quit.key, "quit", .view(.quit))] : all
  }

  /// The keys of available commands, named by the last word of their path.
  private func commandHints(_ isTyping: Bool, _ context: Context) -> [KeyHint] {
    let keys = context.screen.sheet == nil ? ["n", "/", "ctrl+s"] : ["ctrl+s", "escape"]
    return keys.compactMap { key in
      if isTyping && key.count == 1 { return nil }
      guard let command = command(forKey: key, context),
        command.unavailabilityReason(in: context.state) == nil, let name = command.path.split(separator: ".").last
      else { return nil }
      return KeyHint(key, String(name), .start(command.path))
    }
  }

  /// The keys of the focused element that are no commands.
  private func elementHints(_ context: Context) -> [KeyHint] {
    switch context.screen.activeElement(view.focus)?.content {
    case .table(let table, let commands):
      if table.rows.isEmpty { return [] }
      return (commands.offers(.open) ? [KeyHint("enter", "open")] : [])
        + (commands.offers(.sort) && table.headers.contains(where: \.isSortable) ? [KeyHint("s", "sort")] : [])
        + (commands.offers(.filter) && table.headers.contains(where: \.isFilterable) ? [KeyHint("f", "filter")] : [])
        + (commands.offers(.toggle) ? [KeyHint("space", "select")] : [])
    case .form: return (hasTextFocus(context.screen) ? [] : [KeyHint("space", "change")]) + [KeyHint("tab", "next")]
    case .counters, .chart, .text, nil: return []
    }
  }
}
