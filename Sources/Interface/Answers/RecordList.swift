import Documents
import Tables
import Values

/// Records with the same fields.
///
/// The records of a long list are made when they are read, so that they are not all in memory.
public struct RecordList {
  /// A field of the records.
  public struct Field: Sendable {
    /// The name in JSON, in the first line of CSV and for `--fields`.
    public let name: String
    /// The title above the column.
    public let title: String
    /// A Boolean value that indicates whether the texts are aligned at their end.
    public let isNumeric: Bool
    /// A Boolean value that indicates whether objects in JSON have no member for the field if it is empty.
    public let isAbsentIfEmpty: Bool

    /// Who sees the field if no fields are named.
    public fileprivate(set) var visibility: Visibility

    /// Who sees a field if no fields are named.
    public enum Visibility: Sendable {
      /// Everyone.
      case all
      /// Programs: the field is in JSON, CSV and TSV, and not in tables and lines for people.
      case programs
      /// Nobody.
      case none
    }

    /// Creates a field whose title is its name in capital letters, unless another one is given.
    public init(
      _ name: String, title: String? = nil, isNumeric: Bool = false, isAbsentIfEmpty: Bool = false,
      visibility: Visibility = .all
    ) {
      (self.name, self.title, self.isNumeric) = (name, title ?? name.uppercased(), isNumeric)
      (self.isAbsentIfEmpty, self.visibility) = (isAbsentIfEmpty, visibility)
    }
  }

  /// How rows are written as JSON.
  public enum JSONStyle: Sendable {
    /// As the cells of a file: each object has all members.
    case cells
    /// As the properties of a type: empty ones are absent, and amounts are texts, so that every reader keeps their digits.
    case properties
  }

  /// The content of a field.
  ///
  /// A format needs either the text or the JSON.
  public struct Cell {
    private let makeText: () -> String?
    private let makeJSON: () -> String

    /// Creates a content.
    ///
    /// - Parameters:
    ///   - text: The text, or `nil` if the field is empty.
    ///   - json: The content as JSON.
    public init(text: @autoclosure @escaping () -> String?, json: @autoclosure @escaping () -> String) {
      (makeText, makeJSON) = (text, json)
    }

    /// The text, or `nil` if the field is empty.
    public var text: String? { makeText() }

    /// The content as JSON.
    public var json: String { makeJSON() }
  }

  /// The fields.
  public let fields: [Field]
  /// The contents of the fields of each record.
  public let rows: AnyRandomAccessCollection<[Cell]>

  /// Creates records.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - rows: The contents of the fields of each record.
  public init(fields: [Field], rows: some RandomAccessCollection<[Cell]>) {
    self.fields = fields
    self.rows = AnyRandomAccessCollection(rows)
  }

  /// Returns the records with the given fields in this order, or with the visible fields if none are given.
  func selecting(_ names: [String]) throws(InvocationError) -> RecordList {
    if names.isEmpty { return keepingFields { $0.visibility != .none } }
    var indices: [Int] = []
    for name in names {
      guard let index = fields.firstIndex(where: { $0.name == name }) else {
        throw .unknownField(name, among: fields.map(\.name))
      }
      indices.append(index)
    }
    let selected = indices.map { index in
      var field = fields[index]
      field.visibility = .all
      return field
    }
    return RecordList(fields: selected, rows: rows.lazy.map { row in indices.map { row[$0] } })
  }

  /// The records without the fields that only programs need.
  var forPeople: RecordList { keepingFields { $0.visibility != .programs } }

  private func keepingFields(_ isKept: (Field) -> Bool) -> RecordList {
    let indices = fields.indices.filter { isKept(fields[$0]) }
    if indices.count == fields.count { return self }
    return RecordList(fields: indices.map { fields[$0] }, rows: rows.lazy.map { row in indices.map { row[$0] } })
  }
}

extension RecordList.Cell {
  /// Creates a cell with the given text, or else the text of the value.
  public init(_ value: Value, text: String? = nil) {
    let valueText: String? =
      switch value {
      case .null: nil
      case .text(let content): content
      default: value.jsonText
      }
    self.init(text: text ?? valueText, json: value.jsonText)
  }
}

extension RecordList {
  /// Creates the records of a JSON value: an object is one record, and each element of a list is a record.
  init(_ node: JSONNode) {
    let nodes = if case .list(let elements) = node.content { elements } else { [node] }
    let objects = nodes.map { node in
      if case .object(let members) = node.content { members.map { ($0.key, $0.node) } } else { [("value", node)] }
    }
    var names: [String] = []
    for (name, _) in objects.joined() where !names.contains(name) { names.append(name) }
    self.init(
      fields: names.map { Field($0) },
      rows: objects.map { members in
        names.map { name in Cell(members.first { $0.0 == name }?.1 ?? JSONNode(.null)) }
      })
  }
}

