import Forms
import Foundation
import LoopTesting
import LoopText
import Shop
import Testing
import Values

/// The form alone, which knows nothing of sheets.
@Suite struct ProductFormTests {
  private func makeForm(_ state: ProductForm.State = .init(lamp)) -> TestStore<ProductForm> {
    TestStore(ProductForm(editing: lamp), state: state)
  }

  @Test func `it tells that the draft shall be saved, and waits`() {
    let form = makeForm()
    form.send(.nameChanged("Desk lamp")) { $0 = $0.typing(desk) }
    form.send(.tagsChanged(["light"])) { $0.fill(.chosen("tags", ["light"])) }
    form.send(.tagsChanged([])) { $0.fill(.chosen("tags", [])) }
    form.send(.saveTapped, fires: [.save(desk)]) { $0 = $0.saving }
    form.send(.nameChanged("Typed while saving"))
    form.send(.revertTapped)
    form.send(.cancelTapped, fires: [.close])
    form.finish()
  }

  @Test func `it tells that it is done with when nothing was changed`() {
    let form = makeForm()
    form.send(.discardTapped)
    form.send(.keepEditingTapped)
    form.send(.cancelTapped, fires: [.close])
    form.finish()
  }

  @Test func `a question that is open can be answered by saving`() {
    let form = makeForm(.init(lamp).typing(desk))
    form.send(.cancelTapped) { $0.notice = .asking() }
    form.send(.cancelTapped)
    form.send(.nameChanged("Typed under the question"))
    form.send(.revertTapped)
    form.send(.fields(.focused("name")))
    form.send(.saveTapped, fires: [.save(desk)]) { $0 = $0.saving }
    form.finish()
  }

  @Test func `a question that is answered by saving what is wrong is over`() {
    let form = makeForm(.init(lamp).typing(lamp.named("")))
    form.send(.cancelTapped) { $0.notice = .asking() }
    form.send(.saveTapped) {
      $0.notice = nil
      $0.fill(.submitTapped)
    }
    #expect(form.state.fields.errors(of: "name") == [.missing])
    form.finish()
  }

  @Test func `what the store rejected stands at its row, and is edited on until it is saved again`() {
    let editor = makeEditorWithChangedLamp()
    editor.send(.form(.saveTapped), starts: [saveDesk]) { $0.sheet.save() }
    editor.end(saveDesk, .saveFailed("p1", .rejected(.nameMissing))) {
      $0.sheet.fill(.submissionFailed("It cannot be saved: the name is missing.", ["name": ["the name is missing"]]))
      $0.sheet.form?.notice = .failed(.rejected(.nameMissing))
    }
    #expect(editor.state.sheet.form?.fields.errors(of: "name") == [.told("the name is missing")])
    editor.send(.form(.nameChanged("Lamp"))) {
      $0.sheet.fill(.typed("name", "Lamp"))
      $0.sheet.form?.notice = nil
    }
    editor.finish()
  }

  @Test func `law 5: to keep editing is to keep knowing why the draft could not be saved`() {
    let form = makeForm(.init(lamp).typing(desk).failed(.offline))
    form.send(.cancelTapped) { $0.notice = .asking(after: .offline) }
    form.send(.keepEditingTapped) { $0.notice = .failed(.offline) }
    form.finish()
  }

  @Test func `law 5: a text that is no price stays, is no draft's, and is asked about`() {
    let form = makeForm()
    form.send(.fields(.typed("price", "cheap"))) { $0.fill(.typed("price", "cheap")) }
    #expect(form.state.draft(of: lamp) == lamp && form.state.isChanged)
    form.send(.saveTapped) { $0.fill(.submitTapped) }
    #expect(
      form.state.fields.errors(of: "price").map(\.description) == ["expected an amount such as 19.99, found \"cheap\""])
    form.send(.cancelTapped) { $0.notice = .asking() }
    form.send(.discardTapped, fires: [.close])
    form.finish()
  }

  @Test func `what no row can hold to the cent stays as it is while nobody changes it`() {
    let dear = lamp.priced((1 << 60) + 1)
    var state = ProductForm.State(dear)
    #expect(state.draft(of: dear) == dear && !state.isChanged)
    state.fill(.typed("name", "Desk lamp"))
    #expect(state.draft(of: dear) == dear.named("Desk lamp"))
    state.fill(.typed("price", "92233720368547758.07"))
    #expect(state.fields.errors(of: "price").count == 1, "an amount that would be rounded is none")
    state.fill(.typed("price", "90071992547409.91"))
    #expect(state.draft(of: dear).price == Money(cents: (1 << 53) - 1))
  }

  @Test func `the rows are what they are`() {
    let form = makeForm()
    form.send(.fields(.edited(.rowRemoved("price"))))
    form.send(.fields(.submitted))
    form.send(.fields(.submissionFailed("made up")))
    form.send(.fields(.rowAdded(to: "tags")))
    form.finish()
  }

  @Test func `the rows find wrong what the shop would reject, and nothing else`() {
    for name in ["", " ", "\n\t", "\u{3000}", "Lamp", " x"] {
      for cents in [Int.min, -1, 0, 1, 1999, (1 << 53) - 1] {
        let draft = lamp.named(name).priced(cents)
        let state = ProductForm.State(lamp).typing(draft)
        #expect(state.fields.isValid == (draft.validationError == nil), "\(draft)")
      }
    }
  }

  @Test func `what was filled in is written without the rows, and read again`() throws {
    let states = [
      ProductForm.State(lamp), .init(lamp).typing(desk), .init(lamp).typing(desk).saving,
      .init(lamp).typing(desk).failed(.conflict(current: chair)),
    ]
    for state in states {
      let printed = try CanonicalValue(state)
      #expect(!printed.description.contains("Title") && !printed.description.contains("sections"))
      #expect(try JSONDecoder().decode(ProductForm.State.self, from: JSONEncoder().encode(state)) == state)
    }
    var impossible = ProductForm.State(lamp).saving
    impossible.notice = .asking()
    let bytes = try JSONEncoder().encode(impossible)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(ProductForm.State.self, from: bytes) }
  }

  /// That a product is new is the sheet's to know.
  ///
  /// Nothing that the form holds, takes in or tells has room for it.
  @Test func `none of the form's types contains isNew`() throws {
    let actions: [ProductForm.Action] = [
      .nameChanged(""), .priceChanged(.zero), .tagsChanged([]), .revertTapped, .saveTapped, .cancelTapped,
      .discardTapped, .keepEditingTapped,
    ]
    let states = [
      ProductForm.State(lamp), .init(lamp).typing(desk).saving, .init(lamp).failed(.conflict(current: lamp)),
    ]
    var printed = try actions.map { "\(try CanonicalValue($0))" } + states.map { "\(try CanonicalValue($0))" }
    printed += [try CanonicalValue(ProductForm.Effect.save(lamp)), try CanonicalValue(ProductForm.Effect.close)].map {
      "\($0)"
    }
    printed += [labels(in: ProductForm(editing: lamp)), labels(in: ProductForm.State(lamp))].flatMap(\.self)
    #expect(printed.filter { $0.localizedStandardContains("isnew") } == [])
    // The search finds it where it is.
    #expect("\(try CanonicalValue(SheetStatus.open(product: lamp, isNew: true)))".localizedStandardContains("isnew"))
  }

  private func labels(in value: Any) -> [String] {
    Mirror(reflecting: value).children.flatMap { [$0.label ?? ""] + labels(in: $0.value) }
  }
}
