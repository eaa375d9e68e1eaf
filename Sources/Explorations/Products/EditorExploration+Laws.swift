import Loop
import LoopExplorer
import MemoryHandlers
import Shop
import Values

extension EditorExploration {
  /// Creates a space that is small enough to explore completely.
  ///
  /// - Parameters:
  ///   - isShared: Whether another user changes products too.
  ///   - adds: Whether a second product can be added, so that an action on the wrong sheet is noticed.
  /// - Returns: An exploration of one product with one new name and every action on its sheet.
  public static func reducedExploration(isShared: Bool = true, addsProduct adds: Bool = false) -> EditorExploration {
    var exploration = EditorExploration(
      database: .oneProduct, actions: adds ? reducedActions + addProductActions : reducedActions, isShared: isShared,
      recreatesDeleted: false)
    exploration.sourceExpression =
      "EditorExploration.reducedExploration(isShared: \(isShared), addsProduct: \(adds))"
    return exploration
  }

  var addsProduct: Bool { actions?.contains { if case .editor(.addTapped) = $0 { true } else { false } } ?? true }

  private static let addProductActions: [ProductListFeature.Action] = [
    .editor(.addTapped(.empty(id: "p2"))), .rowTapped("p2"),
  ]

  private static let reducedActions: [ProductListFeature.Action] =
    [.reloadTapped, .rowTapped("p1")]
    + [.changed("name", to: "A"), .saveTapped, .cancelTapped, .discardTapped, .keepEditingTapped].map {
      .editor(.form($0))
    }

  /// The scope of the reduced space; empty if the exploration offers every action.
  public var scope: StateSpaceDescription {
    if actions == nil { return StateSpaceDescription() }
    return StateSpaceDescription(
      includes: [addsProduct ? "one product and a second one that is added" : "one product"]
        + ["one new name", "reloading the list"]
        + (isShared
          ? ["another user who reprices\(recreatesDeleted ? ", deletes and recreates" : " and deletes") products"]
          : []),
      excludes: (addsProduct ? [] : ["a second product", "adding"]) + ["prices", "tags", "reverting"]
        + (isShared ? recreatesDeleted ? [] : ["products recreated by other users"] : ["other users"]))
  }

  /// The responses that can never arrive in some kinds of states, with the reasons.
  public static var expectedCoverageGaps: [ExpectedCoverageGap] {
    ["editor(insert)", "editor(update)"].map { save in
      ExpectedCoverageGap(
        save, in: "unchanged", "changed", "asking", "failed",
        because: "while the only product is being saved, its sheet is in the state saving or closed")
    }
  }

  /// Adds the editor's laws.
  public func addLaws(to explorer: inout Explorer<EditorExploration>) {
    addLawsOfEditor(to: &explorer)
    if isShared && actions == Self.reducedActions { explorer.expectedCoverageGaps = Self.expectedCoverageGaps }
  }

  /// Adds the editor's laws to an explorer of any editor that has the same initial state.
  ///
  /// Tests pass an explorer of a deliberately flawed editor.
  public func addLawsOfEditor<Scenario: Exploration>(to explorer: inout Explorer<Scenario>)
  where
    Scenario.Feature.State == ProductListFeature.State, Scenario.Feature.Action == ProductListFeature.Action,
    Scenario.Environment == ProductDatabase
  {
    explorer.everyStep("law 5: nothing typed is lost") { before, step, after in
      // All drafts are in the editor.
      if before.loopState.state.editor == after.loopState.state.editor { return true }
      let action = before.action(of: step)
      return before.state.editor.unsavedDrafts.allSatisfy { typed in
        typed.isKept(in: after.state.editor) || action.map(typed.isDiscarded) == true
      }
    }
    explorer.addEditorLaws(isShared: isShared) { $0.state }
    let name = start.environment["p1"]?.name
    explorer.reachable("a saved draft") { scenarioState in
      scenarioState.isIdle && scenarioState.environment["p1"].map { $0.name != name } == true
    }
    explorer.canAlwaysReach("law 7: nothing pending, the list loaded and the sheet closed") { scenarioState in
      scenarioState.isIdle && scenarioState.state.editor.sheet == .closed && scenarioState.state.listStatus == .loaded
    }
  }
}

extension ProductDatabase {
  /// A database with one product, a lamp.
  public static let oneProduct = ProductDatabase(products: [
    Product(id: "p1", name: "Lamp", price: Money(cents: 1999), position: 1, version: 1)
  ])
}
