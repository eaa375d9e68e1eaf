import Conditions
import Testing
import Values

@Suite struct `Translating a condition to SQL` {
  private let columns: [Reference: SQLColumn] = [
    .variable("age", "value"): SQLColumn("age", .integer), .object("name"): SQLColumn("na\"me", .text),
    .object("nick"): SQLColumn("nick", .text), .object("price"): SQLColumn("price", .real),
    .object("cost"): SQLColumn("cost", .money), .object("isOpen"): SQLColumn("is_open", .boolean),
    .object("born"): SQLColumn("born", .instant),
  ]

  private func sql(_ text: String, _ dialect: SQLDialect = .sqlite) throws -> SQLTranslation {
    try Condition(parsing: text).sql(dialect, columns: columns)
  }

  @Test func `a quotation mark in a column name is doubled, also before a combining accent`() {
    #expect(SQLColumn("a\"b", .text).quotedName == #""a""b""#)
    let name = "a\"\u{301} IS NULL --"
    #expect(SQLColumn(name, .text).quotedName == "\"a\"\"\u{301} IS NULL --\"")
  }

  @Test(
    arguments: [
      ("$age.value < 18", #""age" < ?"#, [18]), ("18 > $age.value", #""age" < ?"#, [18]),
      ("$age.value <= 2.5", #""age" <= ?"#, [2]),
      ("$age.value > 2.5", #""age" > ?"#, [2]), ("$age.value == 2.0", #""age" = ?"#, [2]),
      ("$age.value == 2.5", "FALSE", []),
      ("$age.value < 1e30", #""age" IS NOT NULL"#, []), ("$age.value > 1e30", "FALSE", []),
      ("price == 1", #""price" = ?"#, [1.0]),
      ("cost == 0.30", #""cost" = ?"#, [30]), ("cost < 19.995", #""cost" <= ?"#, [1999]),
      ("cost == 0.305", "FALSE", []),
      ("cost >= 20", #""cost" >= ?"#, [2000]), ("cost < 1e30", #""cost" IS NOT NULL"#, []),
      ("cost IN {0.1, 2, 0.005}", #""cost" IN (?, ?)"#, [10, 200]),
      ("$age.value > CAST('2.50', 'NSDecimalNumber')", #""age" > ?"#, [2]),
      ("price == CAST('2.50', 'NSDecimalNumber')", #""price" = ?"#, [2.5]),
      ("name == 'x'", #""na""me" COLLATE BINARY = ?"#, ["x"]),
      ("name != 'x'", #"("na""me" COLLATE BINARY = ?) IS NOT TRUE"#, ["x"]),
      ("nick == NULL", #""nick" COLLATE BINARY IS NULL"#, []),
      ("nick != nil", #"("nick" COLLATE BINARY IS NULL) IS NOT TRUE"#, []),
      ("isOpen == TRUE", #""is_open" = ?"#, [1]),
      ("price BETWEEN {1, 2}", #"("price" >= ? AND "price" <= ?)"#, [1.0, 2.0]),
      ("$age.value IN {1, NULL, 2.0}", #"("age" IN (?, ?) OR "age" IS NULL)"#, [1, 2]),
      ("$age.value IN {}", "FALSE", []), ("$age.value IN {1}", #""age" IN (?)"#, [1]),
      ("$age.value IN {2.5, nil}", #""age" IS NULL"#, []), ("born < '2001-01-01'", #""born" < ?"#, [978_307_200_000]),
      ("nick CONTAINS 'x'", #"instr("nick" COLLATE BINARY, ?) > 0"#, ["x"]),
      ("'x' IN nick", #"instr("nick" COLLATE BINARY, ?) > 0"#, ["x"]),
      ("nick ENDSWITH 'éa'", #"substr("nick" COLLATE BINARY, -2) = ? COLLATE BINARY"#, ["éa"]),
      ("nick BEGINSWITH ''", #""nick" COLLATE BINARY IS NOT NULL"#, []),
      ("nick LIKE 'a[*?'", #""nick" COLLATE BINARY GLOB ?"#, ["a[[]*?"]),
      ("nick < name", #""nick" COLLATE BINARY < "na""me" COLLATE BINARY"#, []),
      ("nick == name", #""nick" COLLATE BINARY IS "na""me" COLLATE BINARY"#, []),
      ("born < CAST(0, 'NSDate')", #""born" < ?"#, [978_307_200_000]), ("1 + 1 == 2", "TRUE", []),
      (
        "NOT (price > 1 OR isOpen == NO) AND $age.value > 1",
        #"("price" > ? OR "is_open" = ?) IS NOT TRUE AND "age" > ?"#, [1.0, 0, 1]
      ),
      (
        "price > 1 AND (price < 2 OR isOpen == YES AND price == 3)",
        #""price" > ? AND ("price" < ? OR "is_open" = ? AND "price" = ?)"#, [1.0, 2.0, 1, 3.0]
      ),
    ] as [(String, String, [Value])])
  func `values become parameters`(text: String, sql: String, parameters: [Value]) throws {
    let translation = try self.sql(text)
    #expect(translation.whereClause == sql)
    #expect(translation.parameters == parameters)
    #expect(translation.untranslated == [])
  }

  @Test(arguments: [
    ("$age.value < 18", #""age" < $1::bigint"#),
    ("nick == name", #""nick" COLLATE "C" IS NOT DISTINCT FROM "na""me" COLLATE "C""#),
    ("isOpen == TRUE", #""is_open"::int = $1::bigint"#),
    ("nick LIKE 'a%*?'", #""nick" COLLATE "C" LIKE $1::text ESCAPE '\'"#),
    ("nick BEGINSWITH 'é'", #"left("nick" COLLATE "C", 1) = $1::text"#),
    ("born < CAST(0, 'NSDate')", #""born" < $1::timestamptz"#),
    ("$age.value IN {1, 2}", #""age" IN ($1::bigint, $2::bigint)"#),
    ("price == 1 AND nick CONTAINS 'x'", #""price" = $1::float8 AND strpos("nick" COLLATE "C", $2::text) > 0"#),
  ])
  func `PostgreSQL has its own spellings`(text: String, sql: String) throws {
    #expect(try self.sql(text, .postgres).whereClause == sql)
  }

  @Test(
    arguments: [
      (
        "price > 1 AND name MATCHES 'a' AND other == 1", #""price" > ?"#,
        [(15, "name MATCHES 'a'"), (36, "other == 1")]
      ),
      ("price > 1 OR name ==[c] 'a'", "TRUE", [(1, "price > 1 OR name ==[c] 'a'")]),
      ("ANY name == 'a'", "TRUE", [(1, "ANY name == 'a'")]),
      ("$age.value + 1 > 2 AND $age == 1", "TRUE", [(1, "$age.value + 1 > 2"), (24, "$age == 1")]),
      ("name == 'a\\u0000'", "TRUE", [(1, #"name == 'a\u{0}'"#)]),
      ("price == 9007199254740993", "TRUE", [(1, "price == 9007199254740993")]),
      ("price < $age.value", "TRUE", [(1, "price < $age.value")]),
    ] as [(String, String, [(Int, String)])])
  func `an untranslated part has its position`(text: String, sql: String, rest: [(Int, String)]) throws {
    let translation = try self.sql(text)
    #expect(translation.whereClause == sql)
    #expect(translation.untranslated.map(\.position?.column) == rest.map(\.0))
    #expect(translation.untranslated.map(\.condition.description) == rest.map(\.1))
  }

  @Test func `a comparison with another type is an error with a position`() throws {
    for (text, column) in [("$age.value == 'x'", 15), ("price > 1 OR NOT 'x' != $age.value", 18), ("born < 'soon'", 8)]
    {
      for dialect in SQLDialect.allCases {
        let error = #expect(throws: ConditionError.self, "\(text)") { try sql(text, dialect) }
        #expect(error?.position?.column == column, "\(text)")
      }
    }
  }

  @Test func `an instant that PostgreSQL cannot parse is not translated`() throws {
    for (instant, isKnown) in [
      ("0000-12-31T23:59:59.999Z", false), ("0001-01-01T00:00:00Z", true), ("9999-12-31T23:59:59.999Z", true),
      ("10000-01-01T00:00:00Z", false),
    ] {
      let text = "born < CAST('\(instant)', 'NSDate')"
      #expect(try sql(text, .postgres).untranslated.isEmpty == isKnown, "\(instant)")
      #expect(try sql(text, .sqlite).untranslated.isEmpty)
    }
  }

  @Test func `columns are inferred from comparisons`() throws {
    let columns = try Condition(parsing: "$a.value == 1 AND 'x' != b.c AND d IN {NULL, 1.5} AND e == f AND g == NULL")
      .sqlWithInferredColumns(.sqlite).columns
    #expect(columns == [SQLColumn("a.value", .integer), SQLColumn("b.c", .text), SQLColumn("d", .real)])
  }

  @Test(
    arguments: [
      ("a == 20 OR a == 19.99", .real), ("a IN {1, 2.5}", .real), ("a > 1 AND 2.5 > a", .real),
      ("a BETWEEN {1, 2.5}", .real), ("a == TRUE OR a == 2", .integer), ("a IN {NO, NULL}", .boolean),
      ("a CONTAINS 'x' AND a != NULL", .text), ("a[0] == 1 AND a == 'x'", .text),
      ("a < CAST(0, 'NSDate') AND NOT a == NULL", .instant), ("a == 1 OR a == 'x'", nil), ("a IN {1, 'x'}", nil),
      ("a == 1 OR a == CAST('2.50', 'NSDecimalNumber')", .money),
      ("a == 1.5 OR a == CAST('2.50', 'NSDecimalNumber')", .real),
      ("a == {1, 2}", nil), ("a CONTAINS 1", nil), ("a == CAST(0, 'NSDate') OR a == 1", nil),
    ] as [(String, SQLColumn.Kind?)])
  func `an inferred column has the widest type, and incompatible types have no column`(
    text: String, kind: SQLColumn.Kind?
  ) throws {
    let columns = try Condition(parsing: text).sqlWithInferredColumns(.sqlite).columns
    #expect(columns.map(\.kind) == (kind.map { [$0] } ?? []))
  }

  @Test(
    arguments: [
      ("a == 20 OR a == 19.99", #"("a" = ? OR "a" = ?)"#, [20.0, 19.99]),
      ("a > 3 AND a != 19.99", #""a" > ? AND ("a" = ?) IS NOT TRUE"#, [3.0, 19.99]),
      ("a == NULL AND b != nil AND c IN {NULL}", #""a" IS NULL AND ("b" IS NULL) IS NOT TRUE AND "c" IS NULL"#, []),
      ("a == $b AND c IN $d AND ANY $d == 1", #""a" = ? AND "c" IN (?, ?) AND TRUE"#, [3, 1.0, 2.5]),
      ("a < now()", #""a" < ?"#, [978_307_200_000]), ("$a == 1 AND a == 2", #""$a" = ? AND "a" = ?"#, [1, 2]),
      ("a > $e.f + 1", #""a" > ?"#, [6]),
    ] as [(String, String, [Value])])
  func `given values become parameters`(
    text: String, sql: String, parameters: [Value]
  ) throws {
    let given: [String: Value] = ["b": 3, "d": [1, 2.5], "e": ["f": 5]]
    let translation = try Condition(parsing: text)
      .sqlWithInferredColumns(.sqlite, variables: given, now: Instant(milliseconds: 978_307_200_000))
    #expect(translation.whereClause == sql)
    #expect(translation.parameters == parameters)
    #expect(translation.untranslated == [])
  }

  @Test(
    arguments: [
      ("a == 1 OR a == 'x'", 1, "a is compared with integers and with texts, which no column can hold together"),
      ("a == {1}", 1, "a is used as a list, and a column holds one value"),
      ("a == b", 1, "a is not compared with a constant, so the type of its column is unknown"),
      ("a > 1.5 AND a != 9007199254740993", 13, "no 64-bit real is equal to 9007199254740993"),
      ("a > 1 AND NOT (a < 2 AND b MATCHES 'x')", 11, "databases have other regular expressions than MATCHES"),
      ("NOT (a < 2 AND b MATCHES 'x')", 1, "databases have other regular expressions than MATCHES"),
      ("a ==[cd] 'x'", 1, "databases fold case and accents differently from [cd]"),
      ("ALL a == 'x'", 1, "ALL needs a list, and a column holds one value"),
      ("a.@count > 1", 1, "a.@count is neither a column nor a constant"),
      ("a == 'x' AND b == 1 AND a < b", 25, #""a" is text and "b" is integer"#),
      ("SELF == 1", 1, "there is no column for SELF"), ("'x' LIKE a", 1, "LIKE needs the column on its left"),
      ("a == 'x\\u0000'", 1, "databases cannot store the character U+0000"),
      ("'x' CONTAINS a AND a IN 'x'", 1, "IN needs a list on its right"),
    ])
  func `an untranslated part has a reason`(text: String, column: Int, reason: String) throws {
    let rest = try Condition(parsing: text).sqlWithInferredColumns(.sqlite).untranslated
    #expect(rest.first?.reason == reason)
    #expect(rest.first?.position?.column == column)
  }

  @Test func `the translation lists the columns it uses`() throws {
    let condition = try Condition(
      parsing: "a == 1.5 AND b == 'x' AND a == 1 AND c MATCHES 'x' AND d < CAST(0, 'NSDate')")
    let columns = condition.sqlWithInferredColumns(.postgres).columns
    #expect(columns == [SQLColumn("a", .real), SQLColumn("b", .text), SQLColumn("d", .instant)])
    #expect(columns.map { $0.type(in: .sqlite) } == ["REAL", "TEXT", "INTEGER"])
    #expect(columns.map { $0.type(in: .postgres) } == ["double precision", "text", "timestamptz"])
  }
}
