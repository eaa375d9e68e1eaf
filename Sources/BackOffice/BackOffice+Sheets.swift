import Analytics
import Forms
import Loop
import Shop

extension BackOffice {
  /// Reduces an action of the sheet of an event, which is recorded and forgotten as soon as it is valid.
  func reduceEventForm(_ action: EventForm.Action, _ state: inout State) -> Effects<Self> {
    switch action {
    case .opened(let newUser):
      state.recordedEvent = nil
      if !state.isSheetOpen {
        state.eventForm = EventForm.state(choosingFrom: state.knownUsers ?? [], newUser: newUser)
      }
    case .closed: state.eventForm = nil
    case .fields(let action):
      guard var form = state.eventForm else { return .none }
      EventForm.change(&form, action)
      state.eventForm = form
    case .recordTapped(let id, let now):
      guard var form = state.eventForm else { return .none }
      let event = EventForm.submit(&form, now: now, in: state.settings.timeZone)
      (state.eventForm, state.recordedEvent) = (event == nil ? form : nil, event)
      if let event { state.knownUsers = (state.knownUsers ?? []).union([event.userID]) }
      return event.map { reduceEvents(.recordTapped([$0], id: id), &state) } ?? .none
    }
    return .none
  }

  /// Reduces an action of the sheet in which the selected products are changed.
  func reduceProductEdit(_ action: ProductEditForm.Action, _ state: inout State) {
    switch action {
    case .opened:
      if !state.isSheetOpen { state.productEdit = ProductEditForm.emptyState }
    case .closed: state.productEdit = nil
    case .submitted:
      // If the list has refused the changes, the sheet stays open, so that the user can correct them.
      if state.products.isStoringEdits { state.productEdit = nil }
    case .fields(let action):
      guard var fields = state.productEdit else { return }
      ProductEditForm.change(&fields, action)
      state.productEdit = fields
    }
  }
}

extension BackOffice.State {
  /// Whether an event is entered, or products are changed, in a sheet.
  var isOfficeSheetOpen: Bool { eventForm != nil || productEdit != nil }

  /// Whether any sheet is open.
  var isSheetOpen: Bool { isOfficeSheetOpen || products.editor.sheet.isOpen }
}

extension ProductListFeature.Action {
  /// Whether the action opens the sheet of a product.
  var opensSheet: Bool {
    switch self {
    case .rowTapped, .editor(.addTapped), .editor(.rowTapped): true
    default: false
    }
  }
}
