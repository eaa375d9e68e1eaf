import Loop
import LoopTesting
import Shop
import Testing
import Values

let lamp = Product(id: "p1", name: "Lamp", price: Money(cents: 1999), place: 1, version: 3)
let chair = Product(id: "p2", name: "Chair", price: Money(cents: 4900), place: 2, version: 1)
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
  func inserted(place: Int) -> Product {
    var product = self
    product.version = 1
    product.place = place
    return product
  }

  /// As the store would hand it back.
  func stored(place: Int? = nil) -> Product {
    var product = self
    product.version += 1
    product.place = place ?? product.place
    return product
  }
}

let desk = lamp.named("Desk lamp")
let saveDesk = ProductEditor.Effect.update(desk, expecting: 3)

/// An editor over a lamp and a chair.
func anEditor() -> TestStore<ProductEditor> {
  TestStore(ProductEditor(), state: .init(products: [lamp, chair]))
}

/// An editor whose sheet holds a changed lamp.
func anEditorWithAChangedLamp() -> TestStore<ProductEditor> {
  let editor = anEditor()
  editor.send(.rowTapped("p1")) { $0.sheet = .open(product: lamp) }
  editor.send(.form(.nameChanged("Desk lamp"))) { $0.sheet.form?.draft.name = "Desk lamp" }
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
  expectNames(of: ShopSnapshot.self)
}
