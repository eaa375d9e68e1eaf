import Documents
import Interface
import Shop
import TabularData
import Tables
import Values

extension ProductImport {
  /// Returns the visible parts of a state: the file, the mapping, the counts, the first rows and the bad rows.
  ///
  /// While the file is read again, the former preview stays.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - prefix: The prefix of the lifted commands and of all IDs.
  ///   - mapping: The commands of the form in which each column has its field.
  ///   - badRows: The commands of the table of bad rows.
  /// - Returns: The parts.
  package static func elements(
    of state: State, prefix: String, mapping: FormCommands = FormCommands(), badRows: TableCommands = TableCommands()
  ) -> [Screen.Element] {
    switch state {
    case .preview(let preview, let policy, _), .importing(let preview, let policy, _):
      elements(of: preview, preview.settings, policy, prefix: prefix, mapping, badRows)
    case .reading(let settings, _, let former?):
      elements(of: former, settings, nil, prefix: prefix, mapping, badRows)
    case .choosingFile, .reading, .unreadable, .finished: []
    }
  }

  /// Returns the progress of reading or storing, with the command that cancels it.
  package static func progress(of state: State, prefix: String) -> [Screen.Progress] {
    let cancel = Invocation("\(prefix).cancel")
    return switch state {
    case .reading(let settings, let count, _):
      [
        .init(id: prefix, title: "Reading \(settings.path)", completedCount: count, totalCount: nil, cancel: cancel)
      ]
    case .importing(let preview, _, let progress): [progress.screen(of: preview, id: prefix, cancel: cancel)]
    case .choosingFile, .unreadable, .preview, .finished: []
    }
  }

  /// Returns the failures, the bad rows and the result, with the commands that go on from there.
  package static func notices(of state: State, prefix: String) -> [Screen.Notice] {
    let cancel = Invocation("\(prefix).cancel")
    let reload = Screen.Answer("Read again", Invocation("\(prefix).reload"))
    return switch state {
    case .choosingFile, .reading, .importing: []
    case .unreadable(let settings, let failure, _):
      [
        .init(
          id: prefix, .error, failure.isOfFile ? "\(failure)" : "\(settings.path) could not be read: \(failure)",
          answers: [
            failure.isOfEncoding && settings.encoding == nil
              ? .init(
                "Read as Windows-1252",
                Invocation("\(prefix).encoding", ["encoding": .text(TextEncoding.windows1252.rawValue)]))
              : .init(
                "Correct the name", Invocation("\(prefix).read", ["file": .text(settings.path)]),
                changingArguments: true),
            reload, .init("Cancel", cancel),
          ])
      ]
    case .preview(let preview, let policy, let failure):
      badRowNotices(of: preview, policy, prefix: prefix)
        + (failure.map { [.init(id: "\(prefix)-failure", .error, "\($0)", answers: [reload])] } ?? [])
        + [
          .init(
            id: "\(prefix)-start", .information,
            policy == .block && preview.counts.bad > 0
              ? "Correct the bad rows, or skip them."
              : state.startObstacle.map { "Not yet: \($0)." } ?? "Import these products?",
            answers: (state.startObstacle == nil ? [.init("Import", Invocation("\(prefix).start"))] : [])
              + [.init("Cancel", cancel)])
        ]
    case .finished(let path, let counts):
      [
        .init(
          id: prefix, counts.bad == 0 ? .information : .warning, counts.summary(ofFile: path),
          answers: [.init("Close", cancel)])
      ]
    }
  }

  private static func badRowNotices(
    of preview: ImportPreview, _ policy: BadRowPolicy, prefix: String
  ) -> [Screen.Notice] {
    let counts = preview.counts
    func answer(_ title: String, _ policy: BadRowPolicy) -> Screen.Answer {
      .init(title, Invocation("\(prefix).bad-rows", ["policy": .text(policy.rawValue)]))
    }
    let notice: Screen.Notice? =
      switch (counts.bad, policy) {
      case (0, _): nil
      case (let bad, .block):
        .init(
          id: "\(prefix)-bad-rows", .error,
          "\(bad.rows) bad; nothing is imported.",
          answers: [
            .init("Read again", Invocation("\(prefix).reload")), answer("Skip bad rows", .skip),
            .init("Write them to a file", Invocation("\(prefix).rejected")),
          ])
      case (let bad, .skip):
        .init(
          id: "\(prefix)-bad-rows", .warning,
          "\(bad.rows) bad; \(counts.stored) of \(counts.total) will be stored.",
          answers: [answer("Import all or nothing", .block)])
      }
    let rest = counts.bad - preview.badRows.count
    let more = Screen.Notice(
      id: "\(prefix)-more-bad-rows", .information, "The list shows the first \(preview.badRows.count) bad rows.")
    return [notice, rest > 0 ? more : nil].compactMap(\.self)
  }

