internal import Documents
internal import Values

extension CompiledForm {
  /// Reads a form from JSON and compiles it.
  ///
  /// All that is wrong is told at once: what makes no JSON alone, everything else in the order of the document.
  public convenience init(parsing text: String) throws(FormFaults) { try self.init(parsing: Array(text.utf8)) }

  /// Reads a form from bytes, which are to be UTF-8.
  public convenience init(parsing bytes: [UInt8]) throws(FormFaults) {
    let node: JSONNode
    do throws(DocumentFault) {
      node = try JSONNode(parsing: bytes)
    } catch {
      var fault = FormFault(.json, at: FormPath(steps: []), tag: nil, error.message)
      fault.position = error.position
      throw FormFaults(list: [fault])
    }
    var reader = FormReader()
    let definition = reader.form(node)
    do throws(FormFaults) {
      try self.init(definition, named: ElementNames(of: definition), faults: reader.faults)
    } catch {
      throw FaultPlaces(node, bytes).placed(error)
    }
  }
}

/// Finds where faults stand in a document.
private struct FaultPlaces {
  private let root: JSONNode
  private let lines: [ArraySlice<Unicode.Scalar>]

  init(_ root: JSONNode, _ bytes: [UInt8]) {
    self.root = root
    lines = TextLines(String(decoding: bytes, as: UTF8.self)).lines
  }

  func placed(_ faults: FormFaults) -> FormFaults {
    let list = faults.list.map { fault in
      var fault = fault
      fault.position = position(of: fault)
      return fault
    }
    return FormFaults(list: list.enumerated().sorted { ($0.1.place, $0.0) < ($1.1.place, $1.0) }.map(\.1))
  }

  /// What is missing stands where it should be: in the nearest that is there.
  private func position(of fault: FormFault) -> TextPosition {
    var (node, position) = (root, root.position)
    for step in fault.path.steps {
      switch (step, node.content) {
      case (.key(let key), .object(let members)):
        guard let member = members.first(where: { $0.key == key }) else { return position }
        position = fault.kind == .unknownKey && step == fault.path.steps.last ? member.position : member.node.position
        node = member.node
      case (.place(let place), .list(let nodes)) where place < nodes.count:
        node = nodes[place]
        position = node.position
      default: return position
      }
    }
    guard let inner = fault.conditionPosition, case .text = node.content else { return position }
    return place(of: inner, from: position)
  }

  /// Where something stands that has this place in the text that is quoted here.
  ///
  /// A quoted text is in one line, and an escape in it is one scalar or, of a pair, half of one.
  private func place(of inner: TextPosition, from quote: TextPosition) -> TextPosition {
    guard lines.indices.contains(quote.line - 1) else { return quote }
    let line = lines[quote.line - 1]
    var (place, reached) = (line.startIndex + quote.column, TextPosition())
    while reached < inner, place < line.endIndex, line[place] != "\"" {
      let (length, isLineEnd) = Self.scalar(in: line, at: place)
      place += length
      reached =
        isLineEnd ? TextPosition(line: reached.line + 1) : TextPosition(line: reached.line, column: reached.column + 1)
    }
    return TextPosition(line: quote.line, column: place - line.startIndex + 1)
  }

  /// How long what stands for one scalar is, and whether that ends a line.
  private static func scalar(in line: ArraySlice<Unicode.Scalar>, at place: Int) -> (length: Int, isLineEnd: Bool) {
    guard line[place] == "\\", place + 1 < line.endIndex else { return (1, false) }
    guard line[place + 1] == "u" else { return (2, line[place + 1] == "n" || line[place + 1] == "r") }
    let digits = String(String.UnicodeScalarView(line[(place + 2)...].prefix(4)))
    let number = UInt32(digits, radix: 16) ?? 0
    return ((0xD800..<0xDC00).contains(number) ? 12 : 6, number == 0x0A || number == 0x0D)
  }
}

extension FormFault {
  fileprivate var place: TextPosition { position ?? TextPosition() }
}
