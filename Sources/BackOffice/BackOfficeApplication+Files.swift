import Documents
import Interface
import Loop
import Shop
import TabularData
import Tables
import Values

extension BackOfficeApplication {
  /// The commands that import and export products in one call, and answer with the numbers of products.
  static var fileRecordCommands: [OfficeCommand] { [importCommand, rejectedRowsCommand, exportCommand] }

  /// The layout of a file, as actions of an import.
  private static var importLayout: ParameterGroup<[ProductImport.Action]> {
    ParameterGroup(
      Argument.choice("format", "format of the file", of: DataFormat.self).optional(
        otherwise: "that of its name or content"),
      Argument.choice("separator", "character between the fields of CSV", of: ImportSeparator.self)
        .optional(otherwise: "that of the file"),
      Argument.choice("encoding", "character encoding of the file", of: TextEncoding.self)
        .optional(otherwise: "UTF-8, or that of a byte order mark"),
      Argument.flag("no-header", "the first line has no titles")
    ) { format, separator, encoding, hasNoHeader in
      [
        format.map { .formatChosen($0) }, separator.map { .separatorChosen($0) }, encoding.map { .encodingChosen($0) },
        hasNoHeader ? .headerChosen(false) : nil,
      ].compactMap(\.self)
    }
  }

  /// A field of a product and the column of a file from which it comes, as an action of an import.
  private static var mapping: Parameter<ProductImport.Action> {
    let fields = ImportField.allCases.map(\.rawValue)
    return Argument.text(
      "map",
      "column for one of the fields \(fields.joined(separator: ", ")), or FIELD= for none; can be repeated; without it, the "
        + "columns are guessed from their titles"
    )
    .placeholder("FIELD=COLUMN").map { text throws(InvocationError) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts.count == 2, let field = ImportField(rawValue: parts[0]) {
        return .columnMapped(field, parts[1].isEmpty ? nil : parts[1])
      }
      throw InvocationError(
        .invalidValue, "--map \(text.quoted) is not valid",
        hint: parts.count == 2
          ? "expected \(fields.joinedWithOr) before the equals sign" : "expected FIELD=COLUMN, as in price=Cost")
    }
  }

  private static var importCommand: OfficeCommand {
    Command(
      "products.import", "import products from a file",
      Argument.text("file", "the file").positional.suggesting(.files),
      Argument.flag("dry-run", "only print what would be stored"),
      Argument.flag(
        "skip-bad-rows", "store the other rows if some are bad; without it, all rows are stored or none"),
      Argument.choice("existing", "what happens to rows whose product exists already", of: ExistingRowPolicy.self)
        .optional(otherwise: "update"), mapping.repeated.defaulting(to: []), importLayout,
      Argument.text("rejected", "CSV file to which bad rows are written, to correct and import them").placeholder(
        "FILE"
      )
      .suggesting(.files).optional,
      notes: """
        Stores the rows of a file as products, and prints how many are new, changed, unchanged, skipped and bad. A row \
        without an ID is a new product. A field without a column keeps its value in products that exist. The file - is \
        standard input.
        """,
      examples: ["prices.csv --dry-run", "articles.csv --map id=Number --map price=Cost --separator semicolon"],
      answer: .record(ImportPreview.countNames),
      steps: { _, path, isDryRun, skipsBadRows, existing, mappings, layout, rejected in
        // Each setting starts to read the file again, and cancels the former reading.
        let settings = [.fileChosen(path)] + layout + (existing.map { [.existingRowsChosen($0)] } ?? [])
        return importing(settings, then: mappings[...]) { _ in
          importing(skipsBadRows ? [.badRowsChosen(.skip)] : [], then: []) { preview throws(InvocationError) in
            func end() throws(InvocationError) -> OfficeStep {
              guard let rejected, preview.counts.bad > 0 else {
                return try endingImport(of: preview, isDryRun: isDryRun, skipsBadRows: skipsBadRows)
              }
              return writingRejectedRows(of: preview, to: rejected) { () throws(InvocationError) in
                try endingImport(of: preview, isDryRun: isDryRun, skipsBadRows: skipsBadRows)
              }
            }
            guard let note = preview.mappingNote else { return try end() }
            return .note(note, then: end)
          }
        }
      }
    )
    .unavailable { $0.feature.productImport.isImporting ? "an import is running" : nil }
    .stopped(by: "products.import.cancel").askingAssistants { _, arguments in
      let existing = arguments["existing"] ?? .text(ExistingRowPolicy.update.rawValue)
      guard case .text(let file)? = arguments["file"], arguments["dry-run"] != true,
        existing == .text(ExistingRowPolicy.update.rawValue)
      else { return nil }
      return "Import the products in \(file.quoted), and replace those that exist?"
    }
    .onCommandLine()
  }

