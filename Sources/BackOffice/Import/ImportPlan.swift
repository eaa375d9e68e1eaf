import Documents
import Shop
import TabularData
import Values

/// What an import of a file into a shop does: a pure function of the bytes, the settings and the stored products.
///
/// A preview and an import make the same plan. The import needs the changes too.
package struct ImportPlan: Sendable {
  /// The visible part.
  package let preview: ImportPreview
  /// The products to store, in the order of the file.
  package let changes: [ProductChange]
  /// The stored products that they replace, or `nil` for new ones.
  private let replaced: [Product?]
  /// The products that the file refers to, with their stored versions.
  private let versions: [(Product.ID, Int?)]
  /// The problem of each bad row, by the number of the row.
  let reasons: [Int: String]

  /// The width to which the value of a column is shortened.
  private static let sampleWidth = 20

  /// The number of rows after which progress is reported.
  private static let progressInterval = 10_000

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - settings: How the file is read. The prefix of IDs must be known.
  ///   - stored: The stored products.
  ///   - isForStoring: Whether the changes are needed. Without them, the plan is small.
  ///   - fileDigest: The digest of the bytes, or `nil` to compute it.
  ///   - progress: A closure that receives the number of rows read so far. It returns whether to continue.
  /// - Throws: A failure if the file cannot be read as rows, or the closure returns `false`.
  package init(
    of bytes: [UInt8], _ settings: ImportSettings, stored: [Product], isForStoring: Bool = false,
    fileDigest: UInt64? = nil, progress: (Int) -> Bool = { _ in true }
  ) throws(ImportFailure) {
    let fileDigest = fileDigest ?? ContentDigest.of(bytes)
    var settings = settings
    settings.corrections.keep(ifFileIs: fileDigest)
    var reader = try Self.reader(of: bytes, settings)
    let mapping = settings.mapping ?? ColumnMapping(guessedFrom: reader.columns)
    let indices = try mapping.indices(in: reader.columns)
    // The prices of a file are written in the same way.
    let priceIndex = ImportField.allCases.firstIndex { $0.productField?.kind == .money }
    var planner = ImportPlanner(
      parser: ImportRowParser(
        mapping: mapping, idPrefix: settings.idPrefix ?? "",
        decimalSeparator: try Self.decimalSeparator(in: reader, column: priceIndex.flatMap { indices[$0] })),
      settings: settings, stored: stored, isForStoring: isForStoring)
    let samples = try Self.samples(in: reader)
    while let row = try Self.nextRow(of: &reader, indices) {
      planner.add(row, in: reader, indices)
      let count = planner.counts.total
      if count.isMultiple(of: Self.progressInterval), !progress(count) { throw .cancelled }
    }
    if !progress(planner.counts.total) { throw .cancelled }
    self.init(planner, settings, mapping, reader, samples: samples, fileDigest: fileDigest)
  }

  private init(
    _ planner: ImportPlanner, _ settings: ImportSettings, _ mapping: ColumnMapping, _ reader: ImportRowReader,
    samples: [String], fileDigest: UInt64
  ) {
    var settings = settings
    settings.mapping = mapping
    preview = ImportPreview(
      settings: settings, format: reader.format, separator: reader.separator.flatMap(ImportSeparator.init),
      columns: reader.columns, samples: samples, counts: planner.counts, rows: planner.rows, badRows: planner.badRows,
      fileDigest: fileDigest, versions: planner.digest)
    (changes, replaced) = (planner.changes, planner.replaced)
    versions = planner.versions
    reasons = planner.reasons
  }

  static func reader(of bytes: [UInt8], _ settings: ImportSettings) throws(ImportFailure) -> ImportRowReader {
    do throws(DocumentError) {
      let text = try TextEncoding.decode(bytes, as: settings.encoding)
      return try ImportRowReader(
        text, as: settings.format ?? DataFormat(fileName: settings.path) ?? DataFormat(inferredFrom: text),
        separator: settings.separator?.fieldSeparator, hasHeader: settings.hasHeader)
    } catch {
      throw ImportFailure(error)
    }
  }

  /// Returns the first value of each column in the first rows.
  private static func samples(in reader: ImportRowReader) throws(ImportFailure) -> [String] {
    var reader = reader
    let columns = Array(reader.columns.indices)
    var samples = columns.map { _ in "" }
    for _ in 0..<ImportPreview.maxRowCount {
      guard let row = try nextRow(of: &reader, columns) else { break }
      guard case .cells(let cells) = row else { continue }
      for (column, cell) in zip(columns, cells) where samples[column].isEmpty {
        samples[column] = cell.fileText?.trimmed.shortened(toTerminalWidth: sampleWidth) ?? ""
      }
    }
    return samples
  }

  /// Returns the decimal separator that the prices of all rows prove, or `nil` if they prove none or both.
  private static func decimalSeparator(
    in reader: ImportRowReader, column: Int?
  ) throws(ImportFailure) -> WrittenNumber.DecimalSeparator? {
    var (reader, prices) = (reader, ColumnDecimalSeparator())
    while let row = try nextRow(of: &reader, [column]) {
      guard case .cells(let cells) = row, case .text(let text)? = cells.first else { continue }
      do throws(AmbiguousCommaError) {
        prices.add(try WrittenNumber(text.trimmed)?.provenSeparator)
      } catch {
        // The other prices decide.
      }
    }
    return prices.separator
  }

  static func nextRow(
    of reader: inout ImportRowReader, _ indices: [Int?]
  ) throws(ImportFailure) -> ImportRowReader.Row? {
    do throws(DocumentError) {
      return try reader.next(indices)
    } catch {
      throw ImportFailure(error)
    }
  }

  /// Makes the plan of an import that was previewed, or throws if the file or the products have changed since.
  package init(
    of bytes: [UInt8], storing order: ImportOrder, stored: [Product], progress: (Int) -> Bool = { _ in true }
  ) throws(ImportFailure) {
    let fileDigest = ContentDigest.of(bytes)
    if fileDigest != order.fileDigest { throw .fileChanged }
    try self.init(
      of: bytes, order.settings, stored: stored, isForStoring: true, fileDigest: fileDigest, progress: progress)
    if preview.versions != order.versions {
      throw .productsChanged(preview.versions.changedProduct(since: order.versions, among: versions))
    }
  }
}

