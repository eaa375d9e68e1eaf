import BackOffice
import Documents
import ConsoleIO
import Interface
import Loop
import Programs
import Shop
import TabularData
import Tables
import Values

extension ProgramCommand where Context == CommandShell {
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

  /// A field of a product and the column of a file from which it comes.
  private static var mapping: Parameter<(ImportField, String?)> {
    Argument.text(
      "map",
      "column for one of the fields \(ImportField.allCases.map(\.rawValue).joined(separator: ", ")), or FIELD= for none; can be repeated; without it, the columns "
        + "are guessed from their titles"
    )
    .placeholder("FIELD=COLUMN").map { text throws(InvocationError) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts.count == 2, let field = ImportField(rawValue: parts[0]) {
        return (field, parts[1].isEmpty ? nil : parts[1])
      }
      let fields = ImportField.allCases.map(\.rawValue)
      throw InvocationError(
        .invalidValue, "--map \(text.quoted) is not valid",
        hint: parts.count == 2
          ? "expected \(fields.joinedWithOr) before the equals sign" : "expected FIELD=COLUMN, as in price=Cost")
    }
  }

  static var fileCommands: [ProgramCommand] {
    [
      ProgramCommand(
        "products import", "import products from a file",
        Argument.text("file", "the file").positional.suggesting(.files),
        Argument.flag("dry-run", "only print what would be stored"),
        Argument.flag(
          "skip-bad-rows", "store the other rows if some are bad; without it, all rows are stored or none"),
        Argument.choice("existing", "what happens to rows whose product exists already", of: ExistingRowPolicy.self)
          .optional(otherwise: "update"), mapping.repeated.defaulting(to: []), importLayout,
        notes: """
          Stores the rows of a file as products, and prints how many are new, changed, unchanged, skipped and bad. A row \
          without an ID is a new product. A field without a column keeps its value in products that exist. The file - \
          is standard input.
          """,
        examples: ["prices.csv --dry-run", "articles.csv --map id=Number --map price=Cost --separator semicolon"]
      ) {
        try await $0.importProducts(
          at: $1, isDryRun: $2, skipsBadRows: $3, existing: $4, mappings: $5, layout: $6)
      },
      ProgramCommand(
        "products export", "export products to a file", Argument.text("file", "the file").positional.suggesting(.files),
        Argument.productIDs("IDs of the products, or none for all").defaulting(to: []),
        Argument.choice("format", "format of the file", of: DataFormat.self)
          .optional(otherwise: "that of the file name, or csv"),
        Argument.flag("overwrite", "replace the file if it exists"),
        notes: """
          Writes the products with these IDs, or all products, to a file that 'products import' can read. The file - is \
          standard output.
          """,
        examples: ["products.csv", "lamps.json p1 p2 --overwrite"]
      ) { try await $0.exportProducts(to: $1, $2, $3, isOverwriting: $4) },
    ]
  }
}

extension CommandShell {
  fileprivate func importProducts(
    at path: String, isDryRun: Bool, skipsBadRows: Bool, existing: ExistingRowPolicy?,
    mappings: [(ImportField, String?)], layout: [ProductImport.Action]
  ) async throws {
    // Each setting starts to read the file again, and cancels the former reading.
    await send([.fileChosen(path)] + layout + (existing.map { [.existingRowsChosen($0)] } ?? []))
    for (field, column) in mappings {
      // A column that does not exist is reported only until the next setting.
      _ = try importPreview()
      await send([.columnMapped(field, column)])
    }
    _ = try importPreview()
    if skipsBadRows { await send([.badRowsChosen(.skip)]) }
    let preview = try importPreview()
    if !preview.unusedColumns.isEmpty {
      printNote("Not imported: \(preview.unusedColumns.map(\.quoted).joined(separator: ", "))")
    }
    if let obstacle = store.state.feature.productImport.startObstacle, preview.counts.bad > 0, !skipsBadRows {
      if isDryRun { try print(Self.summary(of: preview)) }
      throw .dataError("\(path.terminalSafe): \(obstacle)\(Self.badRowLines(of: preview))")
    }
    if isDryRun {
      printNote("This would store \(Self.countText(preview.counts.stored)):")
      return try print(Self.summary(of: preview))
    }
    if preview.counts.stored > 0 {
      await send([.startTapped])
      if case .preview(_, _, let failure?) = store.state.feature.productImport {
        throw CommandError(failure, file: path)
      }
      return try printChange(Self.summary(of: preview))
    }
    try print(Self.summary(of: preview))
  }

