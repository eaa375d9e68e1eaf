import Foundation
import SnapshotFiles

/// The program between its arguments and its exit status; what it reads and writes is handed in.
struct SnapshotsProgram {
  enum ExitStatus: Int32 {
    case done = 0
    case unsettled = 1
    case misused = 64
  }

  let say: (String) -> Void
  let complain: (String) -> Void
  /// Asks a question, where there is somebody to answer.
  let ask: ((String) -> String?)?

  func run(_ arguments: [String]) -> ExitStatus {
    do {
      return try perform(Request(parsing: arguments))
    } catch let fault as Request.UsageError {
      complain("snapshots: \(fault.message) See snapshots --help.\n")
      return .misused
    } catch {
      complain("snapshots: \(error)\n")
      return .unsettled
    }
  }

  private func perform(_ request: Request) throws -> ExitStatus {
    switch request {
    case .help:
      say(Request.usage)
      return .done
    case .settle(let deed, let choice, let path):
      let review = SnapshotReview(try openFolder(at: path), output: say)
      let names = try names(for: choice, in: review, command: deed)
      if names.isEmpty { say("Nothing to settle.\n") }
      return try applyCommand(names, deed, review)
    }
  }

  private func applyCommand(_ names: [String], _ deed: Request.Command, _ review: SnapshotReview) throws -> ExitStatus {
    switch deed {
    case .accept: try review.accept(names)
    case .reject: try review.reject(names)
    case .review:
      guard let ask else {
        review.showDifferences(of: names)
        return names.isEmpty ? .done : .unsettled
      }
      let left = try review.reviewInteractively(names, readAnswer: ask)
      if left.isEmpty { return .done }
      say("Unsettled: \(left.joined(separator: ", "))\n")
      return .unsettled
    }
    return .done
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
      throw Request.UsageError(message: "No parent folder holds Package.swift: name the snapshots with --folder PATH.")
    }
    return folder
  }

  /// To accept or reject, one has to say what: only looking is harmless enough to mean everything.
  private func names(for choice: Request.NameSelection, in review: SnapshotReview, command deed: Request.Command) throws
    -> [String]
  {
    switch choice {
    case .named(let names): return try review.resolveNames(names)
    case .all: return try review.folder.namesToReview()
    case .unsaid:
      let unsettled = try review.folder.namesToReview()
      if deed == .review { return unsettled }
      let list = unsettled.isEmpty ? "Nothing is unsettled." : "Unsettled: \(unsettled.joined(separator: ", "))."
      throw Request.UsageError(message: "Say what to \(deed.rawValue): names, or --all. \(list)")
    }
  }
}
