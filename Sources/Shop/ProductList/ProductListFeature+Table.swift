import Loop
import Tables

// Connects the editor and the table: products that the editor receives become rows, and the table's effects become
// requests to the product store.
extension ProductListFeature {
  /// Reduces an action of the editor, and updates the rows of the products about which it reports.
  func reduceEditor(_ action: ProductEditor.Action, _ state: inout State) -> Effects<Self> {
    editor.reduce(&state.editor, action).flatMap { instruction in
      switch instruction.effect {
      case .reportStored(let product, let author): return mergeStoredProduct(product, by: author, &state) { _ in nil }
      case .reportRemoved(let id):
        return (state[id] == nil ? .none : removeRow(id, &state)) + reloadList(&state, unless: true)
      case .insert, .update, nil: return Effects([instruction.lift(Self.editor)])
      }
    }
  }

  /// Loads the list, without an action of the user.
  package func loadList(_ state: inout State) -> Effects<Self> {
    state.listStatus = .loading
    return .run(.loadProducts, in: .list, .latest, ifLost: .loadFailed(.offline), afterRestart: .runAgain)
  }

  /// Replaces all rows.
  ///
  /// A failed deletion is cleared, because the loaded list shows whether the product still exists.
  func replaceRows(with products: [Product], _ state: inout State) -> Effects<Self> {
    var effects = forwardToTable(.view(.rowsReplaced(products.sortedByPosition)), &state)
    for product in products where state.hasFailedDeletion(of: product.id) {
      effects += upsertRow(product, by: .anotherUser, &state)
    }
    return effects
  }

  /// Updates the row of a product, or inserts one at the product's position.
  func upsertRow(_ product: Product, by author: ChangeAuthor, _ state: inout State) -> Effects<Self> {
    let isNew = state.table[product.id] == nil
    let next = isNew ? state.table.view.allRows.first { $0.position > product.position } : nil
    return switch author {
    case .user: forwardToTable(.rowStored(product, before: next?.id), &state)
    case .anotherUser: forwardToTable(.view(.rowUpserted(product, before: next?.id)), &state)
    }
  }

  /// Removes the row of a product that is no longer stored.
  ///
  /// If a deletion or restoration of the product is pending, the table keeps waiting for the response.
  private func removeRow(_ id: Product.ID, _ state: inout State) -> Effects<Self> {
    let isAwaited = state.table.deletions[id]?.isPending == true
    return forwardToTable(isAwaited ? .deleteCompleted([id]) : .view(.rowRemoved(id)), &state)
  }
}

extension ProductListFeature {
  /// Reduces an action of the table, and reloads the list if a response does not determine the stored products.
  func reduceTableAction(_ action: EditableTable<Product>.Action, _ state: inout State) -> Effects<Self> {
    if action.endsWrite { state.writeProgress = nil }
    switch action {
    case .saveCompleted(let product): return mergeStoredProduct(product, &state) { .saveCompleted($0) }
    case .saveConflicted(let id, let stored?):
      return mergeStoredProduct(stored, &state) { .saveConflicted(id, stored: $0) }
    case .restoreCompleted(let placed): return insertRestoredProducts(placed, &state)
    // A failed request may still have been executed, and a load in progress may be too old to show the result.
    case .deleteCompleted, .deleteFailed, .saveConflicted:
      return forwardToTable(action, &state) + reloadList(&state, unless: true)
    // A move also changes the positions of other products.
    case .moveCompleted, .moveFailed: return forwardToTable(action, &state) + reloadList(&state, unless: false)
    case .view(.reloadTapped): return loadList(&state)
    default: return forwardToTable(action, &state)
    }
  }

  /// Updates the row of a product that the store returned, and then reduces the table's response action if there is one.
  private func mergeStoredProduct(
    _ product: Product, by author: ChangeAuthor = .anotherUser, _ state: inout State,
    _ responseAction: (Product) -> EditableTable<Product>.Action?
  ) -> Effects<Self> {
    let (newest, isCertain) = state.newestVersion(of: product)
    return upsertRow(newest, by: author, &state)
      + (responseAction(newest).map { forwardToTable($0, &state) } ?? .none)
      + reloadList(&state, unless: isCertain)
  }

