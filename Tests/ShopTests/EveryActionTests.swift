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

  /// Law 5, for every combination: the draft is in the sheet, in a saving sheet or stored, unless it was discarded.
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
        #expect(drafts.contains { $0.name == typed.name } || action == Self.saved, "\(name), \(action)")
        cells += 1
      }
    }
    #expect(cells >= 80)
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

  private let edits: [ProductEditor.Action] = [.form(.changed("name", to: "Tea")), .form(.revertTapped)]

  private let actions: [ProductEditor.Action] = [
    .addTapped(tea), .rowTapped(lamp), .rowTapped(chair),
    .form(.changed("name", to: "Tea")), .form(.changed("price", to: Money(cents: 100))),
    .form(.changed("tags", to: ["new"])),
    .form(.revertTapped), .form(.saveTapped), .form(.cancelTapped), .form(.discardTapped), .form(.keepEditingTapped),
  ]

  private static let saved = ProductEditor.Action.saved(deskLamp.stored())

  private let responses: [ProductEditor.Action] = [
    saved, .saveFailed("p1", .offline),
    .saveFailed("p1", .conflict(current: lamp.priced(2500).stored())), .saveFailed("p1", .notFound),
  ]

  private func slot(of action: ProductEditor.Action) -> ProductEditor.Slot? {
    switch action {
    case .saved(let product): .write(product.id)
    case .saveFailed(let id, _): .write(id)
    case .addTapped, .rowTapped, .form, .undone: nil
    }
  }

  private func states() throws -> [(name: String, session: FeatureStepper<ProductEditor>)] {
    let changed: [ProductEditor.Action] = [.rowTapped(lamp), .form(.changed("name", to: "Desk lamp"))]
    let saving = changed + [.form(.saveTapped)]
    let paths: [(name: String, path: [ProductEditor.Action])] = [
      ("closed", []), ("open", [.rowTapped(lamp)]), ("open with a new product", [.addTapped(tea)]),
      ("saving a new product", [.addTapped(tea), .form(.saveTapped)]),
      ("changed", changed), ("confirming discard", changed + [.form(.cancelTapped)]),
      ("saving", saving),
      ("failed", saving + [.saveFailed("p1", .offline)]),
      ("failed, confirming discard", saving + [.saveFailed("p1", .offline), .form(.cancelTapped)]),
      ("conflict", saving + [.saveFailed("p1", .conflict(current: lamp.priced(2500).stored()))]),
      ("deleted", saving + [.saveFailed("p1", .notFound)]),
      ("rejected", [.rowTapped(lamp), .form(.changed("name", to: "")), .form(.saveTapped)]),
      ("closed while saving", saving + [.form(.cancelTapped)]),
      ("closed while saving, failed", saving + [.form(.cancelTapped), .saveFailed("p1", .offline)]),
    ]
    return try paths.map { ($0.name, try transcript($0.path)) }
  }

  private func transcript(_ path: [ProductEditor.Action]) throws -> FeatureStepper<ProductEditor> {
    var session = try FeatureStepper(ProductEditor(), state: .init())
    for action in path { session = try #require(try session.applying(action, asResponseIn: slot(of: action))) }
    return session
  }
}
