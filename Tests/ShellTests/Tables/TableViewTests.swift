import Shell
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
    let session = ShellFixture()
    session.files[name] = file ?? fruit
    let status = await session.run(["table", "view", name] + words)
    return status == .success ? session.printed : "\(status.rawValue) \(session.complaints)"
  }

  @Test func `a file without columns has none to be named`() async {
    #expect(
      await view("--columns", "id", file: "[]", named: "f.json")
        == "65 backroom: --columns: there is no column \"id\"; there are none\n")
    #expect(
      await view("--types", "id:integer", file: "[]", named: "f.json")
        == "65 backroom: f.json: line 1, column 1: expected a column id, found no columns\n[]\n^\n")
  }

  @Test func `a comma in a name stands behind a backslash`() async {
    let file = "\"p,q\",n,a\\\n1.50,2,3\n0.75,4,5\n"
    #expect(
      await view(
        "--columns", #"n,p\,q"#, "--sort", #"-n,p\,q"#, "--types", #"p\,q:decimal,n:integer"#, "-o", "csv", file: file)
        == "n,\"p,q\"\n4,0.75\n2,1.5\n")
    #expect(
      await view("--aggregate", #"max(p\,q)"#, "--limit", "0", "-o", "json", file: file)
        == "{\"rows\":[],\"aggregates\":{\"max(p,q)\":1.5}}\n")
    #expect(await view("--columns", #"a\"#, "-o", "plain", file: file) == "3\n5\n")
    #expect(
      await view("--columns", "p,q", file: file)
        == "65 backroom: --columns: there is no column \"p\": there are \"p,q\", \"n\", \"a\\\\\"\n")
  }

  @Test func `view prints columns, of which wide characters line up`() async {
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

  @Test func `view shows what was asked for, and no more`() async {
    #expect(
      await view("--columns", "name,price", "--where", "weight < 100", "--sort", "-price:nulls-first", "--limit", "3")
        == """
        name        price
        Grape
        Kiwi         0.50
        Strawberry   0.15

        """)
    #expect(await view("--search", "BERRY", "--columns=name", "-o", "plain") == "Strawberry\nBlueberry, wild\n")
    #expect(
      await view("--page", "1", "--page-size", "4", "--columns", "id", "-o", "jsonl")
        == "{\"id\":\"🍇\"}\n{\"id\":\"🫐\"}\n")
    #expect(await view("--page", "9", "--page-size", "5", "--columns", "id", "-o", "json") == "[{\"id\":\"🫐\"}]\n")
    #expect(await view("--offset", "5", "--columns", "price", "-o", "json") == "[{\"price\":0.1}]\n")
  }

  @Test(arguments: ["table", "plain", "csv", "jsonl"]) func `of no rows and no columns nothing is printed`(
    output: String
  ) async {
    #expect(await view("-o", output, file: "[]", named: "f.json") == "")
    #expect(await view("--aggregate", "count", file: "[]", named: "f.json") == "count  0\n")
  }

  @Test func `a group of nothing is told from one of an empty text or list`() async {
    let rows = #"[{"a":""},{"a":null},{"a":[]}]"#
    let titles = await view("--group", "a", file: rows, named: "f.json").split(separator: "\n").filter {
      $0.contains("(")
    }
    #expect(titles == [#"a: "" (1 row)"#, "a: [] (1 row)", "no a (1 row)"])
  }

  @Test func `lists and objects are sorted and grouped by what they hold`() async {
    let rows = #"[{"a":[2]},{"a":{"x":1}},{"a":[1,2]},{"a":[2]}]"#
    #expect(
      await view("--group", "a", "-o", "json", file: rows, named: "f.json").contains(
        #""groups":[{"value":[1,2],"count":1,"ids":[3]},{"value":[2],"count":2,"ids":[1,4]},{"value":{"x":1},"#))
  }

  @Test func `what is printed as CSV is read as it was`() async {
    #expect(await view("-o", "csv") == fruit)
    let odd = "a,b\n\"\",\n\"x\n\"\"y\",2\n"
    #expect(await view("-o", "csv", file: odd) == odd)
  }

  @Test func `view counts, groups, computes and selects`() async {
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
        "--group", "d", "--facets", "d", "--aggregate", "max(d)", "-o", "json", "--columns", "n",
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

  @Test func `of a group is computed what is meant of its rows`() async {
    let file = "id,a,b\n1,x,1\n2,y,2\n3,x,3\n4,y,4\n5,x,5\n6,z,6\n"
    #expect(
      await view(
        "--where", "b > 1 AND a != 'z'", "--select", "b > 2", "--group", "a", "--aggregate",
        "count:all,sum(b):all,count,sum(b),count:selected,sum(b):selected", "-o", "json", "--columns", "b", file: file
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

  @Test func `groups have a title that tells how many rows they are`() async {
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

  @Test func `texts mean dates where they are compared with dates`() async {
    let file = "d,t\n2024-01-01,2024-01-01T10:00:00Z\n2024-02-01,2024-02-01T00:00:00Z\n,\n"
    func days(_ condition: String) async -> String {
      await view("--where", condition, "--columns", "d", "-o", "plain", file: file)
    }
    #expect(await days("d > \"2024-01-01\"") == "2024-02-01\n")
    #expect(await days("\"2024-01-15\" > d") == "2024-01-01\n")
    #expect(await days("NOT t < '2024-01-01T10:00:01Z' AND d != NULL") == "2024-02-01\n")
    #expect(await days("d IN {'2024-01-01', '2024-03-01'} OR t == '2024-02-01'") == "2024-01-01\n2024-02-01\n")
    #expect(await days("d BETWEEN {'2024-01-02', '2024-02-01'}") == "2024-02-01\n")
    #expect(await days("d == CAST('2024-02-01', 'NSDate')") == "2024-02-01\n")
    #expect(
      await days("d > 'soon'")
        == "65 backroom: --where: line 1, column 5: expected a date such as '2024-02-01', or a point in time such as '2024-02-01T14:05:09Z', found 'soon'\n"
    )
    #expect(
      await days("d BEGINSWITH '2024'")
        == "65 backroom: --where: line 1, column 1: expected dates to be compared by ==, !=, <, <=, >, >=, BETWEEN or IN, found BEGINSWITH\n"
    )
    #expect(
      await view("--select", "d > '2024-01-01'", "-o", "json", "--columns", "d", "--limit", "0", file: file)
        == #"{"rows":[],"selected":[2]}"# + "\n")
  }

  @Test func `dates that rows are known by are printed as they stand there`() async {
    let file = "id,n\n2024-01-01,1\n2024-01-02,2\n"
    #expect(
      await view("--types", "id:date", "--select", "n == 2", "--limit", "0", "-o", "json", file: file)
        == #"{"rows":[],"selected":["2024-01-02"]}"# + "\n")
  }

  @Test func `what a terminal would obey is written out, and a line ends with what is seen`() async {
    #expect(await view(file: "a,b\né  ,\nx\u{1b}\\\"é,y\n") == "a           b\né\nx\\u{1b}\\\"é  y\n")
  }

  @Test func `view sorts naturally, folded and by several columns`() async {
    let file = "a,b\nitem10,É\nitem2,e\nItem2,f\n"
    #expect(await view("--sort", "a", "--columns", "a", "-o", "plain", file: file) == "Item2\nitem10\nitem2\n")
    #expect(await view("--sort", "a:natural:fold,-b", "-o", "plain", file: file) == "Item2\tf\nitem2\te\nitem10\tÉ\n")
    #expect(await view("--sort", "b:fold,a", "--columns", "b", "-o", "plain", file: file) == "É\ne\nf\n")
  }

  @Test(arguments: [
    (["--where", "pric > 1"], "65 backroom: --where: there is no column \"pric\"; did you mean \"price\"?\n"),
    (["--where", "$x == 1"], "65 backroom: --where: $x is no column; columns are read by their names alone\n"),
    (
      ["--where", "price >"],
      "65 backroom: --where: line 1, column 8: expected a value, found the end of the text\nprice >\n       ^\n"
    ),
    (["--sort", "nme"], "65 backroom: --sort: there is no column \"nme\"; did you mean \"name\"?\n"),
    (
      ["--sort", "name:neutral"],
      "64 backroom: --sort \"name:neutral\": expected natural, fold, nulls-first or nulls-last behind a colon\n"
    ),
    (["--sort", "name,-name"], "64 backroom: --sort \"-name\": name is given twice\n"),
    (
      ["--types", "name"],
      "64 backroom: --types \"name\": expected COLUMN:TYPE, with one of text, integer, decimal, double, boolean, date, money\n"
    ),
    (
      ["--types", "nobody:text"],
      "65 backroom: f.csv: line 1, column 1: expected a column nobody, found the columns id, name, weight, color, price\nid,name,weight,color,price\n^\n"
    ),
    (
      ["--aggregate", "sum"],
      "64 backroom: --aggregate \"sum\": expected count, or count, sum, average, min or max with a column as in sum(price), and behind a colon all, filtered or selected where it is not of what passes\n"
    ),
    (
      ["--facets", "name", "-o", "csv"],
      "64 backroom: --facets makes no sense beside -o csv, which prints rows and nothing else\n"
    ),
    (["--columns", "price,price"], "64 backroom: --columns: \"price\" is given twice\n"),
    (["--facets", "price", "--facets", "price"], "64 backroom: --facets: \"price\" is given twice\n"),
    (
      ["--aggregate", "sum(price), sum(price)"], "64 backroom: --aggregate: \"sum(price)\" is given twice\n"
    ),
    (
      ["--aggregate", "average(name)"],
      "65 backroom: --aggregate average(name): \"name\" is a column of text, which cannot be added up\n"
    ),
    (["--limit", "-1"], "64 backroom: --limit \"-1\": expected a number such as 10\n"),
    (
      ["--page", "99999999999999999999"],
      "64 backroom: --page \"99999999999999999999\": too large; the largest is 9223372036854775807\n"
    ),
    (["--page-size", "3", "--limit", "1"], "64 backroom: --offset and --limit make no sense beside --page-size\n"),
    (["--format", "xml"], "64 backroom: --format \"xml\": expected csv, tsv, json or jsonl\n"),
  ])
  func `view refuses what makes no sense, and says why`(_ words: [String], _ complaint: String) async {
    let session = ShellFixture()
    session.files["f.csv"] = fruit
    let status = await session.run(["table", "view", "f.csv"] + words)
    #expect("\(status.rawValue) \(session.complaints)" == complaint && session.printed.isEmpty)
  }

  @Test func `view points at what is wrong in the file`() async {
    #expect(
      await view(file: "a,b\n1,2,3\n") == """
        65 backroom: f.csv: line 2, column 5: expected 2 fields, as in the first line, found 3 fields
        1,2,3
            ^

        """)
    #expect(
      await view(file: "[{\"a\":]", named: "f.json").hasPrefix(
        "65 backroom: f.json: line 1, column 7: expected a value"))
    #expect(
      await view(file: "{\"a\":1}\n{\"a\":2}\n", named: "f.json").hasSuffix(
        "found {\n{\"a\":2}\n^\nobjects line by line are read by --format jsonl\n"))
    #expect(await !view(file: "[1,\n2]", named: "f.json").contains("jsonl"))
    let missing = ShellFixture()
    #expect(
      await missing.run(["table", "view", "nobody"]) == .data && missing.complaints == "backroom: nobody is not there\n"
    )
  }
}

