import TestInputs
import Values

/// A recursive type for random values.
indirect enum RandomTree: Hashable, Codable, Sendable {
  case leaf
  case number(Int)
  case text(String)
  case colour(Colour)
  case pair(RandomTree, right: RandomTree)
  case list([RandomTree])
  case places([[RandomTree?]])
  case named([String: RandomTree])
  case numbered([Int: Node])
  case coloured([Colour: RandomTree?])
  case codes(Set<Code>)
  case maybe(RandomTree?)
  case maybeText(String?)
  case node(Node)
  case maybeNode(Node?)
  case empty(Empty)
}

struct Node: Hashable, Codable, Sendable, Identifiable {
  var id: Code
  var name: String?
  var weight: Double
  var children: [Node] = []
  var tree: RandomTree?
}

extension SplitMix64 {
  private static let scalars: [Unicode.Scalar] = [
    "a", "Z", "7", " ", "\"", "\\", "\n", "\r", "\t", "\0", "\u{7}", "(", "]", ":", ",", "=", ">", "é", "\u{301}",
    "\u{202E}", "\u{2066}", "\u{200D}", "\u{FEFF}", "\u{2028}", "\u{600}", "\u{1F469}", "\u{1F3FD}", "\u{E000}",
    "\u{10FFFF}", "ش", "中",
  ]

  mutating func randomText() -> String {
    if randomInt(below: 8) == 0 {
      return randomElement(of: ["", "nil", "true", "...", "1.5", "-", "a b", "#2", "p-1.x_2"]) ?? ""
    }
    var text = String.UnicodeScalarView()
    for _ in 0..<randomInt(below: 6) { text.append(randomElement(of: Self.scalars) ?? "a") }
    return String(text)
  }

  mutating func randomInt() -> Int { randomElement(of: [0, -1, .min, .max, Int(truncatingIfNeeded: next())]) ?? 0 }

  mutating func randomDouble() -> Double {
    let value = Double(bitPattern: next())
    return randomElement(of: [0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, value.isNaN ? 1.5 : value]) ?? 0
  }

  mutating func randomCode() -> Code { Code(rawValue: randomText()) }

  mutating func randomNode(depth: Int) -> Node {
    let children = (0..<(depth > 0 ? randomInt(below: 3) : 0)).map { _ in randomNode(depth: depth - 1) }
    return Node(
      id: randomCode(), name: Bool.random(using: &self) ? randomText() : nil, weight: randomDouble(),
      children: children,
      tree: Bool.random(using: &self) ? randomTree(depth: depth - 1) : nil)
  }

  mutating func randomTree(depth: Int) -> RandomTree {
    if depth <= 0 {
      return randomElement(of: [.leaf, .number(randomInt()), .text(randomText()), .colour(.red), .empty(Empty())])
        ?? .leaf
    }
    func some<Value>(_ value: (inout SplitMix64) -> Value) -> [Value] {
      let count = randomInt(below: 4)
      return (0..<count).map { _ in value(&self) }
    }
    switch randomInt(below: 12) {
    case 0: return .pair(randomTree(depth: depth - 1), right: randomTree(depth: depth - 1))
    case 1: return .list(some { $0.randomTree(depth: depth - 1) })
    case 2:
      return .places(some { numbers in [nil, numbers.randomTree(depth: depth - 1)] })
    case 3: return .named(Dictionary(some { ($0.randomText(), $0.randomTree(depth: depth - 1)) }) { $1 })
    case 4: return .numbered(Dictionary(some { ($0.randomInt(), $0.randomNode(depth: depth - 1)) }) { $1 })
    case 5: return .coloured([.red: randomTree(depth: depth - 1), .blue: nil])
    case 6: return .codes(Set(some { $0.randomCode() }))
    case 7: return .maybe(Bool.random(using: &self) ? randomTree(depth: depth - 1) : nil)
    case 8: return .maybeText(Bool.random(using: &self) ? randomText() : nil)
    case 9: return .node(randomNode(depth: depth - 1))
    case 10: return .maybeNode(Bool.random(using: &self) ? randomNode(depth: depth - 1) : nil)
    default: return .list(some { .node($0.randomNode(depth: depth - 1)) })
    }
  }
}
