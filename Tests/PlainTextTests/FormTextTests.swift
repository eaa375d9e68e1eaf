import Interface
import Testing
import Values

@testable import Forms
@testable import PlainText

@Suite struct `A form as text` {
  private func expect(
    _ form: FormScreen, width: Int? = nil, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(Screen.Content.form(form).text(width: width) == text + "\n", sourceLocation: sourceLocation)
  }

  @Test func `has titles, values, marks and errors`() {
    let form = FormScreen.sample(
      [
        .sample("Name", "Teapot", isRequired: true, isFocused: true, isDirty: true),
        .sample(
          "Price", entry: .typed("abc", as: nil), errors: [.unparseable("abc", expected: "an amount"), .missing]),
        .sample("Number", isDisabled: true, isValidating: true), .sample("Email", placeholder: "name@example.org"),
        .sample("Notes", "first\nsecond", kind: .multilineText), .sample("Add a tag", kind: .button),
      ], title: "New product", section: "General", footer: "All prices are in euros.", allowsRowEditing: true)
    expect(
      form,
      """
      New product

      General
      > Name: Teapot  (required, changed)
        Price: abc
          ! expected an amount, found "abc"
          ! is required
        Number: -  (disabled, validating…)
        Email: (name@example.org)
        Notes:
          first
          second
        Add a tag: [press]
        + rows can be added, moved and removed
      All prices are in euros.
      """)
    expect(
      .sample([.sample("Name", "A teapot of clay", isRequired: true)], footer: "All prices are in euros."), width: 16,
      """
        Name: A teapot
          of clay
          (required)
      All prices are
        in euros.
      """)
  }

  @Test func `marks the chosen options`() {
    let options: [RowOption] = ["Red", RowOption(2, title: "Green"), "Blue"]
    expect(
      .sample([
        .sample("One", 2.0, kind: .singleChoice, options: options),
        .sample("Many", ["Red", "Blue"], kind: .multipleChoice, options: options),
        .sample("None", kind: .segmented, options: options),
      ]),
      """
        One: Green
          ( ) Red  (x) Green  ( ) Blue
        Many: Red, Blue
          [x] Red  [ ] Green  [x] Blue
        None: -
          ( ) Red  ( ) Green  ( ) Blue
      """)
    expect(
      .sample([.sample("One", kind: .segmented, options: options)]), width: 20,
      "  One: -\n    ( ) Red\n      ( ) Green\n      ( ) Blue")
  }

  @Test func `shows a password as dots without its length`() {
    func text(_ password: String) -> String {
      Screen.Content.form(
        .sample([
          .sample("Password", kind: .password, entry: password.isEmpty ? nil : .secret(Secret(password)))
        ])
      ).text()
    }
    #expect(text("a") == "  Password: •••\n" && text("correct horse") == text("a"))
    #expect(text("") == "  Password: -\n")
  }

  @Test(arguments: [
    (FormFeature.SubmissionStage.editing, ""), (.validating, "\nvalidating…\n"), (.submitting, "\nsubmitting…\n"),
    (.submitted, "\nsubmitted\n"), (.failed("offline"), "\n! could not be submitted: offline\n"),
  ])
  func `says how far the submission is`(stage: FormFeature.SubmissionStage, text: String) {
    #expect(Screen.Content.form(.sample([.sample("Name", "a")], stage: stage)).text() == "  Name: a\n" + text)
  }
}
