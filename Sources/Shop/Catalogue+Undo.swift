public import Loop
internal import Tables

extension Catalogue: Undoable {
  /// What can be undone in the list.
  public enum Change: Hashable, Codable, Sendable {
    /// Something was done in the form of a product.
    case form(ProductForm.Change, of: Product.ID)
    /// The draft of a product was thrown away.
    case discarding(Product.ID)
    /// Something else was selected.
    case selecting
    /// The products were sorted.
    case sorting
    /// Products were deleted.
    case deleting
  }

  /// What takes something back.
  public enum TakingBack: Hashable, Codable, Sendable {
    /// These products were deleted, and shall be there again.
    ///
    /// A product keeps what a person sees of it. Its place is the last, and its versions begin again.
    case deletion([Product])
    /// These products were restored, and shall be deleted again.
    case restoring([Product.ID])
    /// The products were sorted like this.
    case sorting(ProductOrder)
    /// This was in the form of a product. If its sheet is not in sight, nothing happens.
    case typing(ProductForm.Action, of: Product.ID)
    /// The draft in this sheet was thrown away, and shall be in sight again where no other sheet is.
    case discarding(SheetStatus)
    /// The draft of this product was brought back, and shall be thrown away again.
    case showing(Product.ID)
  }

  /// Tells what takes an action back.
  ///
  /// What the store answers is no step, and neither is opening a sheet, which ends what was typed in another.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, Change> {
    switch action {
    case .editor(.form(.discardTapped)): discarding(in: state)
    case .editor(.form(let action)): typing(action, in: state)
    case .editor(.rowTapped), .editor(.addTapped): .pause
    case .selection(let action):
      selecting(in: state).compensation(of: action, in: state.selection).lift(Action.selection) { _ in .selecting }
    case .sortTapped: .actions([.takenBack(.sorting(state.order))], of: .sorting)
    case .deleteTapped: deleting(state.selectedRows, in: state)
    case .takenBack(let change): compensation(of: change, in: state)
    case .editor, .deleted, .deleteFailed, .restoreTapped, .restored, .restoreFailed: .nothing
    }
  }

  func takeBack(_ change: TakingBack, _ state: inout State) -> Effects<Effect, Slot> {
    switch change {
    case .deletion(let products): return restore(products, &state)
    case .restoring(let ids): return delete(ids, &state)
    case .sorting(let order): state.order = order
    case .typing(let action, let id):
      if state.editor.sheet.isOpen(on: id) { return edit(&state, .form(action)) }
    case .discarding(let sheet): if state.canShow(sheet) { state.editor.sheet = sheet }
    case .showing(let id): if state.canHide(id) { state.editor.sheet = .closed }
    }
    return .none
  }

  private func compensation(of change: TakingBack, in state: State) -> Compensation<Action, Change> {
    switch change {
    case .deletion(let products):
      let ids = products.map(\.id).filter(state.canRestore)
      return ids.isEmpty ? .nothing : .actions([.takenBack(.restoring(ids))], of: .deleting)
    case .restoring(let ids): return deleting(ids, in: state)
    case .sorting(let order):
      return order == state.order ? .nothing : .actions([.takenBack(.sorting(state.order))], of: .sorting)
    case .typing(let action, let id): return state.editor.sheet.isOpen(on: id) ? typing(action, in: state) : .nothing
    case .discarding(let sheet):
      guard let id = sheet.productID, state.editor.aside[id] == nil else { return .nothing }
      return state.canShow(sheet) ? .actions([.takenBack(.showing(id))], of: .discarding(id)) : .notNow
    case .showing(let id):
      guard state.editor.sheet.isOpen(on: id) else { return .nothing }
      let again = Action.takenBack(.discarding(state.editor.sheet))
      return state.canHide(id) ? .actions([again], of: .discarding(id)) : .notNow
    }
  }

  private func deleting(_ ids: [Product.ID], in state: State) -> Compensation<Action, Change> {
    let products = ids.filter(state.canDelete).compactMap(state.restorable).inOrder
    return products.isEmpty ? .nothing : .actions([.takenBack(.deletion(products))], of: .deleting)
  }

  private func typing(_ action: ProductForm.Action, in state: State) -> Compensation<Action, Change> {
    guard case .open(let product, _, let form) = state.editor.sheet else { return .nothing }
    return ProductForm(editing: product).compensation(of: action, in: form)
      .lift({ .takenBack(.typing($0, of: product.id)) }, { .form($0, of: product.id) })
  }

  /// What is thrown away can be looked at again, without the question whether to throw it away.
  private func discarding(in state: State) -> Compensation<Action, Change> {
    guard case .open(let product, _, var form) = state.editor.sheet, form.isAsking else { return .nothing }
    var sheet = state.editor.sheet
    form.endQuestion()
    sheet.form = form
    return .actions([.takenBack(.discarding(sheet))], of: .discarding(product.id))
  }
}

extension Catalogue.State {
  /// Whether a sheet that was thrown away can come back: instead of none, and not beside a later one of its product.
  fileprivate func canShow(_ sheet: SheetStatus) -> Bool {
    guard let id = sheet.productID else { return false }
    return editor.sheet == .closed && editor.aside[id] == nil
  }

  /// Whether the sheet of this product can be thrown away.
  fileprivate func canHide(_ id: Product.ID) -> Bool {
    editor.sheet.isOpen(on: id) && editor.sheet.form?.isOpenToChanges == true
  }
}
