import ProgramFixtures
import Programs
import Testing

@MainActor @Suite struct `The table command` {
  private let fruit = """
    id,name,weight,color,price
    🍌,Banana,118,brown,1.20
    🍓,Strawberry,12,red,0.15
    🍊,Orange,190,orange,0.80
    🥝,Kiwi,75,green,0.50
    🍇,Grape,7,purple,
    🫐,"Blueberry, wild",2,blue,0.10

    """

  private func view(_ words: String..., file: String? = nil, named name: String = "f.csv") async -> String {
    let session = ShellFixture(program: .workbench)
    session.files[name] = file ?? fruit
    let status = await session.run(["table", "view", name] + words)
    return status == .success ? session.printed : "\(status.rawValue) \(session.errors)"
  }

  @Test func `naming a column of a file without columns is an error`() async {
    #expect(
      await view("--fields", "id", file: "[]", named: "f.json")
        == "64 workbench: --fields: no field named \"id\"; there are no fields\n")
    #expect(
      await view("--types", "id:integer", file: "[]", named: "f.json")
        == "65 workbench: f.json: line 1, column 1: expected a column named id, found no columns\n[]\n^\n")
  }

  @Test func `a backslash escapes a comma in a column name`() async {
    let file = "\"p,q\",n,a\\\n1.50,2,3\n0.75,4,5\n"
    #expect(
      await view(
        "--fields", #"n,p\,q"#, "--sort", #"-n,p\,q"#, "--types", #"p\,q:decimal,n:integer"#, "-o", "csv", file: file)
        == "n,\"p,q\"\n4,0.75\n2,1.5\n")
    #expect(
      await view("--aggregate", #"max(p\,q)"#, "--limit", "0", "-o", "json", file: file)
        == "{\"rows\":[],\"aggregates\":{\"max(p,q)\":1.5}}\n")
    #expect(await view("--fields", #"a\"#, "-o", "plain", file: file) == "3\n5\n")
    #expect(
      await view("--fields", "p,q", file: file)
        == "64 workbench: --fields: no field named \"p\"; the fields are \"p,q\", \"n\", \"a\\\\\"\n")
  }

  @Test func `view aligns columns with wide characters`() async {
    #expect(
      await view("--sort", "-weight") == """
        id  name             weight  color   price
        🍊  Orange              190  orange   0.80
        🍌  Banana              118  brown    1.20
        🥝  Kiwi                 75  green    0.50
        🍓  Strawberry           12  red      0.15
        🍇  Grape                 7  purple
        🫐  Blueberry, wild       2  blue     0.10

        """)
  }

  @Test func `view prints only the requested columns and rows`() async {
    #expect(
      await view("--fields", "name,price", "--where", "weight < 100", "--sort", "-price:nulls-first", "--limit", "3")
        == """
        name        price
        Grape
        Kiwi         0.50
        Strawberry   0.15

        """)
    #expect(await view("--search", "BERRY", "--fields=name", "-o", "plain") == "Strawberry\nBlueberry, wild\n")
    #expect(
      await view("--page", "1", "--page-size", "4", "--fields", "id", "-o", "jsonl")
        == "{\"id\":\"🍇\"}\n{\"id\":\"🫐\"}\n")
    #expect(await view("--page", "9", "--page-size", "5", "--fields", "id", "-o", "json") == "[{\"id\":\"🫐\"}]\n")
    #expect(await view("--offset", "5", "--fields", "price", "-o", "json") == "[{\"price\":0.1}]\n")
  }

  @Test(arguments: ["table", "plain", "csv", "jsonl"]) func `view prints nothing for a table without columns and rows`(
    output: String
  ) async {
    #expect(await view("-o", output, file: "[]", named: "f.json") == "")
    #expect(await view("--aggregate", "count", file: "[]", named: "f.json") == "count  0\n")
  }

  @Test func `group titles distinguish null, an empty text and an empty list`() async {
    let rows = #"[{"a":""},{"a":null},{"a":[]}]"#
    let titles = await view("--group", "a", file: rows, named: "f.json").split(separator: "\n").filter {
      $0.contains("(")
    }
    #expect(titles == [#"a: "" (1 row)"#, "a: [] (1 row)", "no a (1 row)"])
  }

  @Test func `lists and objects are sorted and grouped by their contents`() async {
    let rows = #"[{"a":[2]},{"a":{"x":1}},{"a":[1,2]},{"a":[2]}]"#
    #expect(
      await view("--group", "a", "-o", "json", file: rows, named: "f.json").contains(
        #""groups":[{"value":[1,2],"count":1,"ids":[3]},{"value":[2],"count":2,"ids":[1,4]},{"value":{"x":1},"#))
  }

  @Test func `CSV output equals the CSV input`() async {
    #expect(await view("-o", "csv") == fruit)
    let odd = "a,b\n\"\",\n\"x\n\"\"y\",2\n"
    #expect(await view("-o", "csv", file: odd) == odd)
  }

  @Test func `view prints facets, groups, aggregates and the selection`() async {
    let file = "id,tag,n\n1,b,0.1\n2,a,0.2\n3,b,\n4,,5.0\n"
    #expect(
      await view(
        "--group", "tag", "--facets", "tag", "--aggregate", "sum(n),count:all", "--select", "n < 1", "-o", "json",
        file: file)
        == #"{"rows":[{"id":2,"tag":"a","n":0.2},{"id":1,"tag":"b","n":0.1},{"id":3,"tag":"b","n":null},{"id":4,"tag":null,"n":5.0}],"#
        + #""facets":{"tag":[{"value":"a","count":1},{"value":"b","count":2},{"value":null,"count":1}]},"#
        + #""groups":[{"value":"a","count":1,"aggregates":{"sum(n)":0.2,"count:all":1},"ids":[2]},"#
        + #"{"value":"b","count":2,"aggregates":{"sum(n)":0.1,"count:all":2},"ids":[1,3]},"#
        + #"{"value":null,"count":1,"aggregates":{"sum(n)":5.0,"count:all":1},"ids":[4]}],"#
        + #""aggregates":{"sum(n)":5.3,"count:all":4},"selected":[1,2]}"# + "\n")
    #expect(
      await view(
        "--group", "d", "--facets", "d", "--aggregate", "max(d)", "-o", "json", "--fields", "n",
        file: "d,n\n2024-01-02,1\n")
        == #"{"rows":[{"n":1}],"facets":{"d":[{"value":"2024-01-02","count":1}]},"#
        + #""groups":[{"value":"2024-01-02","count":1,"aggregates":{"max(d)":"2024-01-02"},"ids":[1]}],"#
        + #""aggregates":{"max(d)":"2024-01-02"}}"# + "\n")
    #expect(
      await view("--facets", "tag", "--aggregate", "sum(n)", "--select", "n < 1", "--where", "tag == 'b'", file: file)
        == """
           id  tag    n
        *   1  b    0.1
            3  b

        tag  COUNT
        b        2

        sum(n)  0.1

        """)
  }

  @Test func `aggregates of a group use the rows of their scope`() async {
    let file = "id,a,b\n1,x,1\n2,y,2\n3,x,3\n4,y,4\n5,x,5\n6,z,6\n"
    #expect(
      await view(
        "--where", "b > 1 AND a != 'z'", "--select", "b > 2", "--group", "a", "--aggregate",
        "count:all,sum(b):all,count,sum(b),count:selected,sum(b):selected", "-o", "json", "--fields", "b", file: file
      ).contains(
        #""groups":[{"value":"x","count":2,"aggregates":{"count:all":3,"sum(b):all":9,"count":2,"sum(b)":8,"#
          + #""count:selected":2,"sum(b):selected":8},"ids":[3,5]},"#
          + #"{"value":"y","count":2,"aggregates":{"count:all":2,"sum(b):all":6,"count":2,"sum(b)":6,"#
          + #""count:selected":1,"sum(b):selected":4},"ids":[2,4]}]"#))
    #expect(
      await view(
        "--where", "NOT a == 'item2'", "--sort", "a:natural", "--group", "a", "--aggregate", "count:all,max(b):all",
        "-o", "json", file: "a,b\nitem2,1\nitem02,2\nitem10,3\nitem2,4\n"
      ).contains(
        #""groups":[{"value":"item02","count":1,"aggregates":{"count:all":3,"max(b):all":4},"ids":[2]},"#
          + #"{"value":"item10","count":1,"aggregates":{"count:all":1,"max(b):all":3},"ids":[3]}]"#))
  }

  @Test func `group titles contain the number of rows`() async {
    #expect(
      await view("--group", "a", "--aggregate", "sum(b)", file: "a,b\nx,1\n,2\nx,3\n") == """
        a: x (2 rows)  sum(b) 4
        a  b
        x  1
        x  3

        no a (1 row)  sum(b) 2
        a  b
           2

        sum(b)  6

        """)
  }

  @Test func `the average of decimals is rounded once`() async {
    #expect(
      await view("--aggregate", "average(b)", "-o", "json", "--limit", "0", file: "b\n0.10\n0.20\n0.30\n")
        == #"{"rows":[],"aggregates":{"average(b)":0.2}}"# + "\n")
  }

  @Test func `money of any size is compared and added exactly`() async {
    let file = "n,price\na,0.10\nb,0.20\nc,90071992547409.93\n"
    #expect(await view("--where", "price == 90071992547409.93", "-o", "plain", file: file) == "c\t90071992547409.93\n")
    #expect(await view("--where", "price + 0.2 == 0.30", "-o", "plain", file: file) == "a\t0.10\n")
    #expect(
      await view("--aggregate", "sum(price),average(price)", "-o", "json", "--fields", "price", file: file)
        == #"{"rows":[{"price":0.1},{"price":0.2},{"price":90071992547409.93}],"#
        + #""aggregates":{"sum(price)":90071992547410.23,"average(price)":30023997515803.41}}"# + "\n")
  }

  @Test func `texts that are compared with dates are parsed as dates`() async {
    let file = "d,t\n2024-01-01,2024-01-01T10:00:00Z\n2024-02-01,2024-02-01T00:00:00Z\n,\n"
    func days(_ condition: String) async -> String {
      await view("--where", condition, "--fields", "d", "-o", "plain", file: file)
    }
    #expect(await days("d > \"2024-01-01\"") == "2024-02-01\n")
    #expect(await days("\"2024-01-15\" > d") == "2024-01-01\n")
    #expect(await days("NOT t < '2024-01-01T10:00:01Z' AND d != NULL") == "2024-02-01\n")
    #expect(await days("d IN {'2024-01-01', '2024-03-01'} OR t == '2024-02-01'") == "2024-01-01\n2024-02-01\n")
    #expect(await days("d BETWEEN {'2024-01-02', '2024-02-01'}") == "2024-02-01\n")
    #expect(await days("d == CAST('2024-02-01', 'NSDate')") == "2024-02-01\n")
    #expect(
      await days("d > 'soon'")
        == "65 workbench: --where: line 1, column 5: expected a date such as '2024-02-01', or a point in time such as '2024-02-01T14:05:09Z', found 'soon'\nd > 'soon'\n    ^\n"
    )
    #expect(
      await days("d BEGINSWITH '2024'")
        == """
        65 workbench: --where: line 1, column 1: expected texts for BEGINSWITH, found d, which is a date; dates and times \
        are compared by ==, !=, <, <=, >, >=, BETWEEN or IN
        d BEGINSWITH '2024'
        ^

        """)
    #expect(
      await view("--select", "d > '2024-01-01'", "-o", "json", "--fields", "d", "--limit", "0", file: file)
        == #"{"rows":[],"selected":[2]}"# + "\n")
  }

  @Test(arguments: [
    (
      "n > 'a'", "a,n\nx,1\n",
      """
      line 1, column 5: expected a number to compare with n, found the text 'a'
      n > 'a'
          ^
      """
    ),
    (
      "d < 2024-02-01", "d\n2024-01-01\n",
      """
      line 1, column 5: expected a date such as '2024-02-01', or a point in time such as '2024-02-01T14:05:09Z' to \
      compare with d, found 2024 - 2 - 1, which is a number; a date is written in quotation marks, as in '2024-02-01'
      d < 2024-02-01
          ^
      """
    ),
    (
      "NOT (n == 'x' OR price > 10)", "n,price\na,1.50\nb,n/a\nc,20\n",
      """
      line 1, column 26: expected a text to compare with price, found the number 10; price is a text column because of \
      "n/a" in row 2; write CAST(price, 'NSNumber'), or correct the file, or give the type with --types price:decimal
      NOT (n == 'x' OR price > 10)
                               ^
      """
    ),
    (
      "code == 7", "code\n007\n",
      """
      line 1, column 9: expected a text to compare with code, found the number 7; code is a text column; \
      write CAST(code, 'NSNumber'), or correct the file, or give the type with --types code:decimal
      code == 7
              ^
      """
    ),
  ])
  func `a comparison with another type is an error`(condition: String, file: String, message: String) async {
    for option in ["--where", "--select"] {
      #expect(await view(option, condition, file: file) == "65 workbench: \(option): \(message)\n")
    }
  }

  @Test func `cells of unknown or equal types can be compared`() async {
    #expect(await view("--where", "n > 1 OR n == NULL", "-o", "plain", file: "n\n") == "")
    #expect(await view("--where", "a > 'b' AND b != 'x'", "-o", "plain", file: "a,b\nc,\n") == "c\t\n")
    #expect(
      await view(
        "--where", "CAST(price, 'NSNumber') > 10", "-o", "plain", file: "n,price\na,1.50\nb,n/a\nc,20\n") == "c\t20\n")
  }

  @Test func `ids that are dates are printed as in the file`() async {
    let file = "id,n\n2024-01-01,1\n2024-01-02,2\n"
    #expect(
      await view("--types", "id:date", "--select", "n == 2", "--limit", "0", "-o", "json", file: file)
        == #"{"rows":[],"selected":["2024-01-02"]}"# + "\n")
  }

  @Test func `control characters are escaped, and trailing spaces are removed`() async {
    #expect(await view(file: "a,b\né  ,\nx\u{1b}\\\"é,y\n") == "a           b\né\nx\\u{1b}\\\"é  y\n")
  }

  @Test func `view sorts in natural order, ignoring case and accents, and by several columns`() async {
    let file = "a,b\nitem10,É\nitem2,e\nItem2,f\n"
    #expect(await view("--sort", "a", "--fields", "a", "-o", "plain", file: file) == "item10\nItem2\nitem2\n")
    #expect(await view("--sort", "a:exact", "--fields", "a", "-o", "plain", file: file) == "Item2\nitem10\nitem2\n")
    #expect(await view("--sort", "a:natural:fold,-b", "-o", "plain", file: file) == "Item2\tf\nitem2\te\nitem10\tÉ\n")
    #expect(await view("--sort", "b:fold,a", "--fields", "b", "-o", "plain", file: file) == "É\ne\nf\n")
  }

  @Test(arguments: [
    (["--where", "pric > 1"], "64 workbench: --where: no column named \"pric\"; did you mean \"price\"?\n"),
    (
      ["--where", "$x == 1"],
      "65 workbench: --where: $x is not a column; a condition reads columns by name, such as price\n"
    ),
    (
      ["--where", "price >"],
      "65 workbench: --where: line 1, column 8: expected a value, found the end of the text\nprice >\n       ^\n"
    ),
    (["--sort", "nme"], "64 workbench: --sort: no column named \"nme\"; did you mean \"name\"?\n"),
    (
      ["--sort", "name:neutral"],
      "64 workbench: --sort \"name:neutral\": expected natural, fold, exact, nulls-first or nulls-last after the colon\n"
    ),
    (["--sort", "name,-name"], "64 workbench: --sort \"-name\": name is given twice\n"),
    (
      ["--types", "name"],
      "64 workbench: --types \"name\" is not valid; expected COLUMN:TYPE, with one of text, integer, decimal, double, boolean, date, money\n"
    ),
    (
      ["--types", "size:text"],
      "65 workbench: f.csv: line 1, column 1: expected a column named size, found the columns id, name, weight, color, price\nid,name,weight,color,price\n^\n"
    ),
    (
      ["--aggregate", "sum"],
      "64 workbench: --aggregate \"sum\" is not valid; expected count, or count, sum, average, min or max of a column as in sum(price), optionally followed by :all, :filtered or :selected\n"
    ),
    (
      ["--facets", "name", "-o", "csv"],
      "64 workbench: --facets cannot be used with -o csv, which prints only rows\n"
    ),
    (["--fields", "price,price"], "64 workbench: --fields: \"price\" is given twice\n"),
    (["--facets", "price", "--facets", "price"], "64 workbench: --facets: \"price\" is given twice\n"),
    (
      ["--aggregate", "sum(price), sum(price)"], "64 workbench: --aggregate: \"sum(price)\" is given twice\n"
    ),
    (
      ["--aggregate", "average(name)"],
      "65 workbench: --aggregate average(name): \"name\" is a text column; average needs numbers\n"
    ),
    (["--limit", "-1"], "64 workbench: --limit \"-1\" is not valid; expected a whole number from 0\n"),
    (
      ["--page", "99999999999999999999"],
      "64 workbench: --page \"99999999999999999999\" is not valid; expected a whole number from 0\n"
    ),
    (["--page-size", "3", "--limit", "1"], "64 workbench: --offset and --limit cannot be used with --page-size\n"),
    (["--format", "xml"], "64 workbench: --format \"xml\" is not valid; expected csv, tsv, json or jsonl\n"),
  ])
  func `view rejects an invalid command line with the reason`(_ words: [String], _ message: String) async {
    let session = ShellFixture(program: .workbench)
    session.files["f.csv"] = fruit
    let status = await session.run(["table", "view", "f.csv"] + words)
    #expect("\(status.rawValue) \(session.errors)" == message && session.printed.isEmpty)
  }

  @Test func `view prints the position of an error in the file`() async {
    #expect(
      await view(file: "a,b\n1,2,3\n") == """
        65 workbench: f.csv: line 2, column 5: expected 2 fields, as in the first line, found 3 fields
        1,2,3
            ^
        to fill short lines with empty fields, use --ragged pad; for another separator, use --delimiter

        """)
    #expect(
      await view(file: "[{\"a\":]", named: "f.json").hasPrefix(
        "65 workbench: f.json: line 1, column 7: expected a value"))
    #expect(
      await view(file: "{\"a\":1}\n{\"a\":2}\n", named: "f.json").hasSuffix(
        "found {\n{\"a\":2}\n^\nfor one JSON object per line, use --format jsonl\n"))
    #expect(await !view(file: "[1,\n2]", named: "f.json").contains("jsonl"))
    let missing = ShellFixture(program: .workbench)
    #expect(
      await missing.run(["table", "view", "missing"]) == .data
        && missing.errors == "workbench: missing does not exist\n"
    )
  }
}

