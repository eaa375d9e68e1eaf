import ProgramFixtures
import Programs
import Testing

@MainActor @Suite struct `The condition command` {
  private func check(_ words: String...) async -> ShellFixture { await check(words) }

  private func check(_ words: [String]) async -> ShellFixture {
    let session = ShellFixture(program: .workbench)
    await session.run(["condition", "check"] + words)
    return session
  }

  @Test func `evaluates a condition with an object and variables`() async {
    #expect(await check("age < 18", "--object", #"{"age": 15}"#).printed == "true\n")
    #expect(await check("$age.value < 18", "--variables", #"{"age": {"value": 20}}"#).printed == "false\n")
    #expect(await check("missing == NULL", "--object", "{}").printed == "true\n")
    #expect(await check("a == nil", "--object", #"{"a": {"$null": 1}}"#).printed == "true\n")
    #expect(await check("a < b", "--object", #"{"a": {"$date": -1}, "b": {"$date": 0.5}}"#).printed == "true\n")
    #expect(await check("%K > %@", "--arguments", #"["a.b", 1]"#, "--object", #"{"a":{"b":2}}"#).printed == "true\n")
    #expect(await check("a == 1", "--object", #"{"a": 1}"#, "-o", "json").printed == #"{"result":true}"# + "\n")
  }

