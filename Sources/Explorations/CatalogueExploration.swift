public import Loop
public import LoopExplorer
public import MemoryHandlers
public import Shop
internal import Tables
internal import Values

/// The product list in a shop, with what was done there to be undone, where somebody else changes things too.
public struct ProductListExploration: Exploration {
  /// The feature that is played.
  public let feature: UndoFeature<ProductListFeature>
  let editor: EditorExploration
  let subject: Subject?
  private let shop: ProductDatabase
  private let selected: Set<Product.ID>
  private let actions: [ProductListFeature.Action]?

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
    database shop: ProductDatabase = .twoProducts, initialSelection selected: Set<Product.ID> = [],
    actions: [ProductListFeature.Action]? = nil,
    undoLimit limit: Int = 100, isShared: Bool = true, recreatesDeleted makesAnew: Bool = true,
    changedByOthers others: Set<Product.ID>? = nil,
    subject: Subject? = nil
  ) {
    feature = UndoFeature(ProductListFeature(), limit: limit)
    editor = EditorExploration(database: shop, isShared: isShared, recreatesDeleted: makesAnew, changedByOthers: others)
    self.shop = shop
    self.selected = selected
    self.actions = actions
    self.subject = subject
  }

  /// The list has been read, and the sheet is closed.
  public var start: (state: UndoFeature<ProductListFeature>.State, world: ProductDatabase) {
    var state = ProductListFeature.State(products: shop.products)
    if !selected.isEmpty { _ = feature.feature.reduce(&state, .table(.selection(.written(selected)))) }
    return (UndoFeature.State(state), shop)
  }

  /// What a person does, whether or not it makes sense in this state.
  public func actions(in state: UndoFeature<ProductListFeature>.State) -> [UndoFeature<ProductListFeature>.Action] {
    (actions ?? allActions(in: state.feature)).map { .feature($0) }
      + (actions == nil ? [.groupOpened(.table(.deleting)), .groupClosed] : []) + [.undo, .redo]
  }

  private func allActions(in state: ProductListFeature.State) -> [ProductListFeature.Action] {
    let rows = ProductListFeature.table.visibleRows(of: state.table).map(\.id)
    let ofRows: [TableFeature<Product>.Action] = rows.flatMap { id in
      [
        .selection(.pressed(id)), .selection(.toggled(id)), .selection(.extended(to: id)),
        .rowsMoved(.init([id], .end)), .cellSet(id, "name", "Mug"), .cellSet(id, "price", -1), .mineKept(id),
        .theirsTaken(id),
      ]
    }
    let ofTable: [TableFeature<Product>.Action] =
      [.selection(.allPressed), .selection(.cleared), .deleteTapped, .saveTapped(nil), .revertTapped(nil)]
      + [.searched("Lamp"), .searched("")] + ["name", "price"].map { .titlePressed($0) }
      + state.table.errands.keys.sorted { $0.rawValue < $1.rawValue }.map { .restoreTapped($0) }
    return (ofRows + ofTable).map { .table($0) } + editor.actions(in: state.editorState).map { .editor($0) }
  }

  /// The store cannot be reached, or does what it is asked for, or has its reasons not to.
  public func outcomes(
    of effect: ProductListFeature.Effect, in world: ProductDatabase
  ) -> [Outcome<UndoFeature<ProductListFeature>.Action, ProductDatabase>] {
    var after = world
    switch effect {
    case .editor(let effect): return editor.outcomes(of: effect, in: world).map { $0.lift { .feature(.editor($0)) } }
    case .restore(let placed): return storing(effect, as: .insert(placed.row), in: world)
    case .save(let product, over: let version):
      return storing(effect, as: version.map { .update(product, expecting: $0) } ?? .insert(product), in: world)
    case .delete(let id):
      after.delete(id)
      return [Outcome("deleted", .feature(.table(.deleted([id]))), in: after), offline(effect, in: world)]
    case .move(let move):
      after.move(move.ids, to: move.place)
      return [Outcome("moved", .feature(.table(.moved(move))), in: after), offline(effect, in: world)]
    }
  }

  private func offline(
    _ effect: ProductListFeature.Effect, in world: ProductDatabase
  ) -> Outcome<UndoFeature<ProductListFeature>.Action, ProductDatabase> {
    Outcome("failed offline", .feature(effect.failureAction(.offline)), in: world)
  }

  /// The store does the same as for the editor; the answer is another.
  private func storing(
    _ effect: ProductListFeature.Effect, as save: ProductEditor.Effect, in world: ProductDatabase
  ) -> [Outcome<UndoFeature<ProductListFeature>.Action, ProductDatabase>] {
    editor.outcomes(of: save, in: world).map { outcome in
      outcome.lift { answer in
        switch answer {
        case .saved(let product): .feature(effect.successAction(product))
        case .saveFailed(_, let failure): .feature(effect.failureAction(failure))
        case .appeared, .reloadTapped, .addTapped, .rowTapped, .form, .productsLoaded, .loadFailed, .deleted:
          .feature(.editor(answer))
        }
      }
    }
  }

  /// A store that was reached and could not answer was not reached, as far as anyone can tell.
  public func responsesWhenLost(of effect: ProductListFeature.Effect) -> [UndoFeature<ProductListFeature>.Action] {
    [.feature(effect.failureAction(.offline))]
  }

  /// The list is only read.
  public func isReadOnly(_ effect: ProductListFeature.Effect) -> Bool { effect == .editor(.loadProducts) }

  /// Somebody else changes a product, deletes it, or makes one anew that was sold before.
  public func environmentEvents(in world: ProductDatabase) -> [EnvironmentEvent<ProductDatabase>] {
    editor.environmentEvents(in: world)
  }

  /// The list is being read, a sheet is being saved, or a change of the table is awaited.
  public func isBusy(_ state: UndoFeature<ProductListFeature>.State) -> Bool {
    let table = state.feature.table
    return editor.isBusy(state.feature.editorState) || table.errands.values.contains(where: \.isPending)
      || table.drafts.values.contains(where: \.stage.isPending) || !table.moves.isEmpty
  }

  /// Names versions by their rank, as the editor's exploration does.
  public func normalized(_ moment: borrowing ScenarioState<Self>) -> ScenarioState<Self>? {
    VersionMapping.normalizingVersions(in: moment) { $0.applyVersions($1) }
  }

  /// The sheet where it is open, and how far a deletion has come.
  public func kind(of state: UndoFeature<ProductListFeature>.State) -> String {
    let deletions = Set(state.feature.table.errands.values.map(\.kind)).sorted()
    let sheet = editor.kind(of: state.feature.editorState)
    if deletions.isEmpty { return sheet }
    return ((sheet == "closed" ? [] : [sheet]) + deletions).joined(separator: ", ")
  }
}

extension ScenarioState where Scenario == ProductListExploration {
  /// Gives every product in sight another version.
  fileprivate mutating func applyVersions(_ versions: VersionMapping) {
    func restated(_ action: UndoFeature<ProductListFeature>.Action) -> UndoFeature<ProductListFeature>.Action {
      switch action {
      case .feature(let action): .feature(versions.applied(to: action))
      case .undo, .redo, .groupOpened, .groupClosed: action
      }
    }
    world = versions.applied(to: world)
    situation.state.feature = versions.applied(to: situation.state.feature)
    situation.state.history.transformActions(versions.applied)
    situation.pending.transformEffects(versions.applied)
    answers = answers.mapValues { $0.map(restated) }
    told = told.map(versions.applied)
    late = late.map(versions.applied)
  }
}

extension TableFeature<Product>.PendingOperation {
  fileprivate var kind: String {
    switch self {
    case .deleting: "deleting"
    case .notDeleted: "not deleted"
    case .restoring: "restoring"
    case .notRestored: "not restored"
    }
  }
}
