import LoopText

/// The first line of a journal file.
package struct JournalHeader: Hashable, Sendable {
  /// The version of the file format.
  ///
  /// Format 1 was lines of JSON. In format 2, a run ended in a step of its own after its last response.
  /// In format 3, a run had neither a lost response nor a restart policy.
  static let format = 4

  /// The name of the recorded feature.
  package let featureName: String
  /// The version of the state, actions, effects and slots that follow.
  package let schema: Int
  let startText: CanonicalValue

  init(featureName: String, schema: Int, startText: CanonicalValue) {
    (self.featureName, self.schema, self.startText) = (featureName, schema, startText)
  }

  /// Parses the first line of a text.
  ///
  /// Throws an error if the text is not a journal.
  package init(parsing text: some StringProtocol) throws(JournalError) {
    let line = String(decoding: text.utf8.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    do throws(JournalError) {
      try Self.checkFormat(of: line)
      let heading = try? CanonicalValue(parsing: line)
      if heading == nil && (line.hasPrefix(Self.beginning) || Self.beginning.hasPrefix(line)) && !line.isEmpty {
        throw JournalError(line: nil, message: "the first line is incomplete, and no step was recorded")
      }
      guard case .record(let fields)? = heading, fields.map(\.name) == ["journal", "feature", "schema", "start"],
        let feature = try? fields[1].value.decode(String.self), let schema = try? fields[2].value.decode(Int.self)
      else {
        throw JournalError(line: nil, message: "not a journal: it does not begin with \(Self.beginning)...")
      }
      self.init(featureName: feature, schema: schema, startText: fields[3].value)
    } catch {
      throw JournalError(line: 1, message: error.message)
    }
  }

  /// The line, without a line feed.
  var line: String {
    "\(Self.beginning)\(CanonicalValue.text(featureName)), schema: \(schema), start: \(startText))"
  }

  /// The beginning of a journal in any version of this format.
  package static let mark = "(journal: "

  private static let beginning = "\(mark)\(format), feature: "

  /// Throws an error if the number at the start of the line is that of another format.
  private static func checkFormat(of line: String) throws(JournalError) {
    for mark in [Self.mark, "{\"journal\":"] where line.hasPrefix(mark) {
      let number = line.dropFirst(mark.count).prefix { $0.isNumber }
      let isWhole = line.dropFirst(mark.count + number.count).first == ","
      guard isWhole, let found = Int(number), found != format else { continue }
      throw JournalError(
        line: nil,
        message: "the journal has format \(found), but this version reads format \(format); begin a new journal")
    }
  }

  func validate(featureName: String, schema: Int) throws(JournalError) {
    if self.featureName != featureName {
      throw JournalError(line: 1, message: "this is a journal of \(self.featureName), not of \(featureName)")
    }
    if self.schema != schema {
      throw JournalError(
        line: 1,
        message: "the journal has schema \(self.schema), but this version reads schema \(schema); begin a new journal")
    }
  }
}

/// An error in the text of a journal.
public struct JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1, or `nil` if the error belongs to no single line.
  public let line: Int?
  /// A message that says what is wrong, without the line.
  public let message: String

  package init(line: Int?, message: String) {
    self.line = line
    self.message = message
  }

  /// The line and the message.
  public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
