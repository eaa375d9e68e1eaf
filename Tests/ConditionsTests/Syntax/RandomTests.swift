import LoopText
import TestInputs
import Testing
import Values

@testable import Conditions

@Suite struct `Random conditions` {
  @Test func `are printed so that they parse as equal`() throws {
    var random = RandomConditionGenerator(seed: 1)
    for number in 0..<caseCount(3_000, exhaustive: 12_000) {
      let condition = Condition(random.randomClause(depth: number % 5))
      let text = condition.description
      do throws(ConditionError) {
        let read = try Condition(parsing: text)
        guard read == condition, read.description == text else {
          Issue.record("\(text)\nreads as\n\(read)\n\(condition.clause)")
          return
        }
      } catch {
        Issue.record("\(error.description(withExcerptFrom: text))\n\(text)")
        return
      }
    }
  }

  @Test func `have the same result when evaluated and explained`() throws {
    var random = RandomConditionGenerator(seed: 2)
    let object: Value = ["a": [1, 2, ["b": "x"]], "b": 1.5, "first": "text", "in": nil, "count": ["a": 1]]
    for number in 0..<caseCount(3_000, exhaustive: 12_000) {
      let condition = Condition(random.randomClause(depth: number % 5))
      let evaluator = Evaluator(condition)
      let readings = EverythingRead(value: number % 3 == 0 ? object : number % 3 == 1 ? 7 : [object, nil, 3])
      do throws(ConditionError) {
        let holds = try evaluator.holds(readings)
        #expect(try evaluator.explanation(for: readings).holds == holds)
      } catch {
        #expect(error.phase == .evaluation, "\(error)")
      }
    }
  }

  @Test func `with mistakes have an error within the text`() {
    var random = RandomConditionGenerator(seed: 3)
    var chance = SplitMix64(seed: 4)
    var faults = 0
    let count = caseCount(3_000, exhaustive: 12_000)
    for number in 0..<count {
      let text = Condition(random.randomClause(depth: number % 4)).description.mutated(using: &chance)
      do throws(ConditionError) {
        let condition = try Condition(parsing: text)
        #expect(try Condition(parsing: condition.description) == condition, "\(text)")
      } catch {
        faults += 1
        expectWithin(text, error)
      }
    }
    #expect(faults > count / 4, "most changed texts are invalid conditions")
  }

  @Test func `of random bytes are parsed or refused`() {
    var chance = SplitMix64(seed: 9)
    let words = [
      "a", "$b", "==", "<=>", "IN", "{", "}", "(", ")", "[", "]", "'", "\"", "\\", "@sum", ".", ",", ":", "%@", "%K",
      "ANY", "NOT", "AND", "1", "-", "0x", "1e", "**", "#", "SUBQUERY(", "TERNARY(", "CAST(", "FUNCTION(", "MATCHES '",
      "BETWEEN", "UNION", "NULL", "[c]", " ", "\n", "é",
    ].map { Array($0.utf8) }
    for number in 0..<caseCount(8_000, exhaustive: 30_000) {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<20, using: &chance) {
        if number % 2 == 0 {
          bytes.append(UInt8.random(in: 0...255, using: &chance))
        } else {
          bytes += words.randomElement(using: &chance) ?? []
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(ConditionError) {
        let condition = try Condition(parsing: text, arguments: [.value(1), .value("a")])
        #expect(try Condition(parsing: condition.description) == condition, "\(text)")
      } catch {
        expectWithin(text, error)
        #expect(!error.description(withExcerptFrom: text).isEmpty)
      }
    }
  }

  @Test func `are translated to SQL in parts`() throws {
    var random = RandomConditionGenerator(seed: 10)
    for number in 0..<10_000 {
      let condition = Condition(random.randomClause(depth: number % 5))
      for dialect in SQLDialect.allCases {
        let translation = condition.sqlWithInferredColumns(dialect)
        let marks = translation.whereClause.utf8.count { $0 == UInt8(ascii: dialect == .sqlite ? "?" : "$") }
        #expect(marks >= translation.parameters.count, "\(condition)")
        expectParts(translation.untranslated, of: condition)
      }
    }
  }

  private func expectParts(_ rest: [UntranslatedCondition], of condition: Condition) {
    for part in rest { #expect(condition.clause.conjuncts.contains(part.condition.clause), "\(condition)") }
  }

  private func expectWithin(_ text: String, _ fault: ConditionError) {
    let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
    guard let position = fault.position, (1...lines.count).contains(position.line) else {
      Issue.record("\(fault) is not in \(text)")
      return
    }
    #expect((1...lines[position.line - 1].count + 1).contains(position.column), "\(fault) is not in \(text)")
    #expect(!fault.expected.isEmpty && !fault.found.isEmpty)
  }

  /// Returns the same value for all references.
  private struct EverythingRead: ValueSource {
    let value: Value
    func value(at index: Int) -> Value? { value }
  }
}

extension String {
  /// Returns the text with a few scalars removed, replaced or inserted.
  fileprivate func mutated(using chance: inout SplitMix64) -> String {
    var scalars = Array(unicodeScalars)
    let nonsense = Array("()[]{}'\"\\$@#%.,:=<>!&|+-*/ \t\n09aeéNO日\u{0}\u{301}\u{1F600}".unicodeScalars)
    for _ in 0...Int.random(in: 0..<3, using: &chance) {
      let index = scalars.isEmpty ? 0 : Int.random(in: scalars.indices, using: &chance)
      let other = nonsense[Int.random(in: nonsense.indices, using: &chance)]
      switch Int.random(in: 0..<4, using: &chance) {
      case 0 where !scalars.isEmpty: scalars.remove(at: index)
      case 1 where !scalars.isEmpty: scalars[index] = other
      case 2 where !scalars.isEmpty: scalars.removeSubrange(index...)
      default: scalars.insert(other, at: index)
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
