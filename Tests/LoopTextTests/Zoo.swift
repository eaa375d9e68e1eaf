/// An identifier that encodes as a single text.
struct Code: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }
  init(stringLiteral text: String) { self.init(rawValue: text) }
}

/// A string enum, which also serves as a dictionary key.
enum Colour: String, Hashable, Codable, Sendable, CaseIterable { case red, green, blue }

/// An integer enum.
enum Level: Int, Hashable, Codable, Sendable { case low = 1, high = 10 }

/// An amount that encodes as a single text, like money.
struct Amount: Hashable, Codable, Sendable, LosslessStringConvertible {
  var hundredths: Int

  init(hundredths: Int) { self.hundredths = hundredths }

  init?(_ text: String) {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let hundredths = Int(parts[0] + parts[1]) else { return nil }
    self.hundredths = hundredths
  }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let amount = Amount(text) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "\(text) is not an amount"))
    }
    self = amount
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  var description: String { "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)" }
}

struct Empty: Hashable, Codable, Sendable {}

/// A struct with an ID and an optional field.
struct Animal: Hashable, Codable, Sendable, Identifiable {
  var id: Code
  var name: String
  var age: Int?
  var price = Amount(hundredths: 1999)
}

/// A struct with nested structs.
struct Enclosure: Hashable, Codable, Sendable {
  var animals: [Animal] = []
  var keeper: Animal?
}

/// A case for each kind of payload.
indirect enum PayloadSamples: Hashable, Codable, Sendable {
  case opened
  case fed(Int)
  case named(name: String)
  case moved(Code, to: Code, Bool)
  case arrived(Animal)
  case left(Animal?)
  case emptied(Empty)
  case maybeEmptied(Empty?)
  case counted(of: Int = 7)
  case renamed(String?)
  case nested(PayloadSamples)
  case maybeNested(PayloadSamples?)
  case caged(Enclosure, isLocked: Bool)
  case both(PayloadSamples, PayloadSamples)
  case several([PayloadSamples])
  case painted(Colour, [Colour])
}

/// Optionals of many types, also within collections.
struct OptionalFields: Hashable, Codable, Sendable {
  var text: String?
  var number: Int?
  var truth: Bool?
  var double: Double?
  var event: PayloadSamples?
  var animal: Animal?
  var list: [Int]?
  var texts: [String?] = []
  var animals: [Animal?] = []
  var byText: [String: String?] = [:]
  var byColour: [Colour: Int]?
  var codes: Set<Code?> = []
}

/// Names beyond ASCII.
struct Größe: Hashable, Codable, Sendable {
  enum Maß: Hashable, Codable, Sendable { case länge, höhe(größe: Int), 🍎 }

  var maß: Maß
  var straße: [Maß] = []
}

/// A base class with its own coding code.
class Creature: Codable {
  var name: String

  private enum Key: CodingKey { case name }

  init(name: String) { self.name = name }

  required init(from decoder: any Decoder) throws {
    name = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .name)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
  }
}

final class Bird: Creature {
  var span: Int

  private enum Key: CodingKey { case span, named }

  init(name: String, span: Int) {
    self.span = span
    super.init(name: name)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    span = try container.decode(Int.self, forKey: .span)
    _ = try Creature(from: container.superDecoder(forKey: .named))
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(span, forKey: .span)
    try super.encode(to: container.superEncoder())
    try super.encode(to: container.superEncoder(forKey: .named))
  }
}

/// Nested containers with their own coding code.
struct NestedContainers: Equatable, Codable {
  var point: (x: Int, y: Int)
  var rows: [[Int?]]

  private enum Key: CodingKey { case point, rows }
  private enum Axis: CodingKey { case x, y }

  init(x: Int, y: Int, rows: [[Int?]]) {
    point = (x, y)
    self.rows = rows
  }

  static func == (left: NestedContainers, right: NestedContainers) -> Bool {
    left.point == right.point && left.rows == right.rows
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let axes = try container.nestedContainer(keyedBy: Axis.self, forKey: .point)
    point = (try axes.decode(Int.self, forKey: .x), try axes.decode(Int.self, forKey: .y))
    var lines = try container.nestedUnkeyedContainer(forKey: .rows)
    rows = []
    while !lines.isAtEnd {
      var line = try lines.nestedUnkeyedContainer()
      var row: [Int?] = []
      while !line.isAtEnd { row.append(try line.decodeNil() ? nil : try line.decode(Int.self)) }
      rows.append(row)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    var axes = container.nestedContainer(keyedBy: Axis.self, forKey: .point)
    var lines = container.nestedUnkeyedContainer(forKey: .rows)
    // Interleaves the containers: one is extended after another one has been started.
    try axes.encode(point.x, forKey: .x)
    for row in rows {
      var line = lines.nestedUnkeyedContainer()
      for number in row { if let number { try line.encode(number) } else { try line.encodeNil() } }
    }
    try axes.encode(point.y, forKey: .y)
  }
}
