import Analytics
import BackOffice
import ConsoleIO
import Loop
import Programs
import Shop
import Tables

/// What had failed before some commands, except for what they try again.
///
/// The session keeps failures. One of a change fails only the command that tries the change. What cannot be loaded or
/// sent fails each command.
struct EarlierFailures: CommandFailures {
  private var changes: Set<String>
  private var others: Set<String>
  private var batches: Set<EventBatch.ID>
  private var refusedEntries: Set<OutboxEntry>

  init(in office: BackOffice.State) {
    changes = Set(office.changeFailures)
    others = Set(office.failures)
    batches = Set(office.events.failedBatches.map(\.id))
    refusedEntries = Set(office.outbox.entries(.refused))
  }

  /// Forgets the failures that a command has just begun to try again.
  mutating func forgetRetried(in state: UndoFeature<BackOffice>.State) {
    let present = EarlierFailures(in: state.feature)
    changes.formIntersection(present.changes)
    others.formIntersection(present.others)
    batches.formIntersection(present.batches)
    refusedEntries.formIntersection(present.refusedEntries)
  }

  /// Returns the error for the first later failure, or `nil` if there is none.
  func laterError(in state: UndoFeature<BackOffice>.State) -> CommandError? {
    let office = state.feature
    let change = office.changeFailures.first { !changes.contains($0) }
    let batch = office.events.failedBatches.first { !batches.contains($0.id) }
    let sendingFailure = office.outbox.failure.map { "events cannot be sent: \($0)" }
    if let failure = office.loadFailure ?? change ?? batch?.failure?.description ?? sendingFailure {
      return CommandError(status: .unavailable, message: failure.terminalSafe)
    }
    if !refusedEntries.isSuperset(of: office.outbox.entries(.refused)),
      let summary = office.outbox.summary(of: .refused)
    {
      return CommandError(status: .unavailable, message: summary, suggestion: CommandShell.outboxHint)
    }
    return office.failures.first { !others.contains($0) }.map {
      CommandError(status: .failure, message: $0.terminalSafe)
    }
  }
}

extension EventListFeature.State {
  fileprivate var failedBatches: [EventBatch] { unstoredEvents.filter { $0.failure != nil } }
}

extension BackOffice.State {
  /// What a database could not store, import or export, except for events, each with its reason.
  ///
  /// A script that sees the status of these failures can try again later.
  fileprivate var changeFailures: [String] {
    [
      sheetFailure, products.table.moveFailure, productImport.storeFailure, productExport.storeFailure,
      sampleData.storeFailure,
    ].compactMap(\.self) + rowFailures
  }

  private var sheetFailure: String? {
    guard let error = products.editor.sheet.form?.saveError, error.exitStatus == .unavailable else { return nil }
    return "\(error)"
  }

  private var rowFailures: [String] {
    let drafts = products.table.drafts.compactMap { id, draft in
      guard case .failed(let reason) = draft.status else { return nil as String? }
      return "cannot save \(id.rawValue): \(reason)"
    }
    let deletions = products.table.deletions.compactMap { id, deletion in
      switch deletion {
      case .deleting, .restoring: nil as String?
      case .deleteFailed(let reason): "cannot delete \(id.rawValue): \(reason)"
      case .restoreFailed(_, let reason): "cannot restore \(id.rawValue): \(reason)"
      }
    }
    return drafts.sorted() + deletions.sorted()
  }
}

extension ProductImport.State {
  fileprivate var storeFailure: String? {
    guard case .preview(_, _, let failure?) = self, failure.isUnavailableStore else { return nil }
    return "\(failure)"
  }
}

extension ProductExport.State {
  fileprivate var storeFailure: String? {
    guard case .failed(_, .products(let error)) = self, error.exitStatus == .unavailable else { return nil }
    return "\(error)"
  }
}

extension SampleDataStatus {
  fileprivate var storeFailure: String? {
    guard case .failed(let error) = self, error.exitStatus == .unavailable else { return nil }
    return "\(error)"
  }
}

extension ImportFailure {
  /// A Boolean value that indicates whether the store of the products could not be reached, read or written.
  var isUnavailableStore: Bool {
    switch self {
    case .loading(let error): error.exitStatus == .unavailable
    case .storing(let error): error.exitStatus == .unavailable
    case .file, .contents, .noColumn, .fileChanged, .productsChanged, .cancelled: false
    }
  }
}

extension ProductTransactionError {
  var exitStatus: ExitStatus {
    switch self {
    case .offline, .failed: .unavailable
    case .cancelled: .failure
    case .product(_, let error): error.exitStatus
    }
  }
}
