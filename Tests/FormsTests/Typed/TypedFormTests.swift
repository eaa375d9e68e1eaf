import Conditions
import Forms
import Foundation
import Loop
import Testing
import Values

@Suite struct `A form of a type` {
  private func state(of ticket: Ticket = Ticket(title: "Lamp"), _ actions: FormFeature.Action...) -> FormFeature.State {
    var state = ticketForm.state(editing: ticket)
    for action in actions { _ = FormFeature().reduce(&state, action) }
    return state
  }

  @Test func `a row of options has no bounds, whatever its type`() {
    struct Review { var rating: UInt8 = 3, score: UInt8 = 5 }
    let form = TypedForm<Review> {
      FormSection {
        FormRow("rating", \.rating, kind: .segmented, options: [RowOption(1), RowOption(3), RowOption(5)])
        FormRow("score", \.score, kind: .stepper)
      }
    }
    let rows = form.compiled.definition.sections[0].rows
    #expect(rows.map(\.validators) == [[], [.range(min: 0, max: 255)]])
  }

  @Test func `the errors of a refused value are shown in the rows`() throws {
    struct Owner { var id = UUID() }
    let form = TypedForm<Owner> { FormSection { FormRow("id", \.id) } }
    var state = form.state(editing: Owner())
    _ = FormFeature().reduce(&state, .typed("id", "me"))
    let error = #expect(throws: FormValueError.self) { try form.value(of: state, editing: Owner()) }
    _ = FormFeature().reduce(&state, .submitTapped)
    _ = FormFeature().reduce(&state, .submissionFailed("refused", try #require(error).messages))
    let expected = "expected a UUID such as 123E4567-E89B-42D3-A456-426614174000"
    #expect(state.errors(of: "id").map { "\($0)" } == [expected])
  }

  @Test func `kinds, options and bounds follow from the types of the properties`() {
    struct Everything {
      var text = "", flag = false, byte: Int8 = 0, size: UInt? = nil, real = 0.5, decimal: Decimal? = nil
      var price = Money.zero, instant: Instant? = nil, date: Date? = nil, id: UUID? = nil, priority: Priority? = nil
      var words: [String] = [], priorities: [Priority] = [], value = Value.null
    }
    let form = TypedForm<Everything> {
      FormSection {
        FormRow("text", \.text)
        FormRow("flag", \.flag)
        FormRow("byte", \.byte)
        FormRow("size", \.size)
        FormRow("real", \.real)
        FormRow("decimal", \.decimal)
        FormRow("price", \.price)
        FormRow("instant", \.instant)
        FormRow("date", \.date)
        FormRow("id", \.id)
        FormRow("priority", \.priority)
        FormRow("words", \.words)
        FormRow("priorities", \.priorities)
        FormRow("value", \.value, kind: .info)
      }
    }
    let rows = form.compiled.definition.sections[0].rows
    #expect(
      rows.map(\.kind) == [
        .text, .boolean, .integer, .integer, .decimal, .decimal, .money, .dateTime, .dateTime, .text, .singleChoice,
        .multipleChoice, .multipleChoice, .info,
      ])
    #expect(rows.filter { !$0.options.isEmpty }.map(\.tag) == ["priority", "priorities"])
    #expect(rows[10].options == ["low", "medium", "high"])
    // Only a type without an empty value needs one.
    #expect(rows.filter(\.isRequired).map(\.tag) == ["byte", "real", "price"])
    #expect(rows[2].validators == [.range(min: -128, max: 127)] && rows[3].validators == [.range(min: 0)])
    var state = form.state(editing: Everything())
    for (id, text) in [
      ("byte", "-12"), ("size", "7"), ("real", "1,5"), ("decimal", "2.25"), ("price", "3"), ("priority", "high"),
      ("words", "a, b"), ("priorities", "low, high"), ("date", "2001-01-01T00:00:01Z"),
    ] { _ = FormFeature().reduce(&state, .typed(ElementID(rawValue: id), text)) }
    let edited = form.draft(of: state, editing: Everything())
    #expect(edited.byte == -12 && edited.size == 7 && edited.real == 1.5 && edited.decimal == 2.25)
    #expect(edited.price == Money(cents: 300) && edited.priority == .high && edited.words == ["a", "b"])
    #expect(edited.priorities == [.low, .high] && edited.date == Date(timeIntervalSinceReferenceDate: 1))
  }

  @Test func `all errors of a form are reported`() {
    let errors = #expect(throws: FormErrors.self) {
      try TypedForm<Ticket>(validating: [
        FormSection {
          FormRow("title", \.title, hidden: { $0.seats > 3 })
          FormRow("title", \.reason, disabled: { $0.title < 3 })
          FormRow("isUrgent", \.isUrgent, hidden: { $0.due.key("isHidden") == true })
          FormRow("due", \.due, hidden: { $0.isUrgent.key("isHidden") == true }).requiring("late") { $0.due > 3 }
        }
      ])
    }
    #expect(errors?.errors.map(\.kind) == [.duplicateTag, .unknownTag, .invalidCondition, .invalidCondition, .cycle])
    #expect(errors?.errors[1].message.hasPrefix("no row or section has the tag") == true)
  }

