import Forms
import Foundation
import LoopTesting
import LoopText
import Shop
import Testing
import Values

/// Tests of the product form without a sheet.
@Suite struct ProductFormTests {
  private func makeForm(_ state: ProductForm.State = .init(lamp)) -> TestStore<ProductForm> {
    TestStore(ProductForm(editing: lamp), state: state)
  }

  @Test func `it requests to save the draft and ignores edits during the save`() {
    let form = makeForm()
    form.send(.changed("name", to: "Desk lamp")) { $0 = $0.typing(deskLamp) }
    form.send(.changed("tags", to: ["light"])) { $0.enterTags(["light"]) }
    form.send(.changed("tags", to: [String]())) { $0.enterTags([]) }
    form.send(.saveTapped, starts: [.save(deskLamp)]) { $0 = $0.saving }
    form.send(.changed("name", to: "Typed while saving"))
    form.send(.revertTapped)
    form.send(.cancelTapped, fires: [.close])
    form.end(.save(deskLamp), .fields(.submissionFailed("no response"))) { $0.failSubmission("no response") }
    form.finish()
  }

  @Test func `it closes without confirmation when nothing was changed`() {
    let form = makeForm()
    form.send(.discardTapped)
    form.send(.keepEditingTapped)
    form.send(.cancelTapped, fires: [.close])
    form.finish()
  }

  @Test func `saving ends the discard confirmation`() {
    let form = makeForm(.init(lamp).typing(deskLamp))
    form.send(.cancelTapped) { $0.notice = .confirmingDiscard() }
    form.send(.cancelTapped)
    form.send(.changed("name", to: "Typed during the confirmation"))
    form.send(.revertTapped)
    form.send(.fields(.focused("name")))
    form.send(.saveTapped, starts: [.save(deskLamp)]) { $0 = $0.saving }
    form.end(.save(deskLamp), .fields(.submissionFailed("no response"))) { $0.failSubmission("no response") }
    form.finish()
  }

  @Test func `saving an invalid draft ends the discard confirmation`() {
    let form = makeForm(.init(lamp).typing(lamp.named("")))
    form.send(.cancelTapped) { $0.notice = .confirmingDiscard() }
    form.send(.saveTapped) {
      $0.notice = nil
      $0.refuseSave(focusing: "name")
    }
    #expect(form.state.fields.errors(of: "name") == [.missing])
    form.finish()
  }

