import Analytics
import Forms
import Interface
import Loop
import Shop
import Tables
import Values

/// The back office with undo, its screens and its commands.
///
/// ```swift
/// let office = BackOfficeApplication(inputs: inputs)
/// let action = try office.commands.action(for: office.commands.parse("products.sort price"), in: store.state)
/// ```
public struct BackOfficeApplication: Application {
  /// The back office, whose changes can be undone.
  public let feature: UndoFeature<BackOffice>
  /// The commands of the user.
  public let commands: CommandTable<UndoFeature<BackOffice>>
  /// The name of the shop that the screen shows, or `nil`.
  public var shopName: String?
  /// A closure that returns whether the session is saved after each change, so that quitting loses no input.
  public var savesSession: @Sendable () -> Bool = { true }

  /// The state of the back office and its undo history.
  public typealias State = UndoFeature<BackOffice>.State
  /// The actions of the back office, and undo and redo.
  public typealias Action = UndoFeature<BackOffice>.Action

  typealias OfficeCommand = Command<UndoFeature<BackOffice>>

  /// What commands take from outside: IDs, the time and random numbers.
  public struct Inputs: Sendable {
    package let makeProductID: @Sendable () -> Product.ID
    package let makeBatchID: @Sendable () -> EventBatch.ID
    package let now: @Sendable () -> Instant
    let makeGenerator: @Sendable (_ seed: UInt64) -> any RandomNumberGenerator

    /// Creates inputs.
    ///
    /// - Parameters:
    ///   - makeProductID: A closure that returns the ID of a new product if the user gives none.
    ///   - makeBatchID: A closure that returns an ID for a batch of recorded events, which no other batch ever gets.
    ///   - now: A closure that returns the current point in time.
    ///   - makeGenerator: A closure that returns a generator of random numbers, the same ones for the same seed.
    public init(
      makeProductID: @escaping @Sendable () -> Product.ID, makeBatchID: @escaping @Sendable () -> EventBatch.ID,
      now: @escaping @Sendable () -> Instant,
      makeGenerator: @escaping @Sendable (_ seed: UInt64) -> any RandomNumberGenerator
    ) {
      self.makeProductID = makeProductID
      self.makeBatchID = makeBatchID
      self.now = now
      self.makeGenerator = makeGenerator
    }
  }

  /// Creates the application.
  public init(inputs: Inputs) {
    let feature = UndoFeature(BackOffice())
    self.feature = feature
    commands = CommandTable(
      Self.generalCommands(feature) + Self.productRecordCommands(inputs) + Self.productEditCommands
        + Self.fileRecordCommands
        + Self.productCommands(inputs)
        + Self.productTableCommands
        + Self.fileCommands + Self.sheetCommands + Self.eventRecordCommands(inputs) + Self.outboxCommands(inputs) + [
          Self.sampleDataCommand(inputs)
        ]
        + Self.eventFormCommands(inputs) + Self.eventCommands(inputs)
        + Self.filterCommands(inputs) + Self.productPresetCommands
        + Self.lifted(EventTable.feature.commands(Self.eventIDFormat), prefix: "events.list") {
          $0.feature.events.table
        } action: {
          .feature(.events(.table($0)))
        } + Self.settingsCommands + Self.formCommands(inputs))
  }

  /// What an assistant should know about the back office.
  public static let guide = """
    The back office of a shop: products with an ID, a name, a price, tags and a stock, and events, each with a user, a \
    flag, a kind of action and a time.

    products.list, products.show, events.list, events.count, events.users and events.timeline read the data; \
    products.add, products.edit, products.move, products.delete, products.import and products.export change them, many \
    at once if that is wanted; --dry-run shows what they would do. undo takes back the last change that was made over this \
    connection. The other tools operate the screen, which the resource screen shows: most work does not need them.

    A condition is written as in: price < 20 AND ANY tags == "light". Prices are exact decimal numbers.
    """

