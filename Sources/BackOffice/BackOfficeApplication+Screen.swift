import Analytics
import Documents
import Forms
import Interface
import Loop
import Shop
import Tables
import Values

extension BackOfficeApplication {
  /// Returns the visible interface of a state for a front end, which has room for some rows of each table.
  public func screen(of state: State, viewports: Viewports) -> Screen {
    let office = state.feature
    return Screen(
      title: "Backroom", status: status(of: office),
      tabs: BackOffice.Tab.allCases.map { tab in
        Screen.Tab(id: tab.rawValue, title: tab.title, isSelected: tab == office.tab)
      },
      elements: elements(of: state, viewports),
      sheet: eventSheet(of: office) ?? productEditSheet(of: state) ?? sheet(of: office.products.editor.sheet)
        ?? fileSheet(of: office),
      notices: notices(of: office) + office.fileNotices + undoNotices(of: state),
      progress: office.fileProgress + office.productProgress + office.eventProgress,
      commands: commands.screenCommands)
  }

  /// Names the shop, says whether there is input that is not stored, and names the server and whether it answers.
  ///
  /// The address comes last, because a narrow screen cuts the end.
  private func status(of office: BackOffice.State) -> [String] {
    let isSilent = office.events.commonFailure?.isWithoutAnswer == true
    let server = office.events.server.map { isSilent ? "no answer from \($0)" : $0 }
    return [shopName, office.hasUnstoredInput ? "unsaved input" : nil, server].compactMap(\.self)
  }

  /// Returns a sheet with the preview of an import, and with the question before a file is replaced.
  private func fileSheet(of office: BackOffice.State) -> Screen.Sheet? {
    let elements = ProductImport.elements(
      of: office.productImport, prefix: Self.importPrefix, mapping: commands.form(Self.importPrefix),
      badRows: commands.table(Self.importPrefix))
    let question = ProductExport.question(of: office.productExport, prefix: Self.exportPrefix)
    if elements.isEmpty, question == nil { return nil }
    return Screen.Sheet(
      title: elements.isEmpty ? "Export products" : "Import products", elements: elements, question: question)
  }

  private func elements(of state: State, _ viewports: Viewports) -> [Screen.Element] {
    switch state.feature.tab {
    case .products: productElements(of: state.feature, viewports)
    case .events: eventElements(of: state.feature, viewports)
    case .activity: activityElements(of: state)
    }
  }

  private func activityElements(of state: State) -> [Screen.Element] {
    let work = ActivityRow.rows(of: state.feature.work)
    let workElements: [Screen.Element] =
      work.isEmpty
      ? [.init("work-title", .text(["Nothing is in progress, and nothing has failed."]))]
      : [
        .init("work-title", .text(["In progress and failed"])), .init("work", .table(ActivityRow.screen(of: work))),
      ]
    return workElements + [
      .init("changes-title", .text(["Changes that can be undone here"])),
      .init("changes", .table(ActivityRow.screen(of: state.changeRows), commands.table("history"))),
    ] + RecordedChange.elements(of: state.feature) + [
      .init(
        "settings",
        .form(OfficeForms.screen(of: state.feature.settings, state.feature.invalidTexts), commands.form("settings")))
    ]
  }

  private func notices(of office: BackOffice.State) -> [Screen.Notice] {
    let ofTab: [Screen.Notice] =
      switch office.tab {
      case .products:
        emptyNotices(of: office) + productNotices(of: office.products) + changeNotices(of: office.products.table)
      case .events:
        emptyEventNotices(of: office) + outageNotices(of: office) + rejectionNotices(of: office.events.table)
          + recordedEventNotices(of: office)
      case .activity:
        office.recordFailure.map {
          [
            Screen.Notice(
              id: "record", .error, "The record of changes could not be read: \($0)",
              answers: [.init("Try again", Invocation("appear"))])
          ]
        } ?? []
      }
    let watching = office.watchFailure.map {
      Screen.Notice(
        id: "watching", .warning, "Changes by others are not shown: \($0)",
        answers: [.init("Try again", Invocation("appear"))])
    }
    return [watching].compactMap(\.self) + ofTab + invalidFieldNotices(of: office.products.editor.sheet)
      + conflictNotices(of: office.products.editor.sheet)
      + recordingNotices(of: office.events)
      + outboxNotices(of: office)
      + editNotices(of: office.products)
  }

