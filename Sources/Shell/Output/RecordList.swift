import Documents
import ExplorerTool
import PlainText
import Tables
import Values

/// Records with the same fields.
struct RecordList {
  /// A field of the records.
  struct Field {
    /// The name in JSON, in the first line of CSV and for `--fields`.
    let name: String
    /// The title above the column.
    let title: String
    /// A Boolean value that indicates whether the texts are aligned at their end.
    let isNumeric: Bool

    /// Creates a field whose title is its name in capital letters, unless another one is given.
    init(_ name: String, title: String? = nil, isNumeric: Bool = false) {
      (self.name, self.title, self.isNumeric) = (name, title ?? name.uppercased(), isNumeric)
    }
  }

  /// The content of a field.
  struct Cell {
    /// The text, or `nil` if the field is empty.
    let text: String?
    let json: String
  }

  let fields: [Field]
  var rows: [[Cell]] = []

  /// Returns the records with the given fields in this order, or with all fields if none are given.
  func selecting(_ names: [String]) throws(CommandError) -> RecordList {
    if names.isEmpty { return self }
    var indices: [Int] = []
    for name in names {
      guard let index = fields.firstIndex(where: { $0.name == name }) else {
        throw .unknownField(name, among: fields.map(\.name))
      }
      indices.append(index)
    }
    return RecordList(fields: indices.map { fields[$0] }, rows: rows.map { row in indices.map { row[$0] } })
  }
}

extension RecordList.Cell {
  /// Creates a cell with the given text, or else the text of the value.
  init(_ value: Value, text: String? = nil) {
    json = value.jsonText
    switch value {
    case .null: self.text = text
    case .text(let content): self.text = text ?? content
    default: self.text = text ?? value.jsonText
    }
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
    fields = names.map { Field($0) }
    rows = objects.map { members in
      names.map { name in Cell(members.first { $0.0 == name }?.1 ?? JSONNode(.null)) }
    }
  }
}

extension RecordList.Cell {
  fileprivate init(_ node: JSONNode) {
    json = node.text
    text =
      switch node.content {
      case .null: nil
      case .text(let text): text
      default: node.text
      }
  }
}

extension RecordList {
  /// The records as JSON objects.
  var jsonObjects: [String] { rows.map { row in orderedJSONObject(zip(fields, row).map { ($0.name, $1.json) }) } }

  /// Returns the records as lines with a separator between the fields, below a line with the names of the fields.
  func delimitedText(_ separator: FieldSeparator) -> String {
    if fields.isEmpty { return "" }
    var writer = DelimitedWriter(separator: separator)
    writer.writeLine(fields.map(\.name))
    for row in rows { writer.writeLine(row.map(\.text)) }
    return writer.text
  }

  /// The records as lines with a tab between the fields, without titles.
  ///
  /// Tabs and line endings in a field are escaped, so that every line is a record.
  var plainText: String {
    rows.map { row in row.map { ($0.text ?? "").terminalSafe }.joined(separator: "\t") + "\n" }.joined()
  }

  /// Returns the records as aligned columns, or as a line for each field if the terminal is too narrow for columns.
  func alignedText(in style: TextStyle) -> String {
    if fields.isEmpty { return "" }
    let titles = fields.map { FittedText($0.title.terminalSafe) }
    let cells = rows.map { row in row.map { FittedText(($0.text ?? "").terminalSafe) } }
    let layout = ColumnLayout.fitting(
      [titles] + cells, alignments: fields.map { $0.isNumeric ? .trailing : .leading }, into: style.width)
    guard let layout else { return recordText(in: style) }
    func line(_ cells: [FittedText]) -> String {
      let text = layout.line(of: cells)
      let end = text.utf8.lastIndex { $0 != UInt8(ascii: " ") }
      return end.map { String(text[...$0]) } ?? ""
    }
    return ([style.bold(line(titles))] + cells.map(line)).map { $0 + "\n" }.joined()
  }

  /// Returns the records as a line for each field.
  func recordText(in style: TextStyle) -> String {
    var lines = TextLines(width: style.width)
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
struct TextStyle {
  /// The number of columns of the terminal, or `nil` if lines can have any length.
  var width: Int?
  /// A Boolean value that indicates whether the text contains escape sequences for colors.
  var isColored = false

  /// Returns a text in bold letters.
  func bold(_ text: String) -> String { isColored && !text.isEmpty ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// Returns a text in red.
  func red(_ text: String) -> String { isColored ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
}

extension Error where Self == CommandError {
  static func unknownField(_ name: String, among known: [String]) -> CommandError {
    let names = known.map(\.quoted).joined(separator: ", ")
    return CommandError(
      status: .usage, message: "--fields: no field named \(name.quoted)",
      suggestion: closestMatch(to: name, among: known).map { "did you mean \($0.quoted)?" }
        ?? (known.isEmpty ? "there are no fields" : "the fields are \(names)"))
  }
}
