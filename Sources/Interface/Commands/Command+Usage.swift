extension Command {
  /// The path and the parameters, as in `products.sort COLUMN [--add]`.
  public var usage: String { ([path] + parameters.map(\.usage)).joined(separator: " ") }
}

extension ParameterDescription {
  /// The parameter in a usage line: optional ones are in brackets, and a list without a name ends with an ellipsis.
  fileprivate var usage: String {
    let placeholder =
      if case .choice(let names) = kind { names.joined(separator: "|") } else { name.uppercased() }
    let isList = if case .list = kind { true } else { false }
    let text =
      isPositional
      ? placeholder + (isList ? "…" : "") : kind == .boolean ? "--\(name)" : "--\(name) \(placeholder)"
    return isOptional ? "[\(text)]" : text
  }
}
