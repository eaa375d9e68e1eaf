public import Loop

extension ProductForm: Undoable {
  /// What can be undone in the form.
  public enum Change: Hashable, Codable, Sendable {
    /// The name was typed.
    case typingName
    /// The price was typed.
    case typingPrice
    /// The tags were typed.
    case typingTags
    /// The draft became as the product is.
    case reverting
  }

  /// Tells what types the old back.
  ///
  /// Typing in one field goes on until something else is done.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, Change> {
    let draft = state.draft
    switch action {
    case .nameChanged(let name):
      return typing(.typingName, .nameChanged(draft.name), changes: name != draft.name, in: state)
    case .priceChanged(let price):
      return typing(.typingPrice, .priceChanged(draft.price), changes: price != draft.price, in: state)
    case .tagsChanged(let tags):
      return typing(.typingTags, .tagsChanged(draft.tags), changes: tags != draft.tags, in: state)
    case .revertTapped:
      guard isOpenToChanges(state), draft != product else { return .nothing }
      return .actions(
        [.nameChanged(draft.name), .priceChanged(draft.price), .tagsChanged(draft.tags)], of: .reverting)
    case .saveTapped, .cancelTapped, .discardTapped, .keepEditingTapped: return .pause
    }
  }

  private func typing(
    _ change: Change, _ old: Action, changes: Bool, in state: State
  ) -> Compensation<Action, Change> {
    if !changes { return .nothing }
    return isOpenToChanges(state) ? .actions([old], of: change, goesOn: true) : .notNow
  }
}
