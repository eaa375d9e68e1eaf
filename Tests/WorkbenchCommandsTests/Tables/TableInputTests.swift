import ProgramFixtures
import Programs
import Testing

/// Files as other programs write them.
@MainActor @Suite struct `Ordinary files` {
  private func run(_ command: String, _ bytes: [UInt8], _ words: String..., name: String = "f.csv") async -> String {
    let session = ShellFixture(program: .workbench)
    session.binaryFiles[name] = bytes
    let status = await session.run(["table", command, name] + words)
    return status == .success ? session.printed : "\(status.rawValue) \(session.errors)"
  }

  private func view(_ text: String, _ words: String..., name: String = "f.csv") async -> String {
    let session = ShellFixture(program: .workbench)
    session.files[name] = text
    let status = await session.run(["table", "view", name, "-o", "plain"] + words)
    return status == .success ? session.printed : "\(status.rawValue) \(session.errors)"
  }

  @Test func `from Excel have a byte order mark, semicolons and carriage returns`() async {
    let file = [0xEF, 0xBB, 0xBF] + Array("Name;Preis\r\n\"Tee\nGrün\";1,50\r\n\"A;B\";2,5\r\n".utf8)
    #expect(
      await run("view", file, "--types", "Preis:money", "-o", "csv") == "Name,Preis\n\"Tee\nGrün\",1.50\n\"A;B\",2.50\n"
    )
  }

  @Test func `in other encodings are read with an option that the error names`() async {
    let latin = [0x4E, 0x61, 0x6D, 0x65, 0x0A, 0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72, 0x0A] as [UInt8]
    #expect(
      await run("view", latin) == """
        65 workbench: f.csv: line 2, column 2: expected text in UTF-8, found the byte FC
        M\u{FFFD}ller
         ^
        for a text in another encoding, use --encoding latin-1, windows-1252 or utf-16

        """)
    #expect(await run("view", latin, "--encoding", "latin-1") == "Name\nMüller\n")
    #expect(await run("view", latin, "--encoding=windows-1252", "-o", "csv") == "Name\nMüller\n")
    #expect(await run("view", [0x61, 0x0A, 0x80], "--encoding", "windows-1252") == "a\n€\n")
    let units: [UInt16] = [0xFEFF] + "a\tb\né\t1\n".utf16
    let wide = units.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(await run("view", wide, "-o", "csv") == "a,b\né,1\n")
    #expect(
      await run("view", latin, "--encoding", "ascii")
        == "64 workbench: --encoding \"ascii\" is not valid; expected utf-8, latin-1, windows-1252 or utf-16\n")
  }

  /// Each lookup of a column once went through all others, which took a minute.
  @Test func `may have twenty thousand columns`() async {
    let columns = 0..<20_000
    let lines = [
      columns.map { "c\($0)" }, columns.map { "\($0 + 1)" }, columns.map { "\($0)" },
    ].map { $0.joined(separator: ",") }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let sorted = await run("view", bytes, "--sort", "c19999", "--where", "c19998 > 0", "-o", "csv")
    #expect(sorted == "\(lines[0])\n\(lines[2])\n\(lines[1])\n")
  }

  @Test func `have any separator`() async {
    #expect(await view("a|b\n1|2,5\n") == "1\t2.5\n")
    #expect(await view("a:b\n1:2,5\n", "--delimiter", ":") == "1\t2.5\n")
    #expect(await view("a,x\tb\n1,y\t2\n", "--delimiter", "tab", "--fields", "b") == "2\n")
    #expect(await view("a,b\n1,2\n", "--delimiter", ",", name: "f.tsv") == "1\t2\n")
    #expect(await view("a;b\n1;2\n", "--delimiter=;", name: "f.json") == "1\t2\n")
    for delimiter in ["", "::", "é", "\""] {
      #expect(
        await view("a", "--delimiter", delimiter).hasSuffix(
          "expected an ASCII character other than a quotation mark, or tab\n"))
    }
    #expect(
      await view("[]", "--delimiter", ",", "--format", "json", name: "f.json")
        == "64 workbench: --delimiter cannot be used with --format json, which has no lines of fields\n")
  }

  @Test func `have unnamed and repeated columns, or no header`() async {
    #expect(await view(",a,a\n0,x,y\n", "--where", "column1 == 0", "--fields", "a_2") == "y\n")
    #expect(await view("5,x\n7,y\n", "--no-header", "--where", "column1 > 5") == "7\ty\n")
    #expect(await run("view", [], "--no-header") == "")
    #expect(
      await run("view", [])
        == "65 workbench: f.csv: line 1, column 1: expected a line with the column names, found nothing\n\n^\n")
  }

  @Test func `have missing trailing cells`() async {
    let file = "a,b,c\n1\n2,3\n4,5,6,7\n"
    #expect(await view(file).hasSuffix("use --ragged pad; for another separator, use --delimiter\n"))
    #expect(await view(file, "--ragged", "pad") == "1\t\t\t\n2\t3\t\t\n4\t5\t6\t7\n")
    #expect(
      await view(file, "--ragged", "trim") == "64 workbench: --ragged \"trim\" is not valid; expected refuse or pad\n")
  }

  @Test func `have ids that repeat`() async {
    let file = "id,n\n7,a\n7,b\n"
    #expect(await view(file) == "7\ta\n7\tb\n")
    #expect(await view(file, "--id", "none") == "7\ta\n7\tb\n")
    #expect(
      await view(file, "--id", "id") == """
        65 workbench: f.csv: line 3, column 1: expected unique ids, found 7 again
        7,b
        ^
        to number the rows instead, use --id none

        """)
    let session = ShellFixture(program: .workbench)
    session.files["f.csv"] = file
    #expect(
      await session.run(["table", "view", "f.csv", "--select", "n == 'b'", "-o", "json", "--limit", "0"]) == .success)
    #expect(session.printed == "{\"rows\":[],\"selected\":[2]}\n")
    await session.run(["table", "view", "f.csv", "--id=n", "--select", "n == 'b'", "-o", "json", "--limit", "0"])
    #expect(session.printed == "{\"rows\":[],\"selected\":[\"b\"]}\n")
  }

  @Test func `are driven only if every request names one row`() async {
    let session = ShellFixture(program: .workbench)
    session.files["f.csv"] = "id,n\n7,a\n7,b\n"
    #expect(await session.run(["table", "drive", "f.csv"], typing: ["{\"click\":7}"]) == .data)
    #expect(
      session.errors
        == "workbench: f.csv: line 3, column 1: expected unique ids, found 7 again\nto number the rows instead, use --id none\n"
    )
    await session.run(["table", "drive", "f.csv", "--id", "none"], typing: ["{\"click\":2}"])
    #expect(session.printed.contains(#""ids":[1,2]"#) && session.printed.contains(#""selected":[2]"#))
    await session.run(["table", "drive", "f.csv", "--id", "n"], typing: ["{\"click\":\"b\"}"])
    #expect(!session.printed.contains(#""ids""#) && session.printed.contains(#""selected":["b"]"#))
  }

  @Test func `have types that are explained`() async {
    let file = Array("id,n,x\n1,1.5,a\n2,n/a,b\n3,2.5,c\n".utf8)
    #expect(
      await run("types", file) == """
        COLUMN  TYPE     NOTE
        id      integer  identifies the rows
        n       text     1 cell is not decimal, of 3; first, line 3, column 3: "n/a"
        x       text

        """)
    #expect(
      await run("types", file, "-o", "json")
        == #"[{"column":"id","type":"integer","isID":true},{"column":"n","type":"text","exceptions":{"type":"decimal","#
        + #""count":1,"cells":3,"first":{"line":3,"column":3,"value":"n/a"}}},{"column":"x","type":"text"}]"# + "\n")
    #expect(
      await run("types", file, "--types", "n:decimal")
        == "65 workbench: f.csv: line 3, column 3: expected a number such as 12.5, found \"n/a\"\n2,n/a,b\n  ^\n")
    #expect(await run("types", file, "--types", "n:text", "-o", "json").contains(#"{"column":"n","type":"text"}"#))
    #expect(
      await run("types", Array("id\n1\n1\n".utf8))
        == "COLUMN  TYPE     NOTE\nid      integer\n\nThe rows are numbered: line 3, column 1: expected unique ids, found 1 again.\n"
    )
  }

  @Test(arguments: [["form", "check"], ["form", "show"]])
  func `with a byte order mark are accepted as forms`(_ command: [String]) async {
    let session = ShellFixture(program: .workbench)
    session.files["form.json"] = "\u{FEFF}{\"sections\":[{\"rows\":[{\"tag\":\"age\",\"kind\":\"integer\"}]}]}"
    #expect(await session.run(command + ["form.json"]) == .success, "\(session.errors)")
    session.files["form.json"] = "\u{FEFF}{\"sections\":[{\"rows\":[{\"tag\":\"age\",\"kind\":\"intger\"}]}]}"
    #expect(await session.run(command + ["form.json"]) == .data)
    let shown = session.errors
    session.files["form.json"]?.unicodeScalars.removeFirst()
    await session.run(command + ["form.json"])
    #expect(session.errors == shown, "the position does not count the byte order mark")
  }
}

@Suite struct `A quotation mark that nobody closes` {
  /// An earlier reader collected the whole rest of the file in small pieces, 56 bytes for each byte.
  @Test func `is reported with little memory`() throws {
    let file = "{ printf 'a,b\\n1,\"'; head -c 8000000 /dev/zero | tr '\\0' x; }"
    let program = try RunningProgram(shell: "\(file) | { ulimit -d 200000; workbench table view - 2>&1; }")
    #expect(
      program.readAllOutput().hasPrefix(
        "workbench: standard input: line 2, column 3: expected a closing quotation mark, found an unterminated quoted field\n"
      ))
  }
}
