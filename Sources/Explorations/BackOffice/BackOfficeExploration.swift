import Analytics
import BackOffice
import Forms
import Loop
import LoopExplorer
import MemoryHandlers
import Shop
import Tables
import Values

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The shop and its events, as the environment of the back office.
public struct OfficeEnvironment: Hashable, Codable, Sendable {
  /// The stored products.
  public var products: ProductDatabase
  /// The recorded events.
  public var events: EventDatabase
  /// The file that products are imported from.
  public var file: String

  fileprivate func replacing<Part>(_ part: WritableKeyPath<Self, Part>, by value: Part) -> Self {
    var environment = self
    environment[keyPath: part] = value
    return environment
  }
}

/// The whole back office with undo, in a shop that another user changes too.
public struct BackOfficeExploration: Exploration {
  /// The explored feature.
  public let feature: UndoFeature<BackOffice>
  let productList: ProductListExploration
  let eventList: EventListExploration
  private let productImport = ProductImportExploration()
  private let space: Space

  /// What the user does.
  private enum Space: Equatable { case everything, tabs, changesByOthers }

  private var isReduced: Bool { space != .everything }

  /// Creates an exploration of everything that a user can do.
  public init() {
    feature = UndoFeature(BackOffice())
    productList = ProductListExploration()
    eventList = EventListExploration(maxEventCount: 6)
    space = .everything
  }

  private init(_ space: Space, undoLimit: Int, isShared: Bool) {
    // The numbers do not depend on each other.
    feature = UndoFeature(BackOffice(eventNumbers: [.eventCount]), limit: undoLimit)
    productList = ProductListExploration(
      database: .oneProduct, isShared: isShared, recreatesDeleted: false, repricesAgain: false)
    eventList = EventListExploration(parts: [.eventCount], maxEventCount: 3)
    self.space = space
  }

  /// Returns a space small enough to explore completely: going to both tabs, a filter, and the edit of a cell.
  public static func reducedExploration() -> BackOfficeExploration {
    BackOfficeExploration(.tabs, undoLimit: 1, isShared: false)
  }

  /// Returns a space in which another program changes the products while they are shown.
  public static func changesExploration() -> BackOfficeExploration {
    BackOfficeExploration(.changesByOthers, undoLimit: 0, isShared: true)
  }

  /// The initial state: nothing is loaded.
  public var start: (state: UndoFeature<BackOffice>.State, environment: OfficeEnvironment) {
    (
      UndoFeature.State(BackOffice.State()),
      OfficeEnvironment(
        products: productList.start.environment, events: eventList.start.environment,
        file: productImport.start.environment.file)
    )
  }

  /// All actions of the user, also those that have no effect in this state.
  public func actions(in state: UndoFeature<BackOffice>.State) -> [UndoFeature<BackOffice>.Action] {
    let visible = isReduced ? [.products, .events] : BackOffice.Tab.allCases
    let tabs = visible.map { BackOffice.Action.tabSelected($0) }
    switch space {
    case .everything: return (tabs + allActions(in: state.feature)).map { .feature($0) } + [.undo, .redo]
    case .tabs: return (tabs + Self.reducedActions).map { .feature($0) } + [.undo, .redo]
    case .changesByOthers: return [.appeared, .changesWatched].map { .feature($0) }
    }
  }

  private static let reducedActions: [BackOffice.Action] = [
    .events(.filter(.flag(.isOnChanged(true)))), .products(.table(.cellValueSet("p1", "name", "Mug"))),
  ]

  private func allActions(in state: BackOffice.State) -> [BackOffice.Action] {
    let products = productList.actions(in: UndoFeature.State(state.products)).compactMap { action in
      if case .feature(let action) = action { BackOffice.Action.products(action) } else { nil }
    }
    let rows = EventTable.feature.visibleRows(of: state.events.table).prefix(2).map(\.id)
    let ofEvents: [TableFeature<EventTable.Row>.Action] =
      rows.flatMap { [.selection(.rowToggled($0)), .selection(.rowClicked($0))] }
      + [.selection(.allSelected), .headerClicked("timestamp"), .headerClicked("action"), .searchTextChanged("st")]
      + [.searchTextChanged(""), .groupingChanged(to: "action"), .groupingChanged(to: nil)]
    let files =
      productImport.actions(in: state.productImport).map { BackOffice.Action.productImport($0) }
      + [.exportTapped(ExportOrder(path: "out.csv")), .overwriteTapped, .retryTapped, .cancelTapped]
      .map { .productExport($0) }
    let actions =
      products + files + eventList.actions(in: state.events).map { .events($0) } + ofEvents.map { .events(.table($0)) }
    // The list of events explores what recording does.
    let eventForm: [EventForm.Action] = [
      .opened(newUser: UUID(number: 9)), .fields(.chosen("user", "other")), .fields(.typed("otherUser", "nobody")),
      .closed,
    ]
    // The sheet hides everything else, so that it is opened only for what it is made for.
    let productEdit: [ProductEditForm.Action] =
      state.productEdit == nil && state.products.table.view.selection.ids.isEmpty
      ? [] : [.opened, .fields(.typed("price", "+1")), .fields(.typed("add_tag", "sale")), .closed]
    // Only the visible tab appears.
    return [.appeared, .changesWatched]
      + [EventGrouping.week, .flag, .day].map { .events(.groupingSelected($0)) }
      + [.settings(.firstWeekdayPicked(.sunday)), .settings(.timeZonePicked(name: "Europe/Berlin"))]
      + [.settings(.timeZonePicked(name: "UTC"))]
      + eventForm.map { .eventForm($0) } + productEdit.map { .productEdit($0) }
      + actions.filter { $0 != .events(.appeared) && $0 != .products(.appeared) }
  }

