import BackOffice
import Documents
import ConsoleIO
import Interface
import Loop
import Shop
import TabularData
import Tables
import Values

extension CommandShell {
  func importProducts(_ options: inout CommandArguments) async throws {
    let policies = ExistingRowPolicy.allCases.map(\.rawValue).joinedWithOr
    let existing = try options.popValue("--existing", ExistingRowPolicy.init, expected: policies)
    let skipsBadRows = try options.popFlag("--skip-bad-rows")
    let isDryRun = try options.popFlag("--dry-run")
    let mappings = try options.popValues("--map").map { text throws(CommandError) in try Self.mapping(text) }
    let layout = try Self.layoutActions(&options)
    let path = try options.singleOperand("FILE")

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
    if let obstacle = office.state.feature.productImport.startObstacle, preview.counts.bad > 0, !skipsBadRows {
      if isDryRun { try print(Self.summary(of: preview)) }
      throw .dataError("\(path.terminalSafe): \(obstacle)\(Self.badRowLines(of: preview))")
    }
    if isDryRun {
      printNote("This would store \(Self.countText(preview.counts.stored)):")
      return try print(Self.summary(of: preview))
    }
    if preview.counts.stored > 0 {
      await send([.startTapped])
      if case .preview(_, _, let failure?) = office.state.feature.productImport {
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
    let observation = office.observe(\.feature.productImport) { [console] state in
      guard let progress = ProductImport.progress(of: state, prefix: "import").first else { return }
      let total = progress.totalCount.map { " of \($0)" } ?? ""
      console.showProgress("\(progress.title.terminalSafe): \(progress.completedCount)\(total)")
    }
    defer {
      observation.cancel()
      console.eraseProgress()
    }
    for action in actions { office.send(.feature(.productImport(action))) }
    await office.waitUntilIdle()
  }

  /// Returns the preview, or throws the reason why there is none or why the last setting was refused.
  private func importPreview() throws(CommandError) -> ImportPreview {
    switch office.state.feature.productImport {
    case .unreadable(let settings, let failure, _): throw CommandError(failure, file: settings.path)
    case .preview(let preview, _, let failure?): throw CommandError(failure, file: preview.settings.path)
    case .preview(let preview, _, nil): return preview
    case .choosingFile, .reading, .importing, .finished:
      throw CommandError(status: .failure, message: "the file was not read")
    }
  }

  private static func mapping(_ text: String) throws(CommandError) -> (ProductField, String?) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let fields = ProductField.allCases.map(\.rawValue)
    guard parts.count == 2 else { throw .usageError("--map \(text.quoted): expected FIELD=COLUMN, as in price=Cost") }
    guard let field = ProductField(rawValue: parts[0]) else { throw .unknownWord(parts[0], "field", among: fields) }
    return (field, parts[1].isEmpty ? nil : parts[1])
  }

  /// Removes the options that say how the file is read.
  private static func layoutActions(_ options: inout CommandArguments) throws(CommandError) -> [ProductImport.Action] {
    let formats = DataFormat.allCases.map(\.rawValue).joinedWithOr
    let separators = ImportSeparator.allCases.map(\.rawValue).joinedWithOr
    let encodings = TextEncoding.allCases.map(\.rawValue).joinedWithOr
    let format = try options.popValue("--format", DataFormat.init(rawValue:), expected: formats)
    let separator = try options.popValue("--separator", ImportSeparator.init, expected: separators)
    let encoding = try options.popValue("--encoding", TextEncoding.init, expected: encodings)
    let hasNoHeader = try options.popFlag("--no-header")
    return [
      format.map { .formatChosen($0) }, separator.map { .separatorChosen($0) }, encoding.map { .encodingChosen($0) },
      hasNoHeader ? .headerChosen(false) : nil,
    ].compactMap(\.self)
  }

  private static func countText(_ count: Int) -> String { count == 1 ? "1 product" : "\(count) products" }

  /// Returns the numbers of rows.
  private static func summary(of preview: ImportPreview) -> CommandOutput {
    let counts = preview.counts
    let numbers = [
      ("new", counts.new), ("changed", counts.changed), ("unchanged", counts.unchanged), ("skipped", counts.skipped),
      ("bad", counts.bad),
    ]
    return .row(
      RecordList(
        fields: numbers.map { .init($0.0, isNumeric: true) }, rows: [numbers.map { .init(.integer(Int64($0.1))) }]))
  }

  func exportProducts(_ options: inout CommandArguments) async throws {
    let formats = DataFormat.allCases.map(\.rawValue).joinedWithOr
    let format = try options.popValue("--format", DataFormat.init(rawValue:), expected: formats)
    let isOverwriting = try options.popFlag("--overwrite")
    let words = try options.operands("FILE", atLeast: 1)
    let ids = words.dropFirst().map(Product.ID.init(rawValue:)).distinct
    if !ids.isEmpty {
      try await loadProducts()
      try checkExistence(of: ids)
    }
    let order = ExportOrder(path: words[0], format: format, selection: ids.isEmpty ? .all : .products(ids))
    office.send(.feature(.productExport(.exportTapped(order))))
    await office.waitUntilIdle()
    if isOverwriting, case .confirmingOverwrite = office.state.feature.productExport {
      office.send(.feature(.productExport(.overwriteTapped)))
      await office.waitUntilIdle()
    }
    switch office.state.feature.productExport {
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

extension Help {
  static let productsImport = """
    Usage: backroom products import FILE [--dry-run] [--skip-bad-rows] [OPTION…]

      --dry-run       only print what would be stored
      --skip-bad-rows store the other rows if some are bad; without it, all rows are stored or none
      --existing      update|skip|reject, for rows whose product exists already (default: update)
      --map           FIELD=COLUMN, for the fields id, name, price and tags; FIELD= for none (default: guessed from the
                      titles). Can be repeated.
      --format        csv|tsv|json|jsonl (default: that of the file)
      --separator     comma|semicolon|tab|pipe, between the fields of CSV (default: that of the file)
      --encoding      \(TextEncoding.allCases.map(\.rawValue).joined(separator: "|")) (default: UTF-8 or a byte order mark)
      --no-header     the first line has no titles
    \(outputOptions)

      Stores the rows of a file as products, and prints how many are new, changed, unchanged, skipped and bad. A row
      without an ID is a new product. A field without a column keeps its value in products that exist.

    Examples:
      backroom products import prices.csv --dry-run
      backroom products import articles.csv --map id=Number --map price=Cost --separator semicolon
    """

  static let productsExport = """
    Usage: backroom products export FILE [ID…] [--format csv|tsv|json|jsonl] [--overwrite]

      --format        csv|tsv|json|jsonl (default: that of the file name, or csv)
      --overwrite     replace the file if it exists
    \(outputOptions)

      Writes the products with these IDs, or all products, to a file that products import can read. The file - is
      standard output, and for products import standard input.

    Examples:
      backroom products export products.csv
      backroom products export lamps.json p1 p2 --overwrite
    """
}
