import Analytics
import Documents
import Interface
import Loop
import Shop
import Tables
import Values

/// What the user sees in the activity tab: the work in progress, what failed, and the changes that can be undone.
struct ActivityRow: Identifiable, Hashable, Sendable {
  let id: String
  let title: String
  let status: String
  var detail = ""

  static let table = TableFeature<ActivityRow>.grid([
    Column("title", \.title, title: "What"), Column("status", \.status, title: "Status"),
    Column("detail", \.detail, title: "Details"),
  ])

  static func screen(of rows: [ActivityRow]) -> TableScreen<String> { table.screen(of: table.initialState(rows)) }

  /// Returns the rows of the work of an office.
  static func rows(of work: [WorkItem]) -> [ActivityRow] {
    work.map { ActivityRow(id: $0.id, title: $0.title, status: $0.status.rawValue, detail: $0.detail) }
  }
}

extension BackOffice.State {
  /// The requests that are in progress, wait or have failed.
  package var work: [WorkItem] {
    products.work + sampleData.work + productImport.work + productExport.work + events.work + outbox.work
      + settings.work
  }

  /// A Boolean value that indicates whether something that the user has changed is being stored.
  package var isStoring: Bool {
    products.writeProgress != nil || work.contains { $0.purpose == .storing && $0.status == .inProgress }
  }
}

extension SampleDataStatus {
  fileprivate var work: [WorkItem] {
    switch self {
    case .idle: []
    case .adding: [WorkItem("samples", "Add sample data", .storing, .inProgress)]
    case .failed(let error):
      [WorkItem("samples", "Add sample data", .storing, failure: "\(error)", isUnavailable: error.isUnavailable)]
    }
  }
}

extension ProductImport.State {
  fileprivate var work: [WorkItem] {
    let prefix = BackOfficeApplication.importPrefix
    let failure: ImportFailure? = if case .preview(_, _, let failure) = self { failure } else { nil }
    return ProductImport.progress(of: self, prefix: prefix).map {
      WorkItem($0.id, $0.title, isImporting ? .storing : .other, .inProgress)
    }
      + ProductImport.notices(of: self, prefix: prefix).filter { $0.kind == .error }.map {
        WorkItem($0.id, $0.text, .other, .failed, isUnavailable: failure?.isUnavailableStore == true)
      }
  }
}

extension ProductExport.State {
  fileprivate var work: [WorkItem] {
    let prefix = BackOfficeApplication.exportPrefix
    var isUnavailable = false
    if case .failed(_, .products(let error)) = self { isUnavailable = error.isUnavailable }
    return ProductExport.progress(of: self, prefix: prefix).map { WorkItem($0.id, $0.title, .storing, .inProgress) }
      + ProductExport.notices(of: self, prefix: prefix).filter { $0.kind == .error }.map {
        WorkItem($0.id, $0.text, .other, .failed, isUnavailable: isUnavailable)
      }
  }
}

extension ImportFailure {
  /// A Boolean value that indicates whether the store of the products could not be reached, read or written.
  package var isUnavailableStore: Bool {
    switch self {
    case .loading(let error): error.isUnavailable
    case .storing(let error): error.isUnavailable
    case .file, .contents, .encoding, .noColumn, .fileChanged, .productsChanged, .cancelled: false
    }
  }
}

extension OfficeSettings {
  fileprivate var work: [WorkItem] {
    timeZoneWork
      + (isStoring
        ? [WorkItem("settings", "Store the settings", .other, .inProgress)]
        : storeFailure.map { [WorkItem("settings", "Store the settings", .other, .failed, detail: $0)] } ?? [])
  }

  private var timeZoneWork: [WorkItem] {
    switch timeZoneRequest {
    case nil: []
    case .loading(let name)?: [WorkItem("time-zone", "Load the time zone \(name.jsonQuoted)", .other, .inProgress)]
    case .failed(let name, let reason)?:
      [WorkItem("time-zone", "Load the time zone \(name.jsonQuoted)", .other, .failed, detail: reason)]
    }
  }
}

extension UndoFeature<BackOffice>.State {
  /// The changes that can be redone and undone, the newest first, and the state before them.
  ///
  /// The ID of a row is the number of changes that can be undone after it, as `history.open` expects it.
  var changeRows: [ActivityRow] {
    var details = ProductChangeDetails(of: feature.products)
    let undone = history.redoSteps.map { step in
      (step: step, status: "undone", detail: details.text(ofUndone: step.actions.compactMap(\.ofProducts)))
    }
    let done = history.undoSteps.reversed().map { step in
      (step: step, status: "done", detail: details.text(ofDone: step.actions.compactMap(\.ofProducts)))
    }
    let changes = undone + done
    // A step in a sheet that is closed is passed without an effect.
    let isSheetOpen = feature.products.editor.sheet.isOpen
    let rows = changes.enumerated().filter { isSheetOpen || sentence(about: $1.step) != nil }.map { index, change in
      ActivityRow(
        id: "\(changes.count - index)", title: change.step.change.title, status: change.status, detail: change.detail)
    }
    return rows.isEmpty ? [] : rows + [ActivityRow(id: "0", title: "before all changes", status: "")]
  }
}

extension BackOffice.Action {
  /// The action of the products, or `nil`.
  var ofProducts: ProductListFeature.Action? {
    if case .products(let action) = self { action } else { nil }
  }
}
