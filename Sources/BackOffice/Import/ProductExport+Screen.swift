import Interface
import Shop

extension ProductExport {
  /// Returns the progress of writing, with the command that cancels it.
  ///
  /// The prefix is that of the lifted commands and of all IDs.
  package static func progress(of state: State, prefix: String) -> [Screen.Progress] {
    guard case .writing(let order) = state else { return [] }
    return [
      .init(
        id: prefix, title: "Writing \(order.path)", completedCount: 0, totalCount: nil,
        cancel: Invocation("\(prefix).cancel"))
    ]
  }

  /// Returns the question before a file is replaced, or `nil` if none is open.
  package static func question(of state: State, prefix: String) -> Screen.Question? {
    guard case .confirmingOverwrite(let order) = state else { return nil }
    return Screen.Question(
      "\(order.path) exists already. Replace it?",
      answers: [
        .init("Cancel", Invocation("\(prefix).cancel")), .init("Replace", Invocation("\(prefix).overwrite")),
      ])
  }

  /// Returns the failure or the result, with the commands that go on from there.
  package static func notices(of state: State, prefix: String) -> [Screen.Notice] {
    let close = Screen.Answer("Close", Invocation("\(prefix).cancel"))
    switch state {
    case .ready, .writing, .confirmingOverwrite: return []
    case .failed(_, let failure):
      let retry = Screen.Answer("Try again", Invocation("\(prefix).retry"))
      return [.init(id: prefix, .error, "\(failure)", answers: [retry, close])]
    case .finished(let order, let result):
      let verb = result.missingCount == 1 ? "does" : "do"
      let missing =
        result.missingCount == 0 ? "" : " \(result.missingCount) of those requested \(verb) not exist anymore."
      return [
        .init(
          id: prefix, result.missingCount == 0 ? .information : .warning,
          "\(result.path(of: order)) contains \(result.productCount) \(result.productCount == 1 ? "product" : "products").\(missing)",
          answers: [close])
      ]
    }
  }
}
