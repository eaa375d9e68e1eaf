import Testing
import XCTest

/// The position of an expectation in the source code.
public struct SourcePosition: Sendable {
  /// The module and the name of the file.
  public let fileID: StaticString
  /// The path of the file as passed to the compiler.
  public let filePath: StaticString
  /// The line.
  public let line: UInt
  /// The column.
  public let column: UInt
}

/// Reports failed expectations to a test framework.
public struct FailureReporter: Sendable {
  /// Reports a failure.
  public let report: @Sendable (_ message: String, _ location: SourcePosition) -> Void

  /// Creates a reporter from a closure, for example to collect failures in a test.
  public init(_ report: @escaping @Sendable (_ message: String, _ location: SourcePosition) -> Void) {
    self.report = report
  }

  /// The reporter of the framework whose test is running in this task.
  ///
  /// Each framework silently ignores failures that are reported to the other, so the choice matters. `Test.current` is
  /// set in tests of Swift Testing only. Read this property in the task of the test: in a detached task `Test.current`
  /// is `nil`.
  public static var current: FailureReporter { Test.current == nil ? .xctest : .swiftTesting }

  static let swiftTesting = FailureReporter { message, location in
    let location = SourceLocation(
      fileID: "\(location.fileID)", filePath: "\(location.filePath)", line: Int(location.line),
      column: Int(location.column))
    Issue.record(Comment(rawValue: message), sourceLocation: location)
  }

  static let xctest = FailureReporter { message, location in
    XCTFail(message, file: location.filePath, line: location.line)
  }
}
