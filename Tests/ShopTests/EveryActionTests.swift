import Loop
import LoopHistory
import LoopTesting
import Shop
import Testing
import Values

/// Every action in every class of state, recorded in one snapshot.
@Suite struct EveryActionTests {
  @Test func `every action in every class of state matches the snapshot`() throws {
    let table = try ActionEffectDocument(states: try states(), actions: actions + responses, responseSlot: slot(of:))
    expectSnapshot(table.description, ShopSnapshot.everyActionInEveryState)
  }

  /// Law 5, for every combination: the draft is in the sheet, in a saving sheet or in the list, unless it was
  /// discarded.
  @Test func `law 5: only discarding loses a draft`() throws {
    var cells = 0
    for (name, session) in try states() {
      let state = session.loopState.state
      guard let typed = state.sheet.draft ?? state.savingSheets["p1"]?.draft, typed.name == "Desk lamp" else {
        continue
      }
      for action in actions + responses where action != .form(.discardTapped) && !edits.contains(action) {
        guard let after = try session.applying(action, asResponseIn: slot(of: action))?.loopState.state else {
          continue
        }
        let drafts = [after.sheet.draft, after.savingSheets["p1"]?.draft].compactMap(\.self)
        #expect((drafts + after.products).contains { $0.name == typed.name }, "\(name), \(action)")
        cells += 1
      }
    }
    #expect(cells > 120)
  }

  @Test func `law 3: an unexpected response changes no sheet and no draft`() throws {
    for (name, session) in try states() {
      for response in responses where try session.applying(response, asResponseIn: slot(of: response)) == nil {
        var session = session
        let before = session.loopState.state
        try session.send(response)
        let after = session.loopState.state
        #expect(after.sheet == before.sheet && after.savingSheets == before.savingSheets, "\(name), \(response)")
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

  private let responses: [ProductEditor.Action] = [
    .productsLoaded([chair]), .loadFailed(.offline), .saved(deskLamp.stored()), .saveFailed("p1", .offline),
    .saveFailed("p1", .conflict(current: lamp.priced(2500).stored())), .saveFailed("p1", .notFound),
  ]

  private func slot(of action: ProductEditor.Action) -> ProductEditor.Slot? {
    switch action {
    case .productsLoaded, .loadFailed: .list
    case .saved(let product): .write(product.id)
    case .saveFailed(let id, _): .write(id)
    case .appeared, .reloadTapped, .addTapped, .rowTapped, .form, .deleted: nil
    }
  }

  private func states() throws -> [(name: String, session: FeatureStepper<ProductEditor>)] {
    let changed: [ProductEditor.Action] = [.rowTapped("p1"), .form(.nameChanged("Desk lamp"))]
    let saving = changed + [.form(.saveTapped)]
    let paths: [(name: String, path: [ProductEditor.Action])] = [
      ("closed", []), ("loading", [.reloadTapped]), ("load failed", [.reloadTapped, .loadFailed(.offline)]),
      ("open", [.rowTapped("p1")]), ("open with a new product", [.addTapped(tea)]),
      ("saving a new product", [.addTapped(tea), .form(.saveTapped)]),
      ("changed", changed), ("confirming discard", changed + [.form(.cancelTapped)]),
      ("saving", saving), ("saving and loading", saving + [.reloadTapped]),
      ("failed", saving + [.saveFailed("p1", .offline)]),
      ("failed, confirming discard", saving + [.saveFailed("p1", .offline), .form(.cancelTapped)]),
      ("conflict", saving + [.saveFailed("p1", .conflict(current: lamp.priced(2500).stored()))]),
      ("deleted", saving + [.saveFailed("p1", .notFound)]),
      ("rejected", [.rowTapped("p1"), .form(.nameChanged("")), .form(.saveTapped)]),
      ("closed while saving", saving + [.form(.cancelTapped)]),
      ("closed while saving, failed", saving + [.form(.cancelTapped), .saveFailed("p1", .offline)]),
    ]
    let states = try paths.map { ($0.name, try transcript($0.path, from: [lamp, chair])) }
    return [("not loaded", try transcript([], from: nil))] + states
  }

  private func transcript(
    _ path: [ProductEditor.Action], from products: [Product]?
  ) throws -> FeatureStepper<ProductEditor> {
    var session = try FeatureStepper(ProductEditor(), state: .init(products: products))
    for action in path { session = try #require(try session.applying(action, asResponseIn: slot(of: action))) }
    return session
  }
}
