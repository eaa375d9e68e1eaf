import Analytics
public import Forms
import Loop
import Shop
import Tables
import Values

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The whole back office as one feature: the tabs of products, events and activity.
///
/// Wrap it in `UndoFeature` to undo changes of the products; ``BackOfficeApplication`` does.
public struct BackOffice: Reducer {
  /// The product list.
  public let productList = ProductListFeature()
  let outbox = OutboxFeature()
  let productImport = ProductImport()
  let productExport = ProductExport()

  /// The numbers that the tab of the events shows.
  private let eventNumbers: [EventResource]

  /// Creates the feature.
  public init() { self.init(eventNumbers: EventResource.allCases) }

  /// Creates the feature with a part of the numbers of events.
  package init(eventNumbers: [EventResource]) { self.eventNumbers = eventNumbers }

  static let products = ChildCases<ProductListFeature, Self>(
    action: Action.products, effect: Effect.products, slot: Slot.products)
  static let productImport = ChildCases<ProductImport, Self>(
    action: Action.productImport, effect: Effect.productImport, slot: Slot.productImport)
  static let productExport = ChildCases<ProductExport, Self>(
    action: Action.productExport, effect: Effect.productExport, slot: Slot.productExport)
  static let events = ChildCases<EventListFeature, Self>(
    action: Action.events, effect: Effect.events, slot: Slot.events)
  static let outbox = ChildCases<OutboxFeature, Self>(
    action: Action.outbox, effect: Effect.outbox, slot: Slot.outbox)

  /// A place that the user can go to.
  public enum Tab: String, Hashable, Codable, Sendable, CaseIterable {
    /// The products and their editor.
    case products
    /// The analytics events.
    case events
    /// The work in progress, what failed, and the changes that can be undone.
    case activity
  }

  /// The state of the back office.
  public struct State: Hashable, Codable, Sendable {
    /// The visible tab.
    public package(set) var tab = Tab.products
    /// The products and the sheet that edits one of them.
    public package(set) var products: ProductListFeature.State
    /// The import of products from a file.
    public package(set) var productImport = ProductImport.State()
    /// The export of products to a file.
    public package(set) var productExport = ProductExport.State()
    /// The events that match the filter, and the recorded ones.
    public package(set) var events = EventListFeature.State()
    /// The sheet in which an event is entered, or `nil` if it is closed.
    public package(set) var eventForm: FormFeature.State?
    /// The sheet in which the selected products are changed, or `nil` if it is closed.
    public package(set) var productEdit: FormFeature.State?
    /// The last event that the user recorded with the sheet.
    ///
    /// It is `nil` after the user opens the sheet, changes the filter or goes to another tab.
    public package(set) var recordedEvent: UserEvent?
    /// Users of the events of this source that were shown so far, or `nil` if none was.
    public package(set) var knownUsers: Set<UUID>?
    /// The recorded events that wait to be sent to a server.
    public package(set) var outbox = OutboxFeature.State()
    /// The state of adding sample data.
    public package(set) var sampleData = SampleDataStatus.idle
    /// The settings of the shop.
    public package(set) var settings = OfficeSettings()
    /// The latest changes of the products by all programs, the newest first, or `nil` if they were not loaded.
    public package(set) var recordedChanges: [RecordedChange]?
    /// The reason why the recorded changes could not be loaded last, or `nil`.
    public package(set) var recordFailure: ProductStoreError?
    /// The reason why changes by others are no longer shown, or `nil`.
    public package(set) var watchFailure: String?
    /// The invalid texts in fields of the event filter and of the settings, or `nil` if there are none.
    public package(set) var invalidTexts: [InvalidText]?

    /// Creates a state without loaded products and events.
    public init() { products = ProductListFeature.State() }

    /// The state for a saved session.
    ///
    /// It has no products that ``Action/resumed(eventServer:)`` loads again, no entries of the outbox, which that action
    /// discards, and no reasons of rejected actions.
    package var savedState: Self {
      var state = self
      // The stage stays: the slots of the pending runs must be active.
      state.outbox.entries = []
      if products.listStatus == .loaded { state.products.table = products.table.droppingReloadableRows() }
      // They answer actions of this run of the program.
      state.products.clearRejection()
      state.events.table.rejection = nil
      state.settings = settings.savedSettings
      (state.invalidTexts, state.recordedEvent) = (nil, nil)
      (state.recordedChanges, state.recordFailure, state.watchFailure) = (nil, nil, nil)
      return state
    }
  }

