extension CanonicalValue {
  /// Returns the canonical text, laid out over lines of limited width.
  ///
  /// ```
  /// sheet: open(
  ///   product: (id: p1, name: "Lamp", price: 19.99)
  ///   isNew: false
  /// )
  /// savingSheets: [:]
  /// ```
  ///
  /// A part that fits is on one line. Of any other part, each element is on a line of its own, where the end of the line
  /// takes the place of the comma. The fields of a struct that is the whole value have no parentheses.
  /// ``init(parsingLines:)`` parses the lines.
  package func lines(width: Int = 120) -> [String] {
    guard case .record(let fields) = self, !fields.isEmpty else { return lines(after: "", width: width) }
    return fields.flatMap { $0.value.lines(after: "\(Self.printedName($0.name)): ", width: width) }
  }

  /// Returns the lines of a part, the first of which begins with a label.
  private func lines(after label: String, width: Int) -> [String] {
    let line = label + description
    guard line.utf8.count > width, let (start, elements, end) = labeledElements else { return [line] }
    let inner = elements.flatMap { $0.value.lines(after: $0.label, width: width - 2) }
    return [label + start] + inner.map { "  " + $0 } + [end]
  }

  /// The elements with their labels, and the text before and after them, or `nil` if there are none.
  private var labeledElements: (start: String, elements: [(label: String, value: CanonicalValue)], end: String)? {
    func fields(_ fields: [Field]) -> [(label: String, value: CanonicalValue)] {
      fields.map { ("\(Self.printedName($0.name)): ", $0.value) }
    }
    switch self {
    case .record(let all) where !all.isEmpty: return ("(", fields(all), ")")
    case .variant(let name, let arguments) where !arguments.isEmpty:
      let start = "\(Self.printedName(name))("
      // The parentheses of a struct that is the whole payload are omitted, as on one line.
      if let all = Self.wholePayloadFields(of: arguments), !all.isEmpty { return (start, fields(all), ")") }
      return (start, arguments.map { ($0.label.map { "\(Self.printedName($0)): " } ?? "", $0.value) }, ")")
    case .list(let values) where !values.isEmpty: return ("[", values.map { ("", $0) }, "]")
    case .identifiedList(let entries) where !entries.isEmpty: return ("[", entries.map { ("", $0.value) }, "]")
    case .map(let entries) where !entries.isEmpty: return ("[", entries.map { ("\($0.key): ", $0.value) }, "]")
    case .null, .bool, .number, .text, .identifier, .variant, .list, .identifiedList, .map, .record, .elided: return nil
    }
  }

  /// Parses a value from its lines.
  package init(parsingLines lines: some Sequence<String>) throws(CanonicalTextError) {
    var text = ""
    for line in lines {
      let element = line.drop { $0 == " " }
      let isEnd = element.hasPrefix(")") || element.hasPrefix("]")
      let isFirst = text.isEmpty || text.hasSuffix("(") || text.hasSuffix("[")
      text += (isEnd || isFirst ? "" : ", ") + element
    }
    var parser = CanonicalTextParser(text)
    try self.init(parsing: try parser.isAtField() ? "(\(text))" : text)
  }
}

extension CanonicalTextParser {
  /// Returns whether a label is next, and consumes it.
  fileprivate mutating func isAtField() throws(CanonicalTextError) -> Bool { try parseLabel() != nil }
}
