import Loop
import LoopTesting
import MemoryHandlers
import Shop
import Testing
import Values

/// The defects of an earlier product page, each as a regression test.
@Suite struct ProductEditorRegressionTests {
  @Test func `closing does not discard the edit`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.cancelTapped)) { $0.sheet.form?.notice = .confirmingDiscard() }
    #expect(editor.state.sheet.draft == deskLamp)
    editor.send(.form(.keepEditingTapped)) { $0.sheet.form?.notice = nil }
    editor.finish()
  }

  @Test func `saving stores the edited product, not the one that was opened`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [.update(deskLamp, expecting: 3)]) { $0.sheet.save() }
    #expect(!editor.pending.running.contains { $0.effect == .update(lamp, expecting: 3) })
    editor.end(saveDeskLamp, .saveFailed("p1", .offline)) { $0.sheet.fail(with: .offline) }
    editor.finish()
  }

  @Test func `isNew alone decides between insert and update`() {
    for isNew in [true, false] {
      let editor = TestStore(ProductEditor(), state: .init())
      editor.send(isNew ? .addTapped(lamp) : .rowTapped(lamp)) { $0.sheet = .open(product: lamp, isNew: isNew) }
      let save = isNew ? ProductEditor.Effect.insert(lamp) : .update(lamp, expecting: 3)
      editor.send(.form(.saveTapped), starts: [save]) { $0.sheet.save() }
      editor.end(save, .saveFailed("p1", .offline)) { $0.sheet.fail(with: .offline) }
      editor.finish()
    }
  }

  @Test func `law 4: one short expression creates the state of an open sheet`() {
    let sheet = SheetStatus.open(product: lamp, isNew: true)
    guard case .open(let product, let isNew, let form) = sheet else {
      Issue.record("the sheet is closed")
      return
    }
    #expect(product == lamp && isNew && form == ProductForm.State(lamp))
    #expect(SheetStatus.open(product: lamp) == .open(product: lamp, isNew: false))
  }

  @MainActor @Test func `setting isSheetOpen to false cancels the sheet, and setting it to true does nothing`() async {
    let handler = ProductListHandler(store: MemoryProductStore())
    let store = Store(ProductListFeature(), state: .init(products: [lamp]), handler: handler)
    let isOpen = store.isSheetOpen
    isOpen.value = true
    #expect(!isOpen.value && store.state.editor.sheet == .closed)

    store.send(.rowTapped("p1"))
    #expect(isOpen.value)
    isOpen.value = true
    #expect(store.state.editor.sheet == .open(product: lamp))
    isOpen.value = false
    #expect(!isOpen.value)

    store.send(.rowTapped("p1"))
    store.send(.editor(.form(.changed("name", to: "Desk lamp"))))
    isOpen.value = false
    #expect(isOpen.value, "a changed draft asks for confirmation")
    #expect(store.state.editor.sheet.form?.notice == .confirmingDiscard())
    await store.shutdown()
  }

  @MainActor @Test func `the caller creates a new product with its identifier`() async throws {
    let products = MemoryProductStore()
    let store = Store(ProductListFeature(), state: .init(), handler: ProductListHandler(store: products))
    store.send(.appeared)
    await store.waitUntilIdle()
    store.send(.editor(.addTapped(Product(id: "mine", name: "Tea", price: Money(cents: 350)))))
    store.send(.editor(.form(.saveTapped)))
    await store.waitUntilIdle()
    #expect(await products.database["mine"]?.name == "Tea")
    #expect(store.state.editor.sheet == .closed && store.state.products.map(\.id) == ["mine"])
  }
}