  @Test func `accepts a condition that begins with a minus`() async {
    #expect(await check("-a < 5", "--object", #"{"a": 1}"#).printed == "true\n")
    #expect(await check("--5 == 5", "--object", "{}").printed == "true\n")
    #expect(await check("--object", #"{"a": 1}"#, "--", "-a==1").printed == "false\n")
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(["condition", "check", "--objct", "{}"]) == .usage)
  }

  @Test func `prints the canonical text and the references if no values are given`() async {
    let session = await check("$b.isHidden=yes or $a.value.@count=0 or c>1")
    #expect(
      session.printed == """
        $b.isHidden == TRUE OR $a.value.@count == 0 OR c > 1
        reads $b.isHidden
        reads $a.value
        reads c

        """)
    #expect(
      await check("a = %@", "--arguments", "[\"x\"]", "-o=json").printed
        == #"{"condition":"a == 'x'","reads":["a"]}"# + "\n")
  }

  @Test func `explains which comparisons decided the result`() async {
    let text = "$age.value < 18 AND (country == 'AT' OR country IN {'DE'})"
    let given = ["--variables", #"{"age":{"value":15}}"#, "--object", #"{"country":"DE"}"#, "--explain"]
    let session = ShellFixture(program: .workbench)
    await session.run(["condition", "check", text] + given)
    #expect(
      session.printed == """
        true because `$age.value < 18`: 15 < 18, and `country IN {'DE'}`: 'DE' IN {'DE'}

        """)
    await session.run(["condition", "check", "a > 1", "--object", #"{"a":1}"#, "--explain", "-o", "json"])
    #expect(
      session.printed == #"{"because":[{"condition":"a > 1","result":false,"values":"1 > 1"}],"result":false}"# + "\n")
  }

  @Test func `prints the condition in SQL and the parts that cannot be translated`() async {
    let text = "$age.value < 18 AND (city IN {'Rome', NULL} OR isOpen == YES) AND name MATCHES 'a+'"
    #expect(
      await check(text, "--sql", "sqlite").printed == """
        "age.value" < ? AND (("city" COLLATE BINARY IN (?) OR "city" COLLATE BINARY IS NULL) OR "isOpen" = ?)
        parameter 1: 18
        parameter 2: "Rome"
        parameter 3: 1
        assumed: column "age.value" INTEGER
        assumed: column "city" TEXT
        assumed: column "isOpen" INTEGER (0 or 1)
        not translated (line 1, column 67): name MATCHES 'a+'
          because databases have other regular expressions than MATCHES

        """)
    #expect(
      await check("a == 'x' AND b MATCHES 'y'", "--sql", "postgres", "-o", "json").printed
        == #"{"columns":[{"holds":"text","name":"a","type":"text"}],"parameters":["x"],"#
        + #""rest":[{"column":14,"condition":"b MATCHES 'y'","line":1,"#
        + #""reason":"databases have other regular expressions than MATCHES"}],"#
        + #""sql":"\"a\" COLLATE \"C\" = $1::text"}"# + "\n")
    await expectWorkbenchError(
      ["condition", "check", "a == 1", "--sql", "mysql"], .usage,
      #"--sql "mysql" is not valid; expected sqlite or postgres"#)
  }

  @Test func `translates every part to SQL or reports it as not translated`() async {
    #expect(
      await check("price == 20 OR price == 19.99", "--sql", "postgres").printed == """
        ("price" = $1::float8 OR "price" = $2::float8)
        parameter 1: 20.0
        parameter 2: 19.99
        assumed: column "price" double precision

        """)
    #expect(
      await check("price == NULL AND (price == 20 OR price == '19.99')", "--sql", "sqlite").printed == """
        "price" IS NULL
        not translated (line 1, column 20): price == 20 OR price == '19.99'
          because price is compared with integers and with texts, which no column can hold together

        """)
  }

  @Test func `uses the given values as SQL parameters, and rejects options that need an evaluation`() async {
    let given = ["--variables", #"{"b":3}"#, "--now", "2001-01-01T00:00:00Z", "--random", "0.5"]
    #expect(
      await check(["a == $b AND born < now() AND c > random()", "--sql", "sqlite"] + given).printed == """
        "a" = ? AND "born" < ? AND "c" > ?
        parameter 1: 3
        parameter 2: 978307200000
        parameter 3: 0.5
        assumed: column "a" INTEGER
        assumed: column "born" INTEGER (milliseconds since 1970)
        assumed: column "c" REAL

        """)
    let reason = "cannot be used with --sql: the condition is translated and not evaluated"
    for option in [["--object", "{}"], ["--explain"]] {
      let session = ShellFixture(program: .workbench)
      #expect(await session.run(["condition", "check", "a == 1", "--sql", "sqlite"] + option) == .usage)
      #expect(session.errors.hasPrefix("workbench: \(option[0]) \(reason)\n"))
    }
    let session = ShellFixture(program: .workbench)
    for words in [["-o", "csv"], ["--json", "--fields", "result"]] {
      #expect(await session.run(["condition", "check", "--batch"] + words) == .usage)
      #expect(session.errors.contains("--batch prints JSON, one response a line; -o and --fields cannot change that"))
    }
    #expect(await session.run(["condition", "check", "--batch", "--sql", "sqlite"]) == .usage)
    #expect(session.errors.hasPrefix("workbench: --sql cannot be used with --batch: each line contains its own inputs"))
  }

  @Test func `uses the given time and random number, and names the options if they are missing`() async {
    #expect(await check("now() > CAST(0, 'NSDate')", "--now", "2026-11-21T17:00:00Z").printed == "true\n")
    #expect(await check("random() < 0.5", "--random", "0.5").printed == "false\n")
    await expectWorkbenchError(
      ["condition", "check", "a > 1 OR a < now()", "--object", "{}"], .data,
      """
      line 1, column 14: expected a value of now(), found none; the caller has to provide it
      a > 1 OR a < now()
                   ^
      use --now INSTANT, as in --now 2026-11-21T17:00:00Z
      """)
    await expectWorkbenchError(
      ["condition", "check", "a == 1", "--random", "1"], .usage,
      #"--random "1" is not valid; expected a number that is at least 0 and less than 1"#)
    await expectWorkbenchError(
      ["condition", "check", "a == 1", "--now", "now"], .usage,
      #"--now "now" is not valid; expected a date such as 2023-03-22 or 2023-03-22T10:00:00Z"#)
    let session = ShellFixture(program: .workbench)
    await session.run(
      ["condition", "check", "--batch", "--random", "0.25"], typing: [#"{"condition":"random() == 0.25"}"#])
    #expect(session.printed == #"{"result":true}"# + "\n")
  }

  @Test func `accepts any JSON value as the object`() async {
    #expect(await check("SELF == 5", "--object", "5").printed == "true\n")
    #expect(await check("a == {1, NULL}", "--object", #"[{"a":1},{}]"#).printed == "true\n")
  }

  @Test func `reports an invalid pattern that was read from the object`() async {
    await expectWorkbenchError(
      ["condition", "check", "name MATCHES p", "--object", #"{"name":"x","p":"(a"}"#], .data,
      """
      line 1, column 14: expected a ) for the ( at character 1, found the end of the pattern; at character 3 of the \
      pattern '(a', which is the value of p
      name MATCHES p
                   ^
      """)
  }

  @Test func `prints the position of an error in a condition`() async {
    await expectWorkbenchError(
      ["condition", "check", "a contans 'x'"], .data,
      """
      line 1, column 3: expected a comparison operator such as == after the value, found contans; did you mean CONTAINS?
      a contans 'x'
        ^
      """)
    await expectWorkbenchError(
      ["condition", "check", "a == 1\nAND\t'日本' x"], .data,
      """
      line 2, column 10: expected a comparison operator such as == after the value, found x
      AND '日本' x
                 ^
      """)
    await expectWorkbenchError(
      ["condition", "check", "a == $b", "--object", "{}"], .data,
      """
      line 1, column 6: expected a value of $b, found none; give it a value, or null
      a == $b
           ^
      """)
  }

  @Test func `prints the position of an error in the JSON of an option`() async {
    await expectWorkbenchError(
      ["condition", "check", "a == 1", "--object", #"{"a":1,}"#], .data,
      "--object: line 1, column 8: expected a key in quotation marks, found }\n{\"a\":1,}\n       ^")
    await expectWorkbenchError(
      ["condition", "check", "a == 1", "--variables", "[]"], .data,
      "--variables: expected an object with a member for each variable")
    await expectWorkbenchError(
      ["condition", "check", "a == 1", "--arguments", "1"], .data,
      "--arguments: expected a list with a value for each %@")
  }

  @Test func `answers each line of a batch, and continues after an invalid one`() async {
    let session = ShellFixture(program: .workbench)
    let status = await session.run(
      ["condition", "check", "--batch"],
      typing: [
        #"{"condition":"a == 1","object":{"a":1}}"#, "", #"{"condition":"a == $b"}"#, #"{"condition":"a =="}"#,
        "nonsense",
        #"{"condition":"%@ == $b","arguments":[2],"variables":{"b":2}}"#, #"{"conditon":"a == 1"}"#,
      ])
    #expect(status == .success)
    #expect(
      session.printed == #"""
        {"result":true}
        {"error":{"column":1,"kind":"parse","line":1,"message":"request 2 is invalid: expected a value, found the end of the text"}}
        {"error":{"column":6,"kind":"evaluation","line":1,"message":"expected a value of $b, found none; give it a value, or null"}}
        {"error":{"column":5,"kind":"parse","line":1,"message":"expected a value, found the end of the text"}}
        {"error":{"column":1,"kind":"parse","line":1,"message":"request 5 is invalid: expected null, or a text in quotation marks, found nonsense"}}
        {"result":true}
        {"error":{"column":2,"kind":"parse","line":1,"message":"request 7 is invalid: expected condition, object, variables or arguments, found \"conditon\""}}

        """#)
  }

  @Test func `rejects an invalid command line`() async {
    await expectWorkbenchError(["condition"], .usage, "condition: missing command; expected check")
    await expectWorkbenchError(["condition", "chek"], .usage, #"unknown command "chek"; did you mean "check"?"#)
    for words in [
      ["check"], ["check", "a == 1", "--explain"], ["check", "a == 1", "-o", "xml"], ["check", "--batch", "x"],
    ] {
      let session = ShellFixture(program: .workbench)
      #expect(await session.run(["condition"] + words) == .usage)
    }
  }
}
