internal import Documents
internal import ExplorerTool
internal import Forms
internal import Values

extension CommandShell {
  func form(_ words: [String]) async throws {
    try await run(words, of: "form", ["check": checkForm, "show": showForm, "fill": fillForm, "prove": proveForm])
  }

  private func checkForm(_ words: [String]) throws {
    let options = try Options(words, help: Help.formCheck)
    let form = try compiledForm(try options.only("the file"))
    let rows = form.definition.sections.reduce(0) { $0 + $1.rows.count }
    try console.print("right: \(rows) row\(rows == 1 ? "" : "s")\n")
  }

  private func showForm(_ words: [String]) throws {
    var options = try Options(words, help: Help.formShow)
    let output = try options.value("-o", OutputForm.init, expected: "text or json") ?? .text
    let explained = try options.value("--explain").map(ElementID.init(rawValue:))
    let settings = try options.values("--set")
    let form = try compiledForm(try options.only("the file"))
    let assignments = try settings.map { setting in try assignment(setting, in: form) }
    var state = Form.State(form)
    for assignment in assignments { _ = Form().reduce(&state, .valuesSet([assignment])) }
    if let explained, state.isHidden(explained) == nil {
      throw .data("--explain \(explained.rawValue.quoted): \(Self.unknown(explained.rawValue, in: form))")
    }
    switch output {
    case .json: try console.print(state.answer(explaining: explained).json + "\n")
    case .text: try console.print(state.text(explaining: explained))
    }
  }

  private func assignment(_ setting: String, in form: CompiledForm) throws(ShellFailure) -> Assignment {
    let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw .usage("--set \(setting.quoted): expected TAG=JSON") }
    guard form.definition.hasRow(tagged: parts[0]) else {
      throw .data("--set \(setting.quoted): \(Self.unknown(parts[0], in: form))")
    }
    let value: Value
    do throws(DocumentFault) {
      value = try JSONNode(parsing: parts[1]).value
    } catch {
      throw .data("--set \(parts[0].visible): \(error.shown(in: parts[1]))")
    }
    if let refusal = form.definition.refusal(of: value, for: parts[0]) {
      throw .data("--set \(setting.quoted): \(refusal)")
    }
    return Assignment(ElementID(rawValue: parts[0]), value)
  }

  private static func unknown(_ tag: String, in form: CompiledForm) -> String {
    let tags = form.definition.sections.flatMap { [$0.tag] + $0.rows.map(\.tag) }.compactMap(\.self)
    let hint = nearest(to: tag, of: tags).map { "; did you mean \($0.quoted)?" }
    return "nothing has the tag \(tag.quoted)\(hint ?? "")"
  }

  /// Reads a form, or tells all that is wrong with it.
  func compiledForm(_ path: String) throws(ShellFailure) -> CompiledForm {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try console.load(path)
    } catch {
      throw .data(error.message(at: path.visible))
    }
    do throws(FormFaults) {
      return try CompiledForm(parsing: bytes)
    } catch {
      throw .data("\(path.visible): \(error.shown(in: String(decoding: bytes, as: UTF8.self)))")
    }
  }
}

extension FormDefinition {
  /// Why something has no place for a value, if it has none.
  fileprivate func refusal(of value: Value, for tag: String) -> String? {
    for section in sections {
      if section.tag == tag {
        guard case .list = value else { return "expected a list, with a value for each row" }
        return nil
      }
      for row in section.rows where row.tag == tag && row.kind == .button { return "a button has no value" }
    }
    return nil
  }

  fileprivate func hasRow(tagged tag: String) -> Bool {
    sections.contains { $0.tag == tag && $0.template != nil || $0.rows.contains { $0.tag == tag } }
  }
}

extension Form.State {
  fileprivate func text(explaining explained: ElementID?) -> String {
    let reasons = explained.map { id in
      "\n" + self.reasons(id).map { "\(id.rawValue.visible) is \($0)".visible + "\n" }.joined()
    }
    let count = last.evaluations
    return screen.text + (reasons ?? "") + "\n\(count) condition\(count == 1 ? "" : "s") evaluated\n"
  }
}
