import Documents
import Loop
import Shop
import TabularData

/// Imports products from a file: choose a file, see what the import would do, and store all of it or nothing.
///
/// The state never contains the rows of the file, except for a few in the ``ImportPreview``. Each change of the settings
/// reads the file again, and so does the import, which compares the file and the stored products with the preview.
///
/// A parent loads its products again after the actions ``Action/imported(_:)`` and ``Action/importFailed(_:)``, and when
/// the user cancels an import.
public struct ProductImport: Reducer {
  /// Creates the feature.
  public init() {}

  /// The steps of an import.
  public enum State: Hashable, Codable, Sendable {
    /// No file is chosen.
    case choosingFile
    /// The file is being read. Cancelling returns to the former preview.
    case reading(ImportSettings, rowCount: Int, former: ImportPreview?)
    /// The file could not be read.
    case unreadable(ImportSettings, ImportFailure, former: ImportPreview?)
    /// The user sees what the import would do, and why the last attempt failed.
    case preview(ImportPreview, BadRowPolicy, ImportFailure? = nil)
    /// The products are being stored.
    case importing(ImportPreview, BadRowPolicy, ImportProgress = .reading(0))
    /// The products are stored.
    case finished(path: String, ImportCounts)

    /// Creates a state without a file.
    public init() { self = .choosingFile }
  }

  /// A user action, or a response of the handler.
  public enum Action: Hashable, Codable, Sendable {
    /// The user chose a file.
    case fileChosen(String)
    /// The user chose the column of a field, or none.
    case columnMapped(ImportField, String?)
    /// The user chose the field that a column fills, or none.
    case columnAssigned(String, to: ImportField?)
    /// The user corrected the cell that makes a row bad.
    case rowCorrected(BadRow.ID, String)
    /// The user chose what happens to rows whose products exist.
    case existingRowsChosen(ExistingRowPolicy)
    /// The user chose what happens to the import if rows are bad.
    case badRowsChosen(BadRowPolicy)
    /// The user chose the format, or that it is inferred.
    case formatChosen(DataFormat?)
    /// The user chose the separator of fields, or that it is inferred.
    case separatorChosen(ImportSeparator?)
    /// The user chose the character encoding, or that it is inferred.
    case encodingChosen(TextEncoding?)
    /// The user chose whether the first line contains the titles.
    case headerChosen(Bool)
    /// The user reads the file again.
    case reloadTapped
    /// The user starts the import.
    case startTapped
    /// The user cancels: the work if there is any, and else the import.
    case cancelTapped
    /// Some rows have been read for the preview.
    case readingProgressed(Int)
    /// The file was read.
    case previewLoaded(ImportPreview)
    /// The file could not be read.
    case readingFailed(ImportFailure)
    /// The import has advanced.
    case importProgressed(ImportProgress)
    /// All products are stored, by these changes.
    case imported([ProductEdit])
    /// The bad rows were written to a file.
    case rejectedRowsWritten(RejectedRowCounts, path: String)
    /// No product was stored, except perhaps if the store is offline.
    case importFailed(ImportFailure)
  }

  /// A request to the handler.
  public enum Effect: Hashable, Codable, Sendable {
    /// Read a file and compare it with the stored products.
    case read(ImportSettings)
    /// Store the products of a preview.
    case store(ImportOrder)
    /// Write the bad rows of a file to another one.
    case writeRejectedRows(of: ImportSettings, to: String, overwriting: Bool)
  }

  /// The slots of the effects.
  public enum Slot: Hashable, Codable, Sendable { case reading, storing }

  /// Returns `true`: a run ends with its response, or is cancelled by the user.
  public func isActive(_ slot: Slot, in state: State) -> Bool { true }

  /// Reduces an action.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .fileChosen(let path): return state.isImporting ? .none : read(ImportSettings(path: path), &state)
    case .columnMapped(let field, let column): return map(field, to: column, &state)
    case .columnAssigned(let column, let field): return assign(column, to: field, &state)
    case .rowCorrected(let id, let text): return correctRow(id, text, &state)
    case .existingRowsChosen(let policy): return changeSettings(&state) { $0.existingRows = policy }
    case .badRowsChosen(let policy): chooseBadRows(policy, &state)
    case .formatChosen(let format): return changeLayout(&state) { $0.format = format }
    case .separatorChosen(let separator): return changeLayout(&state) { $0.separator = separator }
    case .encodingChosen(let encoding): return changeLayout(&state) { $0.encoding = encoding }
    case .headerChosen(let hasHeader): return changeLayout(&state) { $0.hasHeader = hasHeader }
    case .reloadTapped: return state.settings.map { read($0, &state) } ?? .none
    case .startTapped: return start(&state)
    case .cancelTapped: return cancel(&state)
    case .readingProgressed(let count):
      if case .reading(let settings, _, let former) = state {
        state = .reading(settings, rowCount: count, former: former)
      }
    case .previewLoaded(let preview): if case .reading = state { state = .preview(preview, .block) }
    case .readingFailed(let failure):
      if case .reading(let settings, _, let former) = state { state = .unreadable(settings, failure, former: former) }
    case .rejectedRowsWritten: break
    case .importProgressed(let progress):
      if case .importing(let preview, let policy, _) = state { state = .importing(preview, policy, progress) }
    case .imported:
      if case .importing(let preview, _, _) = state {
        state = .finished(path: preview.settings.path, preview.counts)
      }
    case .importFailed(let failure):
      if case .importing(let preview, let policy, _) = state { state = .preview(preview, policy, failure) }
    }
    return .none
  }
}

