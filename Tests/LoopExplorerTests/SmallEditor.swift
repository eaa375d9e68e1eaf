import Loop
import LoopExplorer
import LoopText

/// Two products with nothing but a version, a list of them and a sheet in which one is saved; with a flaw, or without.
struct SmallEditor: Exploration, Reducer {
  enum Flaw { case closingCancels, takesStaleLists, oneSlot, forgetsWhatItSent }

  struct State: Hashable, Codable, Sendable {
    /// The versions as last heard of.
    var shown = [1: 0, 2: 0]
    var isReading = false
    var sheet: Int?
    var saving: Set<Int> = []
    /// Whose last save may have been done, for all anybody knows.
    var unsure: Set<Int> = []
    var conflicts: Set<Int> = []
  }

  enum Action: Hashable, Codable, Sendable {
    case reloadTapped, openTapped(Int), saveTapped, closeTapped
    case loaded([Int: Int]), saved(Int, version: Int), failed(Int), conflicted(Int, current: Int)
  }

  enum Effect: Hashable, Codable, Sendable { case load, save(Int, expecting: Int) }
  enum Slot: Hashable, Codable, Sendable { case list, all, one(Int) }

  let flaw: Flaw?
  var feature: SmallEditor { self }
  var start: (state: State, world: [Int: Int]) { (State(), [1: 0, 2: 0]) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .reloadTapped: return load(&state)
    case .openTapped(let product): state.sheet = product
    case .saveTapped: return save(&state)
    case .closeTapped:
      guard let product = state.sheet else { return .none }
      state.sheet = nil
      guard flaw == .closingCancels, state.saving.remove(product) != nil else { return .none }
      return .cancel(.one(product))
    case .loaded(let versions):
      state.isReading = false
      state.shown = versions
    case .saved(let product, let version): return acknowledge(product, version, &state)
    case .failed(let product):
      state.saving.remove(product)
      state.unsure.insert(product)
    case .conflicted(let product, let current):
      if flaw != .forgetsWhatItSent, state.unsure.contains(product) { return acknowledge(product, current, &state) }
      state.saving.remove(product)
      state.conflicts.insert(product)
    }
    return .none
  }

  private func load(_ state: inout State) -> Effects<Effect, Slot> {
    state.isReading = true
    return .run(.load, in: .list)
  }

  private func save(_ state: inout State) -> Effects<Effect, Slot> {
    // Each is saved once, so that the space has an end.
    guard let product = state.sheet, state.shown[product] == 0, state.saving.insert(product).inserted else {
      return .none
    }
    let save = Effect.save(product, expecting: 0)
    return flaw == .oneSlot ? .run(save, in: .all, .first) : .run(save, in: .one(product))
  }

  private func acknowledge(_ product: Int, _ version: Int, _ state: inout State) -> Effects<Effect, Slot> {
    state.saving.remove(product)
    state.unsure.remove(product)
    state.shown[product] = version
    return state.isReading && flaw != .takesStaleLists ? load(&state) : .none
  }

  func isAlive(_ slot: Slot, in state: State) -> Bool { true }

  func actions(in state: State) -> [Action] {
    [.reloadTapped, .openTapped(1), .openTapped(2), .saveTapped, .closeTapped]
  }

  func isBusy(_ state: State) -> Bool { state.isReading || !state.saving.isEmpty }

  func kind(of state: State) -> String { state.sheet == nil ? "closed" : "open" }

  func outcomes(of effect: Effect, in world: [Int: Int]) -> [Outcome<Action, [Int: Int]>] {
    switch effect {
    case .load: return [Outcome("loaded", .loaded(world), in: world)]
    case .save(let product, let version):
      let current = world[product] ?? 0
      if current != version { return [Outcome("conflict", .conflicted(product, current: current), in: world)] }
      var after = world
      after[product] = version + 1
      return [Outcome("saved", .saved(product, version: version + 1), in: after)]
    }
  }

  func responsesWhenLost(of effect: Effect) -> [Action] {
    switch effect {
    case .load: []
    case .save(let product, _): [.failed(product)]
    }
  }

  func explorer(faults: Int = 0, pending: Int = 3) -> Explorer<SmallEditor> {
    var explorer = Explorer(self, faults: faults, pendingLimit: pending)
    explorer.sourceExpression = "SmallEditor(flaw: \(flaw.map { ".\($0)" } ?? "nil")).explorer(faults: \(faults))"
    explorer.always("With one writer there is no conflict") { $0.state.conflicts.isEmpty }
    if faults == 0 {
      explorer.always("When nothing is on its way, what is shown is what is stored") {
        !$0.isIdle || $0.state.shown == $0.world
      }
    }
    explorer.canAlwaysReach("everything saved") { $0.isIdle && $0.world == [1: 1, 2: 1] }
    return explorer
  }
}
