import Conditions
import Forms
import FormsFixtures
import Testing
import Values

@Suite struct `Assigning values of every type to every kind of row` {
  private static let given: [(name: String, value: Value)] = [
    ("null", nil), ("true", true), ("1", 1), ("1.5", 1.5), ("1.999", 1.999), ("text", "abc"), ("list", ["a"]),
    ("money", Money(cents: 250).value),
    ("object", ["a": 1]), ("instant", .instant(Instant(milliseconds: 978_307_200_000))),
  ]

  /// The values that each kind accepts.
  ///
  /// The others are kept as unparseable text.
  private static let acceptedValues: [(RowKind, String)] = [
    (.text, "null text"), (.multilineText, "null text"), (.email, "null text"),
    (.url, "null text"), (.phone, "null text"), (.integer, "null 1"), (.decimal, "null 1 1.5 1.999 money"),
    (.slider, "null 1 1.5 1.999 money"), (.stepper, "null 1 1.5 1.999 money"), (.money, "null 1 1.5 money"),
    (.boolean, "null true"),
    (.date, "null instant"), (.time, "null instant"), (.dateTime, "null instant"),
    (.singleChoice, "null true 1 1.5 1.999 text list money object instant"),
    (.segmented, "null true 1 1.5 1.999 text list money object instant"), (.multipleChoice, "null text list"),
    (.info, "null true 1 1.5 1.999 text list money object instant"),
  ]

  @Test(arguments: acceptedValues)
  func `a row accepts values of its kind and keeps others as unparseable text`(
    _ kind: RowKind, _ acceptedValues: String
  ) throws {
    let form = try CompiledForm(FormDefinition { SectionDefinition { RowDefinition(tag: "row", kind: kind) } })
    for (name, value) in Self.given {
      var state = FormFeature.State(form)
      state.assign("row", value)
      let isAccepted = acceptedValues.split(separator: " ").contains { $0 == name }
      #expect((state["row"]?.entry.unparseableText == nil) == isAccepted, "\(kind) \(name)")
      #expect(isAccepted || state.errors(of: "row").count == 1, "\(kind) \(name)")
      // Without options, a text is parsed as a list of words.
      let value: Value = kind == .multipleChoice && name == "text" ? ["abc"] : value
      if isAccepted && name != "null" {
        #expect(state.value("row")?.isEquivalent(to: value) == true, "\(kind) \(name)")
      }
    }
  }

  @Test(arguments: [
    (Value.integer(.max), "9223372036854775807"), (.integer(.min), "-9223372036854775808"), (.real(1e300), "1e+300"),
    (.real(-1e15), "-1000000000000000.00"),
    (Money(cents: 9_007_199_254_740_991).value, "90071992547409.91"),
  ])
  func `an amount is displayed exactly, however large it is`(_ amount: Value, _ text: String) throws {
    var state = FormFeature.State(try compiledForm([RowDefinition(tag: "row", kind: .money)]))
    state.assign("row", amount)
    #expect(state.screen.sections[0].rows[0].text == text)
  }

  @Test func `the table contains every kind that has values`() {
    #expect(Set(Self.acceptedValues.map(\.0)) == Set(RowKind.allCases).subtracting([.button, .password]))
  }

  @Test(arguments: acceptedValues)
  func `a row of a multivalued section accepts values in the same way`(_ kind: RowKind, _ acceptedValues: String) throws
  {
    let form = try CompiledForm(
      FormDefinition { SectionDefinition(tag: "list", each: RowDefinition(kind: kind), values: []) })
    var state = FormFeature.State(form)
    state.assign("list", .list(Self.given.map(\.value)))
    let rows = state.screen.sections[0].rows
    #expect(rows.count == Self.given.count && state.isConsistent)
    for (row, name) in zip(rows, Self.given.map(\.name)) {
      #expect(
        (row.entry.unparseableText == nil) == acceptedValues.split(separator: " ").contains { $0 == name },
        "\(kind) \(name)")
    }
    _ = FormFeature().reduce(&state, .resetTapped)
    #expect(state.value("list") == [])
  }
}
