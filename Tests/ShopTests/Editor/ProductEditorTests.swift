import Forms
import LoopTesting
import Shop
import Tables
import Testing
import Values

/// The rules of the editor, one for each test.
@Suite struct ProductEditorTests {
  @Test func `a closed sheet ignores the form`() {
    let editor = TestStore(ProductEditor(), state: .init())
    for action: ProductForm.Action in [
      .changed("name", to: "Tea"), .changed("price", to: Money.zero), .changed("tags", to: [String]()), .revertTapped,
      .saveTapped, .cancelTapped,
      .discardTapped, .keepEditingTapped,
    ] {
      editor.send(.form(action))
    }
    editor.finish()
  }

  @Test func `edits and further saves during a save are ignored`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.send(.form(.saveTapped))
    editor.send(.form(.changed("name", to: "Typed while saving")))
    editor.end(saveDeskLamp, .saved(deskLamp.stored()), fires: [.reportStored(deskLamp.stored(), by: .user)]) {
      $0.sheet = .closed
    }
    editor.finish()
  }

  @Test func `the response to a save arrives while another sheet is open`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.send(.rowTapped(chair)) {
      $0.savingSheets = ["p1": SavingSheet($0.sheet)].compactMapValues(\.self)
      $0.sheet = .open(product: chair)
    }
    editor.end(saveDeskLamp, .saved(deskLamp.stored()), fires: [.reportStored(deskLamp.stored(), by: .user)]) {
      $0.savingSheets = [:]
    }
    editor.send(.form(.cancelTapped)) { $0.sheet = .closed }
    editor.finish()
  }

  @Test func `two products are saved at the same time and get separate responses`() {
    let saveChair = ProductEditor.Effect.update(chair.named("Armchair"), expecting: 1)
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.send(.rowTapped(chair)) {
      $0.savingSheets = ["p1": SavingSheet($0.sheet)].compactMapValues(\.self)
      $0.sheet = .open(product: chair)
    }
    editor.send(.form(.changed("name", to: "Armchair"))) { $0.sheet.form?.enterName("Armchair") }
    editor.send(.form(.saveTapped), starts: [saveChair]) { $0.sheet.save() }
    editor.end(saveDeskLamp, .saveFailed("p1", .offline)) {
      $0.savingSheets["p1"] = $0.savingSheets["p1"]?.failed(.offline)
    }
    editor.end(
      saveChair, .saved(chair.named("Armchair").stored()),
      fires: [.reportStored(chair.named("Armchair").stored(), by: .user)]
    ) {
      $0.sheet = .closed
    }
    editor.finish()
  }

  @Test func `a sheet that is reopened during its save is still saving`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.send(.form(.cancelTapped)) {
      $0.savingSheets = ["p1": SavingSheet($0.sheet)].compactMapValues(\.self)
      $0.sheet = .closed
    }
    editor.send(.rowTapped(lamp)) {
      $0.sheet = .open(product: lamp, form: .init(lamp).typing(deskLamp).saving)
      $0.savingSheets = [:]
    }
    editor.end(saveDeskLamp, .saved(deskLamp.stored()), fires: [.reportStored(deskLamp.stored(), by: .user)]) {
      $0.sheet = .closed
    }
    editor.finish()
  }

  @Test func `law 5: tapping another row does not replace a changed sheet`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.rowTapped(chair)) { $0.sheet.form?.notice = .confirmingDiscard() }
    editor.send(.addTapped(.empty(id: "p3")))
    editor.send(.form(.discardTapped)) { $0.sheet = .closed }
    editor.finish()
  }

  @Test func `tapping another row replaces an unchanged sheet`() {
    let editor = TestStore(ProductEditor(), state: .init())
    editor.send(.rowTapped(lamp)) { $0.sheet = .open(product: lamp) }
    editor.send(.rowTapped(lamp))
    editor.send(.rowTapped(chair)) { $0.sheet = .open(product: chair) }
    editor.send(.addTapped(tea)) { $0.sheet = .open(product: tea, isNew: true) }
    editor.send(.form(.cancelTapped)) { $0.sheet = .closed }
    editor.finish()
  }

  @Test func `a draft whose edits were typed back is unchanged`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.changed("name", to: "Lamp"))) { $0.sheet.form?.enterName("Lamp") }
    editor.send(.form(.cancelTapped)) { $0.sheet = .closed }
    editor.finish()
  }

  @Test(arguments: [
    (lamp.named("  "), "name" as ElementID, FieldError.missing), (lamp.priced(-1), "price", .tooSmall(min: 0)),
  ])
  func `an invalid product is not sent to the store`(draft: Product, row: ElementID, fault: FieldError) {
    let editor = TestStore(ProductEditor(), state: .init())
    editor.send(.rowTapped(lamp)) { $0.sheet = .open(product: lamp) }
    editor.send(.form(.changed("name", to: draft.name))) { $0.sheet.form?.enterName(draft.name) }
    editor.send(.form(.changed("price", to: draft.price))) { $0.sheet.form?.enterPrice("\(draft.price)") }
    editor.send(.form(.saveTapped)) { $0.sheet.form?.refuseSave(focusing: row) }
    #expect(editor.state.sheet.form?.fields.errors(of: row) == [fault] && editor.state.sheet.form?.fields.focus == row)
    editor.send(.form(.revertTapped)) { $0.sheet = .open(product: lamp) }
    editor.send(.form(.cancelTapped)) { $0.sheet = .closed }
    editor.finish()
  }

  @Test func `reverting after a conflict shows the stored version`() {
    let theirs = lamp.priced(2500).stored()
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.end(
      saveDeskLamp, .saveFailed("p1", .conflict(current: theirs)), fires: [.reportStored(theirs, by: .anotherUser)]
    ) {
      $0.sheet = .open(
        product: theirs,
        form: .init(lamp).typing(deskLamp).failed(.conflict(current: theirs)).rebased(on: theirs))
    }
    editor.send(.form(.revertTapped)) { $0.sheet = .open(product: theirs) }
    editor.send(.form(.cancelTapped)) { $0.sheet = .closed }
    editor.finish()
  }

  @Test func `inserting an existing identifier is a conflict, and the next save is an update`() {
    let taken = chair.named("Somebody's")
    let mine = Product(id: "p2", name: "Mine", price: .zero)
    let editor = TestStore(ProductEditor(), state: .init())
    editor.send(.addTapped(mine)) { $0.sheet = .open(product: mine, isNew: true) }
    editor.send(.form(.saveTapped), starts: [.insert(mine)]) { $0.sheet.save() }
    editor.end(
      .insert(mine), .saveFailed("p2", .conflict(current: taken)), fires: [.reportStored(taken, by: .anotherUser)]
    ) {
      $0.sheet = .open(product: taken, form: .init(mine).failed(.conflict(current: taken)).rebased(on: taken))
    }
    editor.send(.form(.saveTapped), starts: [.update(taken, expecting: 1)]) { $0.sheet.save() }
    editor.end(.update(taken, expecting: 1), .saved(taken.stored()), fires: [.reportStored(taken.stored(), by: .user)])
    {
      $0.sheet = .closed
    }
    editor.finish()
  }

  @Test func `law 5: a new product whose save fails after its sheet was closed is listed and can be reopened`() {
    let editor = TestStore(ProductEditor(), state: .init())
    editor.send(.addTapped(tea)) { $0.sheet = .open(product: tea, isNew: true) }
    editor.send(.form(.saveTapped), starts: [.insert(tea)]) { $0.sheet.save() }
    editor.send(.form(.cancelTapped)) {
      $0.savingSheets = ["p3": SavingSheet($0.sheet)].compactMapValues(\.self)
      $0.sheet = .closed
    }
    editor.end(.insert(tea), .saveFailed("p3", .offline)) {
      $0.savingSheets["p3"] = $0.savingSheets["p3"]?.failed(.offline)
    }
    #expect(editor.state.savingSheets["p3"]?.draft == tea)
    editor.send(.rowTapped(tea)) {
      $0.sheet = .open(product: tea, isNew: true, form: .init(tea).failed(.offline))
      $0.savingSheets = [:]
    }
    editor.finish()
  }

  @Test func `a conflict keeps the local changes and merges the stored ones`() {
    let base = Product(id: "p1", name: "Lamp", price: Money(cents: 1), tags: ["a"], position: 1, version: 1)
    let theirs = Product(id: "p1", name: "Lamp", price: Money(cents: 2), tags: ["b"], position: 7, version: 2)
    let editor = TestStore(ProductEditor(), state: .init())
    editor.send(.rowTapped(base)) { $0.sheet = .open(product: base) }
    editor.send(.form(.changed("name", to: "Desk lamp"))) { $0.sheet.form?.enterName("Desk lamp") }
    editor.send(.form(.changed("tags", to: ["c"]))) { $0.sheet.form?.enterTags(["c"]) }
    let mine = Product(id: "p1", name: "Desk lamp", price: Money(cents: 1), tags: ["c"], position: 1, version: 1)
    let save = ProductEditor.Effect.update(mine, expecting: 1)
    editor.send(.form(.saveTapped), starts: [save]) { $0.sheet.save() }
    editor.end(save, .saveFailed("p1", .conflict(current: theirs)), fires: [.reportStored(theirs, by: .anotherUser)]) {
      $0.sheet = .open(
        product: theirs, form: .init(base).typing(mine).failed(.conflict(current: theirs)).rebased(on: theirs))
    }
    #expect(
      editor.state.sheet.draft
        == Product(id: "p1", name: "Desk lamp", price: Money(cents: 2), tags: ["c"], position: 7, version: 2))
    editor.finish()
  }
}
