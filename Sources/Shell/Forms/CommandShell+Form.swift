import Documents
import ConsoleIO
import Forms
import Values

extension CommandShell {
  func checkForm(_ options: inout CommandArguments) throws {
    let form = try loadForm(at: try options.singleOperand("FILE"))
    let rows = form.definition.sections.reduce(0) { $0 + $1.rows.count }
    try print(.report(["rows": .integer(Int64(rows))], text: "valid: \(rows.counted("row"))\n"))
  }

  func showForm(_ options: inout CommandArguments) throws {
    let explained = try options.popValue("--explain").map(ElementID.init(rawValue:))
    let settings = try options.popValues("--set")
    let form = try loadForm(at: try options.singleOperand("FILE"))
    let actions = try settings.map { setting in try parseAssignment(setting, in: form) }
    var state = FormFeature.State(form)
    for action in actions { _ = FormFeature().reduce(&state, action) }
    if let explained, state.isHidden(explained) == nil {
      throw .dataError(
        "--explain \(explained.rawValue.quoted): \(Self.unknownTagMessage(explained.rawValue, in: form))")
    }
    try print(.report(state.jsonValue(explaining: explained), text: state.text(explaining: explained)))
  }

  private func parseAssignment(_ setting: String, in form: CompiledForm) throws(CommandError) -> FormFeature.Action {
    guard let separator = setting.firstIndex(of: "=") else {
      throw .usageError("--set \(setting.quoted): expected TAG=VALUE")
    }
    let tag = String(setting[..<separator])
    guard form.definition.hasRowOrMultivaluedSection(tagged: tag) else {
      throw .dataError("--set \(setting.quoted): \(Self.unknownTagMessage(tag, in: form))")
    }
    let text = String(setting[setting.index(after: separator)...])
    // A text that is not JSON is what a user would type, and so is a number in a row of texts.
    let isText = form.definition.kind(ofRowTagged: tag)?.isText == true && text != "null"
    let isTyped = !"{[\"".contains(text.first ?? " ") && (isText || (try? JSONNode(parsing: text)) == nil)
    let value =
      isTyped
      ? form.definition.typedValue(text, ofRowTagged: tag)
      : try CommandArguments.parseJSON(text, option: "--set \(tag.terminalSafe)")
    if let reason = form.definition.rejectionReason(of: value, for: tag) {
      throw .dataError("--set \(setting.quoted): \(reason)")
    }
    let id = ElementID(rawValue: tag)
    if form.definition.kind(ofRowTagged: tag) == .password, case .text(let password) = value {
      return .restored([id: .secret(Secret(password))])
    }
    return .valuesAssigned([ValueAssignment(id, value)])
  }

  private static func unknownTagMessage(_ tag: String, in form: CompiledForm) -> String {
    let tags = form.definition.sections.flatMap { [$0.tag] + $0.rows.map(\.tag) }.compactMap(\.self)
    let hint = closestMatch(to: tag, among: tags).map { "; did you mean \($0.quoted)?" }
    return "no row or section has the tag \(tag.quoted)\(hint ?? "")"
  }

  /// Reads and compiles a form.
  ///
  /// - Throws: An error that lists all problems of the form.
  func loadForm(at path: String) throws(CommandError) -> CompiledForm {
    let bytes = try readFile(at: path).withoutBOM
    do throws(FormErrors) {
      return try CompiledForm(parsing: bytes)
    } catch {
      throw .dataError(
        "\(path.terminalSafe): \(error.description(withExcerptsFrom: String(decoding: bytes, as: UTF8.self)))")
    }
  }
}

extension FormDefinition {
  /// Returns the reason why the row or section with the tag does not accept the value, or `nil` if it accepts it.
  fileprivate func rejectionReason(of value: Value, for tag: String) -> String? {
    if sections.contains(where: { $0.tag == tag }) {
      guard case .list = value else { return #"expected a list with a value for each row, as in \#(tag)=["a","b"]"# }
    }
    switch (kind(ofRowTagged: tag), value) {
    case (.button?, _): return "a button has no value"
    case (.password?, .text), (.password?, .null): return nil
    case (.password?, _): return "a password is a text"
    default: return nil
    }
  }

  /// Returns the options that a text names by their titles or values, or the text itself.
  fileprivate func typedValue(_ text: String, ofRowTagged tag: String) -> Value {
    let row = sections.lazy.flatMap(\.rows).first { $0.tag == tag }
    let isList = row?.kind == .multipleChoice
    let names = isList ? text.commaSeparatedParts : [text]
    let chosen = names.map { name in
      row?.options.first { $0.displayText == name || $0.value == .text(name) }?.value
    }
    guard !chosen.contains(nil) else { return .text(text) }
    return isList ? .list(chosen.compactMap(\.self)) : chosen[0] ?? .text(text)
  }

  fileprivate func kind(ofRowTagged tag: String) -> RowKind? {
    sections.lazy.flatMap(\.rows).first { $0.tag == tag }?.effectiveKind
  }

  fileprivate func hasRowOrMultivaluedSection(tagged tag: String) -> Bool {
    sections.contains { $0.tag == tag && $0.template != nil || $0.rows.contains { $0.tag == tag } }
  }
}

extension FormFeature.State {
  fileprivate func text(explaining explained: ElementID?) -> String {
    let reasons = explained.map { id in
      "\n" + self.reasons(id).map { "\(id.rawValue.terminalSafe) is \($0)".terminalSafe + "\n" }.joined()
    }
    let count = lastUpdate.evaluationCount
    return screen.text + (reasons ?? "") + "\n\(count.counted("condition")) evaluated\n"
  }
}
