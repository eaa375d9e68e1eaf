import Loop
import LoopExplorer
import LoopTesting
import Testing

// The code of the guide "Changing a value optimistically".

/// The stock of a product, which the user changes at once and a server stores later.
struct Stock: Reducer {
  struct Stored: Hashable, Codable { var count: Int; var version: Int }
  enum Problem: Hashable, Codable { case offline, conflict }

  struct State: Hashable, Codable {
    /// What the server is known to have stored.
    var stored = Stored(count: 0, version: 0)
    /// The count that the user wants, or `nil` if the stored one is wanted.
    var wanted: Int?
    /// The counts that saves over the stored version may have stored, because their responses have not arrived.
    var attempts: Set<Int> = []
    var isSaving = false
    var problem: Problem?

    var shown: Int { wanted ?? stored.count }
  }

  enum Action: Hashable, Codable {
    case changed(to: Int), retryTapped, revertTapped, reloadTapped
    case saved(Stored), conflicted(Stored), saveFailed, loaded(Stored), loadFailed
  }

  enum Effect: Hashable, Codable { case load, save(Int, over: Int) }
  enum Slot: Hashable, Codable { case loading, saving }

  func isActive(_ slot: Slot, in state: State) -> Bool { true }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .changed(let count):
      state.wanted = count
      return save(&state)
    case .retryTapped:
      if state.isSaving || state.wanted == nil { return .none }
      state.problem = nil
      return save(&state)
    case .revertTapped: if !state.isSaving { (state.wanted, state.problem) = (nil, nil) }
    case .reloadTapped: return .run(.load, in: .loading, .latest, ifLost: .loadFailed, afterRestart: .runAgain)
    case .loaded(let stored): state.update(stored)
    case .loadFailed: if !state.isSaving, state.problem == nil { state.problem = .offline }
    case .saved(let stored), .conflicted(let stored):
      state.isSaving = false
      state.update(stored)
      // The user may have changed the count meanwhile, or the conflict is with an earlier save whose response was lost.
      return save(&state)
    case .saveFailed: (state.isSaving, state.problem) = (false, state.problem ?? .offline)
    }
    return .none
  }

  private func save(_ state: inout State) -> Effects<Self> {
    // The user decides whether to overwrite a change by another user.
    guard !state.isSaving, state.problem != .conflict, let wanted = state.wanted else { return .none }
    (state.isSaving, state.problem) = (true, nil)
    state.attempts.insert(wanted)
    return .run(
      .save(wanted, over: state.stored.version), in: .saving, .first, ifLost: .saveFailed, afterRestart: .reportLost)
  }
}

extension Stock.State {
  /// Takes a version from the server, unless a newer one is known.
  fileprivate mutating func update(_ stored: Stock.Stored) {
    if stored.version < self.stored.version { return }
    if stored.version > self.stored.version {
      let isByOther = stored.version > self.stored.version + 1 || !attempts.contains(stored.count)
      if isByOther, let wanted, wanted != stored.count { problem = .conflict }
      attempts = []
    }
    self.stored = stored
    if !isSaving, wanted == nil || wanted == stored.count { (wanted, problem) = (nil, nil) }
  }
}

@Test func `law 5: what the user wants is saved once the server can be reached`() {
  let stock = TestStore(Stock(), state: .init())
  stock.send(.changed(to: 1), starts: [.save(1, over: 0)]) {
    ($0.wanted, $0.isSaving, $0.attempts) = (1, true, [1])
  }
  stock.send(.changed(to: 2)) { $0.wanted = 2 }
  // The first save was executed, but its response is lost.
  stock.end(.save(1, over: 0), .saveFailed) { ($0.isSaving, $0.problem) = (false, .offline) }
  stock.send(.retryTapped, starts: [.save(2, over: 0)]) {
    ($0.isSaving, $0.problem, $0.attempts) = (true, nil, [1, 2])
  }
  stock.end(.save(2, over: 0), .conflicted(.init(count: 1, version: 1)), starts: [.save(2, over: 1)]) {
    ($0.stored, $0.attempts) = (.init(count: 1, version: 1), [2])
  }
  stock.end(.save(2, over: 1), .saved(.init(count: 2, version: 2))) {
    ($0.stored, $0.wanted, $0.isSaving, $0.attempts) = (.init(count: 2, version: 2), nil, false, [])
  }
  stock.finish()
}

/// A server that stores three versions, which another user changes too.
struct StockExploration: Exploration {
  let feature = Stock()
  var start: (state: Stock.State, environment: Stock.Stored) { (.init(), .init(count: 0, version: 0)) }

  func actions(in state: Stock.State) -> [Stock.Action] {
    [.changed(to: 1), .changed(to: 2), .retryTapped, .revertTapped, .reloadTapped]
  }

  func outcomes(of effect: Stock.Effect, in server: Stock.Stored) -> [Outcome<Stock.Action, Stock.Stored>] {
    switch effect {
    case .load: return [Outcome("loaded", .loaded(server), in: server), Outcome("failed", .loadFailed, in: server)]
    case .save(let count, over: let version):
      if version != server.version { return [Outcome("conflict", .conflicted(server), in: server)] }
      let stored = Stock.Stored(count: count, version: version + 1)
      return (version < 3 ? [Outcome("saved", .saved(stored), in: stored)] : [])
        + [Outcome("failed", .saveFailed, in: server)]
    }
  }

  func environmentEvents(in server: Stock.Stored) -> [EnvironmentEvent<Stock.Stored>] {
    server.version < 2 ? [EnvironmentEvent("set to 9", in: .init(count: 9, version: server.version + 1))] : []
  }

  func isBusy(_ state: Stock.State) -> Bool { state.isSaving }

  func addLaws(to explorer: inout Explorer<StockExploration>) {
    explorer.everyStep("law 5: what the user wants stays until it is stored or reverted") { before, step, after in
      switch before.action(of: step) {
      case .changed, .revertTapped: true
      default: after.state.wanted == before.state.wanted || after.state.stored.count == before.state.wanted
      }
    }
    explorer.everyStep("law 6: a stored version is not replaced by an older one") { before, _, after in
      after.state.stored.version >= before.state.stored.version
    }
    explorer.everyStep("law 5: a change by the other user is overwritten only if the user decides it") {
      before, step, after in
      switch before.action(of: step) {
      case .changed: before.state.problem != .conflict || after.state.problem == .conflict
      // The response has ended a save, so another one was started.
      case .saved, .conflicted: !after.state.isSaving || after.state.stored.count != 9
      default: true
      }
    }
    explorer.always("law 4: what is not saved is being saved, or has a problem") { scenario in
      let state = scenario.state
      return state.wanted == nil || state.isSaving || state.problem != nil
    }
    explorer.always("a conflict is a change by the other user") { scenario in
      scenario.state.problem != .conflict || scenario.state.stored.count == 9
    }
    explorer.canAlwaysReach("law 7: nothing to save and no problem") { scenario in
      scenario.isIdle && scenario.state.wanted == nil && scenario.state.problem == nil
    }
  }
}

@Test(arguments: [0, 1]) func `every law of the stock holds in every reachable state`(faults: Int) throws {
  let report = try Explorer(StockExploration(), .init(faults: faults)).explore()
  #expect(report.isVerified, "\(report)")
}
