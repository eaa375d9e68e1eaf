import Loop
import LoopText

extension Store
where
  Feature.State: Encodable, Feature.Action: Encodable, Feature.Effect: Encodable, Feature.Slot: Encodable
{
  /// Prints every step of the store: its cause, the changes of the state, and the changes to the runs.
  ///
  /// ```swift
  /// _ = store.printSteps()
  /// ```
  ///
  /// - Parameter print: A closure that is called with the lines of each step.
  /// - Returns: A token that ends the printing.
  public func printSteps(_ print: @escaping @MainActor (String) -> Void = { Swift.print($0) }) -> ObservationToken {
    let printer = StepPrinter(state)
    return onEvent { [unowned self] event in
      if case .stepTaken(let entry) = event { print(printer.text(of: entry, leadingTo: state)) }
    }
  }
}

/// Formats the steps of a store.
@MainActor private final class StepPrinter<State: Encodable> {
  /// The canonical value of the state after the last step, or `nil` if it could not be encoded.
  private var last: CanonicalValue?

  init(_ state: State) { last = try? CanonicalValue(state) }

  func text<Feature: Reducer>(of entry: Journal<Feature>.Entry, leadingTo state: State) -> String
  where Feature.Action: Encodable, Feature.Effect: Encodable, Feature.Slot: Encodable {
    do {
      let new = try CanonicalValue(state)
      let changes = last.map { ValueDifference(from: $0, to: new).lines } ?? []
      last = new
      return ([try entry.cause.summary] + (changes + (try entry.change.summaryLines)).map { "  \($0)" })
        .joined(separator: "\n")
    } catch {
      return "This step cannot be printed: \(error.readableDescription)"
    }
  }
}