  /// The outcomes of an effect, which are those of its tab.
  public func outcomes(
    of effect: BackOffice.Effect, in environment: OfficeEnvironment
  ) -> [Outcome<UndoFeature<BackOffice>.Action, OfficeEnvironment>] {
    switch effect {
    case .products(let effect):
      productList.outcomes(of: effect, in: environment.products).map { outcome in
        outcome.lift { response in
          switch response {
          case .feature(let action): .feature(.products(action))
          case .undo, .redo, .travelled, .groupOpened, .groupClosed:
            preconditionFailure("a response is an action of the list")
          }
        } in: {
          environment.replacing(\.products, by: $0)
        }
      }
    case .events(let effect):
      eventList.outcomes(of: effect, in: environment.events).map { outcome in
        outcome.lift {
          .feature(.events($0))
        } in: {
          environment.replacing(\.events, by: $0)
        }
      }
    case .outbox:
      // Without a server, the outbox is never opened.
      [Outcome("closed", .feature(.outbox(.closed)), in: environment)]
    case .productImport(let effect):
      productImport.outcomes(
        of: effect, in: ImportEnvironment(products: environment.products, file: environment.file)
      ).map { outcome in
        outcome.lift {
          .feature(.productImport($0))
        } in: {
          environment.replacing(\.products, by: $0.products)
        }
      }
    case .productExport(.write(let order, let isOverwriting)):
      exportResults(order, isOverwriting).map { name, action in
        Outcome(name, .feature(.productExport(action)), in: environment)
      }
    case .addSampleProducts:
      // The command is never available, because the environments have products.
      [Outcome("failed", .feature(.sampleData(.failed(.failed("no space left")))), in: environment)]
    case .loadTimeZone(let name):
      [
        Outcome(
          "loaded", .feature(.settings(.timeZoneLoaded(name: name, TimeZoneRules(offset: 3600)))), in: environment),
        Outcome("failed", .feature(.settings(.timeZoneFailed(name: name, reason: "no such zone"))), in: environment),
      ]
    case .storeSetting(let change, let settings):
      // No other program changes them.
      [
        Outcome("stored", .feature(.settings(.stored(settings))), in: environment),
        Outcome("failed", .feature(.settings(.storingFailed(change, reason: "no space left"))), in: environment),
      ]
    // The environment does not record who changed the products.
    case .loadRecordedChanges: [Outcome("loaded", .feature(.recordedChangesLoaded([])), in: environment)]
    case .watchChanges: []
    }
  }

  private func exportResults(
    _ order: ExportOrder, _ isOverwriting: Bool
  ) -> [(name: String, action: ProductExport.Action)] {
    let failure = ProductExport.Action.exportFailed(.file(FileStoreError(order.path, .failed("no space left"))))
    let exists = ProductExport.Action.exportFailed(.file(FileStoreError(order.path, .alreadyExists)))
    return [("written", .exported(ExportResult(productCount: 1))), ("failed", failure)]
      + (isOverwriting ? [] : [("exists", exists)])
  }

  /// Loading is read-only.
  public func isReadOnly(_ effect: BackOffice.Effect) -> Bool {
    switch effect {
    case .products(let effect): productList.isReadOnly(effect)
    case .events(let effect): eventList.isReadOnly(effect)
    case .productImport(let effect): productImport.isReadOnly(effect)
    case .productExport: false
    case .outbox, .addSampleProducts, .storeSetting: false
    case .loadTimeZone, .loadRecordedChanges, .watchChanges: true
    }
  }

