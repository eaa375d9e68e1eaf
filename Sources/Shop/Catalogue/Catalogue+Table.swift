internal import Loop
internal import Tables

// What the editor learns from the store goes into the table, and what the table asks for goes to the store.
extension ProductListFeature {
  /// Reduces an action of the editor, which is handed the one product that the action concerns.
  func reduceEditor(_ action: ProductEditor.Action, _ state: inout State) -> Effects<Effect, Slot> {
    let id = action.productID
    let known = id.flatMap { state[$0] }.map { [$0] } ?? []
    var part = state.editorState(with: known)
    var effects = editor.reduce(&part, action).lift(Effect.editor, Slot.editor)
    (state.list, state.sheet, state.aside) = (part.list, part.sheet, part.aside)
    if case .productsLoaded(let products) = action {
      effects += replaceRows(with: products, &state)
    } else if let id, part.products != known {
      effects += part.products.first.map { upsertRow($0, &state) } ?? removeRow(id, &state)
    }
    return effects
  }

  /// Replaces all rows.
  ///
  /// A deletion that failed is forgotten: the product is there, or is not any more.
  private func replaceRows(with products: [Product], _ state: inout State) -> Effects<Effect, Slot> {
    var effects = forwardToTable(.rowsReplaced(products.sortedByPosition), &state)
    for product in products where state.hasFailedDeletion(of: product.id) { effects += upsertRow(product, &state) }
    return effects
  }

  /// Updates the row of a product, or inserts one in its place in the shopkeeper's order.
  private func upsertRow(_ product: Product, _ state: inout State) -> Effects<Effect, Slot> {
    let isNew = state.table[product.id] == nil
    let next = isNew ? state.table.allRows.first { $0.place > product.place } : nil
    return forwardToTable(.rowPut(product, before: next?.id), &state)
  }

  /// Removes the row of a product that is not stored any more.
  ///
  /// If the product is being deleted or restored, the table continues to wait for the answer.
  private func removeRow(_ id: Product.ID, _ state: inout State) -> Effects<Effect, Slot> {
    let isAwaited = state.table.errands[id]?.isPending == true
    return forwardToTable(isAwaited ? .deleted([id]) : .rowRemoved(id), &state)
  }
}

extension ProductListFeature {
  /// Reduces an action of the table, and reads the list again if an answer leaves in doubt what is stored.
  func reduceTableAction(_ action: TableFeature<Product>.Action, _ state: inout State) -> Effects<Effect, Slot> {
    switch action {
    case .saved(let product): return mergeStoredProduct(product, &state) { .saved($0) }
    case .saveConflicted(let id, let stored?):
      return mergeStoredProduct(stored, &state) { .saveConflicted(id, stored: $0) }
    case .restored(let placed):
      return placed.reduce(into: .none) { effects, placed in
        effects += mergeStoredProduct(placed.row, &state) { .restored([placed.replacingRow(with: $0)]) }
      }
    // What failed may have been carried out, which a reading under way may be too old to show.
    case .deleted, .deleteFailed, .saveConflicted:
      return forwardToTable(action, &state) + reloadList(&state, unless: true)
    // A move gives other products another place, too.
    case .moved, .moveFailed: return forwardToTable(action, &state) + reloadList(&state, unless: false)
    case .reloadTapped: return reduceEditor(.reloadTapped, &state)
    default: return forwardToTable(action, &state)
    }
  }

  /// Puts a product that the store returned into the table before the answer that came with it.
  private func mergeStoredProduct(
    _ product: Product, _ state: inout State, _ answer: (Product) -> TableFeature<Product>.Action
  ) -> Effects<Effect, Slot> {
    let (newest, isCertain) = state.newestVersion(of: product)
    return upsertRow(newest, &state) + forwardToTable(answer(newest), &state) + reloadList(&state, unless: isCertain)
  }

  private func reloadList(_ state: inout State, unless isCertain: Bool) -> Effects<Effect, Slot> {
    isCertain && state.list != .reading ? .none : reduceEditor(.reloadTapped, &state)
  }

  private func forwardToTable(_ action: TableFeature<Product>.Action, _ state: inout State) -> Effects<Effect, Slot> {
    table.reduce(&state.table, action).instructions.reduce(into: .none) { effects, instruction in
      switch instruction {
      case .ask(let effect, _, _, _), .tell(let effect): effects += translateTableEffect(effect, &state)
      case .cancel: break
      }
    }
  }

  /// Each product is written by itself, in the slot in which the sheet saves it.
  private func translateTableEffect(_ effect: TableFeature<Product>.Effect, _ state: inout State) -> Effects<
    Effect, Slot
  > {
    func write(_ effect: Effect, _ id: Product.ID) -> Effects<Effect, Slot> {
      .run(effect, in: .editor(.write(id)), .queue)
    }
    switch effect {
    case .delete(let ids): return ids.reduce(into: .none) { $0 += write(.delete($1), $1) }
    case .restore(let placed): return placed.reduce(into: .none) { $0 += write(.restore($1), $1.row.id) }
    case .save(let product, let stored): return write(.save(product, over: stored?.version), product.id)
    case .move(let move): return .run(.move(move), in: .order, .queue)
    case .noteChange(let id, let column, let value):
      guard let fault = state.table[id]?.validationError(in: column) else { return .none }
      return forwardToTable(.cellRejected(id, column, value, fault), &state)
    // All rows are in the state.
    case .load: return .none
    }
  }
}

extension ProductListFeature.State {
  /// Whether a product could not be deleted, which may have been carried out all the same.
  func hasFailedDeletion(of id: Product.ID) -> Bool {
    if case .notDeleted = table.errands[id] { true } else { false }
  }

  /// The newest known version of a product that the store answered with, and whether the list certainly shows it as it is.
  fileprivate func newestVersion(of product: Product) -> (newest: Product, isCertain: Bool) {
    let known = self[product.id]
    var products = known.map { [$0] } ?? []
    let isCertain = products.upsertUnlessOutdated(product)
    // A row that is here already stays in its place.
    let isInPlace = (known ?? table[product.id]).map { known != nil && $0.place == product.place } ?? true
    return (products.first ?? product, isCertain && isInPlace)
  }
}

extension TableFeature<Product>.PositionedRow {
  /// The same with another row.
  func replacingRow(with product: Product) -> Self {
    var placed = self
    placed.row = product
    return placed
  }
}

extension ProductEditor.Action {
  /// The product that the action concerns, if it concerns one of the list.
  fileprivate var productID: Product.ID? {
    switch self {
    case .rowTapped(let id), .saveFailed(let id, _), .deleted(let id): id
    case .addTapped(let product), .saved(let product): product.id
    case .appeared, .reloadTapped, .form, .productsLoaded, .loadFailed: nil
    }
  }
}
