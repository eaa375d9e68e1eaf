import Loop
import Shop
import Tables
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private typealias Action = Selection<Int>.Action

@Suite struct `A selection` {
  private let rows = [1, 2, 3, 4]

  private func after(_ mode: SelectionMode, _ actions: Action...) -> Selection<Int> {
    var selection = Selection<Int>()
    for action in actions { _ = Selecting(mode, among: rows).reduce(&selection, action) }
    return selection
  }

  @Test func `pressing selects one alone, and again changes nothing`() {
    #expect(after(.several, .pressed(2)) == Selection([2], anchor: 2))
    #expect(after(.several, .pressed(2), .pressed(2)) == Selection([2], anchor: 2))
    #expect(after(.several, .toggled(1), .pressed(3)) == Selection([3], anchor: 3))
    #expect(after(.one, .pressed(2), .pressed(3)) == Selection([3], anchor: 3))
  }

  @Test func `toggling adds and takes away`() {
    #expect(after(.several, .toggled(1), .toggled(3)) == Selection([1, 3], anchor: 3))
    #expect(after(.several, .toggled(1), .toggled(3), .toggled(1)) == Selection([3], anchor: 1))
    #expect(after(.one, .toggled(1), .toggled(3)) == Selection([3], anchor: 3))
    #expect(after(.one, .toggled(1), .toggled(1)) == Selection([], anchor: 1))
  }

  @Test func `extending goes from the anchor, which stays`() {
    #expect(after(.several, .pressed(2), .extended(to: 4)) == Selection([2, 3, 4], anchor: 2))
    #expect(after(.several, .pressed(2), .extended(to: 4), .extended(to: 1)) == Selection([1, 2], anchor: 2))
    #expect(after(.several, .extended(to: 3)) == Selection([3], anchor: 3))
    #expect(after(.one, .pressed(2), .extended(to: 4)) == Selection([4], anchor: 4))
  }

  @Test func `everything is everything that is seen`() {
    #expect(after(.several, .pressed(2), .allPressed) == Selection([1, 2, 3, 4], anchor: 2))
    #expect(after(.one, .pressed(2), .allPressed) == Selection([2], anchor: 2))
    #expect(after(.several, .allPressed, .cleared) == Selection())
  }

  @Test func `where nothing can be selected, nothing is`() {
    #expect(after(.none, .pressed(1), .toggled(2), .extended(to: 3), .allPressed) == Selection())
    var selection = Selection([1], anchor: 1)
    _ = Selecting(.none, among: rows).reduce(&selection, .cleared)
    #expect(selection == Selection())
  }

  @Test func `law 2: what is not there changes nothing`() {
    for mode in [SelectionMode.none, .one, .several] {
      for action in [Action.pressed(9), .toggled(9), .extended(to: 9)] {
        var selection = Selection([2, 3], anchor: 2)
        _ = Selecting(mode, among: rows).reduce(&selection, action)
        #expect(selection == Selection([2, 3], anchor: 2), "\(mode) \(action)")
      }
    }
  }

  @Test func `law 2: among no rows nothing can be done`() {
    for action in [Action.pressed(1), .toggled(1), .extended(to: 1), .allPressed, .cleared] {
      var selection = Selection<Int>()
      _ = Selecting(.several, among: []).reduce(&selection, action)
      #expect(selection == Selection(), "\(action)")
    }
  }

  @Test func `law 8: a selection is of things, in whatever order they are seen`() {
    var selection = Selection([1, 4], anchor: 4)
    _ = Selecting(.several, among: [3, 1, 4, 2]).reduce(&selection, .toggled(2))
    #expect(selection == Selection([1, 4, 2], anchor: 2))
    _ = Selecting(.several, among: [4, 3, 2, 1]).reduce(&selection, .extended(to: 3))
    #expect(selection == Selection([2, 3], anchor: 2))
  }

  @Test func `law 8: what is filtered away stays selected, and only what is gone is forgotten`() {
    var selection = Selection([1, 2, 4], anchor: 4)
    _ = Selecting(.several, among: [1, 3]).reduce(&selection, .toggled(3))
    #expect(selection == Selection([1, 2, 3, 4], anchor: 3))
    selection.forget { $0 == 2 }
    #expect(selection == Selection([1, 3, 4], anchor: 3))
    selection.forget { $0 == 3 }
    #expect(selection == Selection([1, 4], anchor: nil))
    selection.forget { _ in false }
    #expect(selection == Selection([1, 4], anchor: nil))
  }

  @Test func `an anchor that is not seen begins anew`() {
    var selection = Selection([4], anchor: 4)
    _ = Selecting(.several, among: [1, 2]).reduce(&selection, .extended(to: 2))
    #expect(selection == Selection([2], anchor: 2))
  }

  @Test func `pressing and toggling never ask for the order of the rows`() {
    let selecting = Selecting(.several) { (id: Int) in
      rows.contains(id)
    } rows: {
      Issue.record("the rows were asked for")
      return []
    }
    var selection = Selection<Int>()
    for action in [Action.pressed(1), .toggled(2), .toggled(1), .pressed(9), .cleared] {
      _ = selecting.reduce(&selection, action)
    }
  }

  @Test func `it is stored and read back`() throws {
    let selection = Selection([1, 2], anchor: 2)
    let data = try JSONEncoder().encode(selection)
    #expect(try JSONDecoder().decode(Selection<Int>.self, from: data) == selection)
    let actions = [Action.pressed(1), .toggled(2), .extended(to: 3), .allPressed, .cleared]
    let written = try JSONEncoder().encode(actions)
    #expect(try JSONDecoder().decode([Action].self, from: written) == actions)
  }
}