  /// An action of the user, or a response.
  public enum Action: Hashable, Codable, Sendable {
    /// The visible tab appeared. The first time, its contents are loaded. Changes are watched again if that has failed.
    case appeared
    /// The program has begun or restored a session. The events are those of a server, or of the database (`nil`).
    /// Products and events that were loaded are loaded again, and the outbox is closed.
    case resumed(eventServer: String?)
    /// The front end stays open, and watches changes by other programs from now on.
    case changesWatched
    /// Another program has changed the stored products. If they were loaded, they are loaded again.
    case productsChangedElsewhere
    /// Another program has changed the stored events. If they were loaded from the database, they are loaded again.
    case eventsChangedElsewhere
    /// The recorded changes of the products were loaded.
    case recordedChangesLoaded([RecordedChange])
    /// The recorded changes of the products could not be loaded.
    case recordedChangesFailed(ProductStoreError)
    /// Changes by other programs are no longer reported, for this reason if there is one.
    case watchingEnded(reason: String?)
    /// The user went to a tab.
    case tabSelected(Tab)
    /// The user changed a field of the event filter or of the settings. Invalid texts in other fields stay.
    case fieldChanged(String, FieldChange)
    /// An action in the products.
    case products(ProductListFeature.Action)
    /// An action in the import of products.
    case productImport(ProductImport.Action)
    /// An action in the export of products.
    case productExport(ProductExport.Action)
    /// An action in the filter of the events, or a response of their source.
    case events(EventListFeature.Action)
    /// An action in the sheet of a new event.
    case eventForm(EventForm.Action)
    /// An action in the sheet in which the selected products are changed.
    case productEdit(ProductEditForm.Action)
    /// An action in the outbox of recorded events.
    case outbox(OutboxFeature.Action)
    /// An action for sample data.
    case sampleData(SampleDataAction)
    /// An action in the settings.
    case settings(OfficeSettings.Action)
  }

  /// A request to the product store or the event source.
  public enum Effect: Hashable, Codable, Sendable {
    /// A request of the products.
    case products(ProductListFeature.Effect)
    /// A request of the import.
    case productImport(ProductImport.Effect)
    /// A request of the export.
    case productExport(ProductExport.Effect)
    /// A request of the events.
    case events(EventListFeature.Effect)
    /// A request of the outbox.
    case outbox(OutboxFeature.Effect)
    /// Store the sample products: all of them, or none.
    case addSampleProducts
    /// Load a time zone.
    case loadTimeZone(name: String)
    /// Change the settings that all programs of the shop share, or store these if there are none.
    case storeSetting(OfficeSettings.Action, settings: OfficeSettings)
    /// Load the latest recorded changes of the products.
    case loadRecordedChanges(count: Int)
    /// Report changes by other programs.
    case watchChanges
  }

  /// The slots of the effects.
  public enum Slot: Hashable, Codable, Sendable {
    /// A slot of the products.
    case products(ProductListFeature.Slot)
    /// A slot of the import.
    case productImport(ProductImport.Slot)
    /// A slot of the export.
    case productExport(ProductExport.Slot)
    /// A slot of the events.
    case events(EventListFeature.Slot)
    /// A slot of the outbox.
    case outbox(OutboxFeature.Slot)
    /// The slot in which sample products are stored.
    case sampleData
    /// The slot in which a time zone is loaded.
    case timeZone
    /// The slot in which changes of the settings are stored, one after the other.
    case settings
    /// The slot in which recorded changes are loaded.
    case recordedChanges
    /// The slot in which changes by other programs are reported.
    case changes
  }

  /// The largest number of users that are offered for a new event, apart from those of the loaded events.
  private static let knownUserCount = 100

  /// The largest number of recorded changes that the screen shows.
  package static let recordLength = 200

