import Loop
import LoopExplorer
import LoopText

/// A list of two products that consist of a version, and a sheet that saves one of them; with or without a flaw.
struct SmallEditor: Exploration, Reducer {
  enum Flaw { case closingCancels, acceptsStaleLists, sharesSaveSlot, forgetsUncertainSaves }

  struct State: Hashable, Codable, Sendable {
    /// The versions that were received last.
    var knownVersions = [1: 0, 2: 0]
    var isLoading = false
    var sheet: Int?
    var saving: Set<Int> = []
    /// The products whose last save failed, but may have been executed.
    var uncertainSaves: Set<Int> = []
    var conflicts: Set<Int> = []
  }

  enum Action: Hashable, Codable, Sendable {
    case reloadTapped, openTapped(Int), saveTapped, closeTapped
    case loaded([Int: Int]), loadFailed, saved(Int, version: Int), failed(Int), conflicted(Int, current: Int)
  }

  enum Effect: Hashable, Codable, Sendable { case load, save(Int, expecting: Int) }
  enum Slot: Hashable, Codable, Sendable { case list, allSaves, save(Int) }

  let flaw: Flaw?
  var feature: SmallEditor { self }
  var start: (state: State, environment: [Int: Int]) { (State(), [1: 0, 2: 0]) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .reloadTapped: return load(&state)
    case .openTapped(let product): state.sheet = product
    case .saveTapped: return save(&state)
    case .closeTapped:
      guard let product = state.sheet else { return .none }
      state.sheet = nil
      guard flaw == .closingCancels, state.saving.remove(product) != nil else { return .none }
      return .cancel(.save(product))
    case .loaded(let versions):
      state.isLoading = false
      state.knownVersions = versions
    case .loadFailed: state.isLoading = false
    case .saved(let product, let version): return acknowledge(product, version, &state)
    case .failed(let product):
      state.saving.remove(product)
      state.uncertainSaves.insert(product)
    case .conflicted(let product, let current):
      if flaw != .forgetsUncertainSaves, state.uncertainSaves.contains(product) {
        return acknowledge(product, current, &state)
      }
      state.saving.remove(product)
      state.conflicts.insert(product)
    }
    return .none
  }

  private func load(_ state: inout State) -> Effects<Self> {
    state.isLoading = true
    return .run(.load, in: .list, ifLost: .loadFailed, afterRestart: .runAgain)
  }

  private func save(_ state: inout State) -> Effects<Self> {
    // Each product is saved once, so that the state space is finite.
    guard let product = state.sheet, state.knownVersions[product] == 0, state.saving.insert(product).inserted else {
      return .none
    }
    let save = Effect.save(product, expecting: 0)
    let (slot, policy): (Slot, SlotPolicy) =
      flaw == .sharesSaveSlot ? (.allSaves, .first) : (.save(product), .latest)
    return .run(save, in: slot, policy, ifLost: .failed(product), afterRestart: .reportLost)
  }

  private func acknowledge(_ product: Int, _ version: Int, _ state: inout State) -> Effects<Self> {
    state.saving.remove(product)
    state.uncertainSaves.remove(product)
    state.knownVersions[product] = version
    return state.isLoading && flaw != .acceptsStaleLists ? load(&state) : .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { true }

  func actions(in state: State) -> [Action] {
    [.reloadTapped, .openTapped(1), .openTapped(2), .saveTapped, .closeTapped]
  }

  func isBusy(_ state: State) -> Bool { state.isLoading || !state.saving.isEmpty }

  func kind(of state: State) -> String { state.sheet == nil ? "closed" : "open" }

  func outcomes(of effect: Effect, in environment: [Int: Int]) -> [Outcome<Action, [Int: Int]>] {
    switch effect {
    case .load: return [Outcome("loaded", .loaded(environment), in: environment)]
    case .save(let product, let version):
      let current = environment[product] ?? 0
      if current != version { return [Outcome("conflict", .conflicted(product, current: current), in: environment)] }
      var after = environment
      after[product] = version + 1
      return [Outcome("saved", .saved(product, version: version + 1), in: after)]
    }
  }

  var sourceExpression: String { "SmallEditor(flaw: \(flaw.map { ".\($0)" } ?? "nil"))" }

  func addLaws(to explorer: inout Explorer<SmallEditor>) {
    explorer.always("With one writer there is no conflict") { $0.state.conflicts.isEmpty }
    if explorer.options.faults == 0 {
      explorer.always("When nothing is pending, the known versions are the stored ones") {
        !$0.isIdle || $0.state.knownVersions == $0.environment
      }
    }
    explorer.canAlwaysReach("everything saved") { $0.isIdle && $0.environment == [1: 1, 2: 1] }
  }
}
