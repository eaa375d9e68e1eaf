import LoopExplorer
import TestInputs

/// A recursive type, to make values at random of.
indirect enum Tree: Hashable, Codable, Sendable {
  case leaf
  case number(Int)
  case text(String)
  case colour(Colour)
  case pair(Tree, right: Tree)
  case list([Tree])
  case places([[Tree?]])
  case named([String: Tree])
  case numbered([Int: Node])
  case coloured([Colour: Tree?])
  case codes(Set<Code>)
  case maybe(Tree?)
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
  var tree: Tree?
}

extension SplitMix64 {
  private static let scalars: [Unicode.Scalar] = [
    "a", "Z", "7", " ", "\"", "\\", "\n", "\r", "\t", "\0", "\u{7}", "(", "]", ":", ",", "=", ">", "é", "\u{301}",
    "\u{202E}", "\u{2066}", "\u{200D}", "\u{FEFF}", "\u{2028}", "\u{600}", "\u{1F469}", "\u{1F3FD}", "\u{E000}",
    "\u{10FFFF}", "ش", "中",
  ]

  mutating func text() -> String {
    if below(8) == 0 { return pick(["", "nil", "true", "...", "1.5", "-", "a b", "#2", "p-1.x_2"]) ?? "" }
    var text = String.UnicodeScalarView()
    for _ in 0..<below(6) { text.append(pick(Self.scalars) ?? "a") }
    return String(text)
  }

  mutating func number() -> Int { pick([0, -1, .min, .max, Int(truncatingIfNeeded: next())]) ?? 0 }

  mutating func double() -> Double {
    let value = Double(bitPattern: next())
    return pick([0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, value.isNaN ? 1.5 : value]) ?? 0
  }

  mutating func code() -> Code { Code(rawValue: text()) }

  mutating func node(depth: Int) -> Node {
    let children = (0..<(depth > 0 ? below(3) : 0)).map { _ in node(depth: depth - 1) }
    return Node(
      id: code(), name: Bool.random(using: &self) ? text() : nil, weight: double(), children: children,
      tree: Bool.random(using: &self) ? tree(depth: depth - 1) : nil)
  }

  mutating func tree(depth: Int) -> Tree {
    if depth <= 0 { return pick([.leaf, .number(number()), .text(text()), .colour(.red), .empty(Empty())]) ?? .leaf }
    func some<Value>(_ value: (inout SplitMix64) -> Value) -> [Value] {
      let count = below(4)
      return (0..<count).map { _ in value(&self) }
    }
    switch below(12) {
    case 0: return .pair(tree(depth: depth - 1), right: tree(depth: depth - 1))
    case 1: return .list(some { $0.tree(depth: depth - 1) })
    case 2:
      return .places(some { numbers in [nil, numbers.tree(depth: depth - 1)] })
    case 3: return .named(Dictionary(some { ($0.text(), $0.tree(depth: depth - 1)) }) { $1 })
    case 4: return .numbered(Dictionary(some { ($0.number(), $0.node(depth: depth - 1)) }) { $1 })
    case 5: return .coloured([.red: tree(depth: depth - 1), .blue: nil])
    case 6: return .codes(Set(some { $0.code() }))
    case 7: return .maybe(Bool.random(using: &self) ? tree(depth: depth - 1) : nil)
    case 8: return .maybeText(Bool.random(using: &self) ? text() : nil)
    case 9: return .node(node(depth: depth - 1))
    case 10: return .maybeNode(Bool.random(using: &self) ? node(depth: depth - 1) : nil)
    default: return .list(some { .node($0.node(depth: depth - 1)) })
    }
  }
}