  /// Offers three ways to start with an empty shop.
  private func emptyNotices(of office: BackOffice.State) -> [Screen.Notice] {
    // An open sheet is already one of the ways.
    guard office.isEmpty, office.sampleData != .adding, !office.products.editor.sheet.isOpen,
      office.productImport == .choosingFile
    else { return [] }
    if case .failed(let error) = office.sampleData {
      return [
        Screen.Notice(
          id: "samples", .error, "The sample data was not added: \(error)",
          answers: [.init("Try again", Invocation("sample"))])
      ]
    }
    return [
      Screen.Notice(
        id: "empty", .information, "No products yet.",
        answers: [
          .init("Add a product", Invocation("products.new")),
          .init("Import a file", Invocation("\(Self.importPrefix).read")),
          .init("Add sample data", Invocation("sample")),
        ])
    ]
  }

  /// Offers to record the first event.
  private func emptyEventNotices(of office: BackOffice.State) -> [Screen.Notice] {
    let events = office.events
    guard events.eventCount.status == .loaded, events.eventCount.value == 0, events.filter.query == EventQuery(),
      events.unstoredEvents.isEmpty, office.outbox.entries.isEmpty, office.eventForm == nil
    else { return [] }
    return [
      Screen.Notice(
        id: "no-events", .information, "No events yet.",
        answers: [.init("Record an event", Invocation("events.new"))])
    ]
  }

  private func rejectionNotices<Row>(of table: TableFeature<Row>.State) -> [Screen.Notice] {
    table.rejection.map { [Screen.Notice(id: "rejection", .warning, "\($0)")] } ?? []
  }

  /// Says why products were not changed, and offers to try again if another time may help.
  private func editNotices(of products: ProductListFeature.State) -> [Screen.Notice] {
    guard let reason = products.edits.failure else { return [] }
    let answers =
      (products.editsToRetry.isEmpty ? [] : [Screen.Answer("Try again", Invocation("products.edit.retry"))])
      + [Screen.Answer("Close", Invocation("products.cancel"))]
    return [Screen.Notice(id: "edits", .error, reason, answers: answers)]
  }

  /// Says which change of the products was undone last, and which one can be undone.
  private func undoNotices(of state: State) -> [Screen.Notice] {
    func notice(
      about step: UndoFeature<BackOffice>.History.Step?, _ id: String?, _ prefix: String, _ answer: Screen.Answer?
    ) -> Screen.Notice? {
      guard let step, let text = state.sentence(about: step) else { return nil }
      return Screen.Notice(
        id: id ?? step.change.title, .information, prefix + text, answers: [answer].compactMap(\.self))
    }
    let redo = feature.changeToRedo(in: state).map { _ in Screen.Answer("Redo", Invocation("redo")) }
    let step = feature.stepToUndo(in: state)
    // An edit that is not saved is shown in its row.
    let isShown = step?.change == .table(.cellEdit) && !state.feature.products.table.drafts.isEmpty
    // While it is being stored, or if that has failed, nothing is undone yet.
    let undone = state.feature.products.edits == .idle ? state.history.redoSteps.last : nil
    return [
      notice(about: undone, "undone", "Undone: ", redo),
      isShown ? nil : notice(about: step, nil, "", .init("Undo", Invocation("undo"))),
    ].compactMap(\.self)
  }
}

extension UndoFeature<BackOffice>.State {
  /// Returns what a step has changed as a sentence, or `nil` if it was done in a sheet.
  func sentence(about step: UndoFeature<BackOffice>.History.Step) -> String? {
    ProductChangeDetails(of: feature.products)
      .sentence(of: step.change, undoneBy: step.actions.compactMap(\.ofProducts))
  }
}