  @Test func `a rejected draft shows the error at its row and can be edited and saved again`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDeskLamp]) { $0.sheet.save() }
    editor.end(saveDeskLamp, .saveFailed("p1", .rejected(.init(field: "name", .missing)))) {
      $0.sheet.form?.rejectName("It cannot be saved: the name is missing.", "the name is missing")
      $0.sheet.form?.notice = .saveFailed(.rejected(.init(field: "name", .missing)))
    }
    #expect(editor.state.sheet.form?.fields.errors(of: "name") == [.custom("the name is missing")])
    editor.send(.form(.changed("name", to: "Lamp"))) {
      $0.sheet.form?.enterName("Lamp")
      $0.sheet.form?.notice = nil
    }
    editor.finish()
  }

  @Test func `law 5: keeping the changes restores the error of the failed save`() {
    let form = makeForm(.init(lamp).typing(deskLamp).failed(.offline))
    form.send(.cancelTapped) { $0.notice = .confirmingDiscard(after: .offline) }
    form.send(.keepEditingTapped) { $0.notice = .saveFailed(.offline) }
    form.finish()
  }

  @Test
  func
    `law 5: a text that is not a price stays in its row, does not change the draft, and needs a discard confirmation`()
  {
    let form = makeForm()
    form.send(.fields(.typed("price", "cheap"))) { $0.enterPrice("cheap") }
    #expect(form.state.draft(of: lamp) == lamp && form.state.isChanged)
    form.send(.saveTapped) { $0.refuseSave(focusing: "price") }
    #expect(
      form.state.fields.errors(of: "price").map(\.description) == ["expected an amount such as 19.99, found \"cheap\""])
    form.send(.cancelTapped) { $0.notice = .confirmingDiscard() }
    form.send(.discardTapped, fires: [.close])
    form.finish()
  }

  @Test func `a price of any size is exact`() {
    let dear = lamp.priced((1 << 60) + 1)
    var state = ProductForm.State(dear)
    #expect(state.draft(of: dear) == dear && !state.isChanged)
    state.fill(.typed("name", "Desk lamp"))
    #expect(state.draft(of: dear) == dear.named("Desk lamp"))
    state.fill(.typed("price", "92233720368547758.08"))
    #expect(state.fields.errors(of: "price").count == 1 && state.draft(of: dear).price == dear.price)
    state.fill(.typed("price", "92233720368547758.07"))
    #expect(state.fields.errors(of: "price").isEmpty && state.draft(of: dear).price == Money(cents: .max))
  }

  @Test func `the definition of the rows cannot change`() {
    let form = makeForm()
    form.send(.fields(.edited(.rowRemoved("price"))))
    form.send(.fields(.submitted))
    form.send(.fields(.submissionFailed("invented")))
    form.send(.fields(.rowAdded(to: "tags")))
    form.finish()
  }

  @Test func `the rows report an error exactly for the products that the store would reject`() {
    for name in ["", " ", "\n\t", "\u{3000}", "Lamp", " x"] {
      for cents in [Int.min, -1, 0, 1, 1999, (1 << 53) - 1] {
        let draft = lamp.named(name).priced(cents)
        var state = ProductForm.State(lamp)
        state.fill(.typed("name", draft.name))
        state.fill(.typed("price", draft.price.description))
        #expect(state.fields.isValid == (draft.validationError == nil), "\(draft)")
      }
    }
  }

  @Test func `the contents are encoded without the row definitions and can be decoded again`() throws {
    let states = [
      ProductForm.State(lamp), .init(lamp).typing(deskLamp), .init(lamp).typing(deskLamp).saving,
      .init(lamp).typing(deskLamp).failed(.conflict(current: chair)),
    ]
    for state in states {
      let printed = try CanonicalValue(state)
      #expect(!printed.description.contains("Title") && !printed.description.contains("sections"))
      #expect(try JSONDecoder().decode(ProductForm.State.self, from: JSONEncoder().encode(state)) == state)
    }
    var impossible = ProductForm.State(lamp).saving
    impossible.notice = .confirmingDiscard()
    let bytes = try JSONEncoder().encode(impossible)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(ProductForm.State.self, from: bytes) }
  }

  /// Only the sheet stores whether a product is new.
  ///
  /// No state, action or effect of the form contains this information.
  @Test func `none of the form's types contains isNew`() throws {
    let actions: [ProductForm.Action] = [
      .changed("name", to: ""), .changed("price", to: Money.zero), .changed("tags", to: [String]()), .revertTapped,
      .saveTapped, .cancelTapped,
      .discardTapped, .keepEditingTapped,
    ]
    let states = [
      ProductForm.State(lamp), .init(lamp).typing(deskLamp).saving,
      .init(lamp).failed(.conflict(current: lamp)),
    ]
    var printed = try actions.map { "\(try CanonicalValue($0))" } + states.map { "\(try CanonicalValue($0))" }
    printed += [try CanonicalValue(ProductForm.Effect.save(lamp)), try CanonicalValue(ProductForm.Effect.close)].map {
      "\($0)"
    }
    printed += [labels(in: ProductForm(editing: lamp)), labels(in: ProductForm.State(lamp))].flatMap(\.self)
    #expect(printed.filter { $0.localizedStandardContains("isnew") } == [])
    // The same search finds `isNew` in the sheet.
    #expect("\(try CanonicalValue(SheetStatus.open(product: lamp, isNew: true)))".localizedStandardContains("isnew"))
  }

  private func labels(in value: Any) -> [String] {
    Mirror(reflecting: value).children.flatMap { [$0.label ?? ""] + labels(in: $0.value) }
  }
}

extension ProductForm.State {
  fileprivate mutating func fill(_ action: FormFeature.Action) {
    _ = ProductForm(editing: lamp).reduce(&self, .fields(action))
  }
}
