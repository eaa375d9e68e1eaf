internal import LoopText

/// The first line of a journal's file.
package struct JournalHeader: Hashable, Sendable {
  /// The format in which journals are written and read: format 1 was lines of JSON.
  static let format = 2

  /// The name of the feature that was recorded.
  package let feature: String
  /// Which version of the feature's state, actions, effects and slots follows.
  package let schema: Int
  let start: CanonicalValue

  init(feature: String, schema: Int, start: CanonicalValue) {
    (self.feature, self.schema, self.start) = (feature, schema, start)
  }

  /// Reads the first line of a text; what is no journal is told by it.
  package init(parsing text: some StringProtocol) throws(JournalError) {
    let line = String(decoding: text.utf8.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    do throws(JournalError) {
      try Self.checkFormat(of: line)
      let heading = try? CanonicalValue(parsing: line)
      if heading == nil && (line.hasPrefix(Self.beginning) || Self.beginning.hasPrefix(line)) && !line.isEmpty {
        throw JournalError(line: nil, message: "it broke off within its first line, before any step was kept")
      }
      guard case .record(let fields)? = heading, fields.map(\.name) == ["journal", "feature", "schema", "start"],
        let feature = try? fields[1].value.decode(String.self), let schema = try? fields[2].value.decode(Int.self)
      else {
        throw JournalError(line: nil, message: "this is no journal: it does not begin with \(Self.beginning)...")
      }
      self.init(feature: feature, schema: schema, start: fields[3].value)
    } catch {
      throw JournalError(line: 1, message: error.message)
    }
  }

  /// The line, without the line feed at its end.
  var line: String {
    "(journal: \(Self.format), feature: \(CanonicalValue.text(feature)), schema: \(schema), start: \(start))"
  }

  private static let beginning = "(journal: \(format), feature: "

  /// Refuses a journal in another format, by the number that its first line begins with.
  private static func checkFormat(of line: String) throws(JournalError) {
    for mark in ["(journal: ", "{\"journal\":"] where line.hasPrefix(mark) {
      let number = line.dropFirst(mark.count).prefix { $0.isNumber }
      let isWhole = line.dropFirst(mark.count + number.count).first == ","
      guard isWhole, let found = Int(number), found != format else { continue }
      throw JournalError(
        line: nil, message: "the journal has format \(found), and format \(format) is read; begin a new journal")
    }
  }

  func validate(featureName feature: String, schema: Int) throws(JournalError) {
    if self.feature != feature {
      throw JournalError(line: 1, message: "it is a journal of \(self.feature), not of \(feature)")
    }
    if self.schema != schema {
      throw JournalError(line: 1, message: "it is written in schema \(self.schema), and schema \(schema) is read")
    }
  }
}

/// What is wrong with a journal that was to be read, and in which line.
public struct JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; absent where no single line is at fault.
  public let line: Int?
  /// What is wrong.
  public let message: String

  package init(line: Int?, message: String) {
    self.line = line
    self.message = message
  }

  /// The line and the message.
  public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
