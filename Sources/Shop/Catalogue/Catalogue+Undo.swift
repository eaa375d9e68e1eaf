public import Loop
public import Tables

extension ProductListFeature: Undoable {
  /// What can be undone in the list.
  public enum Change: Hashable, Codable, Sendable {
    /// A change in the form of a product.
    case form(ProductForm.Change, of: Product.ID)
    /// The draft of a product was discarded.
    case discarding(Product.ID)
    /// The selection was changed.
    case selecting
    /// The products were sorted.
    case sorting
    /// A change of the data in the table.
    case table(TableFeature<Product>.Change)
  }

  /// An undo of something that was done in a sheet.
  public enum UndoOperation: Hashable, Codable, Sendable {
    /// Undoes an edit of the form of a product. If its sheet is not in sight, nothing happens.
    case typing(ProductForm.Action, of: Product.ID)
    /// Shows a sheet again whose draft was discarded, if no other sheet is open.
    case discarding(SheetStatus)
    /// Discards the draft of a product again.
    case showing(Product.ID)
  }

  /// Returns the inverse of an action.
  ///
  /// Neither an answer of the store nor opening a sheet is a step; the latter ends what was typed in another.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, Change> {
    switch action {
    case .editor(.form(.discardTapped)): discardCompensation(in: state)
    case .editor(.form(let action)): formCompensation(of: action, in: state)
    case .editor(.rowTapped), .editor(.addTapped): .pause
    case .editor: .nothing
    case .table(let action): tableCompensation(of: action, in: state)
    case .takenBack(let change): compensation(of: change, in: state)
    }
  }

  func applyUndo(_ change: UndoOperation, _ state: inout State) -> Effects<Effect, Slot> {
    switch change {
    case .typing(let action, let id):
      if state.sheet.isOpen(for: id) { return reduceEditor(.form(action), &state) }
    case .discarding(let sheet): if state.canReopen(sheet) { state.sheet = sheet }
    case .showing(let id): if state.canDiscardSheet(of: id) { state.sheet = .closed }
    }
    return .none
  }

  private func compensation(of change: UndoOperation, in state: State) -> Compensation<Action, Change> {
    switch change {
    case .typing(let action, let id):
      return state.sheet.isOpen(for: id) ? formCompensation(of: action, in: state) : .nothing
    case .discarding(let sheet):
      guard let id = sheet.productID, state.aside[id] == nil else { return .nothing }
      return state.canReopen(sheet) ? .actions([.takenBack(.showing(id))], of: .discarding(id)) : .notNow
    case .showing(let id):
      guard state.sheet.isOpen(for: id) else { return .nothing }
      let again = Action.takenBack(.discarding(state.sheet))
      return state.canDiscardSheet(of: id) ? .actions([again], of: .discarding(id)) : .notNow
    }
  }

  private func formCompensation(of action: ProductForm.Action, in state: State) -> Compensation<Action, Change> {
    guard case .open(let product, _, let form) = state.sheet else { return .nothing }
    return ProductForm(editing: product).compensation(of: action, in: form)
      .lift({ .takenBack(.typing($0, of: product.id)) }, { .form($0, of: product.id) })
  }

  /// A discarded draft comes back without the question whether to discard it.
  private func discardCompensation(in state: State) -> Compensation<Action, Change> {
    guard case .open(let product, _, var form) = state.sheet, form.isConfirmingDiscard else { return .nothing }
    var sheet = state.sheet
    form.endDiscardConfirmation()
    sheet.form = form
    return .actions([.takenBack(.discarding(sheet))], of: .discarding(product.id))
  }
}

extension ProductListFeature {
  /// Returns the inverse of an action of the table: that of the table, and that of selecting and sorting.
  private func tableCompensation(of action: TableFeature<Product>.Action, in state: State) -> Compensation<
    Action, Change
  > {
    // Whether a product whose deletion failed has to be restored is known when the list has been read again.
    if case .takenBack(.deletion(let placed)) = action,
      placed.contains(where: { state.hasFailedDeletion(of: $0.row.id) })
    {
      return .notNow
    }
    switch table.compensation(of: action, in: state.table) {
    case .nothing: return selectionOrSortCompensation(of: action, in: state)
    case let compensation: return compensation.lift({ .table(state.preparedForRestoring($0)) }, Change.table)
    }
  }

  private func selectionOrSortCompensation(of action: TableFeature<Product>.Action, in state: State) -> Compensation<
    Action, Change
  > {
    switch action {
    case .selection, .keyPressed, .titlePressed, .sortSet: break
    default: return .nothing
    }
    var after = state.table
    _ = table.reduce(&after, action)
    if after.selection != state.table.selection {
      return .actions([.table(.selection(.restored(state.table.selection)))], of: .selecting)
    }
    if after.query.sort != state.table.query.sort {
      return .actions([.table(.sortSet(state.table.query.sort))], of: .sorting)
    }
    return .nothing
  }
}

extension ProductListFeature.State {
  /// Whether a discarded sheet can come back: only if no sheet is open, and no later one of its product is set aside.
  fileprivate func canReopen(_ sheet: SheetStatus) -> Bool {
    guard let id = sheet.productID else { return false }
    return self.sheet == .closed && aside[id] == nil
  }

  /// Whether the sheet of this product can be discarded.
  fileprivate func canDiscardSheet(of id: Product.ID) -> Bool {
    sheet.isOpen(for: id) && sheet.form?.isEditable == true
  }

  /// The same action with deleted products as the store takes them again: in the last place, as new products, and as a
  /// save under way will have left them.
  fileprivate func preparedForRestoring(_ action: TableFeature<Product>.Action) -> TableFeature<Product>.Action {
    guard case .takenBack(.deletion(let placed)) = action else { return action }
    return .takenBack(
      .deletion(
        placed.map { placed in
          let id = placed.row.id
          let saving = [sheet, aside[id]?.sheet].compactMap(\.self).first { $0.isSaving(id) }
          var product = saving?.draft ?? placed.row
          product.version = 0
          var restorable = placed.replacingRow(with: product)
          (restorable.place, restorable.next) = (.end, nil)
          return restorable
        }))
  }
}
