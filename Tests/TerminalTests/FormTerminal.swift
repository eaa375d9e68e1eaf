import Forms
import Interface
import InterfaceFixtures
import Loop
import TerminalIO
import Testing
import Values

@testable import Terminal

/// A form in a terminal without input and output.
@MainActor struct FormTerminal {
  let store: Store<FormFeature>
  let driver: ScreenDriver<PasswordForm>

  init(_ form: String) throws {
    let form = try CompiledForm(parsing: Array(form.utf8))
    store = Store(FormFeature(), state: .init(form), handler: Unsubmitted())
    driver = ScreenDriver(PasswordForm(), store: store)
    driver.resize(to: TerminalSize(columns: 60, rows: 12))
    _ = driver.makeFrame()
  }

  /// Presses keys.
  @discardableResult func press(_ names: String...) -> [ScreenDriver<PasswordForm>.Effect] {
    names.flatMap { name in
      defer { _ = driver.makeFrame() }
      return KeyStroke(name).map { driver.handle(.key($0)) } ?? []
    }
  }

  /// The screen as text.
  var text: String {
    let frame = driver.makeFrame()
    return (0..<frame.size.rows).map { frame.text(ofRow: $0) + "\n" }.joined()
  }
}

private struct Unsubmitted: EffectHandler {
  func run(_ effect: FormFeature.Effect, send: Send<FormFeature.Action>) async -> FormFeature.Action? {
    Issue.record("the form is not submitted")
    return nil
  }
}
