import Shop
import Testing
import Values

@Suite struct `The summary of a transaction` {
  private func product(_ name: String, _ cents: Int = 0, tags: [String] = []) -> Product {
    Product(id: "p", name: name, price: Money(cents: cents), tags: tags)
  }

  private func text(_ body: (inout ChangeSummary) -> Void) -> String? {
    var summary = ChangeSummary()
    body(&summary)
    return summary.text
  }

  @Test func `names the first products, and says how many there are`() {
    #expect(text { _ in } == nil)
    #expect(text { $0.add(product("Lamp")) } == "Added Lamp")
    #expect(text { summary in for name in ["a", "b", "c"] { summary.delete(name) } } == "Deleted a, b and c")
    #expect(text { summary in for name in ["a", "b", "c", "d"] { summary.move(name) } } == "Moved a and 3 more")
    #expect(text { $0.restore(product("")) } == "Restored p", "a product without a name is named by its ID")
  }

  @Test func `names the fields that have changed`() {
    let lamp = product("Lamp", 5)
    #expect(text { $0.change(lamp, to: product("Lamp", 6)) } == "Changed the price of Lamp from 0.05 to 0.06")
    #expect(text { $0.change(lamp, to: lamp) } == nil, "the same contents are no change")
    let both = text {
      $0.change(lamp, to: product("Desk lamp", 5))
      $0.change(lamp, to: product("Lamp", 5, tags: ["new"]))
    }
    #expect(both == "Changed the name and tags of Desk lamp and Lamp")
  }

  @Test func `says what an import with several kinds of changes has done`() {
    let all = text {
      $0.change(product("Mug", 1), to: product("Mug", 2))
      $0.add(product("Bowl"))
      $0.delete("Jug")
    }
    #expect(all == "Added Bowl; changed the price of Mug from 0.01 to 0.02; deleted Jug")
    #expect(
      text { $0.change(product("Mug"), to: product("Mug", tags: ["new"])) }
        == "Changed the tags of Mug from none to new")
    #expect(text { $0.add(product(String(repeating: "ab", count: 50_000))) }?.count == "Added ".count + 40)
  }
}