  private static func elements(
    of preview: ImportPreview, _ settings: ImportSettings, _ policy: BadRowPolicy?, prefix: String,
    _ mappingCommands: FormCommands,
    _ badRowCommands: TableCommands
  ) -> [Screen.Element] {
    let counts = preview.counts
    let goodCount = counts.total - counts.bad
    var elements = [
      Screen.Element("\(prefix)-file", .text(fileLines(of: preview))),
      Screen.Element("\(prefix)-counts", .counters(counters(of: counts))),
      Screen.Element(
        "\(prefix)-mapping",
        .form(
          OfficeForms.mapping(of: preview.columns, samples: preview.samples ?? [], settings.mapping ?? ColumnMapping()),
          mappingCommands)),
    ]
    if preview.rows.count < goodCount {
      let title = "The first \(preview.rows.count) of \(goodCount.counted("row"))"
      elements.append(Screen.Element("\(prefix)-rows-title", .text([title])))
    }
    let rows = screen(of: preview.rows, in: ImportRow.table, outOf: goodCount)
    elements.append(Screen.Element("\(prefix)-rows", .table(rows)))
    if preview.badRows.isEmpty { return elements }
    if policy == .block {
      let advice = "Correct these rows here, or the file and read it again, or skip them."
      elements.append(Screen.Element("\(prefix)-bad-rows-title", .text([advice])))
    }
    let badRows = screen(of: preview.badRows, in: BadRow.table, outOf: counts.bad)
    return elements + [Screen.Element("\(prefix)-bad-rows", .table(badRows, badRowCommands))]
  }

  private static func fileLines(of preview: ImportPreview) -> [String] {
    let corrected = preview.settings.corrections.count
    let separator = preview.separator.map { ", separated by \($0.rawValue)" } ?? ""
    let corrections = corrected == 0 ? "" : "; \(corrected.counted("cell")) corrected here"
    return [
      "\(preview.settings.path): \(preview.format.rawValue)\(separator)\(corrections)",
      "rows whose products exist: \(preview.settings.existingRows.rawValue)",
    ]
  }

  private static func counters(of counts: ImportCounts) -> [Screen.Counter] {
    [
      ("new", counts.new), ("changed", counts.changed), ("unchanged", counts.unchanged), ("skipped", counts.skipped),
      ("bad", counts.bad),
    ].map { name, count in Screen.Counter(id: name, title: name.capitalizedFirst, text: "\(count)") }
  }

  private static func screen<Row: Identifiable & Hashable & Sendable>(
    of rows: [Row], in table: TableFeature<Row>, outOf count: Int
  ) -> TableScreen<String> where Row.ID == Int {
    var screen = table.screen(of: table.initialState(rows)).mapIDs { "\($0)" }
    screen.counts.all = count
    return screen
  }
}

extension ImportRow {
  private static let columns: [Column<ImportRow>] = [
    Column("line", \.line, title: "Line"), Column("change", \.change.title, title: "Change"),
    Column("id", \.product.id.rawValue, title: "ID"),
  ]

  fileprivate static let table = TableFeature<ImportRow>.grid(
    columns
      + Product.fields.map { field in
        Column(
          field.name, { $0.text(field.text) }, title: field.title, alignment: field.isNumeric ? .trailing : nil)
      })

  /// Returns the text of a property, after the stored one if that differs.
  private func text(_ property: (Product) -> String) -> String {
    let text = property(product)
    guard case .changed(let former) = change, property(former) != text else { return text }
    return "\(property(former)) → \(text)"
  }
}

extension ImportRow.Change {
  fileprivate var title: String {
    switch self {
    case .new: "new"
    case .changed: "changed"
    case .unchanged: "unchanged"
    case .skipped: "skipped"
    }
  }
}

extension BadRow {
  fileprivate static let table = TableFeature<BadRow>.grid([
    Column("line", \.position.line, title: "Line"), Column("column", { $0.column ?? "" }, title: "Column"),
    Column("reason", \.reason, title: "Reason"),
  ])
}

extension ImportProgress {
  fileprivate func screen(of preview: ImportPreview, id: String, cancel: Invocation) -> Screen.Progress {
    let path = preview.settings.path
    return switch self {
    case .reading(let count):
      Screen.Progress(
        id: id, title: "Checking \(path)", completedCount: count, totalCount: preview.counts.total, cancel: cancel)
    case .storing(let count):
      Screen.Progress(
        id: id, title: "Storing \(path)", completedCount: count, totalCount: preview.counts.stored, cancel: cancel)
    }
  }
}

extension ImportCounts {
  /// The numbers of a finished import in words.
  fileprivate func summary(ofFile path: String) -> String {
    let others = [(unchanged, "unchanged"), (skipped, "skipped"), (bad, "bad and not imported")]
    let parts = ["\(new) new", "\(changed) changed"] + others.filter { $0.0 > 0 }.map { "\($0) \($1)" }
    return "\(path) is imported: \(parts.joined(separator: ", "))."
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension ImportFailure {
  /// A Boolean value that indicates whether the message names the file.
  fileprivate var isOfFile: Bool { if case .file = self { true } else { false } }

  /// A Boolean value that indicates whether the file may be readable with another encoding.
  fileprivate var isOfEncoding: Bool { if case .encoding = self { true } else { false } }
}
