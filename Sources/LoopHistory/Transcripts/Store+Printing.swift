import Loop
import LoopText

extension Store {
  /// Prints every step of the store as in a ``Transcript``: its cause, the changes of the state, and the changes to the
  /// runs.
  ///
  /// ```swift
  /// _ = store.printSteps()
  /// ```
  ///
  /// - Parameter print: A closure that is called with the lines of each step.
  /// - Returns: A token that ends the printing.
  public func printSteps(_ print: @escaping @MainActor (String) -> Void = { Swift.print($0) }) -> ObservationToken {
    var writer: TranscriptWriter<Feature>?
    do { writer = try TranscriptWriter(from: session.loopState) } catch {
      print("The steps cannot be printed: \(error.readableDescription)")
    }
    return onEvent { [unowned self] event in
      do {
        if let step = try writer?.step(for: event, leadingTo: state) { print("\(step)") }
      } catch {
        print("This step cannot be printed: \(error.readableDescription)")
      }
    }
  }
}