  /// What programs can read.
  public var resources: [ReadableResource] {
    [
      ReadableResource(
        "products", "The first 1,000 products; the tool products.list reads others",
        reading: Invocation("products.list", ["limit": 1000])),
      ReadableResource(
        "products", "The product with an ID", reading: Invocation("products.show"), parameter: "ids"),
      ReadableResource(
        "events", "The latest 1,000 events; the tool events.list reads others",
        reading: Invocation("events.list", ["limit": 1000])),
      ReadableResource(
        "timeline", "The numbers of events on each day", reading: Invocation("events.timeline", ["by": "day"])),
    ]
  }

  /// Returns whether the session is not saved, and a state has a draft or an event that is not stored.
  public func hasUnsavedInput(_ state: State) -> Bool {
    !savesSession() && state.feature.hasUnstoredInput
  }

  /// Returns whether a slot belongs to the outbox, if the program sends again and again what could not be sent.
  public func isBackground(_ slot: Feature.Slot, in state: State) -> Bool {
    if case .outbox = slot { state.feature.outbox.retries } else { false }
  }

  /// Returns the rejections of the tables of products and of events, and of the form of a product.
  public func rejections(in state: State) -> [Rejections] {
    let form = state.feature.products.editor.sheet.form?.fields
    return [
      state.feature.products.table.view.rejections, state.feature.events.table.rejections,
      form?.rejections ?? Rejections(reason: nil, count: 0),
    ]
  }

  static let eventIDFormat = RowIDFormat<EventTable.Row.ID>(
    text: { EventTable.text(of: $0) }, id: { EventTable.id(ofText: $0) })

  private static func generalCommands(_ feature: UndoFeature<BackOffice>) -> [OfficeCommand] {
    [
      Command("appear", "load what the visible tab shows", sending: .feature(.appeared)).effect(.shows).unlisted(),
      Command("watch", "show changes by other programs from now on", sending: .feature(.changesWatched))
        .effect(.shows).unlisted(),
      Command("tab", "go to a tab", Argument.choice("name", "the tab", of: BackOffice.Tab.self).positional) {
        .feature(.tabSelected($0))
      }
      .effect(.shows).role(ScreenRole.tab),
    ]
      + feature.commands(title: \.title) {
        let office = $0.feature
        if office.isSheetOpen {
          return "nothing that was typed can be undone"
        }
        if office.products.listStatus == .loading { return "the products are being loaded" }
        if let step = feature.deferredStep(in: $0), let reason = office.reasonForWaiting(toUndo: step.actions) {
          return reason
        }
        return "there is nothing to undo\(office.tab == .events ? "; recorded events cannot be taken back" : "")"
      }
      .map { command in
        if command.path != "undo" { return command }
        // There, a person may expect that the last event is taken back, and does not see the products.
        return command.asking(
          { state in
            guard state.feature.tab == .events, let step = feature.stepToUndo(in: state) else { return nil }
            return state.sentence(about: step).map { "Recorded events stay. Undo this change of the products? \($0)" }
          }, otherwise: "nothing was undone")
      }
  }

  /// The commands of the table of products, except for those that the shop has itself.
  private static var productTableCommands: [OfficeCommand] {
    lifted(ProductListFeature.table.commands(.rawValue.suggesting(.productIDs)), prefix: "products") {
      $0.feature.products.table
    } action: {
      .feature(.products(.table($0)))
    }
    .filter { !["products.delete", "products.delete.rows"].contains($0.path) }
    .map { $0.path == "products.move" ? $0.renamed("products.move.rows").unlisted() : $0 }
  }

  private static func lifted<Child>(
    _ commands: [Command<Child>], prefix: String,
    state: @escaping @Sendable (State) -> Child.State, action: @escaping @Sendable (Child.Action) -> Action
  ) -> [OfficeCommand] {
    commands.map { command in
      command.lift(prefix: prefix, state: { .some(state($0)) }, action: action)
    }
  }
}

extension BackOffice.State {
  /// A Boolean value that indicates whether there is a draft, a correction of an import, or an event that is not stored.
  package var hasUnstoredInput: Bool {
    products.hasUnstoredInput || eventForm?.isDirty == true || productEdit?.isDirty == true
      || !events.unstoredEvents.isEmpty
      || productImport.latestPreview.map { $0.settings.corrections.count > 0 } == true
  }
}
