import Forms
import LoopTesting
import Shop
import Testing
import Values

/// The editor's rules, one by one.
@Suite struct ProductEditorTests {
  @Test func `appearing reads the list once`() {
    let editor = TestStore(ProductEditor(), state: .init())
    editor.send(.appeared, starts: [.loadProducts]) { $0.list = .reading }
    editor.send(.appeared)
    editor.end(.loadProducts, .productsLoaded([lamp])) {
      $0.products = [lamp]
      $0.list = .read
    }
    editor.send(.appeared)
    editor.finish()
  }

  @Test func `a list that could not be read says why and can be read again`() {
    let editor = TestStore(ProductEditor(), state: .init())
    editor.send(.appeared, starts: [.loadProducts]) { $0.list = .reading }
    editor.end(.loadProducts, .loadFailed(.offline)) { $0.list = .failed(.offline) }
    editor.send(.reloadTapped, starts: [.loadProducts]) { $0.list = .reading }
    editor.end(.loadProducts, .productsLoaded([])) { $0.list = .read }
    editor.finish()
  }

  @Test func `a closed sheet ignores the form`() {
    let editor = makeEditor()
    for action: ProductForm.Action in [
      .nameChanged("Tea"), .priceChanged(.zero), .tagsChanged([]), .revertTapped, .saveTapped, .cancelTapped,
      .discardTapped, .keepEditingTapped,
    ] {
      editor.send(.form(action))
    }
    editor.finish()
  }

  @Test func `a row that is not there opens nothing`() {
    let editor = makeEditor()
    editor.send(.rowTapped("p9"))
    editor.finish()
  }

