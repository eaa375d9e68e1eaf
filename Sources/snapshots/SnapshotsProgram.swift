import Foundation
import SnapshotFiles

/// The program from its arguments to its exit status.
///
/// The caller provides its input and output.
struct SnapshotsProgram {
  enum ExitStatus: Int32 {
    case success = 0
    case needsReview = 1
    case usageError = 64
  }

  let writeOutput: (String) -> Void
  let writeError: (String) -> Void
  /// A closure that asks a question and returns the answer, or `nil` if there is no terminal.
  let readAnswer: ((String) -> String?)?

  func run(_ arguments: [String]) -> ExitStatus {
    do {
      return try perform(Request(parsing: arguments))
    } catch let error as Request.UsageError {
      writeError("snapshots: \(error.message) See snapshots --help.\n")
      return .usageError
    } catch {
      writeError("snapshots: \(error)\n")
      return .needsReview
    }
  }

  private func perform(_ request: Request) throws -> ExitStatus {
    switch request {
    case .help:
      writeOutput(Request.usage)
      return .success
    case .resolve(let command, let selection, let path):
      let review = SnapshotReview(try openFolder(at: path), output: writeOutput)
      let names = try names(for: selection, in: review, command: command)
      if names.isEmpty { writeOutput("Nothing to review.\n") }
      var left: [String] = []
      switch command {
      case .accept: try review.accept(names)
      case .reject: try review.reject(names)
      case .review:
        if let readAnswer {
          left = try review.reviewInteractively(names, readAnswer: readAnswer)
          if !left.isEmpty { writeOutput("To review: \(left.joined(separator: ", "))\n") }
        } else {
          review.showDifferences(of: names)
          left = names
        }
      }
      return left.isEmpty ? .success : .needsReview
    }
  }

  private func openFolder(at path: String?) throws(Request.UsageError) -> SnapshotFolder {
    if let path {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
        throw Request.UsageError(message: "There is no folder \(path).")
      }
      return SnapshotFolder(path)
    }
    guard let folder = SnapshotFolder(ofPackageAround: FileManager.default.currentDirectoryPath) else {
      throw Request.UsageError(
        message: "No parent folder contains Package.swift. Give the folder of the snapshots with --folder PATH.")
    }
    return folder
  }

  /// Returns the selected names.
  ///
  /// `review` without names means all of them. `accept` and `reject` need names or `--all`, because they change files.
  private func names(for selection: Request.NameSelection, in review: SnapshotReview, command: Request.Command) throws
    -> [String]
  {
    switch selection {
    case .named(let names): return try review.resolveNames(names)
    case .all: return try review.folder.namesToReview()
    case .unspecified:
      let namesToReview = try review.folder.namesToReview()
      if command == .review { return namesToReview }
      let list = namesToReview.isEmpty ? "Nothing to review." : "To review: \(namesToReview.joined(separator: ", "))."
      throw Request.UsageError(message: "Give the names to \(command.rawValue), or --all. \(list)")
    }
  }
}
