import Analytics
import Documents
import Forms
import Interface
import Loop
import Shop
import Tables
import Values

/// What the user sees in the activity tab: the work in progress, what failed, and the changes that can be undone.
struct ActivityRow: Identifiable, Hashable, Sendable {
  let id: String
  let title: String
  let status: Status
  var detail = ""

  /// How far the work or the change is, as it is displayed.
  enum Status: String, Sendable {
    case inProgress = "in progress"
    case failed, waiting, refused, done, undone
    case initial = ""
  }

  static let table = TableFeature<ActivityRow>.grid([
    Column("title", \.title, title: "What"), Column("status", \.status.rawValue, title: "Status"),
    Column("detail", \.detail, title: "Details"),
  ])

  static func screen(of rows: [ActivityRow]) -> TableScreen<String> { table.screen(of: table.initialState(rows)) }
}

extension BackOffice.State {
  /// The requests that are in progress or have failed.
  var work: [ActivityRow] {
    listWork + changeWork + sampleWork + fileWork + eventWork + recordWork + outboxWork + settingsWork
  }

  /// A Boolean value that indicates whether something that the user has changed is being stored.
  package var isStoring: Bool {
    (changeWork + sampleWork + recordWork).contains { $0.status == .inProgress }
      || !products.table.pendingMoves.isEmpty || products.writeProgress != nil || productImport.isImporting
      || productExport.isWriting
  }

  /// The requests that have failed, each with its reason.
  package var failures: [String] {
    work.filter { $0.status == .failed }.map { $0.detail.isEmpty ? $0.title : "\($0.title): \($0.detail)" }
  }

  /// What cannot be loaded from a database or a server, with the reason, or `nil` if nothing failed to load.
  package var loadFailure: String? {
    let resources = ["products", "events"] + EventResource.allCases.map(\.rawValue)
    return work.first { $0.status == .failed && resources.contains($0.id) }.map { "\($0.title): \($0.detail)" }
  }

  private var listWork: [ActivityRow] {
    switch products.listStatus {
    case .notLoaded, .loaded: []
    case .loading: [ActivityRow(id: "products", title: "Load the products", status: .inProgress)]
    case .failed(let error):
      [ActivityRow(id: "products", title: "Load the products", status: .failed, detail: "\(error)")]
    }
  }