  @Test func `a second save meanwhile does nothing`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.send(.form(.saveTapped))
    editor.send(.form(.nameChanged("Typed while saving")))
    editor.end(saveDesk, .saved(desk.stored())) {
      $0.products = [desk.stored(), chair]
      $0.sheet = .closed
    }
    editor.finish()
  }

  @Test func `a save that is answered while its sheet is out of sight is heard`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.send(.rowTapped("p2")) {
      $0.aside = ["p1": SavingSheet($0.sheet)].compactMapValues(\.self)
      $0.sheet = .open(product: chair)
    }
    editor.end(saveDesk, .saved(desk.stored())) {
      $0.products = [desk.stored(), chair]
      $0.aside = [:]
    }
    editor.send(.form(.cancelTapped)) { $0.sheet = .closed }
    editor.finish()
  }

  @Test func `two products are saved at the same time, each answered for itself`() {
    let saveChair = ProductEditor.Effect.update(chair.named("Armchair"), expecting: 1)
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.send(.rowTapped("p2")) {
      $0.aside = ["p1": SavingSheet($0.sheet)].compactMapValues(\.self)
      $0.sheet = .open(product: chair)
    }
    editor.send(.form(.nameChanged("Armchair"))) { $0.sheet.fill(.typed("name", "Armchair")) }
    editor.send(.form(.saveTapped), starts: [saveChair]) { $0.sheet.save() }
    editor.end(saveDesk, .saveFailed("p1", .offline)) { $0.aside["p1"] = $0.aside["p1"]?.failed(.offline) }
    editor.end(saveChair, .saved(chair.named("Armchair").stored())) {
      $0.products = [lamp, chair.named("Armchair").stored()]
      $0.sheet = .closed
    }
    editor.finish()
  }

  @Test func `a sheet that comes back while it is saved is still being saved`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.send(.form(.cancelTapped)) {
      $0.aside = ["p1": SavingSheet($0.sheet)].compactMapValues(\.self)
      $0.sheet = .closed
    }
    editor.send(.rowTapped("p1")) {
      $0.sheet = .open(product: lamp, form: .init(lamp).typing(desk).saving)
      $0.aside = [:]
    }
    editor.end(saveDesk, .saved(desk.stored())) {
      $0.products = [desk.stored(), chair]
      $0.sheet = .closed
    }
    editor.finish()
  }

  @Test func `law 5: another row does not take a changed sheet away`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.rowTapped("p2")) { $0.sheet.form?.notice = .asking() }
    editor.send(.addTapped(.empty(id: "p3")))
    editor.send(.form(.discardTapped)) { $0.sheet = .closed }
    editor.finish()
  }

  @Test func `an unchanged sheet gives way to another`() {
    let editor = makeEditor()
    editor.send(.rowTapped("p1")) { $0.sheet = .open(product: lamp) }
    editor.send(.rowTapped("p1"))
    editor.send(.rowTapped("p2")) { $0.sheet = .open(product: chair) }
    editor.send(.addTapped(tea)) { $0.sheet = .open(product: tea, isNew: true) }
    editor.send(.form(.cancelTapped)) { $0.sheet = .closed }
    editor.finish()
  }

  @Test func `a draft typed back to what it was is not changed`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.nameChanged("Lamp"))) { $0.sheet.fill(.typed("name", "Lamp")) }
    editor.send(.form(.cancelTapped)) { $0.sheet = .closed }
    editor.finish()
  }

  @Test(arguments: [
    (lamp.named("  "), "name" as ElementID, FieldError.missing), (lamp.priced(-1), "price", .tooSmall(min: 0)),
  ])
  func `what cannot be sold is not sent to the store`(draft: Product, row: ElementID, fault: FieldError) {
    let editor = makeEditor()
    editor.send(.rowTapped("p1")) { $0.sheet = .open(product: lamp) }
    editor.send(.form(.nameChanged(draft.name))) { $0.sheet.fill(.typed("name", draft.name)) }
    editor.send(.form(.priceChanged(draft.price))) { $0.sheet.fill(.typed("price", "\(draft.price)")) }
    editor.send(.form(.saveTapped)) { $0.sheet.fill(.submitTapped) }
    #expect(editor.state.sheet.form?.fields.errors(of: row) == [fault] && editor.state.sheet.form?.fields.focus == row)
    editor.send(.form(.revertTapped)) { $0.sheet = .open(product: lamp) }
    editor.send(.form(.cancelTapped)) { $0.sheet = .closed }
    editor.finish()
  }

  @Test func `reverting after a conflict takes the other side`() {
    let theirs = lamp.priced(2500).stored()
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.end(saveDesk, .saveFailed("p1", .conflict(current: theirs))) {
      $0.products = [theirs, chair]
      $0.sheet = .open(
        product: theirs,
        form: .init(lamp).typing(desk).failed(.conflict(current: theirs)).rebased(on: theirs))
    }
    editor.send(.form(.revertTapped)) { $0.sheet = .open(product: theirs) }
    editor.send(.form(.cancelTapped)) { $0.sheet = .closed }
    editor.finish()
  }

  @Test func `an identifier that was taken meanwhile is a conflict, and the next save an update`() {
    let taken = chair.named("Somebody's")
    let mine = Product(id: "p2", name: "Mine", price: .zero)
    let editor = TestStore(ProductEditor(), state: .init(products: [lamp]))
    editor.send(.addTapped(mine)) { $0.sheet = .open(product: mine, isNew: true) }
    editor.send(.form(.saveTapped), starts: [.insert(mine)]) { $0.sheet.save() }
    editor.end(.insert(mine), .saveFailed("p2", .conflict(current: taken))) {
      $0.products = [lamp, taken]
      $0.sheet = .open(product: taken, form: .init(mine).failed(.conflict(current: taken)).rebased(on: taken))
    }
    editor.send(.form(.saveTapped), starts: [.update(taken, expecting: 1)]) { $0.sheet.save() }
    editor.end(.update(taken, expecting: 1), .saved(taken.stored())) {
      $0.products = [lamp, taken.stored()]
      $0.sheet = .closed
    }
    editor.finish()
  }

  @Test func `law 5: a new product that could not be saved behind its closed sheet is listed, and comes back`() {
    let editor = makeEditor()
    editor.send(.addTapped(tea)) { $0.sheet = .open(product: tea, isNew: true) }
    editor.send(.form(.saveTapped), starts: [.insert(tea)]) { $0.sheet.save() }
    editor.send(.form(.cancelTapped)) {
      $0.aside = ["p3": SavingSheet($0.sheet)].compactMapValues(\.self)
      $0.sheet = .closed
    }
    #expect(editor.state.unsavedDrafts == [], "its save is still under way")
    editor.end(.insert(tea), .saveFailed("p3", .offline)) { $0.aside["p3"] = $0.aside["p3"]?.failed(.offline) }
    #expect(editor.state.unsavedDrafts == [tea])
    editor.send(.rowTapped("p3")) {
      $0.sheet = .open(product: tea, isNew: true, form: .init(tea).failed(.offline))
      $0.aside = [:]
    }
    editor.finish()
  }

  @Test func `a conflict keeps what was changed here, and takes what was changed there`() {
    let base = Product(id: "p1", name: "Lamp", price: Money(cents: 1), tags: ["a"], position: 1, version: 1)
    let theirs = Product(id: "p1", name: "Lamp", price: Money(cents: 2), tags: ["b"], position: 7, version: 2)
    let editor = TestStore(ProductEditor(), state: .init(products: [base]))
    editor.send(.rowTapped("p1")) { $0.sheet = .open(product: base) }
    editor.send(.form(.nameChanged("Desk lamp"))) { $0.sheet.fill(.typed("name", "Desk lamp")) }
    editor.send(.form(.tagsChanged(["c"]))) { $0.sheet.fill(.chosen("tags", ["c"])) }
    let mine = Product(id: "p1", name: "Desk lamp", price: Money(cents: 1), tags: ["c"], position: 1, version: 1)
    let save = ProductEditor.Effect.update(mine, expecting: 1)
    editor.send(.form(.saveTapped), starts: [save]) { $0.sheet.save() }
    editor.end(save, .saveFailed("p1", .conflict(current: theirs))) {
      $0.products = [theirs]
      $0.sheet = .open(
        product: theirs, form: .init(base).typing(mine).failed(.conflict(current: theirs)).rebased(on: theirs))
    }
    #expect(
      editor.state.sheet.draft
        == Product(id: "p1", name: "Desk lamp", price: Money(cents: 2), tags: ["c"], position: 7, version: 2))
    editor.finish()
  }

  @Test func `law 6: what is known to be newer stays until the list is read again`() {
    let editor = TestStore(ProductEditor(), state: .init(products: [desk.stored()]))
    editor.send(.saved(lamp), starts: [.loadProducts]) { $0.list = .reading }
    editor.end(.loadProducts, .productsLoaded([desk.stored()])) { $0.list = .read }
    editor.finish()
  }

  @Test func `law 6: what was deleted and made anew begins with a lower version, and is read again`() {
    let anew = Product(id: "p1", name: "Theirs", price: .zero, position: 3, version: 1)
    let mine = anew.named("Desk lamp")
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.end(saveDesk, .saveFailed("p1", .conflict(current: anew)), starts: [.loadProducts]) {
      $0.list = .reading
      $0.sheet = .open(product: anew, form: .init(lamp).typing(desk).failed(.conflict(current: anew)).rebased(on: anew))
    }
    editor.end(.loadProducts, .productsLoaded([chair, anew])) {
      $0.products = [chair, anew]
      $0.list = .read
    }
    editor.send(.form(.saveTapped), starts: [.update(mine, expecting: 1)]) { $0.sheet.save() }
    editor.end(.update(mine, expecting: 1), .saved(mine.stored())) {
      $0.products = [chair, mine.stored()]
      $0.sheet = .closed
    }
    editor.finish()
  }

  @Test func `law 6: a save of what is not in the list any more has the list read again`() {
    let editor = TestStore(ProductEditor(), state: .init(products: [chair]))
    editor.send(.saved(desk.stored()), starts: [.loadProducts]) {
      $0.products = [chair, desk.stored()]
      $0.list = .reading
    }
    editor.end(.loadProducts, .productsLoaded([chair])) {
      $0.products = [chair]
      $0.list = .read
    }
    editor.finish()
  }
}
