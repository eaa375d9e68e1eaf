@testable import LoopTesting
import Testing
import XCTest

@Suite struct `The current reporter` {
  @Test func `reports to Swift Testing in its tests, at the place it was given`() {
    let line = #line + 1
    let place = SourcePlace(#fileID, #filePath, UInt(#line), 9)
    withKnownIssue {
      Reporter.current.report("not as foretold", place)
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["not as foretold"] && issue.sourceLocation?.line == line
        && issue.sourceLocation?.column == 9 && issue.sourceLocation?.fileName == "ReporterTests.swift"
    }
  }

  @Test func `is what a story reports to by itself`() {
    withKnownIssue {
      let post = TestStore(PostOffice(), state: .init())
      post.send(.stamped)
      post.finish()
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["The effects that are told are not as foretold:\n  not foretold: stamp"]
    }
  }

  @Test func `fails a story without an end`() {
    withKnownIssue {
      _ = TestStore(PostOffice(), state: .init())
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["The story has no end: finish() was never called."]
    }
  }
}

/// There is no expected failure in XCTest on Linux: what XCTest is told is caught on its way into the record.
final class ReporterXCTests: XCTestCase {
  private struct Failure: Equatable {
    let message: String
    let file: String
    let line: Int
  }

  private var isCatching = false
  private var caught: [Failure] = []

  #if !canImport(ObjectiveC)
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      if isCatching {
        caught.append(Failure(message: description, file: filePath, line: lineNumber))
      } else {
        super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
    }
  #else
    override func record(_ issue: XCTIssue) {
      let location = issue.sourceCodeContext.location
      if isCatching {
        caught.append(
          Failure(
            message: issue.compactDescription, file: location?.fileURL.path ?? "", line: location?.lineNumber ?? 0))
      } else {
        super.record(issue)
      }
    }
  #endif

  private func catching(_ body: () -> Void) -> [Failure] {
    caught = []
    isCatching = true
    body()
    isCatching = false
    return caught
  }

  func testTheCurrentReporterReportsToXCTestInItsTests() {
    let failures = catching {
      Reporter.current.report("not as foretold", SourcePlace(#fileID, "/some/File.swift", 42, 9))
    }
    XCTAssertEqual(failures, [Failure(message: "failed - not as foretold", file: "/some/File.swift", line: 42)])
  }

  func testItIsWhatAStoryReportsToByItself() {
    let line = #line + 4
    let failures = catching {
      let post = TestStore(PostOffice(), state: .init())
      post.send(.closed) { $0.isOpen = false }
      post.send(.stamped)
      post.finish()
    }
    XCTAssertEqual(
      failures,
      [
        Failure(
          message: "failed - The effects that are told are not as foretold:\n  not foretold: stamp", file: #filePath,
          line: line)
      ])
  }
}