  /// The command that writes the bad rows of a preview to a file.
  private static var rejectedRowsCommand: OfficeCommand {
    Command(
      "products.import.rejected", "write the bad rows to a CSV file, to correct and import them",
      Argument.text("file", "the CSV file").positional.suggesting(.files),
      Argument.flag("overwrite", "replace the file if it exists"),
      steps: { state, path, isOverwriting throws(InvocationError) in
        writingRejectedRows(of: try importPreview(in: state), to: path, overwriting: isOverwriting) { .done }
      }
    )
    .unavailable { state in
      guard case .preview(let preview, _, _) = state.feature.productImport else { return "there is no preview" }
      return preview.counts.bad == 0 ? "no row is bad" : nil
    }
  }

  /// Returns the step that writes the bad rows of a preview, and the next one.
  private static func writingRejectedRows(
    of preview: ImportPreview, to path: String, overwriting: Bool = false,
    then next: @escaping () throws(InvocationError) -> OfficeStep
  ) -> OfficeStep {
    let effect = ProductImport.Effect.writeRejectedRows(of: preview.settings, to: path, overwriting: overwriting)
    return .ask(.productImport(effect)) { response throws(InvocationError) in
      switch response {
      case .feature(.productImport(.rejectedRowsWritten(let counts, let path))):
        let rest = counts.unreadable == 0 ? "" : "; \(counts.unreadable.counted("row")) without cells left out"
        return .note("\(path.terminalSafe): \(counts.written.counted("bad row"))\(rest)", then: next)
      case .feature(.productImport(.importFailed(.file(let error)))): throw InvocationError(.unwritable, "\(error)")
      case .feature(.productImport(.importFailed(let failure))):
        throw InvocationError(failure, file: preview.settings.path)
      default: throw InvocationError(.failed, "\(path): the file was not written")
      }
    }
  }

  /// Returns the steps that change the settings of an import, first some at once, then others one by one, and the step
  /// that follows with the preview.
  ///
  /// A column that does not exist is reported only until the next setting.
  private static func importing(
    _ actions: [ProductImport.Action], then others: ArraySlice<ProductImport.Action>,
    _ next: @escaping (ImportPreview) throws(InvocationError) -> OfficeStep
  ) -> OfficeStep {
    .send(actions: actions.map { .feature(.productImport($0)) }) { state throws(InvocationError) in
      // Who cancels reading a file is back at the file before, if there was one.
      if case .fileChosen(let path)? = actions.first, state.feature.productImport.settings?.path != path {
        throw InvocationError(.failed, "\(path.terminalSafe): reading was cancelled, and nothing was stored")
      }
      let preview = try importPreview(in: state)
      guard let first = others.first else { return try next(preview) }
      return importing([first], then: others.dropFirst(), next)
    }
  }

  /// Returns the preview, or throws the reason why there is none or why the last setting was refused.
  private static func importPreview(in state: State) throws(InvocationError) -> ImportPreview {
    switch state.feature.productImport {
    case .unreadable(let settings, let failure, _): throw InvocationError(failure, file: settings.path)
    case .preview(let preview, _, let failure?): throw InvocationError(failure, file: preview.settings.path)
    case .preview(let preview, _, nil): return preview
    case .choosingFile, .reading, .importing, .finished: throw InvocationError(.failed, "the file was not read")
    }
  }

