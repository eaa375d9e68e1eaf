public import Loop
public import Values

/// Edits one product, and tells when it should be saved and when it is done with.
///
/// It knows neither where it is shown nor whether the product is new, and it asks for nothing that could fail: whoever
/// shows it decides what saving means.
public struct ProductForm: Reducer {
  /// The product as it is without the draft.
  public let product: Product

  /// Makes the form for a product.
  public init(editing product: Product) { self.product = product }

  /// A draft, and how far it has come.
  public struct State: Hashable, Codable, Sendable {
    /// The product as it would be saved.
    public var draft: Product
    /// What the form is doing.
    public var stage: Stage

    /// Begins with the draft as the product is.
    public init(_ product: Product, stage: Stage = .editing) {
      draft = product
      self.stage = stage
    }
  }

  /// What the form is doing.
  public enum Stage: Hashable, Codable, Sendable {
    /// It takes changes.
    case editing
    /// It asks whether the changes may be thrown away, and remembers why they could not be saved, if they could not.
    case asking(after: StoreFailure? = nil)
    /// It waits until the draft is saved.
    case saving
    /// It takes changes, and says why the draft could not be saved.
    case failed(StoreFailure)
  }

  /// What a person does in the form.
  public enum Action: Hashable, Codable, Sendable {
    /// Another name was typed.
    case nameChanged(String)
    /// Another price was typed.
    case priceChanged(Money)
    /// Other tags were typed.
    case tagsChanged([String])
    /// The draft shall be as the product is.
    case revertTapped
    /// The draft shall be saved.
    case saveTapped
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
    case .nameChanged(let name): edit(&state) { $0.name = name }
    case .priceChanged(let price): edit(&state) { $0.price = price }
    case .tagsChanged(let tags): edit(&state) { $0.tags = tags }
    case .revertTapped: if isOpenToChanges(state) { state = State(product) }
    case .saveTapped: return save(&state)
    case .cancelTapped: return cancel(&state)
    case .discardTapped: if case .asking = state.stage { return .tell(.close) }
    case .keepEditingTapped:
      if case .asking(let failure) = state.stage { state.stage = failure.map { .failed($0) } ?? .editing }
    }
    return .none
  }

  private func edit(_ state: inout State, _ change: (inout Product) -> Void) {
    guard isOpenToChanges(state) else { return }
    change(&state.draft)
    // What was wrong with the draft may be mended now; the next save tells.
    if case .failed(.rejected) = state.stage { state.stage = .editing }
  }

  /// What is being saved, and what is asked about, does not change under it.
  func isOpenToChanges(_ state: State) -> Bool {
    switch state.stage {
    case .editing, .failed: true
    case .asking, .saving: false
    }
  }

  private func save(_ state: inout State) -> Effects<Effect, Never> {
    if state.stage == .saving { return .none }
    if let fault = state.draft.fault {
      state.stage = .failed(.rejected(fault))
      return .none
    }
    state.stage = .saving
    return .tell(.save(state.draft))
  }

  private func cancel(_ state: inout State) -> Effects<Effect, Never> {
    switch state.stage {
    case .asking: return .none
    // A draft on its way into the store is not lost by looking away.
    case .saving: return .tell(.close)
    case _ where state.draft == product: return .tell(.close)
    case .editing: state.stage = .asking()
    case .failed(let failure): state.stage = .asking(after: failure)
    }
    return .none
  }
}
