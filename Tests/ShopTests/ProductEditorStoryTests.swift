import Forms
import LoopTesting
import Shop
import Testing
import Values

/// What a person lives through with the editor, from the first tap to the last answer.
@Suite struct ProductEditorScenarioTests {
  @Test func `a product is added`() {
    let editor = TestStore(ProductEditor(), state: .init())
    editor.send(.appeared, starts: [.loadProducts]) { $0.list = .reading }
    editor.end(.loadProducts, .productsLoaded([lamp, chair])) {
      $0.products = [lamp, chair]
      $0.list = .read
    }
    editor.send(.addTapped(.empty(id: "p3"))) { $0.sheet = .open(product: .empty(id: "p3"), isNew: true) }
    editor.send(.form(.nameChanged("Tea"))) { $0.sheet.fill(.typed("name", "Tea")) }
    editor.send(.form(.priceChanged(Money(cents: 350)))) { $0.sheet.fill(.typed("price", "\(Money(cents: 350))")) }
    editor.send(.form(.saveTapped), starts: [.insert(tea)]) { $0.sheet.save() }
    editor.end(.insert(tea), .saved(tea.inserted(position: 3))) {
      $0.products = [lamp, chair, tea.inserted(position: 3)]
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.addAProduct)
  }

  @Test func `a product is edited`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.end(saveDesk, .saved(desk.stored())) {
      $0.products = [desk.stored(), chair]
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.editAProduct)
  }

  @Test func `law 5: a failed save keeps the draft and can be retried`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.end(saveDesk, .saveFailed("p1", .offline)) { $0.sheet.fail(with: .offline) }
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.end(saveDesk, .saved(desk.stored())) {
      $0.products = [desk.stored(), chair]
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.failedSaveAndRetry)
  }

  @Test func `law 5: cancelling a changed draft asks`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.cancelTapped)) { $0.sheet.form?.notice = .asking() }
    editor.send(.form(.nameChanged("Something else")))
    editor.send(.form(.keepEditingTapped)) { $0.sheet.form?.notice = nil }
    editor.send(.form(.cancelTapped)) { $0.sheet.form?.notice = .asking() }
    editor.send(.form(.discardTapped)) { $0.sheet = .closed }
    expectSnapshot(editor.finish(), ShopSnapshot.cancelAChangedDraft)
  }

  @Test func `law 5: a sheet closed while saving comes back with its draft if the save fails`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.send(.form(.cancelTapped)) {
      $0.aside = ["p1": SavingSheet($0.sheet)].compactMapValues(\.self)
      $0.sheet = .closed
    }
    editor.send(.rowTapped("p2")) { $0.sheet = .open(product: chair) }
    editor.end(saveDesk, .saveFailed("p1", .offline)) {
      $0.aside["p1"] = $0.aside["p1"]?.failed(.offline)
    }
    editor.send(.rowTapped("p1")) {
      $0.sheet = .open(product: lamp, form: .init(lamp).typing(desk).failed(.offline))
      $0.aside = [:]
    }
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.end(saveDesk, .saved(desk.stored())) {
      $0.products = [desk.stored(), chair]
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.closeWhileSaving)
  }

  @Test func `law 5: a conflict shows both sides, and the next save decides`() {
    let theirs = lamp.priced(2500).stored()
    let mine = desk.priced(2500).stored()
    let failed = ProductForm.State(lamp).typing(desk).failed(.conflict(current: theirs)).rebased(on: theirs)
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.end(saveDesk, .saveFailed("p1", .conflict(current: theirs))) {
      $0.products = [theirs, chair]
      $0.sheet = .open(product: theirs, form: failed)
    }
    editor.send(.form(.saveTapped), starts: [.update(mine, expecting: 4)]) { $0.sheet.save() }
    editor.end(.update(mine, expecting: 4), .saved(mine.stored())) {
      $0.products = [mine.stored(), chair]
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.conflict)
  }

  @Test func `a save that was carried out and whose answer was lost is not in conflict with itself`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.end(saveDesk, .saveFailed("p1", .offline)) { $0.sheet.fail(with: .offline) }
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.end(saveDesk, .saveFailed("p1", .conflict(current: desk.stored()))) {
      $0.products = [desk.stored(), chair]
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.lostAnswer)
  }

  @Test func `law 5: what somebody else has deleted can be saved as new`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.end(saveDesk, .saveFailed("p1", .gone)) {
      $0.products = [chair]
      $0.sheet = .open(product: lamp, isNew: true, form: .init(lamp).typing(desk).failed(.gone))
    }
    editor.send(.form(.saveTapped), starts: [.insert(desk)]) { $0.sheet.save() }
    editor.end(.insert(desk), .saved(desk.inserted(position: 3))) {
      $0.products = [chair, desk.inserted(position: 3)]
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.deletedMeanwhile)
  }

  @Test func `law 6: a reading asked for before a save and answered after it does not undo the save`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.reloadTapped, starts: [.loadProducts]) { $0.list = .reading }
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    // The reading may have seen the lamp as it was: it is not heard, and asked for again.
    editor.end(saveDesk, .saved(desk.stored()), starts: [.loadProducts], cancels: [.loadProducts]) {
      $0.products = [desk.stored(), chair]
      $0.sheet = .closed
    }
    editor.end(.loadProducts, .productsLoaded([desk.stored(), chair])) { $0.list = .read }
    expectSnapshot(editor.finish(), ShopSnapshot.reloadRacesSave)
  }
}
