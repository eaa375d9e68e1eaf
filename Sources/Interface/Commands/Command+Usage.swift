extension Command {
  /// The path and the parameters, as in `products.sort COLUMN [--add]`.
  public var usage: String { ([path] + parameters.map(\.usage)).joined(separator: " ") }
}

extension Command {
  /// The usage, the summary, the keys and each parameter with what it accepts, on lines of their own.
  public var explanation: String {
    let width = parameters.map(\.name.count).max() ?? 0
    let lines = parameters.map { parameter in
      let space = String(repeating: " ", count: width - parameter.name.count)
      let fallback = parameter.defaultValue.map { "; default: \(parameter.kind.word(for: $0))" } ?? ""
      return "  \(parameter.name)\(space)  \(parameter.summary): \(parameter.expectation)\(fallback)\n"
    }
    let keys = keys.isEmpty ? "" : "keys: \(keys.joined(separator: ", "))\n"
    return "\(usage)\n\(summary)\n\(keys)\(lines.isEmpty ? "" : "\n")\(lines.joined())"
  }
}

extension ParameterDescription {
  /// The parameter in a usage line: optional ones are in brackets, and a list without a name ends with an ellipsis.
  fileprivate var usage: String {
    // Many names would not fit on the line. The explanation lists them.
    let placeholder =
      if case .choice(let names) = kind, names.count <= 6 { names.joined(separator: "|") } else { name.uppercased() }
    let isList = if case .list = kind { true } else { false }
    let text =
      isPositional
      ? placeholder + (isList ? "…" : "") : kind == .boolean ? "--\(name)" : "--\(name) \(placeholder)"
    return isOptional ? "[\(text)]" : text
  }
}
