import Loop
import TestInputs
import Testing
import Values

/// Long random sequences of actions on a letter whose compensations are exact.
@Suite struct UndoFeatureRandomTests {
  private let feature = UndoFeature(Letter(), limit: .max)

  /// Returns random actions.
  ///
  /// They contain typing that coalesces, sizes, focus changes, responses, nested groups, actions that change nothing,
  /// undo and redo.
  private func session(_ random: inout SplitMix64, length: Int) -> [UndoFeature<Letter>.Action] {
    var text: [Int] = []
    return (0..<length).map { _ in
      switch Int.random(in: 0..<12, using: &random) {
      case 0...3:
        text.append(.random(in: 0..<3, using: &random))
        return .feature(.typed(text))
      case 4: return .feature(.typed([]))
      case 5: return .feature(.resized(.random(in: 1...3, using: &random)))
      case 6: return .feature(.focusMoved)
      case 7: return .feature(.cleared)
      case 8: return .groupOpened(.everything)
      case 9: return .groupClosed
      case 10: return .undo
      default: return Bool.random(using: &random) ? .redo : .feature(.saveTapped)
      }
    }
  }

  private func reduce(_ action: UndoFeature<Letter>.Action, _ state: inout UndoFeature<Letter>.State, times: Int = 1) {
    for _ in 0..<times { _ = feature.reduce(&state, action) }
  }

  @Test(arguments: UInt64(1)...UInt64(caseCount(10, exhaustive: 20)))
  func `undoing all steps restores the first state, and redoing all the last one`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for length in 1...60 {
      var state = UndoFeature<Letter>.State(Letter.State())
      for action in session(&random, length: length) { reduce(action, &state) }
      // A new step removes all redo steps, so this is the last state.
      reduce(.feature(.resized(9)), &state)
      let end = state.feature
      reduce(.undo, &state, times: length + 1)
      #expect(state.feature == Letter.State() && state.history.undoSteps.isEmpty, "seed \(seed), length \(length)")
      let steps = state.history.redoSteps.count
      reduce(.redo, &state, times: length + 1)
      #expect(state.history.undoSteps.count == steps && state.history.redoSteps.isEmpty)
      #expect(state.feature == end, "seed \(seed), length \(length)")
    }
  }

  @Test(arguments: UInt64(1)...UInt64(caseCount(10, exhaustive: 20)))
  func `a number of undos and as many redos change nothing`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var state = UndoFeature<Letter>.State(Letter.State())
    for action in session(&random, length: 200) { reduce(action, &state) }
    reduce(.groupClosed, &state, times: 200)
    // A new step removes all redo steps.
    reduce(.feature(.resized(9)), &state)
    for steps in 0...state.history.undoSteps.count {
      var other = state
      reduce(.undo, &other, times: steps)
      reduce(.redo, &other, times: steps)
      #expect(other.feature == state.feature, "seed \(seed), \(steps) steps")
    }
  }

  @Test(arguments: UInt64(1)...20, 0...3)
  func `the limit is never exceeded, and the newest steps are kept`(seed: UInt64, limit: Int) {
    var random = SplitMix64(seed: seed)
    let short = UndoFeature(Letter(), limit: limit)
    var long = UndoFeature<Letter>.State(Letter.State())
    var bounded = long
    for action in session(&random, length: 200) where action != .undo && action != .redo {
      reduce(action, &long)
      _ = short.reduce(&bounded, action)
      #expect(bounded.history.undoSteps == Array(long.history.undoSteps.suffix(limit)))
      #expect(bounded.feature == long.feature)
    }
    for action in session(&random, length: 200) {
      _ = short.reduce(&bounded, action)
      #expect(bounded.history.undoSteps.count + bounded.history.redoSteps.count <= limit)
    }
  }
}
