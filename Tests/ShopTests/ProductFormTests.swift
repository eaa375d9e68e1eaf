import Foundation
import LoopProof
import LoopTesting
import Shop
import Testing
import Values

/// The form alone, which knows nothing of sheets.
@Suite struct ProductFormTests {
  @Test func `it tells that the draft shall be saved, and waits`() {
    let form = TestStore(ProductForm(editing: lamp), state: .init(lamp))
    form.send(.nameChanged("Desk lamp")) { $0.draft = desk }
    form.send(.tagsChanged(["light"])) { $0.draft.tags = ["light"] }
    form.send(.tagsChanged([])) { $0.draft.tags = [] }
    form.send(.saveTapped, tells: [.save(desk)]) { $0.stage = .saving }
    form.send(.cancelTapped, tells: [.close])
    form.finish()
  }

  @Test func `it tells that it is done with when nothing was changed`() {
    let form = TestStore(ProductForm(editing: lamp), state: .init(lamp))
    form.send(.discardTapped)
    form.send(.keepEditingTapped)
    form.send(.cancelTapped, tells: [.close])
    form.finish()
  }

  @Test func `a question that is open can be answered by saving`() {
    let form = TestStore(ProductForm(editing: lamp), state: .init(desk))
    form.send(.cancelTapped) { $0.stage = .asking() }
    form.send(.cancelTapped)
    form.send(.saveTapped, tells: [.save(desk)]) { $0.stage = .saving }
    form.finish()
  }

  @Test func `what was rejected is edited on, until it is saved again`() {
    let form = TestStore(ProductForm(editing: lamp), state: .init(lamp.named("")))
    form.send(.saveTapped) { $0.stage = .failed(.rejected(.nameMissing)) }
    form.send(.nameChanged("Desk lamp")) { $0 = .init(desk) }
    form.finish()
  }

  @Test func `law 5: to keep editing is to keep knowing why the draft could not be saved`() {
    let form = TestStore(ProductForm(editing: lamp), state: .init(desk, stage: .failed(.offline)))
    form.send(.cancelTapped) { $0.stage = .asking(after: .offline) }
    form.send(.keepEditingTapped) { $0.stage = .failed(.offline) }
    form.finish()
  }

  /// That a product is new is the sheet's to know.
  ///
  /// Nothing that the form holds, takes in or tells has room for it.
  @Test func `none of the form's types contains isNew`() throws {
    let actions: [ProductForm.Action] = [
      .nameChanged(""), .priceChanged(.zero), .tagsChanged([]), .revertTapped, .saveTapped, .cancelTapped,
      .discardTapped, .keepEditingTapped,
    ]
    let stages: [ProductForm.Stage] = [.editing, .asking(), .saving, .failed(.conflict(current: lamp))]
    var printed = try actions.map { "\(try Canonical($0))" }
    printed += try stages.map { "\(try Canonical(ProductForm.State(lamp, stage: $0)))" }
    printed += [try Canonical(ProductForm.Effect.save(lamp)), try Canonical(ProductForm.Effect.close)].map { "\($0)" }
    printed += [labels(in: ProductForm(editing: lamp)), labels(in: ProductForm.State(lamp))].flatMap(\.self)
    #expect(printed.filter { $0.localizedStandardContains("isnew") } == [])
    // The search finds it where it is.
    #expect("\(try Canonical(SheetStatus.open(product: lamp, isNew: true)))".localizedStandardContains("isnew"))
  }

  private func labels(in value: Any) -> [String] {
    Mirror(reflecting: value).children.flatMap { [$0.label ?? ""] + labels(in: $0.value) }
  }
}