  /// Returns the step that stores the products of a preview, or only answers with their numbers.
  private static func endingImport(
    of preview: ImportPreview, isDryRun: Bool, skipsBadRows: Bool
  ) throws(InvocationError) -> OfficeStep {
    let (counts, path) = (preview.counts, preview.settings.path.terminalSafe)
    /// Leaves the import, which keeps changes from being undone, and answers.
    func leaving(failingWith error: InvocationError? = nil) -> OfficeStep {
      .send(.feature(.productImport(.cancelTapped))) { _ in .answer(preview.countsAnswer, failure: error) }
    }
    if counts.bad > 0, !skipsBadRows {
      let error = InvocationError(
        .invalidData, "\(path): \(counts.bad.rows) bad; correct the file, or skip them\(preview.badRowLines)")
      if isDryRun { return leaving(failingWith: error) }
      throw error
    }
    if isDryRun {
      let count = counts.stored.counted("product")
      let text = counts.stored == 0 ? "nothing." : "\(count):\(preview.storedRowLines)"
      return .note("This would store \(text)") { leaving() }
    }
    if counts.stored == 0 { return .answer(preview.countsAnswer) }
    return .send(.feature(.productImport(.startTapped))) { state throws(InvocationError) in
      switch state.feature.productImport {
      case .finished: return .answer(preview.countsAnswer, isStored: true)
      case .preview(let preview, _, let failure?): throw InvocationError(failure, file: preview.settings.path)
      case .preview(let now, _, nil) where now.counts.stored == 0 && now.settings.path == preview.settings.path:
        // It was cancelled too late: everything in the file is stored.
        return .answer(preview.countsAnswer, isStored: true)
      case .choosingFile, .reading, .unreadable, .preview, .importing:
        throw InvocationError(.failed, "\(path): the import was cancelled, and nothing was stored")
      }
    }
  }

  private static var exportCommand: OfficeCommand {
    Command(
      "products.export", "export products to a file", Argument.text("file", "the file").positional.suggesting(.files),
      Argument.productIDs("IDs of the products, or none for all").defaulting(to: []),
      Argument.choice("format", "format of the file", of: DataFormat.self)
        .optional(otherwise: "that of the file name, or csv"),
      Argument.flag("overwrite", "replace the file if it exists"),
      Argument.choice(
        "csv-formulas", "texts such as =1+1 in CSV and TSV: as they are, or with an apostrophe before them",
        of: ExportOrder.FormulaPolicy.self
      ).optional(otherwise: "keep"),
      notes: """
        Writes the products with these IDs, or all products, to a file that 'products import' can read. The file - is \
        standard output. A spreadsheet runs texts that begin with =, +, - or @; with '--csv-formulas escape' it shows them, \
        and 'products import' reads them without the apostrophe.
        """,
      examples: ["products.csv", "lamps.json p1 p2 --overwrite"], answer: .record(["file", "products"]),
      steps: { _, path, ids, format, isOverwriting, formulas throws(InvocationError) in
        let ids = ids.distinct
        if format == nil, let ending = ExportOrder.spreadsheetEnding(ofPath: path) {
          let endings = DataFormat.allCases.map { ".\($0.rawValue)" }.joinedWithOr
          throw InvocationError(
            .invalidValue, "\(path.quoted): no file ending in \(ending) can be written",
            hint: "expected a name that ends in \(endings), or --format")
        }
        let order = ExportOrder(
          path: path, format: format, selection: ids.isEmpty ? .all : .products(ids), formulas: formulas ?? .keep)
        let export = OfficeStep.send(.feature(.productExport(.exportTapped(order)))) { state throws(InvocationError) in
          guard isOverwriting, case .confirmingOverwrite = state.feature.productExport else {
            return try exportAnswer(in: state)
          }
          return .send(.feature(.productExport(.overwriteTapped))) { state throws(InvocationError) in
            try exportAnswer(in: state)
          }
        }
        if ids.isEmpty { return export }
        return loadingProducts { products throws(InvocationError) in
          let found = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
          try checkExistence(of: ids) { found[$0] }
          return export
        }
      }
    )
    .unavailable { $0.feature.productExport.isWriting ? "a file is being written" : nil }
    .stopped(by: "products.export.cancel").onCommandLine()
  }

  private static func exportAnswer(in state: State) throws(InvocationError) -> OfficeStep {
    switch state.feature.productExport {
    case .finished(let order, let result):
      let (count, path) = (result.productCount, result.path(of: order))
      let countText = count.counted("product")
      // Standard output has the products.
      if path == "-" { return .note("standard output: \(countText)") { .done } }
      return .answer(
        .report(
          ["file": .text(path), "products": .integer(Int64(count))], text: "\(path.terminalSafe): \(countText)\n"))
    case .failed(_, .products(let failure)): throw InvocationError(failure)
    case .failed(_, let failure): throw InvocationError(.unwritable, "\(failure)")
    case .confirmingOverwrite(let order):
      throw InvocationError(
        .failed, "\(order.path): the file exists already", hint: "add --overwrite to replace it")
    case .ready, .writing: throw InvocationError(.failed, "the file was not written")
    }
  }
}