  @Test func `a hidden row keeps its content and does not change its property`() throws {
    var ticket = Ticket(title: "Lamp", isUrgent: true, due: Date(timeIntervalSinceReferenceDate: 0))
    var state = state(of: ticket, .typed("due", "2001-01-02"), .chosen("isUrgent", false))
    ticket.isUrgent = false
    #expect(try ticketForm.value(of: state, editing: ticket) == ticket)
    #expect(state.changedValues == ["isUrgent": false])
    _ = FormFeature().reduce(&state, .chosen("isUrgent", true))
    #expect(
      try ticketForm.value(of: state, editing: ticket).due == Date(timeIntervalSinceReferenceDate: 86_400))
  }

  @Test func `the errors of all rows are thrown`() {
    let state = state(.typed("title", " "), .typed("seats", "many"), .chosen("priority", "urgent"))
    let error = #expect(throws: FormValueError.self) { try ticketForm.value(of: state, editing: Ticket()) }
    #expect(
      error?.errors == [
        "title": [.missing], "seats": [.unparseable("many", expected: "a whole number such as 12")],
        "priority": [.notAnOption("urgent")],
      ])
    #expect("\(ticketForm.draft(of: state, editing: Ticket()))" == "\(Ticket(title: " "))")
  }

  @Test func `a requirement may depend on other properties`() throws {
    let seats = state(.typed("seats", "12"))
    let error = #expect(throws: FormValueError.self) { try ticketForm.value(of: seats, editing: Ticket()) }
    #expect("\(try #require(error))" == "reason is required for more than 10 seats")
    #expect(state(.typed("seats", "12"), .typed("reason", "A class")).isValid)
  }

  @Test func `a content that the type does not have is an error of its row`() throws {
    struct User: Equatable { var id = UUID() }
    let form = TypedForm<User> { FormSection { FormRow("id", \.id) } }
    let user = User()
    var state = form.state(editing: user)
    #expect(try form.value(of: state, editing: user) == user)
    _ = FormFeature().reduce(&state, .typed("id", "me"))
    let error = #expect(throws: FormValueError.self) { try form.value(of: state, editing: user) }
    #expect(error?.description == "id expected a UUID such as 123E4567-E89B-42D3-A456-426614174000")
    #expect(form.draft(of: state, editing: user) == user)
  }

  @Test func `an empty text is no value of an optional property`() throws {
    let state = state(of: Ticket(title: "Lamp", reason: "old"), .typed("reason", ""), .typed("title", ""))
    let draft = ticketForm.draft(of: state, editing: Ticket(title: "Lamp", reason: "old"))
    #expect(draft.reason == nil && draft.title == "")
  }

  @Test func `an unchanged row keeps what it cannot show of its property`() throws {
    let ticket = Ticket(title: "Lamp", isUrgent: true, due: Date(timeIntervalSinceReferenceDate: 1234.56789))
    #expect(try ticketForm.value(of: state(of: ticket), editing: ticket) == ticket)
  }

  @Test func `a value that was changed elsewhere replaces the unchanged properties`() throws {
    let stored = Ticket(title: "Desk lamp", seats: 3)
    let state = state(.typed("title", "Lamps"), .rebased(ticketForm.assignments(of: stored)))
    #expect(try ticketForm.value(of: state, editing: stored) == Ticket(title: "Lamps", seats: 3))
    #expect(state.changedValues == ["title": "Lamps"])
  }

  @Test func `a multivalued section edits an array`() throws {
    struct Class: Equatable {
      var names: [String] = []
      var marks: [Int8] = [1]
      var isFull = false
    }
    let form = TypedForm<Class> {
      FormSection("names", each: \.names, title: "Names", hidden: { $0.isFull == true })
      FormSection("marks", each: \.marks, validators: [.range(max: 6)])
      FormSection {
        FormRow("isFull", \.isFull)
        FormRow(RowDefinition(tag: "print", kind: .button, disabled: Term.variable("names").count == 0))
      }
    }
    var state = form.state(editing: Class(names: ["Ada"]))
    #expect(state.isDisabled("print") == false)
    _ = FormFeature().reduce(&state, .rowAdded(to: "names"))
    let added = try #require(state.focus)
    #expect(throws: FormValueError.self) {
      _ = FormFeature().reduce(&state, .rowAdded(to: "marks"))
      return try form.value(of: state, editing: Class(names: ["Ada"]))
    }
    _ = FormFeature().reduce(&state, .rowRemoved(try #require(state.focus)))
    _ = FormFeature().reduce(&state, .typed(added, "Bob"))
    #expect(try form.value(of: state, editing: Class(names: ["Ada"])) == Class(names: ["Ada", "Bob"]))
    #expect(state.changedValues == ["names": ["Ada", "Bob"]])
    _ = FormFeature().reduce(&state, .chosen("isFull", true))
    #expect(
      try form.value(of: state, editing: Class(names: ["Ada"])) == Class(names: ["Ada"], isFull: true))
  }
}
