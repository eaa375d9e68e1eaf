import Documents
import Loop
import Tables
import Values

extension ProductListFeature.State {
  /// What is being done with the products, and what has failed.
  public var work: [WorkItem] { loads + saves + changes + deletions + moves }

  private var loads: [WorkItem] {
    switch listStatus {
    case .notLoaded, .loaded: []
    case .loading: [WorkItem("products", "Load the products", .loading, .inProgress)]
    case .failed(let error): [WorkItem("products", "Load the products", .loading, failure: "\(error)")]
    }
  }

  private var saves: [WorkItem] {
    var items: [WorkItem] = []
    for (id, sheet) in editor.savingSheets.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      items.append(Self.save(id, sheet.draft.name, sheet.form))
    }
    if case .open(let product, _, let form) = editor.sheet, form.isSaving || form.saveError != nil {
      items.append(Self.save(product.id, form.draft(of: product).name, form))
    }
    for (id, draft) in table.drafts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let title = "Save \(draft.editedRow.name.jsonQuoted)"
      switch draft.status {
      case .unsaved: break
      case .saving, .outdated, .moved: items.append(WorkItem("save-row-\(id.rawValue)", title, .storing, .inProgress))
      case .failed(let reason): items.append(WorkItem("save-row-\(id.rawValue)", title, .storing, failure: reason))
      case .conflict:
        items.append(
          WorkItem(
            "save-row-\(id.rawValue)", title, .storing, .failed, detail: "another user changed the product too"))
      }
    }
    return items
  }

  private static func save(_ id: Product.ID, _ name: String, _ form: ProductForm.State) -> WorkItem {
    WorkItem(
      "save-\(id.rawValue)", "Save \(name.jsonQuoted)", .storing, form.isSaving ? .inProgress : .failed,
      detail: form.saveError.map { "\($0)" } ?? "", isUnavailable: form.saveError?.isUnavailable == true)
  }

  /// One item for each deletion and restoration, or for all with the same status if they are many.
  private var deletions: [WorkItem] {
    func item(_ id: String, _ subject: String, _ deletion: EditableTable<Product>.DeletionStatus) -> WorkItem {
      WorkItem("deletion-\(id)", "\(deletion.verb) \(subject)", .storing, failure: deletion.failureReason)
    }
    let deletions = table.deletions
    if deletions.count <= 100 {
      return deletions.sorted { $0.key.rawValue < $1.key.rawValue }.map { item($0.rawValue, $0.rawValue, $1) }
    }
    let groups = Dictionary(grouping: deletions.values) { "\($0.verb) \($0.isPending) \($0.failureReason ?? "")" }
    return groups.sorted { $0.key < $1.key }.map { item($0, "\($1.count) products", $1[0]) }
  }

  private var changes: [WorkItem] {
    switch edits {
    case .idle: []
    case .storing(let edits): [WorkItem("edits", "Change \(edits.count.counted("product"))", .storing, .inProgress)]
    case .refused(let reason):
      [WorkItem("edits", "Change products", .storing, .failed, detail: reason, isUnavailable: false)]
    case .failed(_, let error):
      [
        WorkItem(
          "edits", "Change products", .storing, .failed, detail: "\(error)", isUnavailable: error.isUnavailable)
      ]
    }
  }

  private var moves: [WorkItem] {
    if let failure = table.moveFailure { return [WorkItem("move", "Move products", .storing, failure: failure)] }
    return table.pendingMoves.isEmpty ? [] : [WorkItem("move", "Move products", .storing, .inProgress)]
  }
}

extension ProductStoreError {
  /// A Boolean value that indicates whether the store could not be used, so that trying again later may help.
  public var isUnavailable: Bool {
    switch self {
    case .offline, .failed: true
    case .conflict, .notFound, .rejected: false
    }
  }
}

extension ProductTransactionError {
  /// A Boolean value that indicates whether the store could not be used, so that trying again later may help.
  public var isUnavailable: Bool {
    switch self {
    case .offline, .failed: true
    case .cancelled: false
    case .product(_, let error): error.isUnavailable
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

  fileprivate var failureReason: String? {
    switch self {
    case .deleting, .restoring: nil
    case .deleteFailed(let reason), .restoreFailed(_, let reason): reason
    }
  }
}