extension ImportPreview {
  /// The names of the numbers of rows.
  fileprivate static let countNames = ["new", "changed", "unchanged", "skipped", "bad"]

  /// The numbers of rows.
  fileprivate var countsAnswer: CommandAnswer {
    let numbers = [counts.new, counts.changed, counts.unchanged, counts.skipped, counts.bad]
    return .row(
      RecordList(
        fields: Self.countNames.map { .init($0, isNumeric: true) },
        rows: [numbers.map { .init(.integer(Int64($0))) }]))
  }

  /// A note about the columns that are not imported and about required fields without a column, or `nil`.
  fileprivate var mappingNote: String? {
    var lines: [String] = []
    let missing = Product.fields.filter { field in
      field.isRequired && ImportField(rawValue: field.name).flatMap { settings.mapping?[$0] } == nil
    }
    if !unusedColumns.isEmpty {
      let free = ImportField.allCases.filter { $0.productField != nil && settings.mapping?[$0] == nil }.map(\.rawValue)
      let hint = free.isEmpty || !missing.isEmpty ? "" : " (--map FIELD=COLUMN takes one for the \(free.joinedWithOr))"
      lines.append("Not imported: \(unusedColumns.map(\.quoted).joined(separator: ", "))\(hint)")
    }
    if let first = missing.first {
      let example = "--map \(first.name)=\(unusedColumns.first?.commandLineWord ?? "COLUMN")"
      lines.append("No column is taken for the \(missing.map(\.name).joinedWithAnd). Choose one, as in: \(example)")
    }
    if settings.mapping?.isEmpty == true, settings.hasHeader {
      lines.append("No title is known. If the first line is no line of titles, add --no-header.")
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// A line for each of the first rows that are stored, and how many more there are.
  fileprivate var storedRowLines: String {
    let lines = rows.compactMap { row -> String? in
      // The user does not know an ID that was made for the row.
      let name = settings.mapping?[.id] == nil ? row.product.name.quoted : row.product.reference
      let former: Product
      let verb: String
      switch row.change {
      case .new: (former, verb) = (.empty(id: row.product.id), " is new")
      case .changed(let stored): (former, verb) = (stored, "")
      case .unchanged, .skipped: return nil
      }
      let changes = ProductEdit(of: former, to: row.product)?.changes ?? []
      let texts = changes.compactMap { change -> String? in
        guard let field = Product.field(named: change.field) else { return nil }
        func text(_ value: Value) -> String { field.text(of: value).isEmpty ? "none" : field.text(of: value) }
        if row.change == .new { return field.name == "name" ? nil : "\(field.name) \(text(change.new))" }
        return "\(field.name) \(text(change.old)) -> \(text(change.new))"
      }
      return "\n  line \(row.line): \(name.terminalSafe)\(verb): \(texts.joined(separator: "; ").terminalSafe)"
    }
    let rest = counts.stored - lines.count
    return lines.joined() + (rest > 0 ? "\n  and \(rest) more" : "")
  }

  fileprivate var badRowLines: String {
    let rows = badRows.prefix(10).map { row in
      "\n  line \(row.position.line), column \(row.position.column): \(row.reason.terminalSafe)"
    }
    let rest = counts.bad - rows.count
    let more = rest > 0 ? "\n  and \(rest) more" : ""
    return rows.joined() + more + "\nNothing was stored. --skip-bad-rows stores the others."
  }
}

extension InvocationError {
  fileprivate init(_ failure: ImportFailure, file path: String) {
    let code: Code =
      switch failure {
      case .file, .contents, .encoding, .noColumn: .invalidData
      case .storing where failure.isUnavailableStore: .unreachable
      case .loading(let error): InvocationError(error).code
      case .storing, .fileChanged, .productsChanged, .cancelled: .failed
      }
    let message =
      switch failure {
      case .contents, .encoding, .noColumn: "\(path): \(failure)"
      default: "\(failure)"
      }
    self.init(code, message)
  }
}
