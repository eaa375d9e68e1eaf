import BackOffice
import Loop
import LoopExplorer
import MemoryHandlers
import Shop
import Values

extension ProductImportExploration {
  /// The Swift expression that creates this exploration in the source code of a test.
  public var sourceExpression: String {
    isReduced
      ? "ProductImportExploration.reducedExploration(isShared: \(isShared))" : "ProductImportExploration()"
  }

  /// Adds the laws of the import.
  public func addLaws(to explorer: inout Explorer<ProductImportExploration>) {
    explorer.everyStep("an import stores all rows of the file that are not bad, or none") { before, step, after in
      guard let order = before.storedOrder(of: step) else { return true }
      let (former, current) = (before.environment.products, after.environment.products)
      // A conflict is caused by the change of another user in the same step.
      let othersPrice = step.isConflict ? Self.othersPrice : nil
      func isUnchanged(_ id: Product.ID) -> Bool { former[id] == current[id] || current[id]?.price == othersPrice }
      let isAll = after.environment.goodRows.allSatisfy { id, price in
        let isKept = order.settings.existingRows == .skip && former[id] != nil
        return isKept ? isUnchanged(id) : current[id]?.price == price || current[id]?.price == othersPrice
      }
      return isAll || after.environment.goodRows.allSatisfy { id, _ in current[id] == nil || isUnchanged(id) }
    }
    explorer.everyStep("while a row is bad, nothing is stored unless the user skips it") { before, step, after in
      guard case .execute(.storing, _, _) = step, before.environment.products["p3"] != after.environment.products["p3"],
        case .importing(let preview, let policy, _) = before.state
      else { return true }
      return preview.counts.bad == 0 || policy == .skip
    }
    explorer.everyStep("law 6: an import replaces only the version that the user has seen") { before, step, after in
      guard case .execute(.storing, _, _) = step, !step.isConflict, case .importing(let preview, _, _) = before.state,
        let stored = before.environment.products["p1"],
        stored != after.environment.products["p1"]
      else { return true }
      return preview.rows.contains { $0.change == .changed(from: stored) }
    }
    explorer.always("law 6: what is read or stored is what the state shows") { scenarioState in
      let pending = scenarioState.loopState.pending
      return switch scenarioState.state {
      case .reading(let settings, _, _): pending.running(in: .reading)?.effect == .read(settings)
      case .importing(let preview, _, _): pending.running(in: .storing)?.effect == .store(ImportOrder(preview))
      case .choosingFile, .unreadable, .preview, .finished: true
      }
    }
    addReachability(to: &explorer)
  }

  private func addReachability(to explorer: inout Explorer<ProductImportExploration>) {
    explorer.reachable("an import that skips a bad row") {
      if case .finished(_, let counts) = $0.state { counts.bad > 0 } else { false }
    }
    explorer.reachable("an import of the whole file") {
      if case .finished(_, let counts) = $0.state { counts.stored == 3 } else { false }
    }
    explorer.reachable("a file that has changed since the preview") {
      if case .preview(_, _, .fileChanged) = $0.state { true } else { false }
    }
    if isShared {
      explorer.reachable("a product that has changed since the preview, with its ID") {
        if case .preview(_, _, .productsChanged("p1")) = $0.state { true } else { false }
      }
    }
    explorer.canAlwaysReach("law 7: nothing pending, and no file chosen") {
      $0.isIdle && $0.state == .choosingFile
    }
  }
}

extension ScenarioState<ProductImportExploration> {
  /// The order that a step executes, or `nil` if it stores nothing.
  fileprivate func storedOrder(of step: ExplorationStep<ProductImportExploration>) -> ImportOrder? {
    switch step {
    case .execute(.storing, _, _):
      if case .store(let order)? = loopState.pending.running(in: .storing)?.effect { order } else { nil }
    case .executeLate(.store(let order), _): order
    case .user, .execute, .deliver, .executeFireAndForget, .executeLate, .occur: nil
    }
  }
}

extension ExplorationStep<ProductImportExploration> {
  /// A Boolean value that indicates whether another user changes a product while the step stores products.
  fileprivate var isConflict: Bool {
    switch self {
    case .execute(_, let outcome, let fault):
      outcome == ProductImportExploration.conflict || fault == .executedTwice(ProductImportExploration.conflict)
    case .executeLate(_, let outcome): outcome == ProductImportExploration.conflict
    case .user, .deliver, .executeFireAndForget, .occur: false
    }
  }
}

extension ImportEnvironment {
  /// The IDs and prices of the rows that are not bad.
  fileprivate var goodRows: [(Product.ID, Money)] {
    file.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: ",")
      return Money(String(fields[2])).map { (Product.ID(rawValue: String(fields[0])), $0) }
    }
  }
}
