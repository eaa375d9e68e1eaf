import Documents
import TabularData
import Values

/// Reads the rows of a file in any format, one after the other.
struct ImportRowReader {
  /// The largest number of columns.
  static let maxColumnCount = 1_000

  /// The content of a cell.
  enum Cell {
    /// The row has no value in the column.
    case missing
    case text(String)
    /// A number in JSON, as it is written.
    case number(String)
    case list([JSONNode])
    /// Another value of JSON, in a message.
    case other(String)

    /// The text of a single value, or `nil` if there is none.
    var text: String? {
      switch self {
      case .text(let text), .number(let text): text
      case .missing, .list, .other: nil
      }
    }
  }

  /// A row: the cells of the mapped columns, or an error in the whole row.
  enum Row {
    case cells([Cell])
    case bad(TextPosition, String)
  }

  private enum Source {
    case delimited(DelimitedRowReader)
    case json(JSONElementReader)
    case lines(JSONLineReader)
    /// The reader is in use.
    case moved
  }

  /// The format of the text.
  let format: DataFormat
  /// The character between the fields, if the format has one.
  ///
  /// It is stored because the optimizer of Swift 6.3.1 crashes if it is read from the source.
  let separator: FieldSeparator?
  /// The names of the columns.
  let columns: [String]
  /// The position of the current row.
  private(set) var position = TextPosition()
  private var source: Source
  /// The members of the current row, if the format is JSON.
  private var members: [JSONNode.Member] = []
  /// The number of lines before the text that the positions of the members refer to.
  private var lineOffset = 0

  /// Creates a reader of a text in UTF-8.
  init(_ text: [UInt8], as format: DataFormat, separator: FieldSeparator?, hasHeader: Bool) throws(DocumentError) {
    self.format = format
    switch format {
    case .csv, .tsv:
      var lines = DelimitedRowReader(text, separator: separator ?? (format == .tsv ? .tab : nil))
      columns = try Self.readColumns(of: &lines, hasHeader: hasHeader)
      self.separator = lines.separator
      source = .delimited(lines)
    case .json:
      self.separator = nil
      source = .json(JSONElementReader(text, expecting: "an array with an object for each row"))
      columns = try Self.keys(in: source)
    case .jsonl:
      self.separator = nil
      source = .lines(JSONLineReader(text))
      columns = try Self.keys(in: source)
    }
    if columns.count > Self.maxColumnCount {
      throw DocumentError(
        at: TextPosition(), found: "\(columns.count) columns", expected: "at most \(Self.maxColumnCount)")
    }
  }

  private static func readColumns(
    of lines: inout DelimitedRowReader, hasHeader: Bool
  ) throws(DocumentError) -> [String] {
    var ahead = lines
    switch try ahead.next() {
    case nil:
      throw DocumentError(at: TextPosition(), found: "nothing", expected: "a line with the column titles")
    case .bad(let error): throw error
    case .read: break
    }
    if hasHeader { lines = ahead }
    return (0..<ahead.fieldCount).map { hasHeader ? ahead.text(ofField: $0)?.trimmed ?? "" : "" }.uniqueColumnNames
  }

  /// Returns the keys of all objects, in the order of their first occurrence.
  private static func keys(in source: Source) throws(DocumentError) -> [String] {
    var (names, known) = ([String](), Set<String>())
    var source = source
    while let element = try Self.nextElement(of: &source) {
      guard case .read(let node, _) = element, case .object(let members) = node.content else { continue }
      for member in members where known.insert(member.key).inserted { names.append(member.key) }
    }
    return names
  }

  private static func nextElement(of source: inout Source) throws(DocumentError) -> JSONLineReader.Line? {
    switch source {
    case .delimited, .moved: return nil
    case .json(var elements):
      defer { source = .json(elements) }
      return try elements.next().map { .read($0, linesBefore: 0) }
    case .lines(var lines):
      defer { source = .lines(lines) }
      return lines.next()
    }
  }
}

extension ImportRowReader {
  /// Returns the next row with the cells of columns, or `nil` at the end.
  ///
  /// - Parameter indices: The indices of the columns; the cell of a column that is `nil` is missing.
  /// - Returns: The row.
  /// - Throws: An error after which no row can be read.
  mutating func next(_ indices: [Int?]) throws(DocumentError) -> Row? {
    if case .delimited(var lines) = source {
      // Two copies of the reader would reallocate its fields in every line.
      source = .moved
      defer { source = .delimited(lines) }
      return try nextLine(of: &lines, indices)
    }
    guard let element = try Self.nextElement(of: &source) else { return nil }
    switch element {
    case .bad(let error):
      (position, members) = (error.position, [])
      return .bad(error.position, error.message)
    case .read(let node, let linesBefore):
      lineOffset = linesBefore
      position = node.position.advanced(byLines: linesBefore)
      guard case .object(let found) = node.content else {
        return .bad(position, "expected an object for each row, found \(node.messageExcerpt)")
      }
      members = found
      return .cells(indices.map { index in member(index).map { Cell($0.node) } ?? .missing })
    }
  }

  private mutating func nextLine(of lines: inout DelimitedRowReader, _ indices: [Int?]) throws(DocumentError) -> Row? {
    guard let line = try lines.next() else { return nil }
    position = lines.position
    if case .bad(let error) = line { return .bad(error.position, error.message) }
    guard lines.fieldCount == columns.count else {
      let place = lines.fieldCount > columns.count ? lines.position(ofField: columns.count) : position
      let expected = "\(columns.count.counted("field")), as in the first line"
      return .bad(place, "expected \(expected), found \(lines.fieldCount)")
    }
    return .cells(
      indices.map { index in
        guard let text = index.flatMap({ lines.text(ofField: $0) }), !text.isEmpty else { return .missing }
        return .text(ProductFile.unescaped(text))
      })
  }

  /// Returns the position of the current row's cell in a column.
  func position(ofColumn index: Int?) -> TextPosition {
    if case .delimited(let lines) = source { return index.map { lines.position(ofField: $0) } ?? position }
    return member(index)?.node.position.advanced(byLines: lineOffset) ?? position
  }

  private func member(_ index: Int?) -> JSONNode.Member? {
    guard let index else { return nil }
    // Most objects have their members in the order of the columns.
    if index < members.count, members[index].key == columns[index] { return members[index] }
    return members.first { $0.key == columns[index] }
  }
}

extension ImportRowReader.Cell {
  fileprivate init(_ node: JSONNode) {
    switch node.content {
    case .null: self = .missing
    case .text(let text): self = .text(text)
    case .integer, .real: self = .number(node.numberText ?? node.messageExcerpt)
    case .list(let nodes): self = .list(nodes)
    case .boolean, .object: self = .other(node.messageExcerpt)
    }
  }
}