extension ImportPlan {
  /// Returns the changes of the shop after the products were stored.
  ///
  /// - Parameter stored: The products as they are stored now, in the order of the changes.
  /// - Returns: The edits of the products that are different now.
  package func edits(storing stored: [Product]) -> [ProductEdit] {
    zip(replaced, stored).compactMap { former, product in
      former.map { ProductEdit(of: $0, to: product) } ?? ProductEdit(adding: product)
    }
  }
}

/// A request to store the products of a preview.
public struct ImportOrder: Hashable, Codable, Sendable {
  /// How the file is read.
  public let settings: ImportSettings
  let fileDigest: UInt64
  let versions: VersionDigest

  /// Creates an order to store what a preview shows.
  package init(_ preview: ImportPreview) {
    (settings, fileDigest, versions) = (preview.settings, preview.fileDigest, preview.versions)
  }
}

/// Decides row by row what an import does.
private struct ImportPlanner {
  private let parser: ImportRowParser
  private let settings: ImportSettings
  private let stored: [Product.ID: Product]
  private let isForStoring: Bool
  private(set) var counts = ImportCounts()
  private(set) var badRows: [BadRow] = []
  private(set) var changes: [ProductChange] = []
  private(set) var replaced: [Product?] = []
  private(set) var versions: [(Product.ID, Int?)] = []
  private(set) var reasons: [Int: String] = [:]
  private(set) var digest = VersionDigest()
  /// The line in which each ID occurs first.
  private var lines: [Product.ID: Int] = [:]
  private var storedRows: [ImportRow] = []
  private var otherRows: [ImportRow] = []