@MainActor @Suite struct `The table drive command` {
  private let file = "id,name,n\n3,tea,5\n1,milk,7\n2,bread,\n4,Eggs,2\n"

  private func drive(_ lines: String..., words: String..., file: String? = nil) async -> [String] {
    let session = ShellFixture(program: .workbench)
    session.files["f"] = file ?? self.file
    let status = await session.run(["table", "drive", "f"] + words, typing: lines)
    #expect(status == .success, "\(session.errors)")
    return session.printed.split(separator: "\n").map(String.init)
  }

  /// Returns the ids of the rows in a response, separated by spaces.
  private func ids(_ answer: String?) -> String {
    (answer ?? "").split(separator: "{\"id\":").dropFirst().map { String($0.prefix { $0 != "," }) }.joined(
      separator: " ")
  }

  @Test func `the response to each request is the state of the table`() async {
    #expect(
      await drive("{\"sort\":\"name\"}", "{\"click\":2}") == [
        #"{"rows":[{"id":2,"name":"bread","n":null},{"id":4,"name":"Eggs","n":2},{"id":1,"name":"milk","n":7},"#
          + #"{"id":3,"name":"tea","n":5}],"sort":[{"column":"name","order":"forward"}],"selected":[],"anchor":null,"#
          + #""cursor":null,"hovered":null,"page":0,"pageSize":null,"pageCount":1,"count":{"all":4,"filtered":4}}"#,
        #"{"rows":[{"id":2,"name":"bread","n":null},{"id":4,"name":"Eggs","n":2},{"id":1,"name":"milk","n":7},"#
          + #"{"id":3,"name":"tea","n":5}],"sort":[{"column":"name","order":"forward"}],"selected":[2],"anchor":2,"#
          + #""cursor":2,"hovered":null,"page":0,"pageSize":null,"pageCount":1,"count":{"all":4,"filtered":4}}"#,
      ])
  }

  @Test func `a sort request adds, reverses, sets and removes sort columns`() async {
    let answers = await drive(
      #"{"sort":"n"}"#, #"{"sort":"n"}"#, #"{"sort":"name","add":true}"#, #"{"sort":"n","order":"forward","add":true}"#,
      #"{"sort":"n","order":null,"add":true}"#, #"{"sort":"name","order":null}"#)
    #expect(answers.map { ids($0) } == ["4 3 1 2", "1 3 4 2", "1 3 4 2", "4 3 1 2", "2 4 1 3", "3 1 2 4"])
    #expect(answers[3].contains(#""sort":[{"column":"n","order":"forward"},{"column":"name","order":"forward"}]"#))
  }

  @Test func `a sort request with an order and without add sorts by that column alone`() async {
    let answers = await drive(
      #"{"sort":"n","order":"reverse"}"#, #"{"sort":"name","order":"forward","add":true}"#,
      #"{"sort":"id","order":null}"#, #"{"sort":"n","order":null}"#, #"{"sort":"n","order":"forward","add":true}"#,
      #"{"sort":"n","order":"reverse"}"#)
    let columns = answers.map { answer -> String in
      let keys = answer.split(separator: #""sort":"#)[1].prefix { $0 != "]" }.split(separator: #""column":"#)
        .dropFirst()
      return keys.map { String($0.prefix { $0 != "," }) }.joined(separator: " ")
    }
    #expect(
      columns == [#""n""#, #""n" "name""#, #""n" "name""#, #""name""#, #""name" "n""#, #""n""#])
  }

  @Test func `a fourth sort column replaces the third`() async {
    let answers = await drive(
      #"{"sort":"a","order":"forward"}"#, #"{"sort":"b","order":"forward","add":true}"#,
      #"{"sort":"c","order":"forward","add":true}"#, #"{"sort":"d","order":"forward","add":true}"#,
      file: "a,b,c,d\n1,1,1,1\n")
    #expect(
      answers[3].contains(
        #""sort":[{"column":"a","order":"forward"},{"column":"b","order":"forward"},{"column":"d","order":"forward"}]"#)
    )
  }

  @Test func `setting the present sort order does not change the page`() async {
    let answers = await drive(
      #"{"sort":"n"}"#, #"{"page":1}"#, #"{"sort":"n","order":"forward"}"#, #"{"sort":"name","order":null}"#,
      #"{"sort":"nobody","order":null}"#, words: "--page-size", "2")
    #expect(answers[1].contains(#""page":1,"#) && answers[2] == answers[1] && answers[3] == answers[1])
    #expect(answers[4] == #"{"error":{"message":"no column named \"nobody\""}}"#)
  }

  @Test func `requests refer to ids that are dates as they are printed`() async {
    let answers = await drive(
      #"{"click":"2024-01-02T00:00:00Z"}"#, #"{"hover":"2024-01-01"}"#,
      #"{"move":["2024-01-02"],"before":"2024-01-01"}"#,
      #"{"edit":{"row":"2024-01-01","column":"n","text":"x"}}"#, words: "--types", "id:date",
      file: "id,n\n2024-01-01,1\n2024-01-02,2\n")
    #expect(
      answers[0].contains(#""selected":["2024-01-02"],"anchor":"2024-01-02","cursor":"2024-01-02","hovered":null"#))
    #expect(answers[1].contains(#""hovered":"2024-01-01""#))
    #expect(answers[2].hasPrefix(#"{"rows":[{"id":"2024-01-02","#))
    #expect(
      await drive(#"{"click":1}"#, words: "--types", "id:decimal", file: "id\n1\n")[0].contains(#""selected":[1.0]"#))
  }

  @Test func `a filter parses texts that are compared with dates as dates`() async {
    let file = "id,d\n1,2024-01-01\n2,2024-02-01\n"
    let answers = await drive(#"{"filter":"d > '2024-01-01'"}"#, #"{"filter":"d > 'soon'"}"#, file: file)
    #expect(ids(answers[0]) == "2" && answers[1].contains("expected a date such as"))
  }

  @Test func `an empty line is an invalid request`() async {
    let answers = await drive("", " ", "\u{FEFF}{\"click\":3}")
    #expect(answers.map { $0.contains("\"error\"") } == [true, true, false])
    #expect(answers.last?.contains(#""selected":[3]"#) == true)
  }

  @Test func `rows are selected by click, range, toggle, all and inversion`() async {
    let answers = await drive(
      #"{"click":3}"#, #"{"click":2,"shift":true}"#, #"{"toggle":1}"#, #"{"invert":true}"#, #"{"filter":"n > 4"}"#,
      #"{"selectAll":true}"#, #"{"filter":null}"#, #"{"selectAll":false}"#)
    #expect(
      answers.map { $0.split(separator: "\"selected\":")[1].prefix { $0 != "]" } + "]" } == [
        "[3]", "[3,1,2]", "[3,2]", "[1,4]", "[1,4]", "[3,1]", "[3,1]", "[]",
      ])
    #expect(
      await drive(#"{"click":3}"#, #"{"toggle":1}"#, words: "--selection", "single")[1].contains(#""selected":[1],"#))
    #expect(
      await drive(#"{"click":3}"#, words: "--selection=none")
        == [#"{"error":{"message":"selection is disabled in this table"}}"#])
  }

  @Test func `moves, deletions and edits can be undone and redone`() async {
    let answers = await drive(
      #"{"move":[2,4],"before":3}"#, #"{"delete":1}"#, #"{"edit":{"row":3,"column":"n","text":"9"}}"#,
      #"{"undo":true}"#,
      #"{"undo":true}"#, #"{"undo":true}"#, #"{"undo":true}"#, #"{"redo":true}"#)
    #expect(answers.map { ids($0) } == ["2 4 3 1", "2 4 3", "2 4 3", "2 4 3", "2 4 3 1", "3 1 2 4", "", "2 4 3 1"])
    #expect(
      answers[2].contains(#"{"id":3,"name":"tea","n":9}"#) && answers[3].contains(#"{"id":3,"name":"tea","n":5}"#))
    #expect(answers[6] == #"{"error":{"message":"there is nothing to undo"}}"#)
  }

  @Test func `keys, pages, the search and the pointer change the state`() async {
    let answers = await drive(
      #"{"key":"down"}"#, #"{"key":"shift+down"}"#, #"{"key":"pageDown"}"#, #"{"hover":2}"#, #"{"search":"e"}"#,
      #"{"page":1,"size":1}"#, #"{"size":null}"#, words: "--page-size", "2")
    #expect(answers.map { ids($0) } == ["3 1", "3 1", "2 4", "2 4", "3 2", "2", "3 2 4"])
    #expect(answers[1].contains(#""selected":[3,1],"anchor":3,"cursor":1,"#))
    #expect(answers[3].contains(#""hovered":2,"page":1,"pageSize":2,"pageCount":2,"#))
    #expect(answers[4].contains(#""count":{"all":4,"filtered":3}"#))
  }

  @Test(arguments: [
    ("nonsense", "line 1, column 1: expected null, or a text in quotation marks, found nonsense"),
    ("[]", "a request must be an object, not a list"),
    (#"{"click":3,"toggle":4}"#, "a request must have one operation, not click and toggle"),
    (#"{"click":3,"add":true}"#, "\"add\" cannot be used with click"), (#"{"click":9}"#, "no row 9"),
    (#"{"click":"3"}"#, "no row \"3\""), (#"{"sort":"nobody"}"#, "no column named \"nobody\""),
    (#"{"sort":"n","order":"up"}"#, "order must be \"forward\", \"reverse\" or null, not \"up\""),
    (#"{"filter":"n >"}"#, "line 1, column 4: expected a value, found the end of the text"),
    (#"{"filter":"m > 1"}"#, "m is neither a column nor a context value"),
    (
      #"{"key":"hyper+x"}"#,
      "unknown key \"hyper+x\"; expected a key such as down, shift+pageUp, ctrl+home, space or a letter"
    ),
    (#"{"key":"enter"}"#, "keys cannot edit a cell; use the edit request"),
    (#"{"key":"f2"}"#, "keys cannot edit a cell; use the edit request"),
    (
      #"{"edit":{"row":3,"column":"n"}}"#,
      "edit must be an object with row, column and text; column and text are strings"
    ),
    (#"{"edit":{"row":3,"column":"n","text":"x"}}"#, "n expects a whole number such as 12"),
    (#"{"page":-1}"#, "page must be a whole number of at least 0, not -1"),
    (#"{"undo":false}"#, "undo must be true"),
    (#"{"move":[3],"before":9}"#, "no row 9"), (#"{"move":[3],"after":null}"#, "no row null"),
    (#"{"move":[3],"before":1,"after":2}"#, #""before" and "after" cannot be used together"#),
    (#"{"selectAll":1}"#, "selectAll must be true or false, not 1"), (#"{"move":[]}"#, "expected at least one row"),
    (#"{"click":{"id":3}}"#, "a row is identified by its id or number, not by an object"),
    (#"{"toggle":[3]}"#, "a row is identified by its id or number, not by a list"),
    (#"{"delete":[]}"#, "expected at least one row"),
  ])
  func `an invalid request is answered with an error and changes nothing`(_ line: String, _ message: String) async {
    let answers = await drive(#"{"click":3}"#, line, #"{"hover":null}"#)
    #expect(answers[1].contains("\"error\""))
    let escaped = message.replacing("\"", with: "\\\"")
    #expect(answers[1] == "{\"error\":{\"message\":\"\(escaped)\"}}" && answers[2] == answers[0])
  }

  @Test func `rows are moved to the end if no target row is given`() async {
    let answers = await drive(#"{"move":[3],"before":null}"#, #"{"move":[1]}"#)
    #expect(answers.map { ids($0) } == ["1 2 4 3", "2 4 3 1"])
  }

  @Test func `rows are moved after another row in the order in which they are listed`() async {
    let answers = await drive(
      #"{"move":[4,3],"after":1}"#, #"{"move":[1],"after":1}"#, #"{"undo":true}"#, #"{"move":1,"after":null}"#)
    #expect(answers.map { ids($0) } == ["1 4 3 2", "1 4 3 2", "3 1 2 4", ""])
  }

  @Test func `a row on another page cannot be hovered`() async {
    let answers = await drive(#"{"hover":3}"#, #"{"hover":4}"#, #"{"hover":null}"#, words: "--page-size", "2")
    #expect(answers[0].contains(#""hovered":3,"#) && answers[2].contains(#""hovered":null,"#))
    #expect(answers[1] == #"{"error":{"message":"there are no such rows on the current page"}}"#)
  }

  @Test func `a row that is listed twice is deleted once`() async {
    let answers = await drive(#"{"delete":[1,1]}"#, #"{"undo":true}"#)
    #expect(answers.map { ids($0) } == ["3 2 4", "3 1 2 4"])
  }

  @Test func `requests and rows cannot both be read from standard input`() async {
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(["table", "drive", "-"]) == .usage)
    #expect(session.errors.hasPrefix("workbench: the file cannot be -: standard input is used for the requests"))
  }

  @Test func `rows without an id are identified by their number`() async {
    let answers = await drive(#"{"delete":[1,2]}"#, #"{"click":1}"#, #"{"undo":true}"#, file: "a\nx\ny\nz\n")
    #expect(
      answers[0].hasPrefix(#"{"rows":[{"a":"z"}],"#) && answers[1] == #"{"error":{"message":"no row 1"}}"#)
    #expect(answers[2].hasPrefix(#"{"rows":[{"a":"x"},{"a":"y"},{"a":"z"}],"ids":[1,2,3],"#))
    #expect(answers[0].contains(#""ids":[3],"#))
    #expect(await !drive(#"{"click":3}"#)[0].contains("ids"))
  }
}
