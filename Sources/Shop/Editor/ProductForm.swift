import Forms
import Loop

/// Edits one product, and asks its parent to save the draft and to close the form.
///
/// It wraps a `FormFeature` and adds a discard confirmation. It does not know where it is shown or whether the product
/// is new. Its effects cannot fail: the parent decides how to save.
public struct ProductForm: Reducer {
  /// The product without the changes of the draft.
  public let product: Product

  /// Creates the form for a product.
  public init(editing product: Product) { self.product = product }

  /// The rows and the notice about them.
  public struct State: Hashable, Sendable {
    /// The rows and their contents.
    public package(set) var fields: FormFeature.State
    /// The notice to show, or `nil`.
    ///
    /// It is always `nil` during a save.
    public package(set) var notice: Notice?

    /// Creates a state whose rows have the values of the product.
    public init(_ product: Product) { fields = ProductForm.form.state(editing: product) }
  }

  /// A question or an error to show to the user.
  public enum Notice: Hashable, Codable, Sendable {
    /// Asks whether to discard the changes. The associated value is the error of the last save, if it failed.
    case confirmingDiscard(after: ProductStoreError? = nil)
    /// The draft could not be saved.
    case saveFailed(ProductStoreError)
  }

  /// A user action in the form.
  public enum Action: Hashable, Codable, Sendable {
    /// An action in the rows, for example typing, resetting or submitting.
    case fields(FormFeature.Action)
    /// The user cancelled the form.
    case cancelTapped
    /// The user confirmed that the changes are discarded.
    case discardTapped
    /// The user kept the changes.
    case keepEditingTapped
  }

  /// A request to the parent of the form.
  public enum Effect: Hashable, Codable, Sendable {
    /// Save the draft.
    case save(Product)
    /// Close the form.
    case close
  }

  /// The slots of the effects.
  public enum Slot: Hashable, Codable, Sendable {
    /// A slot of the rows.
    case fields(FormFeature.Slot)
  }

  /// Returns `true`: a submission always runs to its end.
  public func isActive(_ slot: Slot, in state: State) -> Bool { true }

  /// Reduces an action.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .fields(let action): return reduceFieldsAction(action, &state)
    case .cancelTapped: return cancel(&state)
    case .discardTapped: if case .confirmingDiscard = state.notice { return .report(.close) }
    case .keepEditingTapped: state.endDiscardConfirmation()
    }
    return .none
  }

  private func reduceFieldsAction(_ action: FormFeature.Action, _ state: inout State) -> Effects<Self> {
    switch action {
    case .submitTapped: state.endDiscardConfirmation()
    // The definition of the rows is fixed.
    case .edited: return .none
    case .submitted, .submissionFailed: break
    // The draft does not change during the discard confirmation.
    case _ where state.isConfirmingDiscard: return .none
    case .resetTapped: if !state.isSaving { state.notice = nil }
    case .focused, .nextTapped, .previousTapped, .typed, .passwordTyped, .chosen, .buttonTapped, .rowAdded, .rowRemoved,
      .rowMoved, .valuesAssigned, .restored, .rebased, .errorsReported, .valueValidated, .validationFailed:
      break
    }
    return state.reduceFields(action).flatMap { instruction in
      // The form has no remote validation and no buttons, so every effect is a submission.
      guard case .run(let submission) = instruction else { return .none }
      state.notice = nil
      return .run(
        submission.lift(to: .save(state.draft(of: product)), in: .fields(submission.slot), action: Action.fields))
    }
  }

  private func cancel(_ state: inout State) -> Effects<Self> {
    if state.isConfirmingDiscard { return .none }
    // Closing during a save is safe: the parent keeps the draft until the response arrives.
    if state.isSaving || !state.isChanged { return .report(.close) }
    state.notice = .confirmingDiscard(after: state.saveError)
    return .none
  }
}

extension ProductForm: Undoable {
  /// A change that can be undone: the changes of the rows.
  public typealias ChangeKind = FormFeature.ChangeKind

  /// Returns the inverse of an action, which is that of the rows.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, ChangeKind> {
    switch action {
    case .fields(let action):
      let compensation = FormFeature().compensation(of: action, in: state.fields)
      if case .actions = compensation, state.isConfirmingDiscard { return .ignored }
      return compensation.lift(Action.fields) { $0 }
    case .cancelTapped, .discardTapped, .keepEditingTapped: return .breaksCoalescing
    }
  }

  /// Returns what applying a compensating action would do.
  public func undoStatus(of action: Action, in state: State) -> UndoStatus {
    switch action {
    case .fields(let action):
      let status = FormFeature().undoStatus(of: action, in: state.fields)
      return status == .applicable && state.isConfirmingDiscard ? .deferred : status
    case .cancelTapped, .discardTapped, .keepEditingTapped: return .hasNoEffect
    }
  }
}
