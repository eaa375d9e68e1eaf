@testable import LoopTesting
import Testing
import XCTest

/// Each test makes the reporter fail a test on purpose.
///
/// The expected failure is the known issue.
@Suite struct `The current reporter` {
  @Test func `reports to Swift Testing in its tests, at the given position`() {
    let line = #line + 1
    let location = SourcePosition(fileID: #fileID, filePath: #filePath, line: UInt(#line), column: 9)
    withKnownIssue {
      FailureReporter.current.report("not as expected", location)
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["not as expected"] && issue.sourceLocation?.line == line
        && issue.sourceLocation?.column == 9 && issue.sourceLocation?.fileName == "FailureReporterTests.swift"
    }
  }

  @Test func `is the default reporter of a test store`() {
    withKnownIssue {
      let post = TestStore(PostOffice(), state: .init())
      post.send(.stampTapped)
      post.finish()
    } matching: { issue in
      issue.comments.map(\.rawValue) == [
        "The effects that are fire-and-forget are not as expected:\n  unexpected: stamp"
      ]
    }
  }

  @Test func `fails a test that does not finish its store`() {
    withKnownIssue {
      _ = TestStore(PostOffice(), state: .init())
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["The test did not call finish()."]
    }
  }
}

/// XCTest on Linux has no expected failures, so the tests intercept failures before they are recorded.
final class FailureReporterXCTests: XCTestCase {
  private struct Failure: Equatable {
    let message: String
    let file: String
    let line: Int
  }

  private var isCollecting = false
  private var collectedFailures: [Failure] = []

  #if !canImport(ObjectiveC)
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      if isCollecting {
        collectedFailures.append(Failure(message: description, file: filePath, line: lineNumber))
      } else {
        super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
    }
  #else
    override func record(_ issue: XCTIssue) {
      let location = issue.sourceCodeContext.location
      if isCollecting {
        collectedFailures.append(
          Failure(
            message: issue.compactDescription, file: location?.fileURL.path ?? "", line: location?.lineNumber ?? 0))
      } else {
        super.record(issue)
      }
    }
  #endif

  private func collectFailures(in body: () -> Void) -> [Failure] {
    collectedFailures = []
    isCollecting = true
    body()
    isCollecting = false
    return collectedFailures
  }

  func testTheCurrentReporterReportsToXCTestInItsTests() {
    let failures = collectFailures {
      FailureReporter.current.report(
        "not as expected", SourcePosition(fileID: #fileID, filePath: "/some/File.swift", line: 42, column: 9))
    }
    XCTAssertEqual(failures, [Failure(message: "failed - not as expected", file: "/some/File.swift", line: 42)])
  }

  func testItIsTheDefaultReporterOfATestStore() {
    let line = #line + 4
    let failures = collectFailures {
      let post = TestStore(PostOffice(), state: .init())
      post.send(.closed) { $0.isOpen = false }
      post.send(.stampTapped)
      post.finish()
    }
    XCTAssertEqual(
      failures,
      [
        Failure(
          message: "failed - The effects that are fire-and-forget are not as expected:\n  unexpected: stamp",
          file: #filePath,
          line: line)
      ])
  }
}
