import Loop
import LoopHistory
import TestInputs
import Values

/// A random session of the bakery, with the state before and after each step.
struct RandomBakerySession {
  let start = LoopState<Bakery>(initialState: .init())
  private(set) var steps: [LoopStep<Bakery>] = []
  private(set) var loopStates: [LoopState<Bakery>]

  init(stepCount: Int, seed: UInt64, by bakery: Bakery = Bakery()) {
    var numbers = SplitMix64(seed: seed)
    var loopState = start
    loopStates = [loopState]
    while steps.count < stepCount {
      let cause = Self.cause(&numbers)
      guard let change = loopState.replay(cause, by: bakery) else { continue }
      steps.append(LoopStep(cause, change))
      loopStates.append(loopState)
    }
  }

  var transcript: Transcript { get throws { try Transcript(of: steps, from: start, by: Bakery()) } }

  private static func cause(_ numbers: inout SplitMix64) -> LoopStep<Bakery>.Cause {
    let texts = ["pie", "", "a => b", "line\nfeed", "\"\\\u{1}\u{202E}", "größe 👩‍👩‍👧"]
    let text = numbers.randomElement(of: texts) ?? ""
    switch numbers.randomInt(below: 14) {
    case 0, 1: return .sent(.ordered(text))
    case 2: return .sent(.timerSet(seconds: numbers.randomInt(below: 100)))
    case 3: return .sent(.bellPressed)
    case 4: return .sent(.windowPassed)
    case 5: return .sent(numbers.randomInt(below: 2) == 0 ? .doorClosed : .doorOpened)
    case 6: return .sent(.orderWithdrawn)
    case 7: return .environment(text)
    case 8: return .delivered(.noteAdded(text), in: .oven)
    case 9: return .delivered(.baked(text), in: .oven)
    case 10: return .ended(in: .oven, with: .baked(text))
    case 11: return .delivered(.timerRang, in: .timer("a => b"))
    case 12: return .ended(in: .timer("a => b"), with: .timerRang)
    default: return .ended(in: .window, with: .windowChecked)
    }
  }
}
