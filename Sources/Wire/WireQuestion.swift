import Interface

/// A question of a command, which the screen shows until the client answers it.
enum WireQuestion {
  private static let agreement = Invocation("question.agree")
  private static let refusal = Invocation("question.refuse")

  /// Returns whether an invocation agrees to a question, or `nil` if it answers none.
  static func answer(of invocation: Invocation) -> Bool? {
    invocation == agreement ? true : invocation == refusal ? false : nil
  }

  /// Returns the question with its answers.
  static func question(_ text: String) -> Screen.Question {
    Screen.Question(text, answers: [.init("No", refusal), .init("Yes", agreement)])
  }
}

extension Screen {
  /// Shows a question above everything else.
  mutating func ask(_ text: String) {
    var sheet = sheet ?? Sheet(title: "Question", elements: [])
    sheet.question = WireQuestion.question(text)
    self.sheet = sheet
  }
}
