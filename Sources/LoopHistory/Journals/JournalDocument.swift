import Loop
import LoopText

/// A journal in the form of its file: lines of canonical text, which can be written and parsed.
///
/// Each step records what it changed, so that a replay with another version of the feature finds the first step that
/// diverges; see `replay(by:)`.
public struct JournalDocument<Feature: Reducer>: Sendable
where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Codable, Feature.Slot: Codable {
  /// The name of the feature.
  public let featureName: String
  /// The version of the state, actions, effects and slots that the journal encodes.
  public let schema: Int
  /// The state and the pending runs before the first step.
  public let start: LoopState<Feature>
  /// The steps, oldest first.
  public private(set) var steps: [JournalStep<Feature>] = []
  /// The error of an incomplete last line, or `nil` if the last line is complete.
  ///
  /// A killed process can leave such a line. The document ignores it.
  public private(set) var tornLineError: JournalError?
  /// The number of bytes of the text that were read, without an incomplete last line.
  ///
  /// This is the offset at which to append the next line.
  public private(set) var readByteCount = 0

  /// Creates the document of a journal that was recorded with the given feature.
  public init(
    _ journal: Journal<Feature>, by feature: Feature, featureName: String = "\(Feature.self)", schema: Int = 1
  ) throws {
    self.featureName = featureName
    self.schema = schema
    start = journal.start
    var loopState = journal.start
    var lines = try JournalWriter(from: loopState, featureName: featureName, schema: schema)
    for entry in journal.entries {
      loopState.replay(entry.cause, by: feature)
      steps.append(try lines.makeStep(entry, leadingTo: loopState.state))
    }
    readByteCount = try text.utf8.count
  }

  /// Returns the journal, with checkpoints computed by the given feature.
  public func journal(by feature: Feature, bounds: Journal<Feature>.Limits = .init()) -> Journal<Feature> {
    Journal(startingAt: start, entries: steps.map(\.entry), by: feature, limits: bounds)
  }

  /// The text of the file.
  ///
  /// Each line ends with a line feed.
  public var text: String {
    get throws {
      let heading = try JournalWriter(from: start, featureName: featureName, schema: schema).header
      return try ([heading] + steps.map { try $0.line }).map { $0 + "\n" }.joined()
    }
  }
}

extension JournalDocument: Equatable
where Feature.State: Equatable, Feature.Action: Equatable, Feature.Effect: Equatable {
  /// Returns a Boolean value that indicates whether two documents have equal contents.
  ///
  /// The errors of incomplete last lines and the byte counts are ignored.
  public static func == (left: Self, right: Self) -> Bool {
    left.featureName == right.featureName && left.schema == right.schema && left.start == right.start
      && left.steps == right.steps
  }
}

extension JournalDocument {
  /// Parses the text of a journal file.
  ///
  /// An incomplete last line is ignored and reported in ``tornLineError``. Any other error is thrown, with its line.
  public init(
    parsing text: String, featureName name: String = "\(Feature.self)", schema: Int = 1
  ) throws(JournalError) {
    var rest = text.utf8[...]
    guard let first = Self.nextLine(of: &rest) else { throw JournalError(line: 1, message: "the journal is empty") }
    let heading = try JournalHeader(parsing: first.text)
    try heading.validate(featureName: name, schema: schema)
    (featureName, self.schema) = (heading.featureName, heading.schema)
    do { start = try heading.startText.decode() } catch {
      throw JournalError(line: 1, message: "the start cannot be read: \(error.readableDescription)")
    }
    var number = 1
    readByteCount = first.length
    while let line = Self.nextLine(of: &rest) {
      number += 1
      let value: CanonicalValue
      do { value = try CanonicalValue(parsing: String(line.text)) } catch {
        let failure = JournalError(line: number, message: error.description)
        // An incomplete line has no line feed. Because it also lacks its closing parenthesis, it never parses.
        if line.isWhole { throw failure }
        tornLineError = failure
        return
      }
      do { try parseLine(value) } catch { throw JournalError(line: number, message: error.message) }
      readByteCount += line.length
    }
  }

  /// Parses the bytes of a journal file, like `init(parsing:featureName:schema:)`.
  ///
  /// The last line may end within a character, as a killed process can leave it.
  public init(
    reading bytes: [UInt8], featureName: String = "\(Feature.self)", schema: Int = 1
  ) throws(JournalError) {
    if let text = String(validating: bytes, as: UTF8.self) {
      try self.init(parsing: text, featureName: featureName, schema: schema)
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let index = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    let failure = JournalError(line: index + 1, message: "not UTF-8 text")
    guard index > 0, index == lines.count - 1 else { throw failure }
    let whole = bytes.dropLast(lines[index].count)
    try self.init(parsing: String(decoding: whole, as: UTF8.self), featureName: featureName, schema: schema)
    tornLineError = failure
  }

  private mutating func parseLine(_ value: CanonicalValue) throws(JournalError) {
    guard case .record(let fields) = value else {
      throw JournalError(line: nil, message: "expected fields in parentheses, found \(value)")
    }
    let line: JournalLine<Feature>
    do { line = try value.decode() } catch { throw JournalError(line: nil, message: error.readableDescription) }
    guard fields.map(\.name) == ["removed"], let count = line.removed else {
      return steps.append(try JournalStep(line))
    }
    guard (1...max(1, steps.count)).contains(count), !steps.isEmpty else {
      throw JournalError(line: nil, message: "removed: \(count) is out of range; the number of steps is \(steps.count)")
    }
    steps.removeLast(count)
  }

  /// Returns the next line, whether it ends with a line feed, and the number of bytes of both, or `nil` at the end.
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
