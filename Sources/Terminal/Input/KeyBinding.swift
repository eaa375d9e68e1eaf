import Interface
import TerminalIO

extension Interaction {
  /// What some keys do now, with all that the last line and the help say about them.
  struct KeyBinding {
    /// The names of the keys, the one to show first.
    private(set) var keys: [String]
    /// The short title on the last line, or `nil` if it does not show the keys.
    let hint: String?
    /// What the keys do, or `nil` if the help does not list them because others do the same.
    let summary: String?
    /// The reason why the keys do nothing now, or `nil`.
    let unavailabilityReason: String?
    let action: Action

    enum Action {
      /// Chooses what lists offer, too.
      case choose(PickList.Choice)
      /// Changes the view, and then makes requests.
      case change((inout Interaction) -> Void, then: [Request] = [])
      case perform((inout Interaction, Context) -> [Request])
      /// Edits the focused text, with all keys that edit texts.
      case editText
    }

    /// A Boolean value that indicates whether the keys do what concerns only the terminal.
    var isViewAction: Bool { if case .choose(.perform) = action { true } else { false } }

    /// All keys that edit the focused text.
    static var text: Self? { keys([], .editText) }

    /// Returns what some keys do, or `nil` if there is nothing to do.
    static func keys(
      _ keys: [String], hint: String? = nil, summary: String? = nil, unless reason: String? = nil, _ action: Action?
    ) -> Self? {
      action.map { Self(keys: keys, hint: hint, summary: summary, unavailabilityReason: reason, action: $0) }
    }

    /// Returns bindings in order of precedence, without the keys that an earlier one takes.
    static func removingTakenKeys(_ bindings: [KeyBinding]) -> [KeyBinding] {
      var (taken, editsText) = (Set<String>(), false)
      return bindings.compactMap { binding in
        if case .editText = binding.action {
          editsText = true
          return binding
        }
        var binding = binding
        binding.keys.removeAll { name in
          !taken.insert(name).inserted || editsText && KeyStroke(name).map(TextInput.edits) == true
        }
        return binding.keys.isEmpty ? nil : binding
      }
    }
  }
}

extension Interaction.KeyBinding.Action {
  /// Returns an action that changes the view and runs what a part of the screen offers, or `nil` if it offers nothing.
  static func run(
    _ invocation: Invocation?, after change: @escaping (inout Interaction<App>) -> Void = { _ in }
  ) -> Self? {
    invocation.map { .change(change, then: [.run($0)]) }
  }

  /// Returns an action that shows a list with the items that can be chosen, or `nil` if there are none.
  static func show(_ title: String, _ items: [PickList.Item], marking index: Int = 0) -> Self? {
    var list = PickList(items: items.filter { $0.choice != nil })
    list.markedIndex = index
    return list.items.isEmpty ? nil : .change { [list] in $0.view.overlay = .choices(title: title, list) }
  }
}
