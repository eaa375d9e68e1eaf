import Values

extension CommandDescription {
  /// The path and the parameters, as in `products.sort COLUMN [--add]`.
  ///
  /// Many options are only mentioned.
  public var usage: String { usage(calledWith: path, maxWidth: Self.lineWidth) }

  /// Returns the help of the command.
  ///
  /// - Parameters:
  ///   - program: The words with which a call begins, such as `backroom products add`.
  ///   - keys: The keys that invoke the command.
  ///   - more: Options besides the parameters.
  /// - Returns: The usage, the summary, the parameters with their explanations, the notes and the examples.
  public func help(
    calledWith program: String, keys: [String] = [], more: [ParameterDescription] = []
  ) -> String {
    let parts: [String] = [
      usageLine(calledWith: program),
      "\(summary.prefix(1).uppercased())\(summary.dropFirst()).\(keys.isEmpty ? "" : " Keys: \(keys.joined(separator: ", ")).")",
      Self.lines(for: parameters + more),
      notes.split(separator: "\n\n").map { $0.wrapped(to: Self.lineWidth) }.joined(separator: "\n\n"),
      examples.isEmpty
        ? "" : "Examples:" + examples.map { "\n  \(program)\($0.isEmpty ? "" : " ")\($0)" }.joined(),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Returns the usage on one line, in which many options are only mentioned.
  public func usageLine(calledWith program: String) -> String {
    "Usage: " + usage(calledWith: program, maxWidth: Self.lineWidth - 7)
  }

  private func usage(calledWith program: String, maxWidth: Int) -> String {
    let usage = ([program] + parameters.map(\.usage)).joined(separator: " ")
    if usage.count <= maxWidth { return usage }
    let required = parameters.filter { !$0.isOptional || $0.isPositional }.map(\.usage)
    return ([program] + required + ["[OPTION…]"]).joined(separator: " ")
  }

  /// Returns a line for each parameter, with what it means, what it accepts and its default.
  package static func lines(for parameters: [ParameterDescription]) -> String {
    let width = parameters.map(\.label.count).filter { $0 <= maxLabelWidth }.max() ?? 0
    return parameters.map { line($0.label, $0.explanation, labelWidth: width) }.joined(separator: "\n")
  }

  private static let lineWidth = 100
  /// The text of a longer label is on the next line.
  private static let maxLabelWidth = 20

  private static func line(_ label: String, _ text: String, labelWidth: Int) -> String {
    let indentation = String(repeating: " ", count: labelWidth + 4)
    let lines = text.wrapped(to: lineWidth - labelWidth).split(separator: "\n")
    let body = lines.joined(separator: "\n\(indentation)")
    return label.count > labelWidth
      ? "  \(label)\n\(indentation)\(body)"
      : "  \(label)\(String(repeating: " ", count: labelWidth + 2 - label.count))\(body)"
  }
}

extension Command {
  /// The path and the parameters, as in `products.sort COLUMN [--add]`.
  public var usage: String { description.usage }
}

extension ParameterDescription {
  /// The parameter in a usage line: optional ones are in brackets, and a list without a name ends with an ellipsis.
  fileprivate var usage: String {
    let text = isPositional ? value : isFlag ? "--\(name)" : "--\(name) \(value)"
    let brackets = isOptional ? "[\(text)]" : text
    return isRepeated && !isPositional ? brackets + "…" : brackets
  }

  /// The placeholder of the value, which ends with an ellipsis if there can be several.
  private var value: String {
    guard case .list = kind else { return placeholder }
    return placeholder + (isPositional ? "…" : isRepeated ? "" : ",…")
  }

  /// The placeholder, or the name with two dashes and what follows it.
  fileprivate var label: String {
    // The explanation lists the words.
    isPositional ? placeholder : isFlag || kind.words != nil ? "--\(name)" : "--\(name) \(value)"
  }

  /// The summary, the accepted values and the default.
  fileprivate var explanation: String {
    if isFlag { return summary }
    let isObvious =
      expectation == kind.expectation && (kind.acceptsAnyNumber || kind.acceptsAnyText)
      || isPositional && kind.words?.joined(separator: "|") == placeholder
    let fallback = defaultDescription ?? defaultValue.map { kind.word(for: $0) } ?? ""
    let facts = [
      isObvious ? nil : kind.words?.joinedWithOr ?? expectation, fallback.isEmpty ? nil : "default: \(fallback)",
    ].compactMap(\.self)
    return summary + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))")
  }
}

extension StringProtocol {
  /// Returns the text in lines with at most the given number of columns, if no word is wider.
  package func wrapped(to width: Int) -> String {
    var lines = WrappedLines(width: width, hangingIndent: 0)
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      // An indented line is an example or an entry of a list.
      if line.hasPrefix(" ") { lines.append(fittedLine: String(line)) } else { lines.append(String(line)) }
    }
    return lines.lines.joined(separator: "\n")
  }
}
