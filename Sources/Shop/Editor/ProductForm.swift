public import Forms
public import Loop

/// Edits one product, and tells when it should be saved and when it is done with.
///
/// It is a form like any other, with a question around it. It knows neither where it is shown nor whether the product is
/// new, and it asks for nothing that could fail: whoever shows it decides what saving means.
public struct ProductForm: Reducer {
  /// The product as it is without the draft.
  public let product: Product

  /// Makes the form for a product.
  public init(editing product: Product) { self.product = product }

  /// What stands in the rows, and what a person is asked or told about it.
  public struct State: Hashable, Sendable {
    /// The rows, and what was filled in.
    public package(set) var fields: FormFeature.State
    /// What a person is asked or told; nothing while the draft is being saved.
    public package(set) var notice: Notice?

    /// Begins with the rows as the product is.
    public init(_ product: Product) { fields = FormFeature.State(ProductForm.rows, values: product.formValues) }
  }

  /// What a person is asked or told.
  public enum Notice: Hashable, Codable, Sendable {
    /// Whether the changes may be thrown away; why they could not be saved is remembered, if they could not.
    case asking(after: ProductStoreError? = nil)
    /// Why the draft could not be saved.
    case failed(ProductStoreError)
  }

  /// What a person does in the form.
  public enum Action: Hashable, Codable, Sendable {
    /// Something was done in the rows: typed, reset, submitted.
    case fields(FormFeature.Action)
    /// The form shall go.
    case cancelTapped
    /// The changes may be thrown away.
    case discardTapped
    /// The changes shall stay.
    case keepEditingTapped
  }

  /// What the form tells whoever shows it.
  public enum Effect: Hashable, Codable, Sendable {
    /// The draft shall be saved.
    case save(Product)
    /// The form is done with.
    case close
  }

  /// Takes an action in.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Never> {
    switch action {
    case .fields(let action): return reduceFieldsAction(action, &state)
    case .cancelTapped: return cancel(&state)
    case .discardTapped: if case .asking = state.notice { return .fireAndForget(.close) }
    case .keepEditingTapped: state.endDiscardConfirmation()
    }
    return .none
  }

  private func reduceFieldsAction(_ action: FormFeature.Action, _ state: inout State) -> Effects<Effect, Never> {
    switch action {
    case .submitTapped: state.endDiscardConfirmation()
    // A product's rows are what they are, and how the save ends is heard from whoever saves.
    case .edited, .submitted, .submissionFailed: return .none
    // What is asked about does not change under the question.
    case _ where state.isConfirmingDiscard: return .none
    case .resetTapped: if !state.isSaving { state.notice = nil }
    case .focused, .nextTapped, .previousTapped, .typed, .chosen, .pressed, .rowAdded, .rowRemoved, .rowMoved,
      .valuesSet,
      .restored, .rebased, .faultsReported, .judged, .judgementFailed:
      break
    }
    var effects = Effects<Effect, Never>.none
    for instruction in state.reduceFields(action).instructions {
      switch instruction {
      case .ask(.submit, in: _, _, after: _):
        state.notice = nil
        effects += .fireAndForget(.save(state.draft(of: product)))
      // Nobody has to be asked about a product's values, and there is nothing to press.
      case .ask(.judge, in: _, _, after: _), .ask(.press, in: _, _, after: _), .tell, .cancel: break
      }
    }
    return effects
  }

  private func cancel(_ state: inout State) -> Effects<Effect, Never> {
    if state.isConfirmingDiscard { return .none }
    // A draft on its way into the store is not lost by looking away.
    if state.isSaving || !state.isChanged { return .fireAndForget(.close) }
    state.notice = .asking(after: state.saveError)
    return .none
  }
}

extension ProductForm: Undoable {
  /// What can be undone in the form is what can be undone in its rows.
  public typealias Change = FormFeature.Change

  /// Tells what brings back what stood in the rows.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, Change> {
    switch action {
    case .fields(let action):
      let compensation = FormFeature().compensation(of: action, in: state.fields)
      if case .actions = compensation, state.isConfirmingDiscard { return .notNow }
      return compensation.lift(Action.fields) { $0 }
    case .cancelTapped, .discardTapped, .keepEditingTapped: return .pause
    }
  }
}
