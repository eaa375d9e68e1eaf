import TestInputs
import Testing
import Values

@testable import Conditions

/// The evaluator and SQL agree on every row.
@Suite struct `Translated conditions` {
  private static let columns = Dictionary(
    uniqueKeysWithValues: RandomRowGenerator.columns.map { ($0.reference, $0.column) })

  @Test func `select the same rows as the evaluator, over 100,000 pairs of a condition and a row`() throws {
    var random = RandomRowGenerator(seed: 7)
    var (pairs, chosen, whole, partly) = (0, 0, 0, 0)
    for _ in 0..<20 {
      let rows = (0..<100).map { _ in random.randomRow() }
      let database = try Self.database(of: rows)
      for _ in 0..<50 {
        let condition = random.randomTypedCondition(columns: Self.columns)
        let translation = try condition.sql(.sqlite, columns: Self.columns)
        let text = "SELECT id FROM x WHERE \(translation.whereClause)"
        let found = Set(try database.execute(text, parameters: translation.parameters))
        let (evaluator, rest) = (Evaluator(condition), translation.untranslated.map { Evaluator($0.condition) })
        for (number, row) in rows.enumerated() {
          let holds = try evaluator.holds(RowValueSource(row, evaluator))
          let isFound =
            try found.contains(Int64(number)) && rest.allSatisfy { try $0.holds(RowValueSource(row, $0)) }
          #expect(holds == isFound, "\(condition)\n\(row)\n\(translation.whereClause) \(translation.parameters)")
          pairs += 1
          if holds { chosen += 1 }
        }
        whole += translation.untranslated.isEmpty ? 1 : 0
        partly += translation.whereClause == "TRUE" ? 0 : 1
      }
    }
    #expect(pairs == 100_000)
    #expect((20_000...80_000).contains(chosen), "both results occur: \(chosen) true")
    #expect(
      whole > 500 && partly > 700, "most conditions can be translated: \(whole) completely, \(partly) at least in part")
  }

  @Test(arguments: [
    ("whole == %d", " OR ", 3000), ("whole != %d", " AND ", 3000), ("(real == %d OR whole == 1)", " AND ", 1500),
    ("NOT (whole == %d AND real < 1)", " OR ", 1500),
  ])
  func `may be long`(part: String, join: String, count: Int) throws {
    let text = (0..<count).map { part.replacing("%d", with: "\($0)") }.joined(separator: join)
    try expectAgreement(Condition(parsing: text))
  }

  @Test func `have at most as many parameters as SQLiteDatabase accepts`() throws {
    for count in [1, 2000, SQLTranslator.maxParameterCount, SQLTranslator.maxParameterCount + 1] {
      let list = (0..<count).map { "\($0)" }.joined(separator: ", ")
      let condition = try Condition(parsing: "real > 0 AND NOT whole IN {\(list), NULL}")
      let isTooLong = count >= SQLTranslator.maxParameterCount
      #expect(try condition.sql(.sqlite, columns: Self.columns).untranslated.isEmpty != isTooLong)
      try expectAgreement(condition)
    }
  }

  @Test func `are nested at most as deep as SQLiteDatabase accepts`() throws {
    let deep = (0..<40).reduce("whole == 1") { text, number in
      let others = Array(repeating: "real > \(number)", count: 60)
      return "(" + (others + [text]).joined(separator: number % 2 == 0 ? " AND " : " OR ") + ")"
    }
    let condition = try Condition(parsing: "whole > 0 AND (\(deep) OR whole == 3)")
    #expect(try condition.sql(.sqlite, columns: Self.columns).untranslated.count == 1)
    try expectAgreement(condition)
    let nots = String(repeating: "NOT (whole == 2 OR ", count: 30) + "whole == 1" + String(repeating: ")", count: 30)
    #expect(try Condition(parsing: nots).sql(.sqlite, columns: Self.columns).untranslated.isEmpty)
    try expectAgreement(Condition(parsing: nots))
  }

  @Test func `select the same rows as the evaluator in a table with inferred columns, over thousands of pairs`() throws
  {
    var random = RandomRowGenerator(seed: 9)
    let count = caseCount(400, exhaustive: 1_000)
    var (pairs, chosen, whole) = (0, 0, 0)
    for _ in 0..<count {
      let condition = random.randomConditionOnKeys()
      let translation = condition.sqlWithInferredColumns(.sqlite, variables: ["given": 2.5])
      let columns = RandomRowGenerator.keys.map { key in translation.columns.first { $0.name == key } }
      let database = try SQLiteDatabase()
      let declared = zip(RandomRowGenerator.keys, columns).map { "\"\($0)\" \($1?.type(in: .sqlite) ?? "")" }
      try database.execute("CREATE TABLE x(id INTEGER PRIMARY KEY, \(declared.joined(separator: ", ")))")
      let rows = (0..<20).map { _ in columns.map { random.randomValue(of: $0?.kind ?? .text) } }
      let marks = String(repeating: ", ?", count: columns.count)
      for (number, row) in rows.enumerated() {
        try database.execute("INSERT INTO x VALUES(?\(marks))", parameters: [.integer(Int64(number))] + row)
      }
      let found = Set(
        try database.execute("SELECT id FROM x WHERE \(translation.whereClause)", parameters: translation.parameters))
      for (number, row) in rows.enumerated() {
        let object = Value.object(Dictionary(uniqueKeysWithValues: zip(RandomRowGenerator.keys, row)))
        let holds = try condition.holds(for: object, variables: ["given": 2.5])
        let isFound =
          try found.contains(Int64(number))
          && translation.untranslated.allSatisfy { try $0.condition.holds(for: object, variables: ["given": 2.5]) }
        #expect(holds == isFound, "\(condition)\n\(row)\n\(translation.whereClause) \(translation.parameters)")
        pairs += 1
        if holds { chosen += 1 }
      }
      whole += translation.untranslated.isEmpty ? 1 : 0
    }
    #expect(pairs == 20 * count)
    #expect((3 * count...17 * count).contains(chosen), "both results occur: \(chosen) true")
    #expect(
      (count / 10 * 3...count / 10 * 9).contains(whole),
      "some conditions are translated completely, others have contradictory types: \(whole)")
  }

  /// Expects SQLite to select the rows for which a condition is true.
  private func expectAgreement(_ condition: Condition, at location: SourceLocation = #_sourceLocation) throws {
    var random = RandomRowGenerator(seed: 8)
    let rows = (0..<20).map { _ in random.randomRow() }
    let translation = try condition.sql(.sqlite, columns: Self.columns)
    let found = Set(
      try Self.database(of: rows).execute(
        "SELECT id FROM x WHERE \(translation.whereClause)", parameters: translation.parameters))
    let (evaluator, rest) = (Evaluator(condition), translation.untranslated.map { Evaluator($0.condition) })
    for (number, row) in rows.enumerated() {
      let isFound = try found.contains(Int64(number)) && rest.allSatisfy { try $0.holds(RowValueSource(row, $0)) }
      #expect(try evaluator.holds(RowValueSource(row, evaluator)) == isFound, "\(row)", sourceLocation: location)
    }
  }

  private static func database(of rows: [[Value]]) throws -> SQLiteDatabase {
    let database = try SQLiteDatabase()
    let names = RandomRowGenerator.columns.map { "\($0.column.name.quotedForSQL) \($0.declared)" }
    try database.execute("CREATE TABLE x(id INTEGER PRIMARY KEY, \(names.joined(separator: ", ")))")
    let marks = String(repeating: ", ?", count: names.count)
    for (number, row) in rows.enumerated() {
      try database.execute("INSERT INTO x VALUES(?\(marks))", parameters: [.integer(Int64(number))] + row)
    }
    return database
  }
}

/// The values of a row.
///
/// References without a column are null.
private struct RowValueSource: ValueSource {
  private let values: [Value]

  init(_ row: [Value], _ evaluator: Evaluator) {
    let places = evaluator.references.map { read in RandomRowGenerator.columns.firstIndex { $0.reference == read } }
    values = places.map { $0.map { row[$0] } ?? .null }
  }

  func value(at index: Int) -> Value? { values[index] }
}

extension String {
  fileprivate var quotedForSQL: String {
    "\"\(replacing("\"", with: "\"\""))\""
  }
}