  init(parser: ImportRowParser, settings: ImportSettings, stored: [Product], isForStoring: Bool) {
    self.parser = parser
    self.settings = settings
    self.stored = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
    self.isForStoring = isForStoring
  }

  /// The first rows: the stored ones, then the others.
  var rows: [ImportRow] { Array((storedRows + otherRows).prefix(ImportPreview.maxRowCount)) }

  /// Adds the current row of a reader, whose cells are in the columns with these indices.
  mutating func add(_ row: ImportRowReader.Row, in reader: ImportRowReader, _ indices: [Int?]) {
    let line = reader.position.line
    let number = counts.total + 1
    var cells: [ImportRowReader.Cell]
    switch row {
    case .bad(let position, let reason):
      return reject(BadRow(id: number, position: position, column: nil, field: nil, reason: reason))
    case .cells(let found): cells = found
    }
    for (field, text) in settings.corrections[number] { cells[field.index] = text.isEmpty ? .missing : .text(text) }
    var problems: [ImportRowParser.Problem] = []
    let id = parser.id(cells[ImportField.id.index], row: number, &problems)
    let current = stored[id]
    let product = parser.product(cells, id: id, stored: current, &problems)
    if let firstLine = lines[id] {
      problems.append(.init(field: .id, reason: "\(id.rawValue.quotedExcerpt) occurs already in line \(firstLine)"))
    } else {
      lines[id] = line
      digest.insert(id, version: current?.version)
      if isForStoring { versions.append((id, current?.version)) }
    }
    if current != nil, settings.existingRows == .reject {
      problems.append(
        .init(field: .id, reason: "expected a new ID, found that of a stored product: \(id.rawValue.quotedExcerpt)"))
    }
    if let first = problems.first {
      return reject(
        BadRow(
          id: number, position: reader.position(ofColumn: first.field.flatMap { indices[$0.index] }),
          column: first.field.flatMap { parser.mapping[$0] },
          field: first.field.flatMap { parser.mapping[$0] == nil ? nil : $0 },
          reason: problems.map(\.reason).joined(separator: "; "), text: first.field.flatMap { cells[$0.index].text }))
    }
    accept(ImportRow(id: number, line: line, product: product, change: change(from: current, to: product)))
  }

  private func change(from current: Product?, to product: Product) -> ImportRow.Change {
    guard let current else { return .new }
    if settings.existingRows == .skip { return .skipped }
    return current.hasSameContent(as: product) ? .unchanged : .changed(from: current)
  }

  private mutating func reject(_ row: BadRow) {
    counts.bad += 1
    if isForStoring { reasons[row.id] = (row.column.map { "\($0): " } ?? "") + row.reason }
    if badRows.count < ImportPreview.maxBadRowCount { badRows.append(row) }
  }

  private mutating func accept(_ row: ImportRow) {
    switch row.change {
    case .new:
      counts.new += 1
      store(row, replacing: nil)
    case .changed(let current):
      counts.changed += 1
      store(row, replacing: current)
    case .unchanged:
      counts.unchanged += 1
      if otherRows.count < ImportPreview.maxRowCount { otherRows.append(row) }
    case .skipped:
      counts.skipped += 1
      if otherRows.count < ImportPreview.maxRowCount { otherRows.append(row) }
    }
  }

  private mutating func store(_ row: ImportRow, replacing current: Product?) {
    if storedRows.count < ImportPreview.maxRowCount { storedRows.append(row) }
    guard isForStoring else { return }
    changes.append(.store(row.product, over: current?.version))
    replaced.append(current)
  }
}

extension ImportField {
  /// The index among all fields, and of the cell among the cells of a row.
  fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension ColumnMapping {
  /// Returns the index of each field's column, or `nil` for a field without one.
  fileprivate func indices(in columns: [String]) throws(ImportFailure) -> [Int?] {
    var indices: [Int?] = []
    for field in ImportField.allCases {
      guard let name = self[field] else {
        indices.append(nil)
        continue
      }
      guard let index = columns.firstIndex(of: name) else { throw .noColumn(name, columns: columns) }
      indices.append(index)
    }
    return indices
  }
}
