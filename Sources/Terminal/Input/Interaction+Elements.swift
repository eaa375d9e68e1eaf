import Forms
import Interface

extension Interaction {
  /// Returns the keys of the focused element, and those that leave it.
  func elementBindings(_ context: Context) -> [KeyBinding?] {
    if view.focus == FocusRing.noticesID { return answerBindings(context) + focusBindings(context.screen) }
    guard let element = context.screen.activeElement(view.focus) else { return [] }
    let own: [KeyBinding?] =
      switch element.content {
      case .table: table(context)?.bindings ?? []
      case .form(let form, let commands): formBindings(form, commands, element)
      case .counters(let counters): [retryBinding(counters.compactMap(\.retry))]
      case .chart(let chart): [retryBinding([chart.retry].compactMap(\.self))]
      case .text: []
      }
    return own + focusBindings(context.screen)
  }

  private func retryBinding(_ retries: [Invocation]) -> KeyBinding? {
    if retries.isEmpty { return nil }
    return .keys(["enter"], hint: "try again", summary: "try again", .change({ _ in }, then: retries.map { .run($0) }))
  }

  /// Returns the keys that go to another element, or to the other end of a form that is the only one.
  private func focusBindings(_ screen: Screen) -> [KeyBinding?] {
    var count = FocusRing(screen).ids.count
    if case .form(let form, _)? = screen.activeElement(view.focus)?.content { count += form.enabledFields.count - 1 }
    if count < 2 { return [] }
    return [
      .keys(["tab"], hint: "next", summary: "go to the next part", .change { $0.moveFocus(1, screen) }),
      .keys(["shift+tab"], summary: "go to the previous part", .change { $0.moveFocus(-1, screen) }),
    ]
  }

  /// Returns the keys of answers, of which one has the focus.
  private func answerBindings(_ context: Context) -> [KeyBinding?] {
    let (answers, index) = (context.screen.answers, view.answerIndex)
    func focus(_ step: Int) -> KeyBinding.Action? {
      answers.count < 2
        ? nil : .change { $0.focusAnswer((index + step + answers.count) % answers.count, among: answers) }
    }
    guard answers.indices.contains(index) else { return [] }
    let isQuestion = context.screen.sheet?.question != nil
    return [
      .keys(
        ["left", "up"] + (isQuestion ? ["shift+tab"] : []), hint: "choose", summary: "go to the previous answer",
        focus(-1)),
      .keys(
        ["right", "down"] + (isQuestion ? ["tab"] : []), hint: "choose", summary: "go to the next answer", focus(1)),
      .keys(
        ["enter", "space"], hint: "answer", summary: "answer",
        .perform { interaction, context in
          interaction.run(answers[index], context)
        }),
    ]
  }

  /// Returns the keys of a question, which takes all input.
  func questionBindings(_ question: Screen.Question, _ context: Context) -> [KeyBinding?] {
    // The first answer is the safest one, and the last one does what is asked.
    let safest = question.answers.first
    let others = question.answers.count < 2 ? [] : [("n", safest?.command), ("y", question.answers.last?.command)]
    let letters = (question.answers.map { ($0.title.prefix(1).lowercased(), $0.command) } + others).map {
      KeyBinding.keys([$0, "shift+\($0)"], .run($1))
    }
    return answerBindings(context) + [
      .keys(["escape"], hint: safest?.title.lowercased(), .run(safest?.command)),
      .keys(["ctrl+c"], .choose(.perform(.quit))),
    ] + letters
  }

  mutating func focusAnswer(_ index: Int, among answers: [Screen.Answer]) {
    view.answerIndex = max(0, min(index, answers.count - 1))
    view.answerCommand = answers.indices.contains(view.answerIndex) ? answers[view.answerIndex].command : nil
  }

  mutating func moveFocus(_ step: Int, _ screen: Screen) {
    if let id = view.focus { view.fields[id] = nil }
    view.focus = FocusRing(screen).id(step, from: view.focus)
    view.isFocusChosen = true
    view.edit = nil
    (view.answerIndex, view.answerCommand) = (0, nil)
    // A form is entered at its first field, or backwards at its last one.
    if let element = screen.activeElement(view.focus), case .form(let form, _) = element.content {
      view.fields[element.id] = (step > 0 ? form.enabledFields.first : form.enabledFields.last)?.id
    }
  }
}
