import Foundation
import SnapshotFiles

/// The program between its arguments and its exit status; what it reads and writes is handed in.
struct Program {
  enum Status: Int32 {
    case done = 0
    case unsettled = 1
    case misused = 64
  }

  let say: (String) -> Void
  let complain: (String) -> Void
  /// Asks a question, where there is somebody to answer.
  let ask: ((String) -> String?)?

  func run(_ arguments: [String]) -> Status {
    do {
      return try carryOut(Request(arguments))
    } catch let fault as Request.Fault {
      complain("snapshots: \(fault.message) See snapshots --help.\n")
      return .misused
    } catch {
      complain("snapshots: \(error)\n")
      return .unsettled
    }
  }

  private func carryOut(_ request: Request) throws -> Status {
    switch request {
    case .help:
      say(Request.usage)
      return .done
    case .settle(let deed, let choice, let path):
      let review = SnapshotReview(try folder(path), say: say)
      let names = try names(choice, of: review, for: deed)
      if names.isEmpty { say("Nothing to settle.\n") }
      return try settle(names, deed, review)
    }
  }

  private func settle(_ names: [String], _ deed: Request.Deed, _ review: SnapshotReview) throws -> Status {
    switch deed {
    case .accept: try review.accept(names)
    case .reject: try review.reject(names)
    case .review:
      guard let ask else {
        review.show(names)
        return names.isEmpty ? .done : .unsettled
      }
      let left = try review.ask(about: names, answer: ask)
      if left.isEmpty { return .done }
      say("Unsettled: \(left.joined(separator: ", "))\n")
      return .unsettled
    }
    return .done
  }

  private func folder(_ path: String?) throws(Request.Fault) -> SnapshotFolder {
    if let path {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
        throw Request.Fault(message: "There is no folder \(path).")
      }
      return SnapshotFolder(path)
    }
    guard let folder = SnapshotFolder(ofPackageAround: FileManager.default.currentDirectoryPath) else {
      throw Request.Fault(message: "No parent folder holds Package.swift: name the snapshots with --folder PATH.")
    }
    return folder
  }

  /// To accept or reject, one has to say what: only looking is harmless enough to mean everything.
  private func names(_ choice: Request.Choice, of review: SnapshotReview, for deed: Request.Deed) throws -> [String] {
    switch choice {
    case .named(let names): return try review.names(names)
    case .all: return try review.folder.unsettled()
    case .unsaid:
      let unsettled = try review.folder.unsettled()
      if deed == .review { return unsettled }
      let list = unsettled.isEmpty ? "Nothing is unsettled." : "Unsettled: \(unsettled.joined(separator: ", "))."
      throw Request.Fault(message: "Say what to \(deed.rawValue): names, or --all. \(list)")
    }
  }
}
