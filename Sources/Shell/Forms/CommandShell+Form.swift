import Documents
import ExplorerTool
import Forms
import Values

extension CommandShell {
  func runFormCommand(_ words: [String]) async throws {
    try await runSubcommand(
      words, of: "form", ["check": checkForm, "show": showForm, "fill": fillForm, "prove": proveForm])
  }

  private func checkForm(_ words: [String]) throws {
    let options = try CommandArguments(words, help: Help.formCheck)
    let form = try loadForm(at: try options.singleOperand("FILE"))
    let rows = form.definition.sections.reduce(0) { $0 + $1.rows.count }
    try console.print("valid: \(rows) row\(rows == 1 ? "" : "s")\n")
  }

  private func showForm(_ words: [String]) throws {
    var options = try CommandArguments(words, help: Help.formShow)
    let output = try options.popValue("-o", OutputFormat.init, expected: "text or json") ?? .text
    let explained = try options.popValue("--explain").map(ElementID.init(rawValue:))
    let settings = try options.popValues("--set")
    let form = try loadForm(at: try options.singleOperand("FILE"))
    let assignments = try settings.map { setting in try parseAssignment(setting, in: form) }
    var state = FormFeature.State(form)
    for assignment in assignments { _ = FormFeature().reduce(&state, .valuesAssigned([assignment])) }
    if let explained, state.isHidden(explained) == nil {
      throw .dataError(
        "--explain \(explained.rawValue.quoted): \(Self.unknownTagMessage(explained.rawValue, in: form))")
    }
    switch output {
    case .json: try console.print(state.jsonValue(explaining: explained).jsonText + "\n")
    case .text: try console.print(state.text(explaining: explained))
    }
  }

  private func parseAssignment(_ setting: String, in form: CompiledForm) throws(CommandError) -> ValueAssignment {
    guard let separator = setting.firstIndex(of: "=") else {
      throw .usageError("--set \(setting.quoted): expected TAG=JSON")
    }
    let tag = String(setting[..<separator])
    guard form.definition.hasRowOrMultivaluedSection(tagged: tag) else {
      throw .dataError("--set \(setting.quoted): \(Self.unknownTagMessage(tag, in: form))")
    }
    let value = try CommandArguments.parseJSON(
      String(setting[setting.index(after: separator)...]), option: "--set \(tag.terminalSafe)")
    if let reason = form.definition.rejectionReason(of: value, for: tag) {
      throw .dataError("--set \(setting.quoted): \(reason)")
    }
    return ValueAssignment(ElementID(rawValue: tag), value)
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
    let bytes = try readFile(at: path)
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
    for section in sections {
      if section.tag == tag {
        guard case .list = value else { return "expected a list with a value for each row" }
        return nil
      }
      for row in section.rows where row.tag == tag && row.kind == .button { return "a button has no value" }
    }
    return nil
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
    return screen.text + (reasons ?? "") + "\n\(count) condition\(count == 1 ? "" : "s") evaluated\n"
  }
}