  /// Reduces an action.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    let wasStoring = state.tab == .activity && state.isStoring
    let effects = reduceAction(action, &state)
    return wasStoring && !state.isStoring ? effects + loadRecordedChanges(state) : effects
  }

  /// Returns the effect that loads the recorded changes, if they are visible.
  private func loadRecordedChanges(_ state: State) -> Effects<Self> {
    state.tab != .activity
      ? .none
      : .run(
        .loadRecordedChanges(count: Self.recordLength), in: .recordedChanges, .queueLatest,
        ifLost: .recordedChangesFailed(.offline), afterRestart: .runAgain)
  }

  private func reduceAction(_ action: Action, _ state: inout State) -> Effects<Self> {
    switch action {
    case .appeared:
      let watching = state.watchFailure == nil ? .none : reduceAction(.changesWatched, &state)
      return watching + loadVisibleTab(&state)
    case .resumed(let eventServer): return resume(&state, eventServer: eventServer)
    case .changesWatched:
      state.watchFailure = nil
      return .subscribe(to: .watchChanges, in: .changes, ifEnded: .watchingEnded(reason: nil))
    case .productsChangedElsewhere: return reloadProducts(&state) + loadRecordedChanges(state)
    case .recordedChangesLoaded(let changes):
      (state.recordedChanges, state.recordFailure) = (changes, nil)
      return .none
    case .recordedChangesFailed(let error):
      state.recordFailure = error
      return .none
    case .eventsChangedElsewhere: return state.events.server == nil ? reloadEvents(&state) : .none
    case .watchingEnded(let reason):
      state.watchFailure = reason
      return .none
    case .tabSelected(let tab):
      (state.tab, state.invalidTexts) = (tab, nil)
      // Messages about earlier actions are out of date.
      state.products.clearRejection()
      (state.events.table.rejection, state.recordedEvent) = (nil, nil)
      return loadVisibleTab(&state)
    case .fieldChanged(let field, let change): return reduceFieldChange(change, of: field, &state)
    case .products(let action):
      // Another sheet would hide the product.
      if action.opensSheet, state.isOfficeSheetOpen { return .none }
      // The message about a finished import would be out of date.
      if case .editsMade = action, case .finished = state.productImport { state.productImport = .choosingFile }
      return productList.reduce(&state.products, action).lift(Self.products)
    case .productImport(let action): return reduceImport(action, &state)
    case .productExport(let action):
      return productExport.reduce(&state.productExport, action).lift(Self.productExport)
    case .events(let action):
      if case .filter = action { (state.invalidTexts, state.recordedEvent) = (nil, nil) }
      return reduceEvents(action, &state)
    case .eventForm(let action): return reduceEventForm(action, &state)
    case .productEdit(let action):
      reduceProductEdit(action, &state)
      return .none
    case .outbox(let action): return reduceOutbox(action, &state)
    case .sampleData(let action): return reduceSampleData(action, &state)
    case .settings(let action):
      if !action.isResponse { state.invalidTexts = nil }
      let before = state.settings
      let name = state.settings.apply(action)
      let isSameCalendar =
        state.settings.timeZone == before.timeZone && state.settings.firstWeekday == before.firstWeekday
      return (isSameCalendar ? .none : reduce(&state, .events(.calendarChanged)))
        + (name.map(loadTimeZone) ?? .none) + storeSettings(after: action, before: before, &state)
    }
  }

  /// Returns the effects that store changes of the settings.
  private func storeSettings(
    after action: OfficeSettings.Action, before: OfficeSettings, _ state: inout State
  ) -> Effects<Self> {
    let changes = state.settings.changesToStore(after: action, before: before)
    let settings = state.settings.sharedSettings
    return changes.reduce(into: .none) { effects, change in
      effects += .run(
        .storeSetting(change, settings: settings), in: .settings, .queue,
        ifLost: .settings(.storingFailed(change, reason: "the program ended")), afterRestart: .runAgain)
    }
  }

  private func reduceFieldChange(_ change: FieldChange, of field: String, _ state: inout State) -> Effects<Self> {
    var texts = (state.invalidTexts ?? []).filter { $0.field != field }
    var effects: Effects<Self> = .none
    switch change {
    case .filter(let query): effects = reduceAction(.events(.filter(.presetPicked(query))), &state)
    case .settings(let action): effects = reduceAction(.settings(action), &state)
    case .invalid(let text, let problem): texts.append(InvalidText(field: field, text: text, problem: problem))
    }
    state.invalidTexts = texts.isEmpty ? nil : texts
    return effects
  }

  private func loadTimeZone(named name: String) -> Effects<Self> {
    .run(
      .loadTimeZone(name: name), in: .timeZone, .latest,
      ifLost: .settings(.timeZoneFailed(name: name, reason: "it could not be loaded")), afterRestart: .runAgain)
  }

  private func resume(_ state: inout State, eventServer: String?) -> Effects<Self> {
    // The program opens the outbox again if it has a server.
    let closing = outbox.reduce(&state.outbox, .closed).lift(Self.outbox)
    // A front end that stays open watches changes again.
    return .cancel(.changes) + closing + reloadProducts(&state)
      + (state.events.server == eventServer
        ? reloadEvents(&state) : reduce(&state, .events(.sourceChanged(server: eventServer))))
  }

  private func loadVisibleTab(_ state: inout State) -> Effects<Self> {
    switch state.tab {
    case .products: reduce(&state, .products(.appeared))
    case .events: reduce(&state, .events(.appeared))
    case .activity: loadRecordedChanges(state)
    }
  }

  private func reloadProducts(_ state: inout State) -> Effects<Self> {
    state.products.listStatus == .notLoaded ? .none : productList.loadList(&state.products).lift(Self.products)
  }

  private func reloadEvents(_ state: inout State) -> Effects<Self> {
    state.events.isLoaded ? reduce(&state, .events(.reloadTapped)) : .none
  }

  /// Reduces an action of the events, and tells the outbox when some have been recorded.
  func reduceEvents(_ action: EventListFeature.Action, _ state: inout State) -> Effects<Self> {
    // Reloading the list reloads its numbers and the timeline, too.
    let listAction = action == .table(.reloadTapped) ? .reloadTapped : action
    let effects = eventList(in: state).reduce(&state.events, listAction).lift(Self.events)
    switch action {
    case .table(.windowLoaded):
      let shown = state.events.shownUsers
      let known = shown.union(state.knownUsers ?? [])
      state.knownUsers = known.isEmpty ? nil : known.count > Self.knownUserCount ? shown : known
    case .sourceChanged: state.knownUsers = nil
    default: break
    }
    if case .recorded = action { return effects + reduceOutbox(.recorded, &state) }
    return effects
  }

  /// Reduces an action of the outbox, and loads the events again when some have been sent.
  private func reduceOutbox(_ action: OutboxFeature.Action, _ state: inout State) -> Effects<Self> {
    let wasBusy = state.outbox.isBusy
    let effects = outbox.reduce(&state.outbox, action).lift(Self.outbox)
    let isEnded = wasBusy && !state.outbox.isBusy && state.outbox.hasSentEvents
    return isEnded ? effects + reloadEvents(&state) : effects
  }

  /// Reduces an action of the import, and loads the products again if an import may have stored some.
  private func reduceImport(_ action: ProductImport.Action, _ state: inout State) -> Effects<Self> {
    let wasImporting = state.productImport.isImporting
    let effects = productImport.reduce(&state.productImport, action).lift(Self.productImport)
    let isEnded = wasImporting && !state.productImport.isImporting
    return isEnded ? effects + productList.loadList(&state.products).lift(Self.products) : effects
  }

  /// Returns the event list with the calendar of the settings.
  func eventList(in state: State) -> EventListFeature {
    EventListFeature(
      timeZone: state.settings.timeZone, firstWeekday: state.settings.firstWeekday, numbers: eventNumbers)
  }

  /// Returns a Boolean value that indicates whether a slot of a tab is active.
  public func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .products(let slot): productList.isActive(slot, in: state.products)
    case .productImport(let slot): productImport.isActive(slot, in: state.productImport)
    case .productExport(let slot): productExport.isActive(slot, in: state.productExport)
    case .events(let slot): eventList(in: state).isActive(slot, in: state.events)
    case .outbox(let slot): outbox.isActive(slot, in: state.outbox)
    case .sampleData: state.sampleData == .adding
    case .timeZone: state.settings.isLoadingTimeZone
    case .settings: state.settings.isStoring
    case .recordedChanges: state.tab == .activity
    case .changes: true
    }
  }
}