  private static func badRowLines(of preview: ImportPreview) -> String {
    let rows = preview.badRows.map { row in
      "\n  line \(row.position.line), column \(row.position.column): \(row.reason.terminalSafe)"
    }
    let rest = preview.counts.bad - rows.count
    let more = rest > 0 ? "\n  and \(rest) more" : ""
    return rows.joined() + more + "\nNothing was stored. --skip-bad-rows stores the others."
  }

  /// Sends actions, and waits until the file has been read or stored, with a line of progress on a terminal.
  private func send(_ actions: [ProductImport.Action]) async {
    let observation = store.observe(\.feature.productImport) { [console] state in
      guard let progress = ProductImport.progress(of: state, prefix: "import").first else { return }
      let total = progress.totalCount.map { " of \($0)" } ?? ""
      console.showProgress("\(progress.title.terminalSafe): \(progress.completedCount)\(total)")
    }
    defer {
      observation.cancel()
      console.eraseProgress()
    }
    for action in actions { store.send(.feature(.productImport(action))) }
    await store.waitUntilIdle()
  }

  /// Returns the preview, or throws the reason why there is none or why the last setting was refused.
  private func importPreview() throws(CommandError) -> ImportPreview {
    switch store.state.feature.productImport {
    case .unreadable(let settings, let failure, _): throw CommandError(failure, file: settings.path)
    case .preview(let preview, _, let failure?): throw CommandError(failure, file: preview.settings.path)
    case .preview(let preview, _, nil): return preview
    case .choosingFile, .reading, .importing, .finished:
      throw CommandError(status: .failure, message: "the file was not read")
    }
  }

  private static func countText(_ count: Int) -> String { count == 1 ? "1 product" : "\(count) products" }

  /// Returns the numbers of rows.
  private static func summary(of preview: ImportPreview) -> CommandAnswer {
    let counts = preview.counts
    let numbers = [
      ("new", counts.new), ("changed", counts.changed), ("unchanged", counts.unchanged), ("skipped", counts.skipped),
      ("bad", counts.bad),
    ]
    return .row(
      RecordList(
        fields: numbers.map { .init($0.0, isNumeric: true) }, rows: [numbers.map { .init(.integer(Int64($0.1))) }]))
  }

  fileprivate func exportProducts(
    to path: String, _ ids: [Product.ID], _ format: DataFormat?, isOverwriting: Bool
  ) async throws {
    let ids = ids.distinct
    if !ids.isEmpty {
      try await loadProducts()
      try checkExistence(of: ids)
    }
    let order = ExportOrder(path: path, format: format, selection: ids.isEmpty ? .all : .products(ids))
    store.send(.feature(.productExport(.exportTapped(order))))
    await store.waitUntilIdle()
    if isOverwriting, case .confirmingOverwrite = store.state.feature.productExport {
      store.send(.feature(.productExport(.overwriteTapped)))
      await store.waitUntilIdle()
    }
    switch store.state.feature.productExport {
    case .finished(_, let result):
      let count = result.productCount
      if order.path == "-" { return printNote("standard output: \(Self.countText(count))") }
      try print(
        .report(
          ["file": .text(order.path), "products": .integer(Int64(count))],
          text: "\(order.path.terminalSafe): \(Self.countText(count))\n"))
    case .failed(_, .products(let failure)): throw CommandError(status: failure.exitStatus, message: "\(failure)")
    case .failed(_, let failure): throw CommandError(status: .output, message: "\(failure)")
    case .confirmingOverwrite:
      throw CommandError(
        status: .failure, message: "\(order.path.terminalSafe): the file exists already",
        suggestion: "add --overwrite to replace it")
    case .ready, .writing: throw CommandError(status: .failure, message: "the file was not written")
    }
  }
}

extension CommandShell {
  func loadProducts() async throws(CommandError) {
    productList.send(.appeared)
    await store.waitUntilIdle()
    if case .failed(let failure) = productList.state.listStatus {
      throw CommandError(status: failure.exitStatus, message: "\(failure)")
    }
  }

  private func checkExistence(of ids: [Product.ID]) throws(CommandError) {
    do throws(InvocationError) {
      try BackOfficeApplication.checkExistence(of: ids) { productList.state[$0] }
    } catch {
      throw CommandError(error)
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

extension ProductStoreError {
  var exitStatus: ExitStatus { InvocationError(self).code.exitStatus }
}

extension CommandError {
  fileprivate init(_ failure: ImportFailure, file path: String) {
    let status: ExitStatus =
      switch failure {
      case .file, .contents, .noColumn: .data
      case .storing where failure.isUnavailableStore: .unavailable
      case .loading(let error): error.exitStatus
      case .storing, .fileChanged, .productsChanged, .cancelled: .failure
      }
    let message =
      switch failure {
      case .contents, .noColumn: "\(path): \(failure)"
      default: "\(failure)"
      }
    self.init(status: status, message: message.terminalSafe)
  }
}
