import Documents
import ConsoleIO
import Forms
import Interface
import Programs
import Values

extension ProgramCommand where Context == CommandRun {
  /// The option that shows a front end as lines.
  static func linearFlag(_ summary: String) -> Parameter<Bool> { Argument.flag("linear", summary) }

  static var formCommands: [ProgramCommand] {
    let file = Argument.text("file", "form in JSON").positional.suggesting(.files)
    return [
      ProgramCommand(
        "form check", "validate a form file and report all errors", file,
        notes: """
          Reports all errors at once, each with its position, and exits with status 65 if there are any. A form looks \
          like this:

            {"sections":[{"rows":[{"tag":"age","kind":"integer"}, {"tag":"school","hidden":"$age >= 18"}]}]}
          """,
        examples: ["hobbies.json"]
      ) { try $0.checkForm(at: $1) },
      ProgramCommand(
        "form show", "print a form with given values", file,
        Argument.text(
          "set",
          "set the value of a row, even if it is hidden or disabled; repeat the option to set several rows in order. A "
            + "value is JSON, or a text as a user would type it: --set price=3,50 --set hobbies=Music,Films"
        ).placeholder("TAG=VALUE").repeated.defaulting(to: []),
        Argument.text("explain", "explain why a row or section is or is not hidden or disabled").placeholder("TAG")
          .map { ElementID(rawValue: $0) }.optional,
        notes: """
          In the JSON of --set, {"$date":N} is N seconds after 2001-01-01T00:00:00Z, and {"$null":1} is null. Dates are \
          printed as in 2023-03-22 and 2023-03-22T10:00:00Z. A password is printed as dots, and as null in JSON.
          """,
        examples: [
          #"hobbies.json --set 'hobbies=["Music","Films"]' --set age=15 --explain bar"#, "hobbies.json -o json",
        ]
      ) { try $0.showForm(at: $1, $2, explaining: $3) },
      ProgramCommand(
        "form fill", "fill in a form interactively", file,
        notes: """
          Asks for each visible and enabled row in turn, and prints the values as JSON at the end, without those of \
          hidden rows. An empty line leaves a value unchanged; a required row without a value is asked for again. Type \
          options as they are shown, and separate several by commas. On a terminal, Tab completes them.

            :back     return to the previous row
            :next     go on to the next row, even if this one is required
            :clear    clear the row
            :list     print the form
            :remove   remove the row from a multivalued section
            :up       move the row up in a multivalued section
            :down     move the row down in a multivalued section
            :quit     quit without printing the values

          To enter a text that begins with a colon, type two colons. The terminal does not show a password while you \
          type it, but the printed values contain it. Remote checks are not run.
          """,
        examples: ["hobbies.json -o json >values.json"]
      ) { try $0.fillForm(at: $1) },
      ProgramCommand(
        "form open", "fill in a form on the full screen", file,
        linearFlag("print the form as lines, and read commands at a prompt, as on a dumb terminal"),
        notes: """
          Shows the form on the full screen of the terminal. Rows come and go with the values that they depend on, and \
          errors are shown beside the fields. Ctrl-S submits the form: if it is valid, the program ends and prints the \
          values as JSON, without those of hidden rows, and with passwords. Ctrl-C quits without printing them. Remote \
          checks are not run.
          """,
        examples: ["hobbies.json", "hobbies.json >values.json"]
      ) { try await $0.openForm(at: $1, isLinear: $2) },
      ProgramCommand(
        "form prove", "find rows that are never visible and conditions that never change", file,
        Argument.number("limit", "maximum number of states in a group of dependent rows", from: 1).defaulting(
          to: 20_000),
        notes: """
          Searches the states of the form that a user can reach by changing one row at a time, and reports

            - rows that are never visible
            - required rows that are never editable
            - conditions of rows, sections and validators that are always true or always false
            - changes whose order affects the result, with the shortest path to them

          The exit status is 1 if it finds any of these, and 75 if the limit was reached before it found any. Nothing is \
          claimed about rows that were not checked completely; they are listed.

          The results hold for the values that were tried, which are printed: the numbers that conditions and validators \
          compare with or compute, slightly smaller and greater numbers and numbers between them, a text for each \
          combination of results of the tests of a row, all options, and short and long lists. Not tried are texts that a \
          condition computes, and combinations of two numbers that matter only together. The conditions of rows that a \
          user adds to a multivalued section are not analyzed.
          """,
        examples: ["hobbies.json --limit 100000"]
      ) { try $0.proveForm(at: $1, limit: $2) },
    ]
  }
}

extension CommandRun {
  fileprivate func checkForm(at path: String) throws {
    let form = try loadForm(at: path)
    let rows = form.definition.sections.reduce(0) { $0 + $1.rows.count }
    try print(.report(["rows": .integer(Int64(rows))], text: "valid: \(rows.counted("row"))\n"))
  }

  fileprivate func showForm(at path: String, _ settings: [String], explaining explained: ElementID?) throws {
    let form = try loadForm(at: path)
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
      : try Value(parsingJSON: text, option: "--set \(tag.terminalSafe)")
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
    let names = isList ? text.partsBetweenCommas : [text]
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
