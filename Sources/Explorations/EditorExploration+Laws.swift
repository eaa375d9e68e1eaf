public import Loop
public import LoopExplorer
public import MemoryHandlers
public import Shop
internal import Values

extension EditorExploration {
  /// What is explored: one product, everything there is to do to it with one new name, and somebody else or nobody.
  ///
  /// Where products are added too, a second one is: what is done to one sheet can then be told from what is done to the
  /// other.
  public static func exploredFeature(
    isShared: Bool = true, recreatesDeleted makesAnew: Bool = false, addsProduct adds: Bool = false
  ) -> EditorExploration {
    var played = EditorExploration(
      database: .oneProduct, actions: adds ? few + adding : few, isShared: isShared, recreatesDeleted: makesAnew)
    played.source = "EditorExploration.explored(isShared: \(isShared), makesAnew: \(makesAnew), adds: \(adds))"
    return played
  }

  var addsProduct: Bool { actions?.contains { if case .addTapped = $0 { true } else { false } } ?? true }

  private static let adding: [ProductEditor.Action] = [.addTapped(.empty(id: "p2")), .rowTapped("p2")]

  private static let few: [ProductEditor.Action] =
    [.reloadTapped, .rowTapped("p1")]
    + [.nameChanged("A"), .saveTapped, .cancelTapped, .discardTapped, .keepEditingTapped].map { .form($0) }

  /// What can never be heard, and why.
  public static var expectedCoverageGaps: [ExpectedCoverageGap] {
    ["insert", "update"].map { save in
      ExpectedCoverageGap(
        save, in: "unchanged", "changed", "asking", "failed",
        because: "while a product is saved, its sheet is saving, or aside and so closed; there is no other product")
    }
  }

  /// Prepares an exploration that holds the editor's laws.
  public func explorer(faults: Int = 0, pending: Int = 3, isExact: Bool = false) -> Explorer<EditorExploration> {
    var explorer = Explorer(self, faults: faults, pendingLimit: pending, isExact: isExact)
    explorer.setSource(exploration: source ?? "EditorExploration()")
    addLaws(to: &explorer)
    if isShared && actions == Self.few { explorer.impossible = Self.expectedCoverageGaps }
    return explorer
  }

  /// Holds the editor's laws in any exploration of an editor that begins where this one does.
  ///
  /// That is this one, or one of an editor with a fault that was planted in it.
  public func addLaws<Played: Exploration>(to explorer: inout Explorer<Played>)
  where
    Played.Feature.State == ProductEditor.State, Played.Feature.Action == ProductEditor.Action,
    Played.Environment == ProductDatabase
  {
    let faults = explorer.faults
    explorer.always("law 4: no product is both in sight and aside, and nothing is asked or told while it is saved") {
      moment in
      let state = moment.state
      return state.sheet.productID.map { state.aside[$0] == nil } != false
        && state.allSheets.allSatisfy { $0.form?.isSaving != true || $0.form?.notice == nil }
    }
    explorer.everyStep("law 5: nothing typed is lost") { before, step, after in
      let action = before.action(of: step)
      return before.state.unsavedDraftsInSheets.allSatisfy { typed in
        typed.isKept(in: after.state) || action.map(typed.isDiscarded) == true
      }
    }
    // What was deleted and made anew, be it by a save that was lost and is repeated, begins with its first version again;
    // and so does what is added once more.
    if !makesAnew && !(isShared && addsProduct) {
      explorer.everyStep("law 6: while nothing went wrong, no product goes back to an older version") {
        before, _, after in
        after.faults < faults
          || before.state.products.allSatisfy { known in
            after.state.products.allSatisfy { $0.id != known.id || $0.version >= known.version }
          }
      }
    }
    if !isShared {
      explorer.always("law 6: when nothing is on its way and nothing went wrong, the list shows what the shop sells") {
        moment in
        let state = moment.state
        return !moment.isIdle || moment.faults < faults || state.list != .read
          || state.products == moment.world.products
      }
    }
    let name = start.world["p1"]?.name
    explorer.reachable("a draft that was saved") { moment in
      moment.isIdle && moment.world["p1"].map { $0.name != name } == true
    }
    explorer.canAlwaysReach("law 7: everything answered, the list read, and the sheet closed") { moment in
      moment.isIdle && moment.state.sheet == .closed && moment.state.list == .read
    }
  }
}

extension ProductDatabase {
  /// A shop that sells a lamp.
  public static let oneProduct = ProductDatabase(products: [
    Product(id: "p1", name: "Lamp", price: Money(cents: 1999), position: 1, version: 1)
  ])
}
