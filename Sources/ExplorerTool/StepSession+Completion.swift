import Loop
import LoopExplorer
import LoopText

extension StepSession {
  /// Returns the lines that can be typed now and that begin with the text.
  func completions(of text: String) -> [String] {
    let spaces = text.prefix { $0 == " " }
    let typed = text[spaces.endIndex...]
    let candidates: [String]
    do {
      switch typed.firstIndex(of: " ").map({ typed[..<$0] }) {
      case nil: candidates = StepHelp.verbs.map(StepHelp.beginning) + (try actionLines(beginningWith: typed))
      case "end", "execute", "deliver", "fire", "occur": candidates = try stepLines()
      case _: candidates = try actionLines(beginningWith: typed)
      }
    } catch {
      return []
    }
    var known: Set<String> = []
    return candidates.filter { $0.hasPrefix(typed) && known.insert($0).inserted }.map { spaces + $0 }
  }

  /// The possible steps except actions, with numbers of effects instead of slots.
  private func stepLines() throws -> [String] {
    var (lines, faults): ([String], [String]) = ([], [])
    for step in path.nextTransitions.map(\.step) {
      switch step {
      case .user: break
      case .execute(let slot, let outcome, let fault):
        guard let number = number(of: slot) else { continue }
        let end = "\(number) \(ExplorationStep<Scenario>.outcomeText(outcome, fault: fault))"
        if fault == nil {
          lines += ["end \(end)", "execute \(end)"]
        } else {
          faults += ["end \(end)", "execute \(end)"]
        }
      case .deliver(let slot):
        guard let number = number(of: slot) else { continue }
        lines += ["end \(number)", "deliver \(number)"]
      case .executeFireAndForget, .executeLate, .occur: lines.append(try step.line)
      }
    }
    return lines + faults
  }

  private func number(of slot: Scenario.Feature.Slot) -> Int? {
    pendingRuns.firstIndex { $0.slot == slot }.map { $0 + 1 }
  }

  /// The actions that are possible now, and their short forms as far as they are not ambiguous.
  ///
  /// The payload follows in parentheses, or after a space if the text has one there.
  private func actionLines(beginningWith typed: Substring) throws -> [String] {
    let examples = try path.scenario.actions(in: path.scenarioState.state).map { try CanonicalValue($0) }
    let hasSpace = typed.firstIndex { " (".contains($0) }.map { typed[$0] } == " "
    let whole = examples.map { hasSpace ? "\($0)".withSpaceBeforePayload : "\($0)" }
    if typed.isEmpty { return whole }
    let short = examples.flatMap { $0.withNestedActions.dropFirst() }
      .map { hasSpace ? "\($0)".withSpaceBeforePayload : "\($0)" }
    return (whole + short).filter { line in
      guard line.hasPrefix(typed) else { return false }
      let action: Scenario.Feature.Action? = try? parseAction(line, examples: examples)
      return action != nil
    }
  }
}

extension String {
  /// The text of an action in which a space is in place of the parentheses of the payload.
  fileprivate var withSpaceBeforePayload: String {
    guard let start = firstIndex(of: "("), hasSuffix(")") else { return self }
    return self[..<start] + " " + self[index(after: start)...].dropLast()
  }
}