extension TableScreen {
  /// Returns the screen with amounts of money as a shop writes them, and its currency in the titles of their columns.
  fileprivate func displaying(_ format: MoneyFormat) -> Self {
    if format == MoneyFormat() { return self }
    var screen = displaying { value, _ in if case .money(let money) = value { format.text(of: money) } else { nil } }
    if format.currency.isEmpty { return screen }
    for index in screen.headers.indices where ["price", Product.valueColumn.id].contains(screen.headers[index].id) {
      screen.headers[index].title += " (\(format.currency))"
    }
    return screen
  }
}

extension BackOffice.State {
  /// The progress of an import and an export.
  var fileProgress: [Screen.Progress] {
    ProductImport.progress(of: productImport, prefix: BackOfficeApplication.importPrefix)
      + ProductExport.progress(of: productExport, prefix: BackOfficeApplication.exportPrefix)
  }

  /// The progress of a change of many products.
  var productProgress: [Screen.Progress] {
    products.writeProgress.map { progress in
      [
        .init(
          id: "products", title: "Changing \(progress.totalCount.counted("product"))",
          completedCount: progress.completedCount, totalCount: progress.totalCount,
          cancel: Invocation("products.cancel"))
      ]
    } ?? []
  }

  /// The progress of testing each event.
  var eventProgress: [Screen.Progress] {
    events.testedCount.map { count in
      [
        .init(
          id: "events", title: "Testing the events", completedCount: count, totalCount: nil,
          cancel: Invocation("events.cancel"))
      ]
    } ?? []
  }

  /// The notices of an import and an export.
  var fileNotices: [Screen.Notice] {
    ProductImport.notices(of: productImport, prefix: BackOfficeApplication.importPrefix)
      + ProductExport.notices(of: productExport, prefix: BackOfficeApplication.exportPrefix)
  }
}

extension BackOffice.Tab {
  fileprivate var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

extension BackOfficeApplication {
  private func productElements(
    of office: BackOffice.State, _ viewports: Viewports
  ) -> [Screen.Element] {
    let table = ProductListFeature.table.screen(of: office.products.table, .rawValue, viewport: viewports["products"])
    let presets = presetLines(office.settings.productPresets.map(\.name))
    return (presets.isEmpty ? [] : [.init("presets", .text(presets))]) + [
      .init("products", .table(table.displaying(office.settings.moneyFormat), commands.table("products")))
    ]
  }

  private func productNotices(of products: ProductListFeature.State) -> [Screen.Notice] {
    let list: [Screen.Notice] =
      switch products.listStatus {
      case .notLoaded, .loaded: []
      case .loading: [.init(id: "list", .information, "The products are being loaded.")]
      case .failed(let error):
        [
          .init(
            id: "list", .error, "The products could not be loaded: \(error)",
            answers: [.init("Try again", Invocation("products.load"))])
        ]
      }
    let drafts = products.editor.savingSheets.sorted { $0.key.rawValue < $1.key.rawValue }.map { id, sheet in
      let name = sheet.draft.name.jsonQuoted
      return sheet.form.isSaving
        ? Screen.Notice(id: "draft-\(id.rawValue)", .information, "\(name) is being saved.")
        : Screen.Notice(
          id: "draft-\(id.rawValue)", .error,
          "\(name) was not saved. \(sheet.form.saveError.map { "\($0)" } ?? "")".trimmed,
          answers: [.init("Open", Invocation("products.open", ["id": .text(id.rawValue)]))])
    }
    return list + drafts
  }

  /// Says why the last action was refused, unless a conflict with another user is shown.
  private func changeNotices(of table: EditableTable<Product>.State) -> [Screen.Notice] {
    let conflicts = rowConflictNotices(of: table)
    return conflicts.isEmpty ? rejectionNotices(of: table.view) : conflicts
  }

