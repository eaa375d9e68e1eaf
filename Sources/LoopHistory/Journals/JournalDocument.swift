public import Loop
internal import LoopText

/// A journal as its file tells it: lines of canonical text, out and in.
///
/// It knows what each step changed, so a replay finds the first step at which another version of the feature diverges;
/// see `replay(by:)`.
public struct JournalDocument<Feature: Reducer>: Sendable
where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Codable, Feature.Slot: Codable {
  /// The feature's name.
  public let feature: String
  /// Which version of the feature's state, actions, effects and slots it is written in.
  public let schema: Int
  /// Where it begins.
  public let start: LoopState<Feature>
  /// The steps, the oldest first.
  public private(set) var steps: [JournalStep<Feature>] = []
  /// What was wrong with a last line that broke off, as a kill leaves it: it is not taken in.
  public private(set) var broken: JournalError?
  /// How many bytes of the text were taken in: what is written next belongs there.
  public private(set) var length = 0

  /// Makes the document of a journal, by the feature that was recorded.
  public init(
    _ journal: Journal<Feature>, by feature: Feature, featureName name: String = "\(Feature.self)", schema: Int = 1
  ) throws {
    self.feature = name
    self.schema = schema
    start = journal.start
    var situation = journal.start
    var lines = try JournalWriter(from: situation, featureName: name, schema: schema)
    for entry in journal.entries {
      situation.replay(entry.cause, by: feature)
      steps.append(try lines.makeStep(entry, leadingTo: situation.state))
    }
    length = try text.utf8.count
  }

  /// The journal, whose checkpoints are made by this feature.
  public func journal(by feature: Feature, bounds: Journal<Feature>.Limits = .init()) -> Journal<Feature> {
    Journal(startingAt: start, entries: steps.map(\.entry), by: feature, limits: bounds)
  }

  /// The lines, each with a line feed at its end.
  public var text: String {
    get throws {
      let heading = try JournalWriter(from: start, featureName: feature, schema: schema).heading
      return try ([heading] + steps.map { try $0.line }).map { $0 + "\n" }.joined()
    }
  }
}

extension JournalDocument: Equatable
where Feature.State: Equatable, Feature.Action: Equatable, Feature.Effect: Equatable {
  /// Tells whether both tell the same, whatever was wrong with the text they were read from.
  public static func == (left: Self, right: Self) -> Bool {
    left.feature == right.feature && left.schema == right.schema && left.start == right.start
      && left.steps == right.steps
  }
}

extension JournalDocument {
  /// Reads a file's lines.
  ///
  /// An incomplete last line is left out and reported in ``broken``. Any other error is thrown, with its line.
  public init(
    parsing text: String, featureName name: String = "\(Feature.self)", schema: Int = 1
  ) throws(JournalError) {
    var rest = text.utf8[...]
    guard let first = Self.nextLine(of: &rest) else { throw JournalError(line: 1, message: "there is nothing in it") }
    let heading = try JournalHeader(parsing: first.text)
    try heading.validate(featureName: name, schema: schema)
    (feature, self.schema) = (heading.feature, heading.schema)
    do { start = try heading.start.decode() } catch {
      throw JournalError(line: 1, message: "the start cannot be read: \(error.readableDescription)")
    }
    var number = 1
    length = first.length
    while let line = Self.nextLine(of: &rest) {
      number += 1
      let value: CanonicalValue
      do { value = try CanonicalValue(parsing: String(line.text)) } catch {
        let fault = JournalError(line: number, message: error.description)
        // A line that breaks off lacks its last parenthesis and the line feed.
        if line.isWhole { throw fault }
        broken = fault
        return
      }
      do { try parseLine(value) } catch { throw JournalError(line: number, message: error.message) }
      length += line.length
    }
  }

  /// Reads a file's bytes, as `init(parsing:featureName:schema:)` does its text.
  ///
  /// A kill may have left half a character at the end.
  public init(
    reading bytes: [UInt8], featureName name: String = "\(Feature.self)", schema: Int = 1
  ) throws(JournalError) {
    if let text = String(validating: bytes, as: UTF8.self) {
      try self.init(parsing: text, featureName: name, schema: schema)
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let place = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    let fault = JournalError(line: place + 1, message: "it is not UTF-8 text")
    guard place > 0, place == lines.count - 1 else { throw fault }
    let whole = bytes.dropLast(lines[place].count)
    try self.init(parsing: String(decoding: whole, as: UTF8.self), featureName: name, schema: schema)
    broken = fault
  }

  private mutating func parseLine(_ value: CanonicalValue) throws(JournalError) {
    let line = try JournalLine<Feature>(value)
    guard case .record(let fields) = value, fields.map(\.name) == ["back"], let count = line.back else {
      return steps.append(try JournalStep(line))
    }
    guard (1...max(1, steps.count)).contains(count), !steps.isEmpty else {
      throw JournalError(line: nil, message: "\(count) of \(steps.count) steps cannot be taken back")
    }
    steps.removeLast(count)
  }

  /// The next line, whether a line feed ends it, and how many bytes both have.
  private static func nextLine(
    of rest: inout Substring.UTF8View
  ) -> (text: Substring, isWhole: Bool, length: Int)? {
    if rest.isEmpty { return nil }
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    let isWhole = line.endIndex != rest.endIndex
    rest = rest[line.endIndex...].dropFirst()
    return (Substring(line), isWhole, line.count + (isWhole ? 1 : 0))
  }
}
