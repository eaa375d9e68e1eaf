import Forms
import Interface
import Loop
import Values

/// A form that accepts passwords, and is never saved.
package struct PasswordForm: Application {
  package let feature = FormFeature()
  package let commands = CommandTable<FormFeature>(
    FormFeature().commands.map { $0.lift(prefix: "form", state: { .some($0) }, action: { $0 }, ) })

  package init() {}

  package func screen(of state: FormFeature.State, viewports: Viewports) -> Screen {
    Screen(title: "Form", elements: [.init("form", .form(state.screen, commands.form("form")))])
  }

  package func hasUnsavedInput(_ state: FormFeature.State) -> Bool { state.isDirty }

  package func action(typing password: Secret, into field: ElementID, ofForm group: String) -> FormFeature.Action? {
    .passwordTyped(field, password)
  }
}
