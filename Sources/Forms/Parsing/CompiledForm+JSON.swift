import Documents
import Values

extension CompiledForm {
  /// Parses a form from JSON and compiles it, or throws all errors found.
  ///
  /// If the text is not valid JSON, that is the only error. Otherwise the errors are in document order.
  public init(parsing text: String) throws(FormErrors) { try self.init(parsing: Array(text.utf8)) }

  /// Parses a form from UTF-8 bytes and compiles it.
  ///
  /// A byte order mark at the beginning is ignored and does not count in positions.
  public init(parsing bytes: [UInt8]) throws(FormErrors) {
    let bytes = bytes.withoutBOM
    let node: JSONNode
    do throws(DocumentError) {
      node = try JSONNode(parsing: bytes)
    } catch {
      throw FormErrors(errors: [
        FormError(kind: .invalidJSON, path: FormPath(), tag: nil, message: error.message, position: error.position)
      ])
    }
    var reader = FormParser()
    let definition = reader.parseForm(node)
    do throws(FormErrors) {
      try self.init(definition, elementIDs: FormElementIDs(of: definition), errors: reader.errors)
    } catch {
      throw ErrorLocator(node, bytes).addingPositionsAndSorting(to: error)
    }
  }
}

/// Finds the positions of errors in a document.
private struct ErrorLocator {
  private let root: JSONNode
  private let lines: [ArraySlice<Unicode.Scalar>]

  init(_ root: JSONNode, _ bytes: [UInt8]) {
    self.root = root
    lines = TextLines(String(decoding: bytes, as: UTF8.self)).lines
  }

  func addingPositionsAndSorting(to faults: FormErrors) -> FormErrors {
    let located = faults.errors.enumerated().map { (position: position(of: $1), offset: $0, error: $1) }
    let sorted = located.sorted { ($0.position, $0.offset) < ($1.position, $1.offset) }
    return FormErrors(
      errors: sorted.map { position, _, error in
        var error = error
        error.position = position
        return error
      })
  }

  /// Returns the position of an error.
  ///
  /// A missing element gets the position of the closest enclosing element that exists.
  private func position(of error: FormError) -> TextPosition {
    var (node, position) = (root, root.position)
    for step in error.path.components {
      switch (step, node.content) {
      case (.key(let key), .object(let members)):
        guard let member = members.first(where: { $0.key == key }) else { return position }
        position =
          error.kind == .unknownKey && step == error.path.components.last ? member.position : member.node.position
        node = member.node
      case (.index(let index), .list(let nodes)) where index < nodes.count:
        node = nodes[index]
        position = node.position
      default: return position
      }
    }
    guard let inner = error.conditionPosition, case .text = node.content else { return position }
    return self.position(of: inner, inQuotedTextAt: position)
  }

  /// Converts a position in the text of a JSON string to a position in the document.
  ///
  /// A JSON string is on one line. One of its escape sequences stands for one scalar, or for half of a surrogate pair.
  private func position(of inner: TextPosition, inQuotedTextAt quote: TextPosition) -> TextPosition {
    guard lines.indices.contains(quote.line - 1) else { return quote }
    let line = lines[quote.line - 1]
    var (index, reached) = (line.startIndex + quote.column, TextPosition())
    while reached < inner, index < line.endIndex, line[index] != "\"" {
      let (length, isLineEnd) = Self.quotedScalar(in: line, at: index)
      index += length
      reached =
        isLineEnd ? TextPosition(line: reached.line + 1) : TextPosition(line: reached.line, column: reached.column + 1)
    }
    return TextPosition(line: quote.line, column: index - line.startIndex + 1)
  }

  /// Returns the length of the scalar or escape sequence at a position, and whether it denotes a line break.
  private static func quotedScalar(in line: ArraySlice<Unicode.Scalar>, at index: Int) -> (length: Int, isLineEnd: Bool)
  {
    guard line[index] == "\\", index + 1 < line.endIndex else { return (1, false) }
    guard line[index + 1] == "u" else { return (2, line[index + 1] == "n" || line[index + 1] == "r") }
    let digits = String(String.UnicodeScalarView(line[(index + 2)...].prefix(4)))
    let number = UInt32(digits, radix: 16) ?? 0
    return ((0xD800..<0xDC00).contains(number) ? 12 : 6, number == 0x0A || number == 0x0D)
  }
}
