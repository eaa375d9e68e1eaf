/// The syntax tree of a regular expression.
indirect enum PatternNode: Sendable {
  case empty
  case scalar(Unicode.Scalar)
  case any
  case set(ScalarSet)
  case assertion(Pattern.Assertion)
  case sequence([PatternNode])
  case alternation([PatternNode])
  case repetition(PatternNode, least: Int, most: Int?)
}

extension PatternNode {
  /// Matches any text.
  static let anyText = repetition(.set(.all), least: 0, most: nil)

  /// Matches one text.
  static func text(_ text: String) -> PatternNode { sequence(text.unicodeScalars.map(PatternNode.scalar)) }
}

/// Compiles a syntax tree to instructions.
struct PatternCompiler {
  let ignoresCase: Bool
  private(set) var instructions: [Pattern.Instruction] = []
  /// The number of nodes: repeating an empty node takes time without adding instructions.
  private var stepCount = 0

  init(ignoresCase: Bool) { self.ignoresCase = ignoresCase }

  mutating func add(_ node: PatternNode) throws(PatternError) {
    stepCount += 1
    guard stepCount <= Pattern.maxInstructionCount, instructions.count < Pattern.maxInstructionCount else {
      throw PatternError(
        characterNumber: 1, found: "a longer one",
        expected: "a pattern of at most \(Pattern.maxInstructionCount) instructions, with repetitions written out")
    }
    switch node {
    case .empty: break
    case .scalar(let scalar): instructions.append(.scalar(ignoresCase ? scalar.lowercasedScalar : scalar))
    case .any: instructions.append(.any)
    case .set(var set):
      set.ignoresCase = ignoresCase
      instructions.append(.set(set))
    case .assertion(let assertion): instructions.append(.assertion(assertion))
    case .sequence(let nodes): for node in nodes { try add(node) }
    case .alternation(let nodes): try addAlternation(nodes)
    case .repetition(let node, let least, let most): try addRepetition(of: node, least: least, most: most)
    }
  }

  private mutating func addAlternation(_ nodes: [PatternNode]) throws(PatternError) {
    var jumps: [Int] = []
    for node in nodes.dropLast() {
      let split = instructions.count
      instructions.append(.split(split + 1, 0))
      try add(node)
      jumps.append(instructions.count)
      instructions.append(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = nodes.last { try add(last) }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
  }

  private mutating func addRepetition(of node: PatternNode, least: Int, most: Int?) throws(PatternError) {
    for _ in 0..<least { try add(node) }
    guard let most else {
      let split = instructions.count
      instructions.append(.split(split + 1, 0))
      try add(node)
      instructions.append(.jump(split))
      instructions[split] = .split(split + 1, instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in least..<max(least, most) {
      splits.append(instructions.count)
      instructions.append(.split(instructions.count + 1, 0))
      try add(node)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }
}
