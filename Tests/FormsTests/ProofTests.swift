import Conditions
import Forms
import Testing
import Values

@Suite struct `The proof of a form` {
  @Test func `the form of hobbies has eight situations, and all of it can be seen`() throws {
    let proof = FormProof(of: try form(hobbiesJSON))
    #expect(proof.isClean && !proof.isBounded && proof.situations == 8)
    #expect(proof.seen.map(\.element) == ["§1", "hobbies", "§2", "sport", "music", "film", "actor"])
    #expect(proof.seen.last?.way == [Assignment("hobbies", ["Films"])])
  }

  @Test func `rows that are never seen, and conditions that never change, are told`() throws {
    let proof = FormProof(
      of: try form(
        """
        {"sections": [{"rows": [{"tag": "age", "kind": "integer"},
          {"tag": "ghost", "required": true, "hidden": "$age < 18 OR $age > 10 OR $age == NULL"},
          {"tag": "child", "required": true, "hidden": "$ghost.isHidden == TRUE"},
          {"tag": "open", "disabled": "$age > 5 AND $age < 3"}]},
          {"tag": "nowhere", "hidden": true, "rows": [{"tag": "lost"}]}]}
        """))
    #expect(proof.neverSeen == ["nowhere", "ghost", "child", "lost"])
    #expect(proof.neverReached == ["ghost", "child"])
    #expect(
      proof.settled.map { "\($0.element) \($0.property) \($0.holds)" } == [
        "ghost hidden true", "child hidden true", "open disabled false",
      ])
    #expect("\(proof.settled[0].reason)" == "hidden because `$age == NULL`: NULL == NULL")
  }

  @Test func `the way to a row is the shortest`() throws {
    let proof = FormProof(
      of: try form(
        """
        {"sections": [{"rows": [{"tag": "a", "kind": "boolean"},
          {"tag": "b", "kind": "boolean", "hidden": "$a == FALSE"},
          {"tag": "c", "hidden": "$b == FALSE OR $a == TRUE"}]}]}
        """))
    let way = proof.seen.last { $0.element == "c" }?.way
    #expect(way == [Assignment("a", true), Assignment("b", true), Assignment("a", false)])
    #expect(proof.situations == 4)
  }

  @Test func `two changes that end differently are told once, with the way there`() throws {
    let proof = FormProof(
      of: try form(
        """
        {"sections": [{"rows": [{"tag": "locked", "kind": "boolean"},
          {"tag": "amount", "kind": "integer", "disabled": "$locked == TRUE"}]}]}
        """))
    #expect(
      proof.disputes == [FormProof.Dispute(way: [], first: Assignment("locked", true), second: Assignment("amount", 1))]
    )
  }

  @Test func `who hides a row loses nothing by it: what is left out ends the same`() throws {
    let proof = FormProof(
      of: try form(
        """
        {"sections": [{"rows": [{"tag": "off", "kind": "boolean"}, {"tag": "row", "hidden": "$off == TRUE"}]}]}
        """))
    #expect(proof.isClean)
  }

  @Test(arguments: [
    #"{"tag":"n","required":true},{"hidden":"$n.isValid == FALSE"}"#,
    #"{"tag":"n","kind":"integer","validators":[{"range":{"min":3}}]},{"hidden":"$n.isValid == TRUE"}"#,
    #"{"tag":"a","kind":"integer"},{"tag":"b","kind":"integer"},{"hidden":"$a == $b"},{"hidden":"$a != $b"}"#,
    #"{"tag":"a","kind":"date"},{"tag":"b","kind":"date"},{"hidden":"NOT $a >= $b"},{"hidden":"$a >= $b"}"#,
    #"{"tag":"a","kind":"decimal"},{"hidden":"NOT ($a > 3 AND $a < 3.5)"}"#,
    #"{"tag":"a","kind":"multipleChoice","options":["a","b","c","d","e","f"]},{"hidden":"$a.@count != 2"}"#,
  ])
  func `no row is told that can be seen, and no condition that can change`(_ rows: String) throws {
    let proof = FormProof(of: try form(#"{"sections":[{"rows":["# + rows + "]}]}"))
    #expect(proof.isClean, "\(proof)")
  }

  @Test func `what is near the constants is tried, and what reaches the limit is bounded`() throws {
    let text = """
      {"sections": [{"rows": [{"tag": "price", "kind": "money", "value": 5}, {"tag": "n", "kind": "integer"},
        {"tag": "t"}, {"hidden": "$price >= 10 OR $n == 3 OR $t LIKE 'a*' OR $t.length == 2"}]}]}
      """
    let proof = FormProof(of: try form(text))
    #expect(
      proof.tried == [
        FormProof.Trial(row: "price", values: [5.0, nil, 9.99, 10.0, 10.01]),
        FormProof.Trial(row: "n", values: [nil, 2, 3, 4]),
        FormProof.Trial(row: "t", values: [nil, "a*", "a", "x", "xx", "xxx", "something else"]),
      ])
    #expect(proof.situations == 5 * 4 * 7 && proof.isClean)
    let bounded = FormProof(of: try form(text), limit: 10)
    #expect(bounded.isBounded && bounded.situations == 10)
  }
}