/// Every selection of four rows, and one that is not among them, under every action in every mode.
@Suite struct `Every selection of four rows` {
  private let rows = [1, 2, 3, 4]
  private let ids = [1, 2, 3, 4, 9]

  private var selections: [Selection<Int>] {
    (0..<32).flatMap { bits in
      let chosen = Set(ids.indices.filter { bits >> $0 & 1 == 1 }.map { ids[$0] })
      return (ids.map(Optional.some) + [nil]).map { Selection(chosen, anchor: $0) }
    }
  }

  private var actions: [Action] {
    ids.flatMap { [Action.pressed($0), .toggled($0), .extended(to: $0)] }
      + [.allPressed, .cleared, .inverted, .written([2, 9]), .written([1, 3])]
  }

  /// The rules in other words: as a set of tests on each row rather than as changes of a set.
  private func model(_ mode: SelectionMode, _ old: Selection<Int>, _ action: Action) -> Selection<Int> {
    func chosen(anchor: Int?, where isChosen: (Int) -> Bool) -> Selection<Int> {
      Selection(Set(ids.filter(isChosen)), anchor: anchor)
    }
    if action == .cleared { return Selection() }
    if mode == .none { return old }
    switch action {
    case .pressed(9), .toggled(9), .extended(to: 9): return old
    case .pressed(let id): return chosen(anchor: id) { $0 == id }
    case .toggled(let id):
      let was = old.ids.contains(id)
      return chosen(anchor: id) { $0 == id ? !was : mode == .several && old.ids.contains($0) }
    case .extended(let id):
      let start = mode == .several ? old.anchor.flatMap { $0 == 9 ? nil : $0 } : nil
      // The rows are in the order of their numbers.
      return chosen(anchor: start ?? id) { ($0 - (start ?? id)) * ($0 - id) <= 0 }
    case .allPressed: return mode == .one ? old : chosen(anchor: old.anchor) { $0 != 9 }
    case .cleared: return Selection()
    case .inverted: return mode == .one ? old : chosen(anchor: old.anchor) { ($0 != 9) != old.ids.contains($0) }
    case .written(let ids):
      let present = ids.subtracting([9])
      if mode == .one && present.count > 1 { return old }
      return chosen(anchor: old.anchor == 9 ? nil : old.anchor, where: present.contains)
    case .restored(let before):
      return chosen(anchor: before.anchor == 9 ? nil : before.anchor, where: before.ids.contains)
    case .restoredOne(let id, let isSelected, let anchor):
      return chosen(anchor: anchor == 9 ? nil : anchor) { $0 == id ? isSelected : old.ids.contains($0) }
    }
  }

  @Test(arguments: [SelectionMode.none, .one, .several])
  func `does under every action what a simple model says`(mode: SelectionMode) {
    var cases = 0
    for old in selections {
      for action in actions {
        var new = old
        let effects = Selecting(mode, among: rows).reduce(&new, action)
        #expect(new == model(mode, old, action), "\(mode), \(old), \(action)")
        #expect(effects == .none)
        cases += 1
      }
    }
    #expect(cases == 192 * 20)
  }

  @Test(arguments: [SelectionMode.one, .several])
  func `whatever was done to it is undone, and done again`(mode: SelectionMode) {
    let list = Undoing(Selecting(mode, among: rows))
    // What is gone does not come back.
    for old in selections where old.anchor != 9 && !old.ids.contains(9) && (mode == .several || old.ids.count <= 1) {
      for action in actions {
        var state = Undoing<Selecting<Int>>.State(old)
        _ = list.reduce(&state, .feature(action))
        let new = state.feature
        let canUndo = list.changeToUndo(in: state) != nil
        #expect(canUndo == (new != old), "\(mode), \(old), \(action)")
        _ = list.reduce(&state, .undo)
        #expect(state.feature == old, "\(mode), \(old), \(action)")
        _ = list.reduce(&state, .redo)
        #expect(state.feature == new, "\(mode), \(old), \(action)")
      }
    }
  }

  @Test func `nothing that is gone is selected again by undoing`() {
    var selection = Selection([1, 2], anchor: 2)
    _ = Selecting(.several, among: [1]).reduce(&selection, .restored(Selection([1, 2], anchor: 2)))
    #expect(selection == Selection([1]))
    _ = Selecting(.several, among: [1]).reduce(&selection, .restoredOne(2, isSelected: true, anchor: 2))
    #expect(selection == Selection([1]))
    #expect(
      Selecting(.several, among: [1]).compensation(of: .restoredOne(2, isSelected: true, anchor: 1), in: selection)
        == .nothing)
  }

  @Test func `holds at most one where one can be selected`() {
    var seen: Set<Selection<Int>> = [Selection()]
    var fresh = seen
    while !fresh.isEmpty {
      var next: Set<Selection<Int>> = []
      for old in fresh {
        for action in actions {
          var new = old
          _ = Selecting(.one, among: rows).reduce(&new, action)
          #expect(new.ids.count <= 1)
          if seen.insert(new).inserted { next.insert(new) }
        }
      }
      fresh = next
    }
    #expect(
      seen.count == 13,
      "nothing, each of four, each of four taken away again, and the second written with four other anchors")
  }
}
