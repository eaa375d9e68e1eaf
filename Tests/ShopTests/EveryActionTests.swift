import Loop
import LoopHistory
import LoopTesting
import Shop
import Testing
import Values

/// Every action in every class of state, as one document to read.
@Suite struct EveryActionTests {
  @Test func `each action in each class of state does what the document says`() throws {
    let table = try ActionTable(states: try states(), actions: actions + answers, responseSlot: slot(of:))
    expectSnapshot(table.description, ShopSnapshot.everyActionInEveryState)
  }

  /// Law 5, in every cell: what was typed is in the sheet, aside, or in the list, unless it was thrown away on purpose.
  @Test func `law 5: no action but discarding loses what was typed`() throws {
    var cells = 0
    for (name, session) in try states() {
      let state = session.situation.state
      guard let typed = state.sheet.draft ?? state.aside["p1"]?.draft, typed.name == "Desk lamp" else {
        continue
      }
      for action in actions + answers where action != .form(.discardTapped) && !edits.contains(action) {
        guard let after = try session.applying(action, asResponseIn: slot(of: action))?.situation.state else {
          continue
        }
        let drafts = [after.sheet.draft, after.aside["p1"]?.draft].compactMap(\.self)
        #expect((drafts + after.products).contains { $0.name == typed.name }, "\(name), \(action)")
        cells += 1
      }
    }
    #expect(cells > 120)
  }

  @Test func `law 3: an answer that nobody awaits touches no sheet and no draft`() throws {
    for (name, session) in try states() {
      for answer in answers where try session.applying(answer, asResponseIn: slot(of: answer)) == nil {
        var session = session
        let before = session.situation.state
        try session.send(answer)
        let after = session.situation.state
        #expect(after.sheet == before.sheet && after.aside == before.aside, "\(name), \(answer)")
      }
    }
  }

  private let edits: [ProductEditor.Action] = [.form(.nameChanged("Tea")), .form(.revertTapped)]

  private let actions: [ProductEditor.Action] = [
    .appeared, .reloadTapped, .addTapped(tea), .rowTapped("p1"), .rowTapped("p2"), .rowTapped("p9"),
    .form(.nameChanged("Tea")), .form(.priceChanged(Money(cents: 100))), .form(.tagsChanged(["new"])),
    .form(.revertTapped), .form(.saveTapped), .form(.cancelTapped), .form(.discardTapped), .form(.keepEditingTapped),
    .deleted("p1"),
  ]

  private let answers: [ProductEditor.Action] = [
    .productsLoaded([chair]), .loadFailed(.offline), .saved(desk.stored()), .saveFailed("p1", .offline),
    .saveFailed("p1", .conflict(current: lamp.priced(2500).stored())), .saveFailed("p1", .gone),
  ]

  private func slot(of action: ProductEditor.Action) -> ProductEditor.Slot? {
    switch action {
    case .productsLoaded, .loadFailed: .list
    case .saved(let product): .write(product.id)
    case .saveFailed(let id, _): .write(id)
    case .appeared, .reloadTapped, .addTapped, .rowTapped, .form, .deleted: nil
    }
  }

  private func states() throws -> [(name: String, session: TranscriptRecorder<ProductEditor>)] {
    let changed: [ProductEditor.Action] = [.rowTapped("p1"), .form(.nameChanged("Desk lamp"))]
    let saving = changed + [.form(.saveTapped)]
    let paths: [(name: String, path: [ProductEditor.Action])] = [
      ("closed", []), ("reading", [.reloadTapped]), ("not read", [.reloadTapped, .loadFailed(.offline)]),
      ("open", [.rowTapped("p1")]), ("open on a new product", [.addTapped(tea)]),
      ("saving a new product", [.addTapped(tea), .form(.saveTapped)]),
      ("changed", changed), ("asking", changed + [.form(.cancelTapped)]),
      ("saving", saving), ("saving and reading", saving + [.reloadTapped]),
      ("failed", saving + [.saveFailed("p1", .offline)]),
      ("failed, and asking", saving + [.saveFailed("p1", .offline), .form(.cancelTapped)]),
      ("in conflict", saving + [.saveFailed("p1", .conflict(current: lamp.priced(2500).stored()))]),
      ("gone", saving + [.saveFailed("p1", .gone)]),
      ("rejected", [.rowTapped("p1"), .form(.nameChanged("")), .form(.saveTapped)]),
      ("aside, saving", saving + [.form(.cancelTapped)]),
      ("aside, failed", saving + [.form(.cancelTapped), .saveFailed("p1", .offline)]),
    ]
    let states = try paths.map { ($0.name, try transcript($0.path, from: [lamp, chair])) }
    return [("unread", try transcript([], from: nil))] + states
  }

  private func transcript(
    _ path: [ProductEditor.Action], from products: [Product]?
  ) throws -> TranscriptRecorder<ProductEditor> {
    var session = try TranscriptRecorder(ProductEditor(), state: .init(products: products))
    for action in path { session = try #require(try session.applying(action, asResponseIn: slot(of: action))) }
    return session
  }
}
