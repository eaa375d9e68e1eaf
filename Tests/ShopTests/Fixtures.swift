import Loop
import LoopTesting
import Shop
import Tables
import Testing
import Values

@testable import Forms

let lamp = Product(id: "p1", name: "Lamp", price: Money(cents: 1999), position: 1, version: 3)
let chair = Product(id: "p2", name: "Chair", price: Money(cents: 4900), position: 2, version: 1)
let tea = Product(id: "p3", name: "Tea", price: Money(cents: 350))

extension Product {
  func named(_ name: String) -> Product {
    var product = self
    product.name = name
    return product
  }

  func priced(_ cents: Int) -> Product {
    var product = self
    product.price.cents = cents
    return product
  }

  /// Returns the product as the store returns it after an insertion.
  func inserted(position: Int) -> Product {
    var product = self
    product.version = 1
    product.position = position
    return product
  }

  /// Returns the product as the store returns it after an update.
  func stored(position: Int? = nil) -> Product {
    var product = self
    product.version += 1
    product.position = position ?? product.position
    return product
  }
}

/// Expected states of the product form, written by hand.
///
/// Each of them is evaluated completely, so that it can also be the start of a test.
extension ProductForm.State {
  private static let (name, price, tags) = (0, 1, 2)

  /// The user entered a content in a row.
  private mutating func enter(_ entry: FieldEntry, in row: Int) {
    fields.fields[row].isTouched = true
    replace(entry, in: row)
  }

  private mutating func replace(_ entry: FieldEntry, in row: Int) {
    fields.fields[row].entry = entry
    fields.fields[row].reportedErrors = []
    fields.stage = .editing
    fields.evaluateAndValidateAll()
  }

  mutating func enterName(_ name: String) { enter(.value(name.value), in: Self.name) }
  mutating func enterPrice(_ text: String) { enter(.typed(text, as: Money(text)?.value), in: Self.price) }
  mutating func enterTags(_ tags: [String]) { enter(.value(tags.value), in: Self.tags) }

  /// An earlier content of a row was restored.
  mutating func restoreName(_ name: String) { replace(.value(name.value), in: Self.name) }
  mutating func restorePrice(_ entry: FieldEntry) { replace(entry, in: Self.price) }

  /// The user tried to save, and the first invalid row got the focus.
  mutating func refuseSave(focusing row: ElementID) {
    for row in fields.fields.indices { fields.fields[row].isTouched = true }
    fields.focus = row
  }

  /// The submission failed.
  mutating func failSubmission(_ reason: String) { fields.stage = .failed(reason) }

  /// The store rejected the name.
  mutating func rejectName(_ reason: String, _ report: String) {
    fields.stage = .failed(reason)
    fields.fields[Self.name].reportedErrors = [report]
    fields.focus = "name"
    fields.evaluateAndValidateAll()
  }

  /// Returns the form after the differences to a draft were typed.
  func typing(_ draft: Product) -> Self {
    var form = self
    if fields.value("name") != draft.name.value { form.enterName(draft.name) }
    if fields.value("price") != draft.price.value { form.enterPrice(draft.price.description) }
    if fields.value("tags") != draft.tags.value { form.enterTags(draft.tags) }
    return form
  }

  /// The form during a save.
  var saving: Self {
    var form = self
    for row in fields.fields.indices { form.fields.fields[row].isTouched = true }
    form.fields.stage = .submitting
    form.notice = nil
    return form
  }

  /// Returns the form after a failed save.
  func failed(_ failure: ProductStoreError) -> Self {
    var form = saving
    form.fields.stage = .failed(failure.description)
    form.notice = .saveFailed(failure)
    return form
  }

  /// Returns the form after its changes were rebased onto another version of the product.
  func rebased(on product: Product) -> Self {
    var form = self
    let values = [Self.name: product.name.value, Self.price: product.price.value, Self.tags: product.tags.value]
    for (row, value) in values {
      let field = form.fields.fields[row]
      if field.entry.value == field.initialValue { form.fields.fields[row].entry = .value(value) }
      form.fields.fields[row].initialValue = value
    }
    form.fields.evaluateAndValidateAll()
    return form
  }
}

extension SheetStatus {
  mutating func save() { form = form?.saving }
  mutating func fail(with failure: ProductStoreError) { form = form?.failed(failure) }
}

/// Expected states of the table. They come from the table feature, which has its own tests. The tests of the product
/// list check which actions the table receives.
extension ProductListFeature.State {
  mutating func apply(_ action: EditableTable<Product>.Action) { _ = ProductListFeature.table.reduce(&table, action) }

  func selecting(_ ids: Set<Product.ID>) -> Self {
    var state = self
    state.apply(.view(.selection(.idsReplaced(ids))))
    return state
  }

  var selected: Set<Product.ID> { Set(ProductListFeature.table.view.selectedRows(in: table.view).map(\.id)) }
}

let deskLamp = lamp.named("Desk lamp")
let saveDeskLamp = ProductEditor.Effect.update(deskLamp, expecting: 3)

/// Returns an editor whose sheet contains a changed lamp.
func makeEditorWithChangedLamp() -> TestStore<ProductEditor> {
  let editor = TestStore(ProductEditor(), state: .init())
  editor.send(.rowTapped(lamp)) { $0.sheet = .open(product: lamp) }
  editor.send(.form(.changed("name", to: "Desk lamp"))) { $0.sheet.form?.enterName("Desk lamp") }
  return editor
}

/// Returns a list of a lamp and a chair, whose sheet contains a changed lamp.
func makeListWithChangedLamp() -> TestStore<ProductListFeature> {
  let list = TestStore(ProductListFeature(), state: .init(products: [lamp, chair]))
  list.send(.rowTapped("p1")) { $0.editor.sheet = .open(product: lamp) }
  list.send(.editor(.form(.changed("name", to: "Desk lamp")))) { $0.editor.sheet.form?.enterName("Desk lamp") }
  return list
}

/// The snapshots of this module.
enum ShopSnapshot: String, SnapshotName {
  static let folder = "Shop"

  case addAProduct = "add-a-product.transcript"
  case editAProduct = "edit-a-product.transcript"
  case failedSaveAndRetry = "failed-save-and-retry.transcript"
  case cancelAChangedDraft = "cancel-a-changed-draft.transcript"
  case closeWhileSaving = "close-while-saving.transcript"
  case conflict = "conflict.transcript"
  case lostResponse = "lost-response.transcript"
  case deletedMeanwhile = "deleted-meanwhile.transcript"
  case reloadRacesSave = "reload-races-save.transcript"
  case selectionOverSortAndDelete = "selection-over-sort-and-delete.transcript"
  case deletionUndone = "deletion-undone.transcript"
  case everyActionInTheList = "every-action-in-the-list.txt"
  case everyActionInEveryState = "every-action-in-every-state.txt"
}

@Test func `every snapshot has a name, and every name has a snapshot`() {
  expectSnapshotFilesMatchNames(of: ShopSnapshot.self)
}
