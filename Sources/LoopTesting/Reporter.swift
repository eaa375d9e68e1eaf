import Testing
import XCTest

/// Where in the sources something was expected.
public struct SourcePlace: Sendable {
  /// The file as the compiler was given it.
  public let filePath: StaticString
  /// The module and the file's name.
  public let fileID: StaticString
  /// The line.
  public let line: UInt
  /// The column.
  public let column: UInt

  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

/// What hears of a failed expectation.
public struct Reporter: Sendable {
  /// Reports a failure.
  public let report: @Sendable (_ message: String, _ place: SourcePlace) -> Void

  /// Makes one from a function; a test of failures collects them.
  public init(_ report: @escaping @Sendable (_ message: String, _ place: SourcePlace) -> Void) {
    self.report = report
  }

  /// The framework whose test is running in this task.
  ///
  /// Each of the two ignores the other's failures without a word, so the choice matters: Swift Testing names its test in
  /// the task, XCTest does not. It is made where this is read, once, because a detached task has no test to name.
  public static var current: Reporter { Test.current == nil ? .xctest : .swiftTesting }

  static let swiftTesting = Reporter { message, place in
    let location = SourceLocation(
      fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line), column: Int(place.column))
    Issue.record(Comment(rawValue: message), sourceLocation: location)
  }

  static let xctest = Reporter { message, place in
    XCTFail(message, file: place.filePath, line: place.line)
  }
}
