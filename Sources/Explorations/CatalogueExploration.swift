public import Loop
public import LoopExplorer
public import MemoryHandlers
public import Shop
internal import Tables
internal import Values

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
    if !selected.isEmpty { _ = feature.feature.reduce(&state, .table(.selection(.written(selected)))) }
    return (Undoing.State(state), shop)
  }

  /// What a person does, whether or not it makes sense in this state.
  public func actions(in state: Undoing<Catalogue>.State) -> [Undoing<Catalogue>.Action] {
    (actions ?? everything(in: state.feature)).map { .feature($0) }
      + (actions == nil ? [.groupOpened(.table(.deleting)), .groupClosed] : []) + [.undo, .redo]
  }

  private func everything(in state: Catalogue.State) -> [Catalogue.Action] {
    let rows = Catalogue.table.passingRows(of: state.table).map(\.id)
    let ofRows: [Table<Product>.Action] = rows.flatMap { id in
      [
        .selection(.pressed(id)), .selection(.toggled(id)), .selection(.extended(to: id)),
        .rowsMoved(.init([id], .end)), .cellSet(id, "name", "Mug"), .cellSet(id, "price", -1), .mineKept(id),
        .theirsTaken(id),
      ]
    }
    let ofTable: [Table<Product>.Action] =
      [.selection(.allPressed), .selection(.cleared), .deleteTapped, .saveTapped(nil), .revertTapped(nil)]
      + [.searched("Lamp"), .searched("")] + ["name", "price"].map { .titlePressed($0) }
      + state.table.errands.keys.sorted { $0.rawValue < $1.rawValue }.map { .restoreTapped($0) }
    return (ofRows + ofTable).map { .table($0) } + editor.actions(in: state.editor).map { .editor($0) }
  }

  /// The store cannot be reached, or does what it is asked for, or has its reasons not to.
  public func outcomes(
    of effect: Catalogue.Effect, in world: ShopWorld
  ) -> [Outcome<Undoing<Catalogue>.Action, ShopWorld>] {
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
    _ effect: Catalogue.Effect, in world: ShopWorld
  ) -> Outcome<Undoing<Catalogue>.Action, ShopWorld> {
    Outcome("failed offline", .feature(effect.failed(.offline)), in: world)
  }

  /// The store does the same as for the editor; the answer is another.
  private func storing(
    _ effect: Catalogue.Effect, as save: ProductEditor.Effect, in world: ShopWorld
  ) -> [Outcome<Undoing<Catalogue>.Action, ShopWorld>] {
    editor.outcomes(of: save, in: world).map { outcome in
      outcome.lift { answer in
        switch answer {
        case .saved(let product): .feature(effect.stored(product))
        case .saveFailed(_, let failure): .feature(effect.failed(failure))
        case .appeared, .reloadTapped, .addTapped, .rowTapped, .form, .productsLoaded, .loadFailed, .deleted:
          .feature(.editor(answer))
        }
      }
    }
  }

  /// A store that was reached and could not answer was not reached, as far as anyone can tell.
  public func answerWhenLost(_ effect: Catalogue.Effect) -> [Undoing<Catalogue>.Action] {
    [.feature(effect.failed(.offline))]
  }

  /// The list is only read.
  public func onlyReads(_ effect: Catalogue.Effect) -> Bool { effect == .editor(.loadProducts) }

  /// Somebody else changes a product, deletes it, or makes one anew that was sold before.
  public func happenings(in world: ShopWorld) -> [Happening<ShopWorld>] { editor.happenings(in: world) }

  /// The list is being read, a sheet is being saved, or a change of the table is awaited.
  public func isBusy(_ state: Undoing<Catalogue>.State) -> Bool {
    let table = state.feature.table
    return editor.isBusy(state.feature.editor) || table.errands.values.contains(where: \.isAwaited)
      || table.drafts.values.contains(where: \.stage.isAwaited) || !table.moves.isEmpty
  }

  /// Names versions by their rank, as the editor's exploration does.
  public func renamed(_ moment: borrowing Moment<Self>) -> Moment<Self>? {
    Versions.ranked(in: moment) { $0.restate($1) }
  }

  /// The sheet where it is open, and how far a deletion has come.
  public func kind(of state: Undoing<Catalogue>.State) -> String {
    let deletions = Set(state.feature.table.errands.values.map(\.kind)).sorted()
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

extension Table<Product>.Errand {
  fileprivate var kind: String {
    switch self {
    case .deleting: "deleting"
    case .notDeleted: "not deleted"
    case .restoring: "restoring"
    case .notRestored: "not restored"
    }
  }
}