@MainActor @Suite struct `A table that is driven by lines` {
  private let file = "id,name,n\n3,tea,5\n1,milk,7\n2,bread,\n4,Eggs,2\n"

  private func drive(_ lines: String..., words: String..., file: String? = nil) async -> [String] {
    let session = ShellFixture()
    session.files["f"] = file ?? self.file
    let status = await session.run(["table", "drive", "f"] + words, typing: lines)
    #expect(status == .success, "\(session.complaints)")
    return session.printed.split(separator: "\n").map(String.init)
  }

  /// The identifiers of the rows in sight, and then this part of the answer.
  private func ids(_ answer: String?) -> String {
    (answer ?? "").split(separator: "{\"id\":").dropFirst().map { String($0.prefix { $0 != "," }) }.joined(
      separator: " ")
  }

  @Test func `each line is answered by the whole table`() async {
    #expect(
      await drive("{\"sort\":\"name\"}", "{\"click\":2}") == [
        #"{"rows":[{"id":4,"name":"Eggs","n":2},{"id":2,"name":"bread","n":null},{"id":1,"name":"milk","n":7},"#
          + #"{"id":3,"name":"tea","n":5}],"sort":[{"column":"name","order":"forward"}],"selected":[],"anchor":null,"#
          + #""cursor":null,"hovered":null,"page":0,"pageSize":null,"pageCount":1,"count":{"all":4,"filtered":4}}"#,
        #"{"rows":[{"id":4,"name":"Eggs","n":2},{"id":2,"name":"bread","n":null},{"id":1,"name":"milk","n":7},"#
          + #"{"id":3,"name":"tea","n":5}],"sort":[{"column":"name","order":"forward"}],"selected":[2],"anchor":2,"#
          + #""cursor":2,"hovered":null,"page":0,"pageSize":null,"pageCount":1,"count":{"all":4,"filtered":4}}"#,
      ])
  }

  @Test func `titles sort, flip, add and take orders`() async {
    let answers = await drive(
      #"{"sort":"n"}"#, #"{"sort":"n"}"#, #"{"sort":"name","add":true}"#, #"{"sort":"n","order":"forward","add":true}"#,
      #"{"sort":"n","order":null,"add":true}"#, #"{"sort":"name","order":null}"#)
    #expect(answers.map { ids($0) } == ["4 3 1 2", "1 3 4 2", "1 3 4 2", "4 3 1 2", "4 2 1 3", "3 1 2 4"])
    #expect(answers[3].contains(#""sort":[{"column":"n","order":"forward"},{"column":"name","order":"forward"}]"#))
  }

  @Test func `an order without add is that of one column alone`() async {
    let answers = await drive(
      #"{"sort":"n","order":"reverse"}"#, #"{"sort":"name","order":"forward","add":true}"#,
      #"{"sort":"id","order":null}"#, #"{"sort":"n","order":null}"#, #"{"sort":"n","order":"forward","add":true}"#,
      #"{"sort":"n","order":"reverse"}"#)
    #expect(
      answers.map {
        $0.split(separator: "\"sort\":")[1].prefix { $0 != "]" }.split(separator: "\"column\":").dropFirst()
      }
      .map { $0.map { String($0.prefix { $0 != "," }) }.joined(separator: " ") }
        == [#""n""#, #""n" "name""#, #""n" "name""#, #""name""#, #""name" "n""#, #""n""#])
  }

  @Test func `of four columns the oldest is dropped`() async {
    let answers = await drive(
      #"{"sort":"a","order":"forward"}"#, #"{"sort":"b","order":"forward","add":true}"#,
      #"{"sort":"c","order":"forward","add":true}"#, #"{"sort":"d","order":"forward","add":true}"#,
      file: "a,b,c,d\n1,1,1,1\n")
    #expect(
      answers[3].contains(
        #""sort":[{"column":"b","order":"forward"},{"column":"c","order":"forward"},{"column":"d","order":"forward"}]"#)
    )
  }

  @Test func `an order that is so already turns no page`() async {
    let answers = await drive(
      #"{"sort":"n"}"#, #"{"page":1}"#, #"{"sort":"n","order":"forward"}"#, #"{"sort":"name","order":null}"#,
      #"{"sort":"nobody","order":null}"#, words: "--page-size", "2")
    #expect(answers[1].contains(#""page":1,"#) && answers[2] == answers[1] && answers[3] == answers[1])
    #expect(answers[4] == #"{"error":{"message":"there is no column nobody"}}"#)
  }

  @Test func `dates that rows are known by are named as they are printed`() async {
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

  @Test func `texts mean dates in a filter`() async {
    let file = "id,d\n1,2024-01-01\n2,2024-02-01\n"
    let answers = await drive(#"{"filter":"d > '2024-01-01'"}"#, #"{"filter":"d > 'soon'"}"#, file: file)
    #expect(ids(answers[0]) == "2" && answers[1].contains("expected a date such as"))
  }

  @Test func `a line with nothing in it makes no sense`() async {
    let answers = await drive("", " ", "\u{FEFF}{\"click\":3}")
    #expect(answers.map { $0.contains("\"error\"") } == [true, true, false])
    #expect(answers.last?.contains(#""selected":[3]"#) == true)
  }

  @Test func `rows are selected by press, range, toggle, all and inversion`() async {
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
        == [#"{"error":{"message":"nothing can be selected here"}}"#])
  }

  @Test func `rows are moved, deleted and edited, and all of it undone`() async {
    let answers = await drive(
      #"{"move":[2,4],"before":3}"#, #"{"delete":1}"#, #"{"edit":{"row":3,"column":"n","text":"9"}}"#,
      #"{"undo":true}"#,
      #"{"undo":true}"#, #"{"undo":true}"#, #"{"undo":true}"#, #"{"redo":true}"#)
    #expect(answers.map { ids($0) } == ["2 4 3 1", "2 4 3", "2 4 3", "2 4 3", "2 4 3 1", "3 1 2 4", "", "2 4 3 1"])
    #expect(
      answers[2].contains(#"{"id":3,"name":"tea","n":9}"#) && answers[3].contains(#"{"id":3,"name":"tea","n":5}"#))
    #expect(answers[6] == #"{"error":{"message":"there is nothing to undo"}}"#)
  }

  @Test func `keys, pages, search and the pointer`() async {
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
    ("[]", "a request is an object, and not a list"),
    (#"{"click":3,"toggle":4}"#, "a request is about one thing, and not click and toggle"),
    (#"{"click":3,"add":true}"#, "\"add\" makes no sense beside click"), (#"{"click":9}"#, "there is no row 9"),
    (#"{"click":"3"}"#, "there is no row \"3\""), (#"{"sort":"nobody"}"#, "there is no column nobody"),
    (#"{"sort":"n","order":"up"}"#, "order is \"forward\", \"reverse\" or null, and not \"up\""),
    (#"{"filter":"n >"}"#, "line 1, column 4: expected a value, found the end of the text"),
    (#"{"filter":"m > 1"}"#, "m is neither a column nor stands beside the rows"),
    (#"{"key":"hyper+x"}"#, "\"hyper+x\" is no key; keys are such as down, shift+pageUp, ctrl+home, space or a letter"),
    (#"{"key":"enter"}"#, "a cell is edited by a request about edit, and not by keys"),
    (#"{"key":"f2"}"#, "a cell is edited by a request about edit, and not by keys"),
    (
      #"{"edit":{"row":3,"column":"n"}}"#,
      "edit is an object with row, column and text, of which the last two are texts"
    ),
    (#"{"edit":{"row":3,"column":"n","text":"x"}}"#, "n takes a whole number such as 12"),
    (#"{"page":-1}"#, "page is a whole number from 0 on, and not -1"),
    (#"{"undo":false}"#, "undo is true, or is not asked for"),
    (#"{"move":[3],"before":9}"#, "there is no row 9"), (#"{"move":[3],"after":null}"#, "there is no row null"),
    (#"{"move":[3],"before":1,"after":2}"#, "rows are moved before a row or after one, and not both"),
    (#"{"selectAll":1}"#, "selectAll is true or false, and not 1"), (#"{"move":[]}"#, "no row is named"),
    (#"{"click":{"id":3}}"#, "a row is named by its id or its number, and not by an object"),
    (#"{"toggle":[3]}"#, "a row is named by its id or its number, and not by a list"),
    (#"{"delete":[]}"#, "no row is named"),
  ])
  func `what makes no sense is answered, and changes nothing`(_ line: String, _ message: String) async {
    let answers = await drive(#"{"click":3}"#, line, #"{"hover":null}"#)
    #expect(answers[1].contains("\"error\""))
    let escaped = message.replacing("\"", with: "\\\"")
    #expect(answers[1] == "{\"error\":{\"message\":\"\(escaped)\"}}" && answers[2] == answers[0])
  }

  @Test func `rows that go before none go to the end`() async {
    let answers = await drive(#"{"move":[3],"before":null}"#, #"{"move":[1]}"#)
    #expect(answers.map { ids($0) } == ["1 2 4 3", "2 4 3 1"])
  }

  @Test func `rows go behind another, in the order in which they are named`() async {
    let answers = await drive(
      #"{"move":[4,3],"after":1}"#, #"{"move":[1],"after":1}"#, #"{"undo":true}"#, #"{"move":1,"after":null}"#)
    #expect(answers.map { ids($0) } == ["1 4 3 2", "1 4 3 2", "3 1 2 4", ""])
  }

  @Test func `what is on another page is not pointed at`() async {
    let answers = await drive(#"{"hover":3}"#, #"{"hover":4}"#, #"{"hover":null}"#, words: "--page-size", "2")
    #expect(answers[0].contains(#""hovered":3,"#) && answers[2].contains(#""hovered":null,"#))
    #expect(answers[1] == #"{"error":{"message":"there are no such rows in sight"}}"#)
  }

  @Test func `a row that is named twice is deleted once`() async {
    let answers = await drive(#"{"delete":[1,1]}"#, #"{"undo":true}"#)
    #expect(answers.map { ids($0) } == ["3 2 4", "3 1 2 4"])
  }

  @Test func `requests and rows are not read from the same place`() async {
    let session = ShellFixture()
    #expect(await session.run(["table", "drive", "-"]) == .usage)
    #expect(session.complaints.hasPrefix("backroom: requests are read from standard input, and the rows from a file"))
  }

  @Test func `rows without an id are named by their number`() async {
    let answers = await drive(#"{"delete":[1,2]}"#, #"{"click":1}"#, #"{"undo":true}"#, file: "a\nx\ny\nz\n")
    #expect(
      answers[0].hasPrefix(#"{"rows":[{"a":"z"}],"#) && answers[1] == #"{"error":{"message":"there is no row 1"}}"#)
    #expect(answers[2].hasPrefix(#"{"rows":[{"a":"x"},{"a":"y"},{"a":"z"}],"ids":[1,2,3],"#))
    #expect(answers[0].contains(#""ids":[3],"#))
    #expect(await !drive(#"{"click":3}"#)[0].contains("ids"))
  }
}