extension ProductImport {
  private func read(_ settings: ImportSettings, _ state: inout State) -> Effects<Self> {
    state = .reading(settings, rowCount: 0, former: state.latestPreview)
    return .run(
      .read(settings), in: .reading, .latest, ifLost: .readingFailed(.loading(.offline)), afterRestart: .runAgain)
  }

  private func changeSettings(
    _ state: inout State, _ change: (inout ImportSettings) -> Void
  ) -> Effects<Self> {
    guard let current = state.settings else { return .none }
    var settings = current
    change(&settings)
    return settings == current ? .none : read(settings, &state)
  }

  /// Changes how the file is split into columns, so that the mapping is guessed again.
  private func changeLayout(
    _ state: inout State, _ change: (inout ImportSettings) -> Void
  ) -> Effects<Self> {
    changeSettings(&state) { settings in
      let former = settings
      change(&settings)
      // The rows have other numbers now, and the columns other titles.
      if settings != former { (settings.mapping, settings.corrections) = (nil, ImportCorrections()) }
    }
  }

  private func map(_ field: ImportField, to column: String?, _ state: inout State) -> Effects<Self> {
    if case .preview(let preview, let policy, _) = state, let column, !preview.columns.contains(column) {
      state = .preview(preview, policy, .noColumn(column, columns: preview.columns))
      return .none
    }
    // Without a mapping, the columns are not known yet.
    return changeSettings(&state) { $0.mapping?[field] = column }
  }

  private func assign(_ column: String, to field: ImportField?, _ state: inout State) -> Effects<Self> {
    changeSettings(&state) { settings in
      guard var mapping = settings.mapping else { return }
      for field in ImportField.allCases where mapping[field] == column { mapping[field] = nil }
      if let field { mapping[field] = column }
      settings.mapping = mapping
    }
  }

  private func correctRow(_ id: BadRow.ID, _ text: String, _ state: inout State) -> Effects<Self> {
    guard case .preview(let preview, _, _) = state, let field = preview.badRows.first(where: { $0.id == id })?.field
    else { return .none }
    return changeSettings(&state) { settings in
      settings.corrections.correct(field, ofRow: id, to: text, inFile: preview.fileDigest)
    }
  }

  private func chooseBadRows(_ policy: BadRowPolicy, _ state: inout State) {
    guard case .preview(let preview, _, let failure) = state, preview.counts.bad > 0 else { return }
    state = .preview(preview, policy, failure)
  }

  private func start(_ state: inout State) -> Effects<Self> {
    guard state.startObstacle == nil, case .preview(let preview, let policy, _) = state else { return .none }
    state = .importing(preview, policy)
    // If the response is lost, the products may be stored.
    return .run(
      .store(ImportOrder(preview)), in: .storing, .latest,
      ifLost: .importFailed(.storing(.offline)), afterRestart: .reportLost)
  }

  private func cancel(_ state: inout State) -> Effects<Self> {
    switch state {
    // The products may be stored already. The file is read again to see whether they are.
    case .importing(let preview, _, _): return .cancel(.storing) + read(preview.settings, &state)
    case .reading(_, _, let former):
      state = former.map { .preview($0, .block) } ?? .choosingFile
      return .cancel(.reading)
    case .unreadable(_, _, let former?): state = .preview(former, .block)
    case .choosingFile, .unreadable, .preview, .finished: state = .choosingFile
    }
    return .none
  }
}

/// What an import is doing, with the number of rows or products that are done.
public enum ImportProgress: Hashable, Codable, Sendable {
  /// The file is read again.
  case reading(Int)
  /// The products are stored.
  case storing(Int)
}

extension ProductImport.State {
  /// A Boolean value that indicates whether products are being stored.
  var isImporting: Bool { if case .importing = self { true } else { false } }

  /// A Boolean value that indicates whether a file was chosen, and its import has not ended.
  var isOpen: Bool {
    switch self {
    case .choosingFile, .finished: false
    case .reading, .unreadable, .preview, .importing: true
    }
  }

  /// The settings that the user can change now, or `nil`.
  public var settings: ImportSettings? {
    switch self {
    case .reading(let settings, _, _), .unreadable(let settings, _, _): settings
    case .preview(let preview, _, _): preview.settings
    case .choosingFile, .importing, .finished: nil
    }
  }

  /// The last preview that was loaded, or `nil`.
  var latestPreview: ImportPreview? {
    switch self {
    case .reading(_, _, let former), .unreadable(_, _, let former): former
    case .preview(let preview, _, _), .importing(let preview, _, _): preview
    case .choosingFile, .finished: nil
    }
  }

  /// The reason why the import cannot start now, or `nil` if it can.
  public var startObstacle: String? {
    switch self {
    case .choosingFile: "no file is chosen"
    case .reading: "the file is being read"
    case .unreadable: "the file could not be read"
    case .importing: "an import is running"
    case .finished: "the import is finished"
    case .preview(let preview, .block, _) where preview.counts.bad > 0:
      "\(preview.counts.bad.rows) bad; correct the file, or skip them"
    case .preview(let preview, _, _): preview.counts.stored == 0 ? "there is nothing to store" : nil
    }
  }
}

extension Int {
  /// The beginning of a sentence about this number of rows.
  var rows: String { self == 1 ? "1 row is" : "\(self) rows are" }
}
