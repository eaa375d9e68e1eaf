import Documents
import Testing

@Suite struct `The JSON of an encodable value` {
  @Test func `has the members of dictionaries in ascending order, and those of structs in their own`() throws {
    struct Shelf: Encodable {
      var width = 2
      var books: [String: [String: Int]] = ["b": ["z": 1, "y": 2, "x": 3], "a": [:], "ä": ["1": 4]]
    }
    #expect(
      try JSONNode(encoding: Shelf()).text == #"{"width":2,"books":{"a":{},"b":{"x":3,"y":2,"z":1},"ä":{"1":4}}}"#)
  }
}
