import Loop
import Shop
import Tables
import Testing

/// Resuming a session whose effects were interrupted by the end of the program.
@Suite struct ResumingTests {
  /// Returns the session of a list with its pending runs after these actions.
  private func resumedAfterKill(_ actions: ProductListFeature.Action...) -> StoreSession<ProductListFeature> {
    var loopState = LoopState<ProductListFeature>(initialState: .init(products: [lamp, chair]))
    for action in actions { _ = loopState.reduce(action, by: ProductListFeature()) }
    return StoreSession(loopState)
  }

  @Test func `the list is loaded again`() {
    let resumed = resumedAfterKill(.reloadTapped).resumePlan(for: ProductListFeature())
    #expect(resumed.runsToStart.map(\.effect) == [.loadProducts])
    #expect(resumed.loopState.state.listStatus == .loading)
  }

  @Test func `law 5: an interrupted save fails and keeps its draft`() {
    let resumed = resumedAfterKill(
      .rowTapped("p1"), .editor(.form(.changed("name", to: "Desk lamp"))), .editor(.form(.saveTapped))
    )
    .resumePlan(for: ProductListFeature())
    #expect(resumed.runsToStart.isEmpty)
    #expect(resumed.loopState.pending.isEmpty)
    #expect(resumed.loopState.state.editor.sheet.form == ProductForm.State(lamp).typing(deskLamp).failed(.offline))
  }

  @Test func `law 5: a new product whose sheet was closed during its save is an unsaved draft`() {
    let resumed = resumedAfterKill(.editor(.addTapped(tea)), .editor(.form(.saveTapped)), .editor(.form(.cancelTapped)))
      .resumePlan(
        for: ProductListFeature())
    #expect(resumed.runsToStart.isEmpty)
    #expect(resumed.loopState.state.editor.savingSheets.mapValues(\.draft) == ["p3": tea])
    #expect(resumed.loopState.state.editor.savingSheets["p3"]?.form.isSaving == false)
  }

  @Test func `if the interrupted save succeeded, repeating it counts as saved`() {
    var loopState = resumedAfterKill(
      .rowTapped("p1"), .editor(.form(.changed("name", to: "Desk lamp"))), .editor(.form(.saveTapped))
    )
    .resumePlan(for: ProductListFeature()).loopState
    #expect(
      loopState.reduce(.editor(.form(.saveTapped)), by: ProductListFeature()).started.map(\.effect) == [
        .editor(saveDeskLamp)
      ])
    _ = loopState.replay(
      .delivered(.editor(.saveFailed("p1", .conflict(current: deskLamp.stored()))), in: .writes), by: .init())
    #expect(loopState.state.editor.sheet == .closed)
    #expect(loopState.state.products == [deskLamp.stored(), chair])
  }

  @Test func `an interrupted deletion fails, and the list shows it`() {
    var loopState = LoopState<ProductListFeature>(initialState: .init(products: [lamp, chair]))
    for action in [.table(.rowsDeleted(["p1"])), .reloadTapped] as [ProductListFeature.Action] {
      _ = loopState.reduce(action, by: ProductListFeature())
    }
    let resumed = StoreSession(loopState).resumePlan(for: ProductListFeature())
    #expect(resumed.runsToStart.map(\.effect) == [.loadProducts])
    #expect(resumed.loopState.state.table.deletions == ["p1": .deleteFailed("\(ProductStoreError.offline)")])
  }
}
