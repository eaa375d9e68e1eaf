import Loop
import Shop
import Tables
import Testing

/// What becomes of what was asked for when the program was killed before the answer.
@Suite struct ResumingTests {
  /// The editor and its effects under way, after these actions.
  private func resumedAfterKill(_ actions: ProductEditor.Action...) -> StoreSession<ProductEditor> {
    var situation = LoopState<ProductEditor>(initialState: .init(products: [lamp, chair]))
    for action in actions { _ = situation.reduce(action, by: ProductEditor()) }
    return StoreSession(situation)
  }

  @Test func `the list is read again`() {
    let resumed = resumedAfterKill(.reloadTapped).resumePlan(for: ProductEditor())
    #expect(resumed.starting.map(\.effect) == [.loadProducts])
    #expect(resumed.situation.state.list == .reading)
  }

  @Test func `law 5: a save that may have been done is given up with its draft kept`() {
    let resumed = resumedAfterKill(.rowTapped("p1"), .form(.nameChanged("Desk lamp")), .form(.saveTapped))
      .resumePlan(for: ProductEditor())
    #expect(resumed.starting.isEmpty)
    #expect(resumed.situation.pending.isEmpty)
    #expect(resumed.situation.state.sheet.form == ProductForm.State(lamp).typing(desk).failed(.offline))
  }

  @Test func `law 5: a new product whose sheet was closed while it was saved waits aside`() {
    let resumed = resumedAfterKill(.addTapped(tea), .form(.saveTapped), .form(.cancelTapped)).resumePlan(
      for: ProductEditor())
    #expect(resumed.starting.isEmpty)
    #expect(resumed.situation.state.unsavedDrafts == [tea])
  }

  @Test func `where the save had been done, the next one meets itself and is acknowledged`() {
    var situation = resumedAfterKill(.rowTapped("p1"), .form(.nameChanged("Desk lamp")), .form(.saveTapped))
      .resumePlan(for: ProductEditor()).situation
    #expect(situation.reduce(.form(.saveTapped), by: ProductEditor()).started.map(\.effect) == [saveDesk])
    _ = situation.replay(.answered(.saveFailed("p1", .conflict(current: desk.stored())), in: .write("p1")), by: .init())
    #expect(situation.state.sheet == .closed)
    #expect(situation.state.products == [desk.stored(), chair])
  }

  @Test func `a deletion is given up, and the list says so`() {
    var situation = LoopState<ProductListFeature>(initialState: .init(products: [lamp, chair]))
    for action in [.table(.rowsDeleted(["p1"])), .editor(.reloadTapped)] as [ProductListFeature.Action] {
      _ = situation.reduce(action, by: ProductListFeature())
    }
    let resumed = StoreSession(situation).resumePlan(for: ProductListFeature())
    #expect(resumed.starting.map(\.effect) == [.editor(.loadProducts)])
    #expect(resumed.situation.state.table.errands == ["p1": .notDeleted("\(ProductStoreError.offline)")])
  }
}
