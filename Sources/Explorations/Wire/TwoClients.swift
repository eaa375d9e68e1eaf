import Interface
import Loop
import LoopExplorer
import Tables
import Values
import Wire

/// Two clients of a list of cards that another program changes, whose messages come late, twice or not at all.
///
/// It uses two types of the server: `WireSubscription` makes the differences, and `ShownScreens` compares the rows of a
/// command.
package struct TwoClients: Reducer {
  /// Whether the server refuses a command whose rows have changed since the client saw them.
  let comparesRows: Bool

  /// A card.
  package struct Card: Identifiable, Hashable, Codable, Sendable {
    package let id: String
    var price: Int
  }

  /// A client, and the messages between it and the server.
  package struct Client: Hashable, Codable, Sendable {
    /// What the server knows about the client.
    var subscription: WireSubscription
    var shownScreens = ShownScreens()
    /// The screen of the client, with its revision.
    var screen: Screen
    var revision = 0
    /// The differences that the client has not received.
    var differences: [Difference] = []
    /// The command that the server has not received.
    var request: Request?
  }

  /// A notification with the difference between the screens of two revisions.
  package struct Difference: Hashable, Codable, Sendable {
    let from: Int
    let to: Int
    let difference: ScreenDifference
  }

  /// A command, the revision of the screen on which its user has decided, and the card that they meant.
  package struct Request: Hashable, Codable, Sendable {
    let command: Command
    let revision: Int
    let meant: Card?
  }

  /// A command of a client.
  package enum Command: Hashable, Codable, Sendable, CaseIterable {
    /// Deletes the first card that the client shows, by its ID.
    case deleteFirst
    /// Deletes the card at the cursor, whichever it is.
    case deleteAtCursor
    /// Moves the cursor to the next card.
    case moveCursor
  }

  /// What happens to a message.
  package enum Fate: Hashable, Codable, Sendable, CaseIterable {
    case arrives, arrivesAndStays, isLost
  }

  package struct State: Hashable, Codable, Sendable {
    var table: EditableTable<Card>.State
    /// The number of changes.
    var revision = 0
    /// The screen at each revision.
    var history: [Screen]
    var clients: [Client]
    /// Whether a command has deleted another card than its user meant.
    var hasDeletedAnother = false
  }

  package enum Action: Hashable, Codable, Sendable {
    /// Another program changes the price of a card or deletes it.
    case changed(String), removed(String)
    /// The user of a client gives a command.
    case given(Int, Command)
    /// Something happens to the command of a client.
    case requestSent(Int, Fate)
    /// Something happens to one of the differences for a client.
    case differenceSent(Int, index: Int, Fate)
    /// A client asks for the whole screen.
    case reloaded(Int)
  }

  private static let table: EditableTable<Card> = {
    do {
      return try EditableTable(
        columns: [Column("id", \Card.id), Column("price", \Card.price)],
        options: EditingOptions {
          $0.view.selection = .single
          $0.supportsDeletions = true
        })
    } catch {
      preconditionFailure("The column names are unique: \(error)")
    }
  }()

  private static let format = RowIDFormat<String>.description

  private static let commands = CommandTable(table.commands(format).map { $0.group("cards") })

  /// The state in which both clients show all cards.
  static func initialState(clients count: Int, cards: [Card]) -> State {
    var table = Self.table.initialState(cards)
    _ = Self.table.reduce(&table, .view(.keyPressed(TableKeyPress(.home))))
    let screen = screen(of: table)
    var client = Client(subscription: WireSubscription(), screen: screen)
    _ = client.subscription.update(to: screen, at: 0)
    client.shownScreens.add(screen, at: 0)
    return State(table: table, history: [screen], clients: Array(repeating: client, count: count))
  }

  private static func screen(of table: EditableTable<Card>.State, viewports: Viewports = Viewports()) -> Screen {
    let shown = Self.table.screen(of: table, format, viewport: viewports["cards"])
    let element = Screen.Element("cards", .table(shown, commands.table("cards")))
    return Screen(title: "Cards", elements: [element])
  }

  /// Reduces an action.
  ///
  /// An action that is not possible changes nothing.
  package func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .changed(let id):
      guard var card = state.table.view.allRows.first(where: { $0.id == id }) else { break }
      card.price += 1
      change(&state, .view(.rowUpserted(card)))
    case .removed(let id):
      if state.table.view.allRows.contains(where: { $0.id == id }) { change(&state, .view(.rowRemoved(id))) }
    case .given(let number, let command):
      let client = state.clients[number]
      if client.request != nil { break }
      state.clients[number].request = Request(
        command: command, revision: client.revision, meant: client.target(of: command))
    case .requestSent(let number, let fate):
      guard let request = state.clients[number].request else { break }
      if fate != .arrivesAndStays { state.clients[number].request = nil }
      if fate != .isLost { carryOut(request, of: number, &state) }
    case .differenceSent(let number, let index, let fate):
      guard state.clients[number].differences.indices.contains(index) else { break }
      let difference = state.clients[number].differences[index]
      if fate != .arrivesAndStays { state.clients[number].differences.remove(at: index) }
      if fate != .isLost { state.clients[number].receive(difference) }
    case .reloaded(let number):
      let screen = Self.screen(of: state.table)
      _ = state.clients[number].subscription.update(to: screen, at: state.revision)
      state.clients[number].subscription.revision = state.revision
      state.clients[number].shownScreens.add(screen, at: state.revision)
      (state.clients[number].screen, state.clients[number].revision) = (screen, state.revision)
    }
    return .none
  }

  /// Runs a command, unless its rows have changed since the client saw them.
  private func carryOut(_ request: Request, of number: Int, _ state: inout State) {
    let invocation =
      switch request.command {
      case .deleteFirst: Invocation("delete.rows", ["ids": [.text(request.meant?.id ?? "")]])
      case .deleteAtCursor: Invocation("delete")
      case .moveCursor: Invocation("go", ["to": "next"])
      }
    let shown = state.clients[number].shownScreens
    let table = state.table
    let changes = shown.changes(of: invocation, Self.commands, since: request.revision) {
      Self.screen(of: table, viewports: $0)
    }
    if changes != nil, comparesRows { return }
    guard let action = try? Self.commands.action(for: invocation, in: state.table) else { return }
    let before = state.table.view.allRows
    change(&state, action)
    let after = Set(state.table.view.allRows.map(\.id))
    let deleted = before.filter { !after.contains($0.id) }
    if !deleted.allSatisfy({ $0 == request.meant }) { state.hasDeletedAnother = true }
  }

  /// Changes the cards, and sends each client the difference between its screens.
  private func change(_ state: inout State, _ action: EditableTable<Card>.Action) {
    _ = Self.table.reduce(&state.table, action)
    state.revision += 1
    let screen = Self.screen(of: state.table)
    state.history.append(screen)
    for number in state.clients.indices {
      let former = state.clients[number].subscription.revision
      guard let difference = state.clients[number].subscription.update(to: screen, at: state.revision) else { continue }
      state.clients[number].shownScreens.add(screen, at: state.revision)
      state.clients[number].differences.append(Difference(from: former, to: state.revision, difference: difference))
    }
  }
}

