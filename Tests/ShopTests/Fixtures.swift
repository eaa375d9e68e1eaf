import Forms
import Loop
import LoopTesting
import Shop
import Tables
import Testing
import Values

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

  /// As the store would hand a new one back.
  func inserted(position place: Int) -> Product {
    var product = self
    product.version = 1
    product.place = place
    return product
  }

  /// As the store would hand it back.
  func stored(position place: Int? = nil) -> Product {
    var product = self
    product.version += 1
    product.place = place ?? product.place
    return product
  }
}

/// What a person does in the rows is foretold by what any form does, which is proven where forms are; what is foretold here
/// is what becomes of it around the rows.
extension ProductForm.State {
  mutating func fill(_ action: FormFeature.Action) { _ = FormFeature().reduce(&fields, action) }

  /// The same with what is different in a draft typed into it.
  func typing(_ draft: Product) -> Self {
    var form = self
    if fields.value("name") != draft.name.value { form.fill(.typed("name", draft.name)) }
    if fields.value("price") != draft.price.value { form.fill(.typed("price", draft.price.description)) }
    if fields.value("tags") != draft.tags.value { form.fill(.chosen("tags", draft.tags.value)) }
    return form
  }

  /// The same while it is saved.
  var saving: Self {
    var form = self
    form.fill(.submitTapped)
    form.notice = nil
    return form
  }

  /// The same after its save failed.
  func failed(_ failure: ProductStoreError) -> Self {
    var form = saving
    form.fill(.submissionFailed(failure.description))
    form.notice = .failed(failure)
    return form
  }

  /// The same over what somebody else has made of the product.
  func rebased(on product: Product) -> Self {
    var form = self
    form.fill(
      .rebased([
        ValueAssignment("name", product.name.value), ValueAssignment("price", product.price.value),
        ValueAssignment("tags", product.tags.value),
      ]))
    return form
  }
}

extension SheetStatus {
  mutating func fill(_ action: FormFeature.Action) { form?.fill(action) }
  mutating func save() { form = form?.saving }
  mutating func fail(with failure: ProductStoreError) { form = form?.failed(failure) }
}

/// What the table does with an action is tested with the table; tests of the catalogue show which of its actions it gets.
extension ProductListFeature.State {
  mutating func apply(_ action: TableFeature<Product>.Action) { _ = ProductListFeature.table.reduce(&table, action) }

  func selecting(_ ids: Set<Product.ID>) -> Self {
    var state = self
    state.apply(.selection(.written(ids)))
    return state
  }

  var selected: Set<Product.ID> { Set(ProductListFeature.table.selectedRows(in: table).map(\.id)) }
}

let desk = lamp.named("Desk lamp")
let saveDesk = ProductEditor.Effect.update(desk, expecting: 3)

/// An editor over a lamp and a chair.
func makeEditor() -> TestStore<ProductEditor> {
  TestStore(ProductEditor(), state: .init(products: [lamp, chair]))
}

/// An editor whose sheet holds a changed lamp.
func makeEditorWithChangedLamp() -> TestStore<ProductEditor> {
  let editor = makeEditor()
  editor.send(.rowTapped("p1")) { $0.sheet = .open(product: lamp) }
  editor.send(.form(.nameChanged("Desk lamp"))) { $0.sheet.fill(.typed("name", "Desk lamp")) }
  return editor
}

/// The snapshots of this target.
enum ShopSnapshot: String, SnapshotName {
  static let folder = "Shop"

  case addAProduct = "add-a-product.transcript"
  case editAProduct = "edit-a-product.transcript"
  case failedSaveAndRetry = "failed-save-and-retry.transcript"
  case cancelAChangedDraft = "cancel-a-changed-draft.transcript"
  case closeWhileSaving = "close-while-saving.transcript"
  case conflict = "conflict.transcript"
  case lostAnswer = "lost-answer.transcript"
  case deletedMeanwhile = "deleted-meanwhile.transcript"
  case reloadRacesSave = "reload-races-save.transcript"
  case selectionOverSortAndDelete = "selection-over-sort-and-delete.transcript"
  case deletionUndone = "deletion-undone.transcript"
  case everyActionInTheList = "every-action-in-the-list.txt"
  case everyActionInEveryState = "every-action-in-every-state.txt"
}

@Test func `each snapshot has its name and each name its snapshot`() {
  expectSnapshotFilesMatchNames(of: ShopSnapshot.self)
}
