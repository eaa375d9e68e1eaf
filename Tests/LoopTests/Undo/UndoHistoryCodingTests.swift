import Loop
import LoopText
import Testing
import Values

@Suite struct `A decoded undo history` {
  private typealias History = UndoHistory<Letter.Action, Letter.ChangeKind>
  private let desk = UndoFeature(Letter(), limit: 3)

  private func read(_ text: String) throws -> History { try CanonicalValue(parsing: text).decode() }

  private func history(
    undo: String = "[]", redo: String = "[]", group: String = "nil", coalescingChange: String = "nil"
  )
    -> String
  {
    "(undo: \(undo), redo: \(redo), group: \(group), coalescingChange: \(coalescingChange))"
  }

  private func fault(_ text: String) -> String? {
    do {
      _ = try read(text)
      return nil
    } catch { return error.readableDescription }
  }

  @Test(arguments: UInt64(1)...20) func `equals the encoded one after any actions`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var state = UndoFeature<Letter>.State(Letter.State())
    for _ in 1...60 {
      let action: UndoFeature<Letter>.Action =
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .feature(.typed([.random(in: 0..<3, using: &random)]))
        case 1: .feature(.resized(.random(in: 1...3, using: &random)))
        case 2: .feature(.cleared)
        case 3: .feature(.sent)
        case 4: .groupOpened(.everything)
        case 5: .groupClosed
        case 6: .undo
        default: .redo
        }
      _ = desk.reduce(&state, action)
      #expect(try CanonicalValue(parsing: "\(try CanonicalValue(state.history))").decode(History.self) == state.history)
    }
  }

  @Test func `that violates an invariant is refused with a description`() {
    let step = "(change: typing, actions: [typed([1])])"
    #expect(fault(history(undo: "[\(step)]", redo: "[\(step)]", coalescingChange: "typing")) == nil)
    #expect(fault(history(undo: "[(change: typing, actions: [])]")) == "the step typing has no actions")
    #expect(fault(history(redo: "[(change: typing, actions: [])]")) == "the step typing has no actions")
    #expect(fault(history(coalescingChange: "typing")) == "the coalescing change typing is not the last change")
    #expect(
      fault(history(undo: "[\(step)]", coalescingChange: "resizing"))
        == "the coalescing change resizing is not the last change")
    for depth in [Int.min, -1, 0, .max] {
      #expect(
        fault(history(group: "(change: clearing, depth: \(depth), parts: [])"))
          == "\(depth) is not a valid depth of open groups")
    }
    #expect(fault(history(group: "(change: clearing, depth: 7, parts: [[sent]])", coalescingChange: "typing")) == nil)
    #expect(
      fault(history(group: "(change: clearing, depth: 1, parts: [])", coalescingChange: "typing"))
        == "the coalescing change typing is not the last change")
    #expect(
      fault(history(group: "(change: clearing, depth: 1, parts: [[]])"))
        == "the group clearing has a part without actions")
  }

  @Test func `law 2: that exceeds the limit is trimmed by the next step and never traps`() throws {
    let steps = "[" + (1...9).map { "(change: resizing, actions: [resized(\($0))])" }.joined(separator: ", ") + "]"
    var state = UndoFeature<Letter>.State(Letter.State())
    state.history = try read(history(undo: steps, redo: steps, group: "(change: clearing, depth: 9, parts: [])"))
    for action in [.groupOpened(.everything), .groupClosed, .undo, .redo] as [UndoFeature<Letter>.Action] {
      _ = desk.reduce(&state, action)
    }
    _ = desk.reduce(&state, .feature(.resized(99)))
    #expect(state.history.undoSteps.count == 3)
    #expect(state.history.redoSteps.isEmpty)
  }
}
