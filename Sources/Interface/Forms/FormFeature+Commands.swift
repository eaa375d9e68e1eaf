import Forms
import Values

extension FormFeature {
  /// Returns the commands of a form: one for each action of the user, except that passwords have none.
  ///
  /// A command can be printed and recorded, and a password must not be. A front end sends what is typed into a password
  /// field as an action, which ``FormScreen/Row/action(typing:)`` returns.
  public var commands: [Command<Self>] {
    let id = ElementID.parameter("id", "the field").positional
    // What is typed is a draft until the form is submitted.
    let draftCommands = (fieldCommands(id) + rowCommands(id)).map { $0.effect(.shows) }
    return draftCommands + [
      Command("press", "press a button", id) {
        .buttonTapped($0)
      }
      .role(FormRole.press),
      Command("reset", "take back all changes", sending: .resetTapped).role(FormRole.reset).unavailable {
        $0.isDirty ? nil : "nothing is changed"
      },
      Command("submit", "submit the form", sending: .submitTapped).role(FormRole.submit).keys("ctrl+s", hint: "submit"),
    ]
  }

  private func fieldCommands(_ id: Parameter<ElementID>) -> [Command<Self>] {
    [
      Command("focus", "go to a field, or to none", id.optional) {
        .focused($0)
      }
      .role(FormRole.focus).unlisted(),
      Command("focus.next", "go to the next field", sending: .nextTapped),
      Command("focus.previous", "go to the previous field", sending: .previousTapped),
      Command("type", "replace the text of a field", id, Argument.text("text", "the text").rest) {
        .typed($0, $1)
      }
      .role(FormRole.type),
      Command("choose", "choose a value", id, Argument.value("value", "the value").rest) {
        .chosen($0, $1)
      }
      .role(FormRole.choose),
    ]
  }

  private func rowCommands(_ id: Parameter<ElementID>) -> [Command<Self>] {
    [
      Command("row.add", "add a row to a list", ElementID.parameter("section", "the section").positional) {
        .rowAdded(to: $0)
      }
      .role(FormRole.addRow),
      Command("row.remove", "remove a row of a list", id) {
        .rowRemoved($0)
      }
      .role(FormRole.removeRow),
      Command(
        "row.move", "move a row of a list before another one, or to the end", id,
        ElementID.parameter("before", "the next row").optional
      ) {
        .rowMoved($0, before: $1)
      }
      .role(FormRole.moveRow),
    ]
  }
}

extension ElementID {
  fileprivate static func parameter(_ name: String, _ summary: String) -> Parameter<ElementID> {
    Argument.text(name, summary).map { text throws(InvocationError) in
      ElementID(rawValue: text)
    }
  }
}
