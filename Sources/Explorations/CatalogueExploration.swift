public import Loop
public import LoopExplorer
public import MemoryHandlers
public import Shop
internal import Tables

/// The product list in a shop, with what was done there to be undone, where somebody else changes things too.
public struct CatalogueExploration: Exploration {
  /// The feature that is played.
  public let feature: Undoing<Catalogue>
  let editor: EditorExploration
  let subject: Subject?
  private let shop: ShopWorld
  private let selected: Set<Product.ID>
  private let actions: [Catalogue.Action]?

  /// Makes one in a shop.
  ///
  /// - Parameters:
  ///   - shop: What is sold at the beginning.
  ///   - selected: What is selected at the beginning.
  ///   - actions: What a person does but to undo and to redo; everything there is to do, if nothing else is said.
  ///   - limit: How many steps can be undone.
  ///   - isShared: Whether somebody else changes things too.
  ///   - makesAnew: Whether somebody else makes anew what was deleted, too.
  ///   - others: What somebody else changes; everything, if nothing else is said.
  ///   - subject: What is explored, if that has laws of its own.
  public init(
    shop: ShopWorld = .twoProducts, selected: Set<Product.ID> = [], actions: [Catalogue.Action]? = nil,
    limit: Int = 100, isShared: Bool = true, makesAnew: Bool = true, others: Set<Product.ID>? = nil,
    subject: Subject? = nil
  ) {
    feature = Undoing(Catalogue(), limit: limit)
    editor = EditorExploration(shop: shop, isShared: isShared, makesAnew: makesAnew, others: others)
    self.shop = shop
    self.selected = selected
    self.actions = actions
    self.subject = subject
  }

  /// The list has been read, and the sheet is closed.
  public var start: (state: Undoing<Catalogue>.State, world: ShopWorld) {
    var state = Catalogue.State(products: shop.products)
    state.selection = Selection(selected)
    return (Undoing.State(state), shop)
  }

  /// What a person does, whether or not it makes sense in this state.
  public func actions(in state: Undoing<Catalogue>.State) -> [Undoing<Catalogue>.Action] {
    (actions ?? everything(in: state.feature)).map { .feature($0) }
      + (actions == nil ? [.groupOpened(.deleting), .groupClosed] : []) + [.undo, .redo]
  }

  private func everything(in state: Catalogue.State) -> [Catalogue.Action] {
    let rows = state.rows.map(\.id)
    return rows.flatMap { [.selection(.pressed($0)), .selection(.toggled($0)), .selection(.extended(to: $0))] }
      + [.selection(.allPressed), .selection(.cleared), .deleteTapped]
      + ProductOrder.Column.allCases.map { .sortTapped($0) }
      + state.deletions.keys.sorted { $0.rawValue < $1.rawValue }.map { .restoreTapped($0) }
      + editor.actions(in: state.editor).map { .editor($0) }
  }

  /// The store cannot be reached, or does what it is asked for, or has its reasons not to.
  public func outcomes(
    of effect: Catalogue.Effect, in world: ShopWorld
  ) -> [Outcome<Undoing<Catalogue>.Action, ShopWorld>] {
    switch effect {
    case .editor(let effect): return editor.outcomes(of: effect, in: world).map { $0.lift { .feature(.editor($0)) } }
    case .restore(let product):
      return editor.outcomes(of: .insert(product), in: world).map { $0.lift { .feature(restoring($0)) } }
    case .delete(let id):
      var after = world
      after.delete(id)
      let failed = Undoing<Catalogue>.Action.feature(.deleteFailed(id, .offline))
      return [Outcome("deleted", .feature(.deleted(id)), in: after), Outcome("failed offline", failed, in: world)]
    }
  }

  /// A product is restored as a new one is stored, but the answer is another.
  private func restoring(_ answer: ProductEditor.Action) -> Catalogue.Action {
    switch answer {
    case .saved(let product): .restored(product)
    case .saveFailed(let id, let failure): .restoreFailed(id, failure)
    case .appeared, .reloadTapped, .addTapped, .rowTapped, .form, .productsLoaded, .loadFailed, .deleted:
      .editor(answer)
    }
  }

  /// A store that was reached and could not answer was not reached, as far as anyone can tell.
  public func answerWhenLost(_ effect: Catalogue.Effect) -> [Undoing<Catalogue>.Action] {
    switch effect {
    case .editor(let effect): editor.answerWhenLost(effect).map { .feature(.editor($0)) }
    case .delete(let id): [.feature(.deleteFailed(id, .offline))]
    case .restore(let product): [.feature(.restoreFailed(product.id, .offline))]
    }
  }

  /// The list is only read.
  public func onlyReads(_ effect: Catalogue.Effect) -> Bool { effect == .editor(.loadProducts) }

  /// Somebody else changes a product, deletes it, or makes one anew that was sold before.
  public func happenings(in world: ShopWorld) -> [Happening<ShopWorld>] { editor.happenings(in: world) }

  /// The list is being read, a sheet is being saved, or a product is being deleted or restored.
  public func isBusy(_ state: Undoing<Catalogue>.State) -> Bool {
    editor.isBusy(state.feature.editor)
      || state.feature.deletions.values.contains { deletion in
        switch deletion {
        case .deleting, .deletingThenRestoring, .restoring, .restoringThenDeleting: true
        case .failed, .notRestored: false
        }
      }
  }

  /// Names versions by their rank, as the editor's exploration does.
  public func renamed(_ moment: borrowing Moment<Self>) -> Moment<Self>? {
    Versions.ranked(in: moment) { $0.restate($1) }
  }

  /// The sheet where it is open, and how far a deletion has come.
  public func kind(of state: Undoing<Catalogue>.State) -> String {
    let deletions = Set(state.feature.deletions.values.map(\.kind)).sorted()
    let sheet = editor.kind(of: state.feature.editor)
    if deletions.isEmpty { return sheet }
    return ((sheet == "closed" ? [] : [sheet]) + deletions).joined(separator: ", ")
  }
}

extension Moment where Played == CatalogueExploration {
  /// Gives every product in sight another version.
  fileprivate mutating func restate(_ versions: Versions) {
    func restated(_ action: Undoing<Catalogue>.Action) -> Undoing<Catalogue>.Action {
      switch action {
      case .feature(let action): .feature(versions.restated(action))
      case .undo, .redo, .groupOpened, .groupClosed: action
      }
    }
    world = versions.restated(world)
    situation.state.feature = versions.restated(situation.state.feature)
    situation.state.history.restate(versions.restated)
    situation.pending.restate(versions.restated)
    answers = answers.mapValues { $0.map(restated) }
    told = told.map(versions.restated)
    late = late.map(versions.restated)
  }
}

extension Catalogue.Deletion {
  fileprivate var kind: String {
    switch self {
    case .deleting: "deleting"
    case .failed: "not deleted"
    case .deletingThenRestoring, .restoring: "restoring"
    case .restoringThenDeleting: "deleting again"
    case .notRestored: "not restored"
    }
  }
}