extension TwoClients.Client {
  /// Takes a difference if it leads on from the screen.
  ///
  /// One that has come before changes nothing, and after a gap, only the whole screen helps.
  fileprivate mutating func receive(_ difference: TwoClients.Difference) {
    if difference.from != revision { return }
    screen.apply(difference.difference)
    revision = difference.to
  }

  private var table: TableScreen<String>? {
    if case .table(let table, _)? = screen.elements.first?.content { table } else { nil }
  }

  /// Returns the card that the user means with a command, as the screen shows it.
  fileprivate func target(of command: TwoClients.Command) -> TwoClients.Card? {
    let row: TableScreen<String>.Row? =
      switch command {
      case .deleteFirst: table?.rows.first
      case .deleteAtCursor: table?.rows.first { $0.isSelected } ?? table?.rows.first { $0.hasCursor }
      case .moveCursor: nil
      }
    guard let row, let price = row.cells.last.flatMap({ Int($0.text) }) else { return nil }
    return TwoClients.Card(id: row.id, price: price)
  }
}

/// An exploration of every order in which the messages of two clients can arrive.
package struct TwoClientsExploration: Exploration {
  package let feature: TwoClients
  /// The number of changes after which nothing changes any more.
  private let changeCount: Int

  /// Creates an exploration.
  ///
  /// - Parameters:
  ///   - changeCount: The number of changes after which nothing changes any more.
  ///   - comparesRows: Whether the server compares rows, as it must.
  package init(changes changeCount: Int = 2, comparesRows: Bool = true) {
    self.changeCount = changeCount
    feature = TwoClients(comparesRows: comparesRows)
  }

  /// The Swift expression that creates this exploration in the source code of a test.
  package var sourceExpression: String {
    let changes = changeCount == 2 ? nil : "changes: \(changeCount)"
    let arguments = [changes, feature.comparesRows ? nil : "comparesRows: false"].compactMap(\.self)
    return "TwoClientsExploration(\(arguments.joined(separator: ", ")))"
  }

  package var start: (state: TwoClients.State, environment: Bool) {
    let cards = [("a", 1), ("b", 2)].map { TwoClients.Card(id: $0, price: $1) }
    return (TwoClients.initialState(clients: 2, cards: cards), false)
  }

  package func actions(in state: TwoClients.State) -> [TwoClients.Action] {
    let canChange = state.revision < changeCount
    var actions: [TwoClients.Action] = canChange ? [.changed("a"), .removed("a")] : []
    for (number, client) in state.clients.enumerated() {
      if client.request == nil {
        let commands: [TwoClients.Command] = number == 0 ? TwoClients.Command.allCases : [.deleteAtCursor]
        if canChange { actions += commands.map { .given(number, $0) } }
      } else {
        // A command that arrives when nothing may change any more is lost.
        actions += TwoClients.Fate.allCases.filter { canChange || $0 == .isLost }.map { .requestSent(number, $0) }
      }
      for index in client.differences.indices {
        actions += TwoClients.Fate.allCases.map { .differenceSent(number, index: index, $0) }
      }
      if client.revision != state.revision { actions.append(.reloaded(number)) }
    }
    return actions
  }

  package func outcomes(of effect: Never, in environment: Bool) -> [Outcome<TwoClients.Action, Bool>] {}

  package var scope: StateSpaceDescription {
    StateSpaceDescription(
      includes: [
        "two cards", "two clients with their commands", "another program that reprices and deletes a card",
        "messages that come late, in another order, twice or not at all", "the changes until revision \(changeCount)",
      ],
      excludes: ["tables that show a part of their rows", "questions", "several commands of a client under way"])
  }

  /// Adds the laws of the protocol.
  package func addLaws(to explorer: inout Explorer<TwoClientsExploration>) {
    explorer.always("a client shows the screen of its revision") { scenario in
      scenario.state.clients.allSatisfy { $0.screen == scenario.state.history[$0.revision] }
    }
    explorer.always("a command deletes the card that its user saw, or none") { scenario in
      !scenario.state.hasDeletedAnother
    }
    explorer.canAlwaysReach("both clients show the present screen") { scenario in
      scenario.state.clients.allSatisfy { $0.screen == scenario.state.history.last }
    }
    explorer.reachable("a client has deleted a card") { scenario in
      scenario.state.table.view.rowCount < 2 && scenario.state.clients.allSatisfy { $0.request == nil }
    }
  }
}
