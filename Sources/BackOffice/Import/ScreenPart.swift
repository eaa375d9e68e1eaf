import Interface
import Shop

/// The visible interface of a feature that an application shows among others.
public struct ScreenPart: Hashable, Sendable {
  /// The parts, from top to bottom.
  public var elements: [Screen.Element] = []
  /// What the user should know.
  public var notices: [Screen.Notice] = []
  /// The work that takes long.
  public var progress: [Screen.Progress] = []
  /// A question that must be answered, or `nil`.
  public var question: Screen.Question?

  /// Creates an empty part.
  public init() {}
}

extension ProductExport {
  /// Returns the visible interface of a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - prefix: The prefix of the lifted commands, which is also that of the IDs.
  /// - Returns: The interface.
  public static func screenPart(of state: State, prefix: String) -> ScreenPart {
    var part = ScreenPart()
    let close = Screen.Answer("Close", Invocation("\(prefix).cancel"))
    switch state {
    case .ready: break
    case .writing(let order):
      part.progress = [
        .init(
          id: prefix, title: "Writing \(order.path)", completedCount: 0, totalCount: nil,
          cancel: Invocation("\(prefix).cancel"))
      ]
    case .confirmingOverwrite(let order):
      part.question = Screen.Question(
        "\(order.path) exists already. Replace it?",
        answers: [
          .init("Cancel", Invocation("\(prefix).cancel")), .init("Replace", Invocation("\(prefix).overwrite")),
        ])
    case .failed(_, let failure):
      part.notices = [
        .init(
          id: prefix, .error, "\(failure)", answers: [.init("Try again", Invocation("\(prefix).retry")), close])
      ]
    case .finished(let order, let result):
      let verb = result.missingCount == 1 ? "does" : "do"
      let missing =
        result.missingCount == 0 ? "" : " \(result.missingCount) of those requested \(verb) not exist anymore."
      part.notices = [
        .init(
          id: prefix, result.missingCount == 0 ? .information : .warning,
          "\(order.path) contains \(result.productCount) \(result.productCount == 1 ? "product" : "products").\(missing)",
          answers: [close])
      ]
    }
    return part
  }
}