  /// Offers both versions of each product that was edited in the table while another user changed it too.
  private func rowConflictNotices(of table: EditableTable<Product>.State) -> [Screen.Notice] {
    ProductListFeature.table.conflictingDrafts(in: table).map { draft in
      let id = draft.editedRow.id.rawValue
      let differences = Product.fields.compactMap { field -> String? in
        let (mine, stored) = (field.text(of: draft.editedRow), draft.storedRow.map(field.text))
        return stored == nil || stored == mine ? nil : "\(field.title) \(stored ?? ""), you \(mine)"
      }
      return Screen.Notice(
        id: "row-conflict-\(id)", .warning,
        draft.storedRow == nil
          ? "\(id) was deleted by another user."
          : "\(id): another user set \(differences.joined(separator: "; "))",
        answers: [
          .init("Keep mine", Invocation("products.conflict.keep", ["id": .text(id)])),
          .init("Take theirs", Invocation("products.conflict.take", ["id": .text(id)])),
        ])
    }
  }

  private func sheet(of sheet: SheetStatus) -> Screen.Sheet? {
    guard case .open(let product, let isNew, let form) = sheet else { return nil }
    let conflicts = ConflictRow.rows(of: form, product)
    let elements =
      [
        // With the ID of the product, front ends forget the focus and the text of the sheet before.
        Screen.Element(
          "form-\(product.id.rawValue)",
          .form(form.fields.screen.hidingErrorsOfUntouchedRows(), commands.form("sheet")))
      ]
      + (conflicts.isEmpty ? [] : [.init("conflict", .table(ConflictRow.screen(of: conflicts)))])
    let question = Screen.Question(
      "Discard the changes?",
      answers: [
        .init("Keep editing", Invocation("sheet.keep")), .init("Discard", Invocation("sheet.discard")),
      ])
    return Screen.Sheet(
      title: isNew ? "New product" : product.name, elements: elements,
      question: form.isConfirmingDiscard ? question : nil)
  }

  /// Says how many fields prevent a save, when the user has reached all of them or tried to save.
  private func invalidFieldNotices(of sheet: SheetStatus) -> [Screen.Notice] {
    guard let form = sheet.form, !form.isConfirmingDiscard else { return [] }
    let rows = form.fields.screen.sections.flatMap(\.rows)
    let count = rows.count { !$0.errors.isEmpty }
    guard count > 0, rows.allSatisfy(\.isTouched) else { return [] }
    return [
      Screen.Notice(
        id: "invalid-fields", .warning, count == 1 ? "1 field is not valid." : "\(count) fields are not valid.")
    ]
  }

  /// Offers the versions of each field that another user has changed too.
  private func conflictNotices(of sheet: SheetStatus) -> [Screen.Notice] {
    guard case .open(let product, _, let form) = sheet else { return [] }
    return ConflictRow.rows(of: form, product).map { row in
      Screen.Notice(
        id: "conflict-\(row.id)", .warning,
        "\(row.id): another user has stored \(row.stored.jsonQuoted), yours is \(row.yours.jsonQuoted).",
        answers: [
          .init("Take \(row.stored.jsonQuoted)", Invocation("sheet.take", ["field": .text(row.id)])),
          .init("Save yours", Invocation("sheet.submit")),
        ])
    }
  }
}

/// A field that the user and another one have changed, with both versions side by side.
private struct ConflictRow: Identifiable, Hashable, Sendable {
  let id: String
  let yours: String
  let stored: String

  private static let table = TableFeature<ConflictRow>.grid([
    Column("field", \.id, title: "Field"), Column("yours", \.yours, title: "Yours"),
    Column("stored", \.stored, title: "Stored by another user"),
  ])

  static func rows(of form: ProductForm.State, _ product: Product) -> [ConflictRow] {
    guard let stored = form.conflictingProduct else { return [] }
    let draft = form.draft(of: product)
    return Product.fields.compactMap { field in
      let row = ConflictRow(id: field.name, yours: field.text(of: draft), stored: field.text(of: stored))
      return row.yours == row.stored ? nil : row
    }
  }

  static func screen(of rows: [ConflictRow]) -> TableScreen<String> { table.screen(of: table.initialState(rows)) }
}