  private var changeWork: [ActivityRow] {
    var rows: [ActivityRow] = []
    for (id, sheet) in products.editor.savingSheets.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      rows.append(Self.saving(id, sheet.draft.name, sheet.form))
    }
    if case .open(let product, _, let form) = products.editor.sheet, form.isSaving || form.saveError != nil {
      rows.append(Self.saving(product.id, form.draft(of: product).name, form))
    }
    for (id, draft) in products.table.drafts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let (status, detail) = draft.status.work else { continue }
      rows.append(
        ActivityRow(
          id: "save-row-\(id.rawValue)", title: "Save \(draft.editedRow.name.jsonQuoted)", status: status,
          detail: detail))
    }
    return rows + deletionWork
  }

  /// One row for each deletion and restoration, or for all with the same status if they are many.
  private var deletionWork: [ActivityRow] {
    let deletions = products.table.deletions
    func row(_ id: String, _ subject: String, _ deletion: EditableTable<Product>.DeletionStatus) -> ActivityRow {
      ActivityRow(
        id: "deletion-\(id)", title: "\(deletion.verb) \(subject)",
        status: deletion.isPending ? .inProgress : .failed, detail: deletion.failureReason)
    }
    if deletions.count <= 100 {
      return deletions.sorted { $0.key.rawValue < $1.key.rawValue }.map { row($0.rawValue, $0.rawValue, $1) }
    }
    let groups = Dictionary(grouping: deletions.values) { "\($0.verb) \($0.isPending) \($0.failureReason)" }
    return groups.sorted { $0.key < $1.key }.map { row($0, "\($1.count) products", $1[0]) }
  }

  private static func saving(_ id: Product.ID, _ name: String, _ form: ProductForm.State) -> ActivityRow {
    ActivityRow(
      id: "save-\(id.rawValue)", title: "Save \(name.jsonQuoted)", status: form.isSaving ? .inProgress : .failed,
      detail: form.saveError.map { "\($0)" } ?? "")
  }

  private var sampleWork: [ActivityRow] {
    switch sampleData {
    case .idle: []
    case .adding: [ActivityRow(id: "samples", title: "Add sample data", status: .inProgress)]
    case .failed(let error):
      [ActivityRow(id: "samples", title: "Add sample data", status: .failed, detail: "\(error)")]
    }
  }

  private var eventWork: [ActivityRow] {
    eventListWork
      + EventResource.allCases.compactMap { part -> ActivityRow? in
        switch events[part] {
        case .notLoaded, .loaded: nil
        case .loading: ActivityRow(id: part.rawValue, title: part.loadTitle, status: .inProgress)
        case .failed(let error):
          ActivityRow(id: part.rawValue, title: part.loadTitle, status: .failed, detail: "\(error)")
        }
      }
  }

  private var recordWork: [ActivityRow] {
    events.unstoredEvents.enumerated().map { number, batch in
      let count = batch.events.count
      return ActivityRow(
        id: "record-\(number)", title: "Record \(count.counted("event"))",
        status: batch.failure == nil ? .inProgress : .failed, detail: batch.failure.map { "\($0)" } ?? "")
    }
  }

  private var eventListWork: [ActivityRow] {
    let title = "Load the events"
    return switch EventTable.feature.loadingStatus(of: events.table) {
    case .notRequested, .loaded: []
    case .loading: [ActivityRow(id: "events", title: title, status: .inProgress)]
    case .failed(let reason): [ActivityRow(id: "events", title: title, status: .failed, detail: reason)]
    }
  }

  private var outboxWork: [ActivityRow] {
    var rows: [ActivityRow] = []
    if let failure = outbox.failure {
      rows.append(ActivityRow(id: "outbox", title: "Send events", status: .failed, detail: "\(failure)"))
    }
    for status in [OutboxStatus.waiting, .refused] {
      let entries = outbox.entries(status)
      if entries.isEmpty { continue }
      let isSending = status == .waiting && outbox.isBusy
      rows.append(
        ActivityRow(
          id: "outbox-\(status.rawValue)", title: "Send \(entries.count.counted("event"))",
          status: isSending ? .inProgress : status == .refused ? .refused : .waiting,
          detail: entries.compactMap(\.failure).first ?? ""))
    }
    return rows
  }

  private var fileWork: [ActivityRow] {
    fileProgress.map { ActivityRow(id: $0.id, title: $0.title, status: .inProgress) }
      + fileNotices.filter { $0.kind == .error }.map { ActivityRow(id: $0.id, title: $0.text, status: .failed) }
  }

  private var settingsWork: [ActivityRow] {
    switch settings.timeZoneRequest {
    case nil: []
    case .loading(let name)?:
      [ActivityRow(id: "time-zone", title: "Load the time zone \(name.jsonQuoted)", status: .inProgress)]
    case .failed(let name, let reason)?:
      [ActivityRow(id: "time-zone", title: "Load the time zone \(name.jsonQuoted)", status: .failed, detail: reason)]
    }
  }
}

extension EditableTable<Product>.DraftStatus {
  /// The status and the details of saving a row that was edited in the table, or `nil` if no save was tried.
  fileprivate var work: (status: ActivityRow.Status, detail: String)? {
    switch self {
    case .unsaved: nil
    case .saving, .outdated, .moved: (.inProgress, "")
    case .failed(let reason): (.failed, reason)
    case .conflict: (.failed, "another user changed the product too")
    }
  }
}

extension EditableTable<Product>.DeletionStatus {
  fileprivate var verb: String {
    switch self {
    case .deleting, .deleteFailed: "Delete"
    case .restoring, .restoreFailed: "Restore"
    }
  }

  fileprivate var failureReason: String {
    switch self {
    case .deleting, .restoring: ""
    case .deleteFailed(let reason), .restoreFailed(_, let reason): reason
    }
  }
}

extension EventResource {
  fileprivate var loadTitle: String {
    switch self {
    case .eventCount: "Count the events"
    case .userCount: "Count the users"
    case .timeline: "Count the events in groups"
    }
  }
}

extension UndoFeature<BackOffice>.State {
  /// The changes that can be redone and undone, the newest first, and the state before them.
  ///
  /// The ID of a row is the number of changes that can be undone after it, as `history.open` expects it.
  var changeRows: [ActivityRow] {
    var details = ChangeDetails(of: feature)
    var changes = history.redoSteps.map { step in
      (title: step.change.title, status: ActivityRow.Status.undone, detail: details.text(ofUndone: step.actions))
    }
    for step in history.undoSteps.reversed() {
      changes.append((step.change.title, .done, details.text(ofDone: step.actions)))
    }
    let rows = changes.enumerated().map { index, change in
      ActivityRow(
        id: "\(changes.count - index)", title: change.title, status: change.status, detail: change.detail)
    }
    return changes.isEmpty ? [] : rows + [ActivityRow(id: "0", title: "before all changes", status: .initial)]
  }
}
