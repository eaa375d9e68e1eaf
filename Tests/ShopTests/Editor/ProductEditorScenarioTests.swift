import Forms
import LoopTesting
import Shop
import Tables
import Testing
import Values

/// Complete scenarios of the editor, from the first action to the last response.
@Suite struct ProductEditorScenarioTests {
  @Test func `a product is added`() {
    let editor = TestStore(ProductEditor(), state: .init())
    editor.send(.addTapped(.empty(id: "p3"))) { $0.sheet = .open(product: .empty(id: "p3"), isNew: true) }
    editor.send(.form(.changed("name", to: "Tea"))) { $0.sheet.form?.enterName("Tea") }
    editor.send(.form(.changed("price", to: Money(cents: 350)))) { $0.sheet.form?.enterPrice("\(Money(cents: 350))") }
    editor.send(.form(.saveTapped), starts: [.insert(tea)]) { $0.sheet.save() }
    editor.end(
      .insert(tea), .saved(tea.inserted(position: 3)), fires: [.reportStored(tea.inserted(position: 3), by: .user)]
    ) {
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.addAProduct)
  }

  @Test func `a product is edited`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.end(saveDeskLamp, .saved(deskLamp.stored()), fires: [.reportStored(deskLamp.stored(), by: .user)]) {
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.editAProduct)
  }

  @Test func `law 5: a failed save keeps the draft and can be retried`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.end(saveDeskLamp, .saveFailed("p1", .offline)) { $0.sheet.fail(with: .offline) }
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.end(saveDeskLamp, .saved(deskLamp.stored()), fires: [.reportStored(deskLamp.stored(), by: .user)]) {
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.failedSaveAndRetry)
  }

  @Test func `law 5: cancelling a changed draft asks for confirmation`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.cancelTapped)) { $0.sheet.form?.notice = .confirmingDiscard() }
    editor.send(.form(.changed("name", to: "Something else")))
    editor.send(.form(.keepEditingTapped)) { $0.sheet.form?.notice = nil }
    editor.send(.form(.cancelTapped)) { $0.sheet.form?.notice = .confirmingDiscard() }
    editor.send(.form(.discardTapped)) { $0.sheet = .closed }
    expectSnapshot(editor.finish(), ShopSnapshot.cancelAChangedDraft)
  }

  @Test func `law 5: a sheet closed during its save reopens with its draft if the save fails`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.send(.form(.cancelTapped)) {
      $0.savingSheets = ["p1": SavingSheet($0.sheet)].compactMapValues(\.self)
      $0.sheet = .closed
    }
    editor.send(.rowTapped(chair)) { $0.sheet = .open(product: chair) }
    editor.end(saveDeskLamp, .saveFailed("p1", .offline)) {
      $0.savingSheets["p1"] = $0.savingSheets["p1"]?.failed(.offline)
    }
    editor.send(.rowTapped(lamp)) {
      $0.sheet = .open(product: lamp, form: .init(lamp).typing(deskLamp).failed(.offline))
      $0.savingSheets = [:]
    }
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.end(saveDeskLamp, .saved(deskLamp.stored()), fires: [.reportStored(deskLamp.stored(), by: .user)]) {
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.closeWhileSaving)
  }

  @Test func `law 5: a conflict keeps the local changes, and the next save overwrites the stored version`() {
    let theirs = lamp.priced(2500).stored()
    let mine = deskLamp.priced(2500).stored()
    let failed = ProductForm.State(lamp).typing(deskLamp).failed(.conflict(current: theirs)).rebased(
      on: theirs)
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.end(
      saveDeskLamp, .saveFailed("p1", .conflict(current: theirs)), fires: [.reportStored(theirs, by: .anotherUser)]
    ) {
      $0.sheet = .open(product: theirs, form: failed)
    }
    editor.send(.form(.saveTapped), starts: [.update(mine, expecting: 4)]) { $0.sheet.save() }
    editor.end(.update(mine, expecting: 4), .saved(mine.stored()), fires: [.reportStored(mine.stored(), by: .user)]) {
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.conflict)
  }

  @Test func `a save whose response was lost does not conflict with its own repetition`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.end(saveDeskLamp, .saveFailed("p1", .offline)) { $0.sheet.fail(with: .offline) }
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.end(
      saveDeskLamp, .saveFailed("p1", .conflict(current: deskLamp.stored())),
      fires: [.reportStored(deskLamp.stored(), by: .user)]
    ) {
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.lostResponse)
  }

  @Test func `law 5: a product deleted by another client can be saved as a new one`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.end(saveDeskLamp, .saveFailed("p1", .notFound), fires: [.reportRemoved("p1")]) {
      $0.sheet = .open(product: lamp, isNew: true, form: .init(lamp).typing(deskLamp).failed(.notFound))
    }
    editor.send(.form(.saveTapped), starts: [.insert(deskLamp)]) { $0.sheet.save() }
    editor.end(
      .insert(deskLamp), .saved(deskLamp.inserted(position: 3)),
      fires: [.reportStored(deskLamp.inserted(position: 3), by: .user)]
    ) {
      $0.sheet = .closed
    }
    expectSnapshot(editor.finish(), ShopSnapshot.deletedMeanwhile)
  }
}