  /// What happens to the products and to the events.
  public func environmentEvents(in environment: OfficeEnvironment) -> [EnvironmentEvent<OfficeEnvironment>] {
    productList.environmentEvents(in: environment.products).map { event in
      event.lift { environment.replacing(\.products, by: $0) }
    }
      + eventList.environmentEvents(in: environment.events).map { event in
        event.lift { environment.replacing(\.events, by: $0) }
      }
  }

  /// A new subscription reports products and events.
  ///
  /// After an event, it reports the data that the event changed.
  public func responses(
    to subscription: BackOffice.Effect, after event: EnvironmentEvent<OfficeEnvironment>?,
    in environment: OfficeEnvironment
  ) -> [UndoFeature<BackOffice>.Action] {
    let products =
      event?.environment.products == environment.products ? [] : [BackOffice.Action.productsChangedElsewhere]
    let events = event?.environment.events == environment.events ? [] : [BackOffice.Action.eventsChangedElsewhere]
    // The space of the changes has no events.
    return (products + (space == .changesByOthers ? [] : events)).map { .feature($0) }
  }

  /// A Boolean value that indicates whether a tab is busy.
  public func isBusy(_ state: UndoFeature<BackOffice>.State) -> Bool {
    productList.isBusy(UndoFeature.State(state.feature.products)) || eventList.isBusy(state.feature.events)
      || productImport.isBusy(state.feature.productImport) || state.feature.settings.isLoadingTimeZone
      || state.feature.settings.isStoring
      || state.feature.productExport.isWriting || state.feature.outbox.isBusy
  }

  /// Clears the reasons why the last actions of the tables were rejected.
  public func clearReports(in state: inout UndoFeature<BackOffice>.State) {
    state.feature.products.clearRejection()
    state.feature.recordedEvent = nil
    eventList.clearReports(in: &state.feature.events)
  }

  /// The visible tab and the kind of its state.
  public func kind(of state: UndoFeature<BackOffice>.State) -> String {
    switch state.feature.tab {
    case .products: "products \(productList.kind(of: UndoFeature.State(state.feature.products)))"
    case .events: "events \(eventList.kind(of: state.feature.events))"
    case .activity: "activity"
    }
  }

  /// The scope of the reduced space; empty if the exploration offers every action.
  public var scope: StateSpaceDescription {
    switch space {
    case .everything: StateSpaceDescription()
    case .tabs:
      StateSpaceDescription(
        includes: [
          "one product and three events", "both tabs", "the list and eventCount", "switching the flag filter on",
          "editing a cell", "undoing and redoing the last step",
        ],
        excludes: ["other users", "everything else that can be done in the tabs"])
    case .changesByOthers:
      StateSpaceDescription(
        includes: [
          "one product", "loading the products", "watching changes",
          "another user who reprices once and deletes the product",
        ],
        excludes: ["events", "everything else that can be done with products"])
    }
  }

  /// The Swift expression that creates this exploration in the source code of a test.
  public var sourceExpression: String {
    switch space {
    case .everything: "BackOfficeExploration()"
    case .tabs: "BackOfficeExploration.reducedExploration()"
    case .changesByOthers: "BackOfficeExploration.changesExploration()"
    }
  }

  /// Adds the laws of the back office.
  public func addLaws(to explorer: inout Explorer<BackOfficeExploration>) {
    explorer.always("law 6: every displayed result matches the current filter") {
      eventList.displayedResultsMatchFilter($0.state.feature.events, in: $0.environment.events)
    }
    explorer.everyStep("undoing and redoing never leaves the tab") { before, step, after in
      switch step {
      case .user(.undo), .user(.redo): before.state.feature.tab == after.state.feature.tab
      case .user, .execute, .deliver, .executeFireAndForget, .executeLate, .occur: true
      }
    }
    explorer.always("law 6: while changes are watched and nothing is pending, what was loaded is what is stored") {
      if !$0.isIdle || $0.loopState.pending.running(in: .changes) == nil { return true }
      let (products, events) = ($0.state.feature.products, $0.state.feature.events)
      return (products.listStatus != .loaded || products.products == $0.environment.products.products)
        && (events.eventCount.status != .loaded
          || events.eventCount.value == $0.environment.events.eventCount(events.filter.query))
    }
    explorer.addUndoLaw(of: feature) { state in
      (state.history.undoSteps + state.history.redoSteps).contains { $0.actions.count > 1 }
    }
    explorer.canAlwaysReach("law 7: nothing pending") { $0.isIdle }
  }
}

extension ProductExport.State {
  fileprivate var isWriting: Bool { if case .writing = self { true } else { false } }
}