extension RecordList.Cell {
  fileprivate init(_ node: JSONNode) {
    let text: String? =
      switch node.content {
      case .null: nil
      case .text(let text): text
      default: node.text
      }
    self.init(text: text, json: node.text)
  }
}

/// Texts that are made one after the other, and printed together.
package typealias TextPieces = AnySequence<String>

extension TextPieces {
  /// Creates one piece.
  init(_ text: String) { self.init(CollectionOfOne(text)) }

  /// Creates the pieces of several sequences, one after the other.
  init(joining parts: TextPieces...) { self.init(parts.joined()) }
}

extension RecordList {
  /// The records as JSON objects.
  package var jsonObjects: TextPieces {
    TextPieces(
      rows.lazy.map { row in
        let members = zip(fields, row).lazy.map { (field: $0, json: $1.json) }
        return orderedJSONObject(
          members.filter { !$0.field.isAbsentIfEmpty || $0.json != "null" }.map { ($0.field.name, $0.json) })
      })
  }

  /// The records as lines of JSON objects.
  var jsonLines: TextPieces { TextPieces(jsonObjects.lazy.map { $0 + "\n" }) }

  /// The records as a list in JSON.
  var jsonList: TextPieces {
    let objects = jsonObjects.lazy.enumerated().lazy.map { index, object in (index == 0 ? "" : ",") + object }
    return TextPieces(joining: TextPieces("["), TextPieces(objects), TextPieces("]\n"))
  }

  /// Returns the records as lines with a separator between the fields, below a line with the names of the fields.
  func delimitedText(_ separator: FieldSeparator) -> TextPieces {
    if fields.isEmpty { return TextPieces(EmptyCollection()) }
    func line(_ cells: [String?]) -> String {
      var writer = DelimitedWriter(separator: separator)
      writer.writeLine(cells)
      return writer.text
    }
    let lines = rows.lazy.map { row in line(row.map(\.text)) }
    return TextPieces(joining: TextPieces(line(fields.map(\.name))), TextPieces(lines))
  }

  /// The records as lines with a tab between the fields, without titles.
  ///
  /// Tabs and line endings in a field are escaped, so that every line is a record.
  var plainText: TextPieces {
    TextPieces(
      rows.lazy.map { row in row.map { ($0.text ?? "").terminalSafe }.joined(separator: "\t") + "\n" })
  }

  /// Returns the records as aligned columns, or as a line for each field if the terminal is too narrow for columns.
  package func alignedText(in style: AnswerStyle) -> TextPieces {
    if fields.isEmpty { return TextPieces(EmptyCollection()) }
    let titles = fields.map { FittedText($0.title.terminalSafe) }
    let cells = rows.lazy.map { row in row.map { FittedText(($0.text ?? "").terminalSafe) } }
    let layout = ColumnLayout.fitting(
      [AnySequence([titles]), AnySequence(cells)].joined(),
      alignments: fields.map { $0.isNumeric ? .trailing : .leading }, into: style.width)
    guard let layout else { return TextPieces(recordText(in: style)) }
    func line(_ cells: [FittedText]) -> String {
      let text = layout.line(of: cells)
      let end = text.utf8.lastIndex { $0 != UInt8(ascii: " ") }
      return end.map { String(text[...$0]) } ?? ""
    }
    return TextPieces(
      joining: TextPieces(style.bold(line(titles)) + "\n"), TextPieces(cells.map { line($0) + "\n" }))
  }

  /// Returns the records as a line for each field.
  package func recordText(in style: AnswerStyle) -> String {
    var lines = WrappedLines(width: style.width)
    for row in rows {
      lines.appendSeparator()
      for (field, cell) in zip(fields, row) {
        let text = (cell.text ?? "").terminalSafe
        lines.append("\(field.title.terminalSafe):\(text.isEmpty ? "" : " ")\(text)")
      }
    }
    return lines.text
  }
}

/// How text is printed.
public struct AnswerStyle {
  /// The number of columns of the terminal, or `nil` if lines can have any length.
  public var width: Int?
  /// A Boolean value that indicates whether the text contains escape sequences for colors.
  public var isColored = false

  /// Creates a style.
  public init(width: Int? = nil, isColored: Bool = false) { (self.width, self.isColored) = (width, isColored) }

  /// Returns a text in bold letters.
  package func bold(_ text: String) -> String { isColored && !text.isEmpty ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// Returns a text in red.
  package func red(_ text: String) -> String { isColored ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
}

extension InvocationError {
  package static func unknownField(_ name: String, among known: [String]) -> InvocationError {
    let names = known.map(\.quoted).joined(separator: ", ")
    return InvocationError(
      .invalidValue, "--fields: no field named \(name.quoted)",
      hint: closestMatch(to: name, among: known).map { "did you mean \($0.quoted)?" }
        ?? (known.isEmpty ? "there are no fields" : "the fields are \(names)"))
  }
}