  /// Inserts the rows of restored products at the positions that the store has given them.
  private func insertRestoredProducts(
    _ placed: [EditableTable<Product>.PositionedRow], _ state: inout State
  ) -> Effects<Self> {
    var laterRows = state.table.view.allRows[...]
    var areCertain = true
    var restored: [EditableTable<Product>.PositionedRow] = []
    for placed in placed.sorted(by: { $0.row.position < $1.row.position }) {
      let (newest, isCertain) = state.newestVersion(of: placed.row)
      // Other writes of the list wait for this one, so that none of them has deleted a restored product since.
      areCertain = areCertain && (isCertain || state[newest.id] == nil)
      var placed = placed.replacingRow(with: newest)
      laterRows = laterRows.drop { $0.position < newest.position || $0.id == newest.id }
      placed.position = laterRows.first.map { .before($0.id) } ?? .end
      // The store has moved the row that had the position, and perhaps those after it.
      if laterRows.first?.position == newest.position { areCertain = false }
      restored.append(placed)
    }
    // Products with the same next row follow each other.
    for (index, next) in zip(restored.indices, restored.dropFirst()) where restored[index].position == next.position {
      restored[index].position = .before(next.row.id)
    }
    return forwardToTable(.restoreCompleted(restored), &state) + reloadList(&state, unless: areCertain)
  }

  private func reloadList(_ state: inout State, unless isCertain: Bool) -> Effects<Self> {
    isCertain && state.listStatus != .loading ? .none : loadList(&state)
  }

  private func forwardToTable(_ action: EditableTable<Product>.Action, _ state: inout State) -> Effects<Self> {
    table.reduce(&state.table, action).flatMap { instruction in
      switch instruction {
      case .run(let request):
        let write: Effect
        switch request.effect {
        case .delete(let ids): write = .delete(ids)
        case .restore(let placed): write = .restore(placed)
        case .save(let product, let stored): write = .save(product, over: stored?.version)
        case .move(let moves): write = .move(moves)
        // The state holds all rows, so the table never has to load any. It only reports changes of cells.
        case .view(.load), .reportCellChange: return .none
        }
        return .run(request.lift(to: write, in: .writes) { _ in write.failureAction(.offline) })
      case .fireAndForget(.reportCellChange(let id, let column, let value), _):
        guard let reason = state.table[id]?.validationError(in: column) else { return .none }
        return forwardToTable(.cellRejected(id, column, value, reason), &state)
      // With its change policy, the table requests writes as runs. It cancels only the loading of its view.
      case .fireAndForget(.view, _), .fireAndForget(.delete, _), .fireAndForget(.restore, _), .fireAndForget(.save, _),
        .fireAndForget(.move, _), .cancel:
        return .none
      }
    }
  }
}

extension ProductListFeature.State {
  /// Returns whether a deletion of the product failed.
  ///
  /// The store may still have executed it.
  func hasFailedDeletion(of id: Product.ID) -> Bool {
    if case .deleteFailed = table.deletions[id] { true } else { false }
  }

  /// Returns the newest known version of a product that the store returned, and whether the list certainly shows it
  /// correctly.
  ///
  /// That is uncertain in two cases. If the product is unknown but was stored before, it may have been deleted since. An
  /// existing row keeps its place in the list, so a new position needs a reload.
  func newestVersion(of product: Product) -> (newest: Product, isCertain: Bool) {
    guard let known = self[product.id] else { return (product, product.version <= 1 && table[product.id] == nil) }
    return known.version > product.version ? (known, true) : (product, known.position == product.position)
  }
}

extension EditableTable<Product>.Action {
  /// A Boolean value that indicates whether the action is the response to a change of many products.
  fileprivate var endsWrite: Bool {
    switch self {
    case .deleteCompleted, .deleteFailed, .restoreCompleted, .restoreFailed, .moveCompleted, .moveFailed: true
    default: false
    }
  }
}

extension EditableTable<Product>.PositionedRow {
  /// Returns the position with another row.
  func replacingRow(with product: Product) -> Self {
    var placed = self
    placed.row = product
    return placed
  }
}
