import Foundation
import Testing
import Values

@Suite struct `A property that is copied on write` {
  private struct Page: Hashable, Codable {
    @CopyOnWrite var rows: [Int]
    var title = ""
  }

  private struct PlainPage: Codable {
    var rows: [Int]
    var title = ""
  }

  @Test func `changes only the copy that is written to`() {
    let page = Page(rows: [1])
    var (first, second) = (page, page)
    first.rows.append(2)
    second.rows[0] = 3
    #expect(page.rows == [1] && first.rows == [1, 2] && second.rows == [3])
  }

  @Test func `is changed in place if nothing else refers to it`() {
    var page = Page(rows: Array(0..<1000))
    let before = page.rows.withUnsafeBufferPointer { $0.baseAddress }
    page.rows[0] = 1
    #expect(page.rows.withUnsafeBufferPointer { $0.baseAddress } == before)
  }

  @Test func `is compared and hashed by its value`() {
    var page = Page(rows: [1])
    page.rows = [1, 2]
    #expect(page == Page(rows: [1, 2]) && page != Page(rows: [1]))
    #expect(Set([page, Page(rows: [1, 2])]).count == 1)
  }

  @Test func `is encoded like any other property`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(Page(rows: [1, 2], title: "a"))
    #expect(try data == encoder.encode(PlainPage(rows: [1, 2], title: "a")))
    #expect(try JSONDecoder().decode(Page.self, from: data) == Page(rows: [1, 2], title: "a"))
  }
}
