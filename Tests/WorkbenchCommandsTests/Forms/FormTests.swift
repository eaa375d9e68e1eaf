import LineEditor
import ProgramFixtures
import Programs
import Testing

@MainActor @Suite struct `The form command` {
  private let hobbies = """
    {"title": "Hobbies", "sections": [
      {"rows": [{"tag": "hobbies", "kind": "multipleChoice", "options": ["Sport", {"value": "Music", "title": "Making music"}]}]},
      {"title": "More", "hidden": "$hobbies.@count == 0", "rows": [
        {"tag": "sport", "title": "Your sportsman?", "hidden": "NOT $hobbies CONTAINS 'Sport'", "required": true},
        {"tag": "since", "kind": "integer", "placeholder": "a year", "disabled": "NOT $hobbies CONTAINS 'Music'"}]}]}
    """

  private func run(_ words: [String], form: String? = nil, typing lines: [String] = []) async -> (
    ShellFixture, Programs.ExitStatus
  ) {
    let session = ShellFixture(program: .workbench)
    session.files["form.json"] = form ?? hobbies
    let status = await session.run(["form"] + words, typing: lines)
    return (session, status)
  }

  @Test func `check reports every error with its position`() async {
    let valid = await run(["check", "form.json"])
    #expect(valid.0.printed == "valid: 3 rows\n" && valid.1 == .success)
    let wrong = await run(
      ["check", "form.json"],
      form: """
        {"sections": [{"rows": [
          {"tag": "a", "hidden": "$b == 1", "kid": 1}]}]}
        """)
    #expect(wrong.1 == .data && wrong.0.printed.isEmpty)
    #expect(
      wrong.0.errors == """
        workbench: form.json: line 2, column 27: "a", hidden: no row or section has the tag "b"
          {"tag": "a", "hidden": "$b == 1", "kid": 1}]}]}
                                  ^
        line 2, column 37: "a", kid: unknown key; did you mean "kind"?
          {"tag": "a", "hidden": "$b == 1", "kid": 1}]}]}
                                            ^

        """)
    #expect(await run(["check", "missing.json"]).0.errors == "workbench: missing.json does not exist\n")
  }

  @Test func `show prints the form after the values have been set in order`() async {
    let (session, _) = await run(["show", "form.json", "--set", #"hobbies=["Music","Sport"]"#, "--set=since=\"3,50\""])
    #expect(
      session.printed == """
        Hobbies

          hobbies: Making music, Sport

        More
          Your sportsman?: -  (required)
            ! is required
          since: 3,50
            ! expected a whole number such as 12, found "3,50"

        0 conditions evaluated

        """)
  }

  @Test func `show in JSON prints the visible rows and the number of conditions that the last change evaluated`() async
  {
    let (session, _) = await run([
      "show", "form.json", "--set", "since=2001", "--set", #"hobbies=["Sport"]"#, "-o", "json",
    ])
    #expect(
      session.printed == """
        {"evaluations":3,"sections":[{"rows":[{"disabled":false,"errors":[],"kind":"multipleChoice","tag":"hobbies",\
        "title":null,"value":["Sport"]}],"tag":null,"title":null},{"rows":[{"disabled":false,"errors":["is required"],\
        "kind":"text","tag":"sport","title":"Your sportsman?","value":null},{"disabled":true,"errors":[],\
        "kind":"integer","tag":"since","title":null,"value":2001}],"tag":null,"title":"More"}],"title":"Hobbies"}

        """)
  }

  @Test func `show prints values as a user would type them`() async {
    let form = """
      {"sections":[{"rows":[{"tag":"day","kind":"date","value":"2023-03-22"},{"tag":"at","kind":"time","value":"14:05"},
      {"tag":"price","kind":"money","value":3.5},{"tag":"secret","kind":"password"},{"tag":"go","kind":"button"},
      {"tag":"one","kind":"singleChoice","value":1,"options":[{"value":1,"title":"One"}]}]},{"tag":"list","template":{}}]}
      """
    let (session, _) = await run(["show", "form.json", "--set", #"secret="abc""#], form: form)
    #expect(
      session.printed.hasPrefix(
        "  day: 2023-03-22\n  at: 14:05\n  price: 3.50\n  secret: •••\n  go: [go]\n  one: One\n"), "\(session.printed)")
    for (setting, message) in [
      ("go=1", "a button has no value"), ("list=1", "expected a list with a value for each row"),
      ("secret=[1]", "a password is a text"),
    ] {
      let rejected = await run(["show", "form.json", "--set", setting], form: form)
      #expect(rejected.1 == .data && rejected.0.errors.contains(message), "\(rejected.0.errors)")
    }
    let (json, _) = await run(["show", "form.json", "-o", "json", "--set", #"secret="abc""#], form: form)
    #expect(!json.printed.contains("abc") && json.printed.contains(#""tag":"secret","title":null,"value":null"#))
  }

  @Test func `show explains why a row is hidden`() async {
    let (session, _) = await run(["show", "form.json", "--explain", "sport"])
    #expect(
      session.printed.hasSuffix(
        """
        sport is hidden because `NOT $hobbies CONTAINS 'Sport'`: not {} CONTAINS 'Sport'
        """)
        || session.printed.contains("sport is hidden because `$hobbies CONTAINS 'Sport'`: not {} CONTAINS 'Sport'\n"))
    #expect(session.printed.contains("sport is hidden with its section because `$hobbies.@count == 0`: 0 == 0\n"))
    #expect(session.printed.hasSuffix("3 conditions evaluated\n"))
  }

  @Test(arguments: [
    (["show", "form.json", "--set", "sport"], Programs.ExitStatus.usage, #"--set "sport": expected TAG=VALUE"#),
    (
      ["show", "form.json", "--set", "sprt=1"], .data,
      #"--set "sprt=1": no row or section has the tag "sprt"; did you mean "sport"?"#
    ),
    (["show", "form.json", "--set", "sport={"], .data, "--set sport: line 1, column 2: expected"),
    (["show", "form.json", "--explain", "x"], .data, #"--explain "x": no row or section has the tag "x""#),
    (["show"], .usage, "form show: file is missing: form in JSON"),
    (["shw"], .usage, #"unknown command "shw"; did you mean "show"?"#),
    (["show", "form.json", "--set", "hobbies"], .usage, #"--set "hobbies": expected TAG=VALUE"#),
    (
      ["show", "form.json", "--set", "hobbies=[Music]"], .data, "--set hobbies: line 1, column 2: expected"
    ),
    ([], .usage, "form: missing command; expected check, show, fill, open or prove"),
    (["prove", "form.json", "--limit", "0"], .usage, "--limit \"0\" is not valid; expected a whole number from 1"),
  ])
  func `rejects an invalid command line`(_ words: [String], _ status: Programs.ExitStatus, _ message: String) async {
    let run = await run(words)
    #expect(run.1 == status && run.0.errors.contains(message), "\(run.0.errors)")
  }

  @Test func `show takes values as a user would type them`() async {
    let (session, _) = await run([
      "show", "form.json", "--set", "hobbies=Music", "--set", "since=20x", "-o", "json", "--fields", "sections",
    ])
    #expect(session.printed.contains(#""tag":"hobbies","title":null,"value":["Music"]"#), "\(session.printed)")
    #expect(session.printed.contains(#"found \"20x\"""#))
    let unknown = await run(["show", "form.json", "--set", "hobbies=Chess"])
    #expect(
      unknown.0.printed.contains("found \"Chess\"\n    options: Sport, Making music\n"),
      "\(unknown.0.printed)")
    let several = await run(["show", "form.json", "--set", "hobbies=Making music, Sport"])
    #expect(several.0.printed.contains("hobbies: Making music, Sport\n"))
    let form = #"{"sections":[{"rows":[{"tag":"day","kind":"date"}]},{"tag":"tags","template":{}}]}"#
    let number = await run(["show", "form.json", "--set", "hobbies=Sport", "--set", "sport=12"])
    #expect(number.0.printed.contains("Your sportsman?: 12  (required)\n  since"))
    let dates = await run(["show", "form.json", "--set", "day=2023-03-22", "-o", "json"], form: form)
    #expect(dates.0.printed.contains(#""tag":"day","title":null,"value":"2023-03-22""#))
    let list = await run(["show", "form.json", "--set", "tags=one"], form: form)
    #expect(list.0.errors.contains(#"expected a list with a value for each row, as in tags=["a","b"]"#))
  }

  @Test func `fill prints dates as a user types them`() async {
    let form = """
      {"sections":[{"rows":[{"tag":"day","kind":"date"},{"tag":"at","kind":"time"},{"tag":"when","kind":"dateTime"}]},
      {"tag":"days","template":{"kind":"date"}}]}
      """
    let (session, status) = await run(
      ["fill", "form.json"], form: form, typing: ["2023-03-22", "14:05", "2023-03-22T10:00:00Z", "2024-02-29", ""])
    #expect(status == .success, "\(session.errors)")
    #expect(
      session.printed
        == #"{"at":"14:05","day":"2023-03-22","days":["2024-02-29"],"when":"2023-03-22T10:00:00Z"}"# + "\n")
  }

  @Test func `fill marks required rows, and asks for them again at once unless the user goes on`() async {
    let form = """
      {"sections":[{"rows":[{"tag":"name","required":true,"placeholder":"Ada","hidden":"$anonymous == TRUE"},
      {"tag":"size","kind":"singleChoice","required":true,"options":["S","M"]},{"tag":"anonymous","kind":"boolean"}]}]}
      """
    let (session, status) = await run(
      ["fill", "form.json"], form: form, typing: ["", ":next", "", "XL", "M", "yes"])
    #expect(status == .success)
    #expect(
      session.prompts == [
        "name (required; Ada): ", "name (required; Ada): ", "size (required; S, M): ", "size (required; S, M): ",
        "size (required; S, M) [XL]: ", "anonymous [false]: ",
      ])
    #expect(session.errors.hasPrefix("is required\nis required\n"))
    #expect(session.printed == #"{"anonymous":true,"size":"M"}"# + "\n")
  }

  @Test func `fill completes commands and options`() async {
    let (session, _) = await run(["fill", "form.json"], typing: ["Sport", "Ali"])
    #expect(session.completions(of: "m", atPrompt: 0) == ["Making music"])
    #expect(session.completions(of: "Sport, m", atPrompt: 0) == ["Sport, Making music"])
    #expect(session.completions(of: ":b", atPrompt: 0) == [":back"])
    #expect(session.completions(of: "A", atPrompt: 1) == [])
    #expect(session.assistants.allSatisfy { !$0.keepsHistory })
  }

  @Test func `fill asks for the visible rows and prints the values`() async {
    let (session, status) = await run(
      ["fill", "form.json"], typing: ["Making music", ":back", "Making music, Sport", "", "Ali", "20O1", "2001"])
    #expect(status == .success)
    #expect(session.errors == "is required\nexpected a whole number such as 12, found \"20O1\"\n")
    #expect(session.printed == #"{"hobbies":["Music","Sport"],"since":2001,"sport":"Ali"}"# + "\n")
  }

  @Test func `fill goes back, clears a row and rejects unknown commands`() async {
    let (session, status) = await run(
      ["fill", "form.json"], typing: [":back", "Making music", "::x", ":clear", ":bak", ":back", ":clear", ""])
    #expect(status == .success)
    #expect(session.printed == #"{"hobbies":[]}"# + "\n", "\(session.errors)")
    #expect(session.errors.contains("this is the first question\n"))
    #expect(session.errors.contains(#"unknown command ":bak"; did you mean :back?"#))
  }

  @Test func `fill adds, moves and removes rows of a multivalued section`() async {
    let form = #"{"sections":[{"tag":"tags","title":"Tags","template":{"title":"Tag"}},{"rows":[{"tag":"last"}]}]}"#
    let (session, status) = await run(
      ["fill", "form.json"], form: form,
      typing: ["one", "two", "three", ":back", ":up", ":back", ":remove", "", "", "", "end"])
    #expect(status == .success)
    #expect(session.printed == #"{"last":"end","tags":["three","two"]}"# + "\n", "\(session.errors)")
  }

  @Test func `fill adds no row that would be disabled, and keeps the other values`() async {
    let form = """
      {"sections":[{"tag":"tags","template":{"disabled":"$tags.@count > 1"}},{"rows":[{"tag":"last"}]}]}
      """
    let (session, status) = await run(["fill", "form.json"], form: form, typing: ["one", "two", "", "end"])
    #expect(status == .success && session.errors == "another row would not accept input\n")
    #expect(session.printed == #"{"last":"end","tags":["one"]}"# + "\n")
  }

  @Test func `fill asks for rows that became visible above`() async {
    let form = #"{"sections":[{"rows":[{"tag":"more","hidden":"$want == FALSE"},{"tag":"want","kind":"boolean"}]}]}"#
    let (session, _) = await run(["fill", "form.json"], form: form, typing: ["yes", "this"])
    #expect(session.printed == #"{"more":"this","want":true}"# + "\n")
  }

  @Test func `fill does not require a value of a row that cannot be edited`() async {
    let form = #"{"sections":[{"rows":[{"tag":"a","required":true,"disabled":true},{"tag":"b"}]}]}"#
    let (session, status) = await run(["fill", "form.json"], form: form, typing: ["x"])
    #expect(status == .success && session.printed == #"{"a":null,"b":"x"}"# + "\n" && session.errors.isEmpty)
  }

  @Test func `fill fails if input ends before the form is complete`() async {
    let (session, status) = await run(["fill", "form.json"], typing: ["Sport"])
    #expect(status == .data && session.printed.isEmpty)
    #expect(session.errors == "workbench: input ended before the form was complete, at Your sportsman? (required):\n")
    let quit = await run(["fill", "form.json"], typing: [":quit"])
    #expect(quit.1 == .success && quit.0.printed.isEmpty)
  }

  @Test func `fill hides a password while it is typed and listed, and prints it with the values`() async {
    let form = #"{"sections":[{"rows":[{"tag":"pin","kind":"password"},{"tag":"other"}]}]}"#
    let (session, status) = await run(["fill", "form.json"], form: form, typing: ["12345", ":list", ":back", "", ""])
    #expect(status == .success)
    #expect(session.secretPrompts == ["pin: ", "pin [•••••]: "])
    #expect(!session.errors.contains("12345") && session.errors.contains("pin: •••••"))
    #expect(session.printed == #"{"other":null,"pin":"12345"}"# + "\n")
  }

  @Test func `fill submits a form whose values a server would check`() async {
    let form = #"{"sections":[{"rows":[{"tag":"a","required":true,"validators":[{"remoteCheck":"free"}]}]}]}"#
    let (session, status) = await run(["fill", "form.json"], form: form, typing: ["Ada"])
    #expect(status == .success && session.printed == #"{"a":"Ada"}"# + "\n", "\(session.errors)")
  }

  @Test func `prove reports rows that are never visible and conditions that never change`() async {
    let clean = await run(["prove", "form.json"], form: #"{"sections":[{"rows":[{"tag":"a"}]}]}"#)
    #expect(clean.1 == .success)
    #expect(
      clean.0.printed == "1 state\n\nno problems found: every row can be visible, and every condition can change\n")
    let form = #"{"sections":[{"rows":[{"tag":"n","kind":"integer"},{"tag":"g","hidden":"$n < 2 OR $n != 1"}]}]}"#
    let (session, status) = await run(["prove", "form.json"], form: form)
    #expect(status == .failure)
    #expect(
      session.printed == """
        5 states, with the values
          n: null, 1, 2, 3, 0

        problems found with these values:
        g is never visible
        g is always hidden: hidden because `$n != 1`: NULL != 1

        """)
    let json = await run(["prove", "form.json", "-o", "json"], form: form)
    #expect(json.0.printed.contains(#""neverSeen":["g"],"#))
  }

  @Test func `prove claims nothing about rows whose search reached the limit`() async {
    let rows = (0..<8).map { #"{"tag":"b\#($0)","kind":"boolean"}"# }.joined(separator: ",")
    let hidden = (0..<8).map { "$b\($0) == FALSE" }.joined(separator: " OR ")
    let form = #"{"sections":[{"rows":[\#(rows),{"tag":"g","hidden":"\#(hidden)"}]}]}"#
    let (session, status) = await run(["prove", "form.json", "--limit", "4"], form: form)
    #expect(status == .inconclusive)
    #expect(session.errors == "workbench: form.json: the limit of states was reached; raise it with --limit\n")
    #expect(session.printed.hasPrefix("BOUNDED: stopped after 20 states"))
    #expect(session.printed.hasSuffix("no problems found so far\nnot checked completely: g\n"))
    #expect(await run(["prove", "form.json"], form: form).1 == .success)
  }
}
