import LoopText
import Testing

private struct Chore: Codable, Identifiable {
  enum Room: String, Codable { case kitchen, garden }

  var id: Int
  var title: String
  var room: Room?
}

/// The code that the guide of LoopText shows.
@Suite struct `The guide of LoopText` {
  @Test func `prints values and their difference`() throws {
    let before = [Chore(id: 1, title: "Sweep", room: .kitchen), Chore(id: 2, title: "Water", room: .garden)]
    var after = before
    after[0].title = "Mop"
    after.append(Chore(id: 3, title: "Weed", room: nil))
    let text = try CanonicalValue(before).description
    // [(id: 1, title: "Sweep", room: kitchen), (id: 2, title: "Water", room: garden)]
    let difference = try ValueDifference(from: before, to: after).description
    // self[1].title: "Sweep" -> "Mop"
    // self[3]: + (id: 3, title: "Weed", room: nil)
    #expect(text == #"[(id: 1, title: "Sweep", room: kitchen), (id: 2, title: "Water", room: garden)]"#)
    #expect(difference == "self[1].title: \"Sweep\" -> \"Mop\"\nself[3]: + (id: 3, title: \"Weed\", room: nil)")
    #expect(try CanonicalValue(parsing: text).decode([Chore].self).map(\.title) == ["Sweep", "Water"])
  }

  @Test func `says why a text is not a value`() {
    func problem(in text: String) -> String? {
      do {
        _ = try CanonicalValue(parsing: text).decode(Chore.self)
        return nil
      } catch let error as CanonicalTextError {
        return "\(error)"
      } catch DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context) {
        return context.debugDescription
      } catch {
        return "\(error)"
      }
    }
    let problems = [#"(id: 4, title: "Dust", rom: kitchen)"#, "(id: 4"].map(problem)
    // unknown field rom
    // column 7: expected ), the text ends here
    #expect(problems == ["unknown field rom", "column 7: expected ), the text ends here"])
    #expect(problem(in: #"(id: 4, room: nil)"#) == "title is missing")
    #expect(problem(in: #"(id: 4, title: "Dust", room: kitchen)"#) == nil)
  }
}
