internal import Loop
internal import Tables

extension Catalogue {
  /// How far a deletion has come, or its being taken back.
  ///
  /// Only one of the two is ever under way for a product. Who changes their mind meanwhile changes what comes after it.
  public enum Deletion: Hashable, Codable, Sendable {
    /// The answer is awaited.
    case deleting
    /// The product is still there, for this reason.
    case failed(StoreFailure)
    /// The answer is awaited, and then the product shall be restored like this.
    case deletingThenRestoring(Product)
    /// The product is being stored again.
    case restoring(Product)
    /// The product is being stored again, and then it shall be deleted.
    case restoringThenDeleting(Product)
    /// The product could not be stored again, for this reason.
    case notRestored(Product, StoreFailure)
  }

  /// Deletes products, each in the slot in which it is saved too.
  func delete(_ ids: [Product.ID], _ state: inout State) -> Effects<Effect, Slot> {
    var effects = Effects<Effect, Slot>.none
    for id in ids where state.canDelete(id) {
      switch state.deletions[id] {
      case .deletingThenRestoring: state.deletions[id] = .deleting
      case .restoring(let product): state.deletions[id] = .restoringThenDeleting(product)
      case nil, .failed, .notRestored, .deleting, .restoringThenDeleting: effects += ask(.deleting, id, &state)
      }
    }
    return effects
  }

  /// Restores products as they were when they were deleted.
  func restore(_ products: [Product], _ state: inout State) -> Effects<Effect, Slot> {
    var effects = Effects<Effect, Slot>.none
    for product in products where state.canRestore(product.id) {
      switch state.deletions[product.id] {
      case .deleting: state.deletions[product.id] = .deletingThenRestoring(product)
      case .restoringThenDeleting(let product): state.deletions[product.id] = .restoring(product)
      case nil, .failed, .notRestored, .deletingThenRestoring, .restoring:
        effects += ask(.restoring(product), product.id, &state)
      }
    }
    return effects
  }

  func retryRestoring(_ id: Product.ID, _ state: inout State) -> Effects<Effect, Slot> {
    guard case .notRestored(let product, _) = state.deletions[id] else { return .none }
    return ask(.restoring(product), id, &state)
  }

  /// Takes in that a product was deleted, or why not.
  ///
  /// One that could not be deleted may have been: who wants it back restores it all the same, and hears that it is there;
  /// and a reading under way, which may be older than the deed, is asked for again.
  func endDeletion(of id: Product.ID, _ failure: StoreFailure?, _ state: inout State) -> Effects<Effect, Slot> {
    let isDoubtful = failure != nil && state.editor.list == .reading
    let effects = failure == nil ? edit(&state, .deleted(id)) : isDoubtful ? edit(&state, .reloadTapped) : .none
    switch state.deletions[id] {
    case .deletingThenRestoring(let product): return effects + ask(.restoring(product), id, &state)
    case .deleting, .failed: state.deletions[id] = failure.map { .failed($0) }
    case nil, .restoring, .restoringThenDeleting, .notRestored: break
    }
    return effects
  }

  /// Takes in that a product is there again, as it was or as somebody else has made it anew.
  func endRestoring(_ product: Product, _ state: inout State) -> Effects<Effect, Slot> {
    var effects = Effects<Effect, Slot>.none
    switch state.deletions[product.id] {
    case .restoringThenDeleting: effects = ask(.deleting, product.id, &state)
    case .restoring, .notRestored, .failed: state.deletions[product.id] = nil
    case nil, .deleting, .deletingThenRestoring: break
    }
    let isCertain = state.editor.products.put(product)
    return effects + (isCertain && state.editor.list != .reading ? .none : edit(&state, .reloadTapped))
  }

  func failRestoring(_ id: Product.ID, _ failure: StoreFailure, _ state: inout State) -> Effects<Effect, Slot> {
    switch state.deletions[id] {
    // It may be there all the same.
    case .restoringThenDeleting: return ask(.deleting, id, &state)
    case .restoring(let product): state.deletions[id] = .notRestored(product, failure)
    case nil, .deleting, .failed, .deletingThenRestoring, .notRestored: break
    }
    return .none
  }

  private func ask(_ deletion: Deletion, _ id: Product.ID, _ state: inout State) -> Effects<Effect, Slot> {
    state.deletions[id] = deletion
    return .ask(deletion.product.map { .restore($0) } ?? .delete(id), in: .editor(.write(id)), .queue)
  }
}

extension Catalogue.State {
  /// What is selected, in the order that is seen: a set has none.
  var selectedRows: [Product.ID] { rows.map(\.id).filter(selection.ids.contains) }

  /// Whether deleting this product would come to anything.
  func canDelete(_ id: Product.ID) -> Bool {
    switch deletions[id] {
    case .deleting, .restoringThenDeleting: false
    case .deletingThenRestoring, .restoring, .notRestored: true
    case nil, .failed: editor.products.contains { $0.id == id }
    }
  }

  /// Whether restoring this product would come to anything.
  ///
  /// Of one that could not be deleted nobody knows whether it is there.
  func canRestore(_ id: Product.ID) -> Bool {
    switch deletions[id] {
    case .deletingThenRestoring, .restoring: false
    case .deleting, .restoringThenDeleting, .failed, .notRestored: true
    case nil: !editor.products.contains { $0.id == id }
    }
  }

  /// The product as it would have to be restored after its deletion: as a save under way will have left it, and as if it
  /// had never been stored.
  func restorable(_ id: Product.ID) -> Product? {
    let saving = [editor.sheet, editor.aside[id]?.sheet].compactMap(\.self).first { $0.isSaving(id) }
    var product = deletions[id]?.product ?? saving?.draft ?? editor.products.first { $0.id == id }
    product?.version = 0
    return product
  }
}

extension Catalogue.Deletion {
  /// The product that shall be restored, or should have been.
  var product: Product? {
    switch self {
    case .deleting, .failed: nil
    case .deletingThenRestoring(let product), .restoring(let product), .restoringThenDeleting(let product): product
    case .notRestored(let product, _): product
    }
  }

  /// Whether it is old news when the products have been read.
  ///
  /// What is awaited is not, even of a product that is not there: the reading may be older, or the answer late.
  var endsWithReading: Bool {
    switch self {
    case .failed: true
    case .deleting, .deletingThenRestoring, .restoring, .restoringThenDeleting, .notRestored: false
    }
  }
}
