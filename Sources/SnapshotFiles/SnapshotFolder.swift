#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A folder of texts that must stay as they are: `Snapshots/<Folder>/<name>.<extension>`, one file each.
///
/// ```swift
/// let snapshots = SnapshotFolder("Snapshots")
/// try snapshots.compare(transcript.description, with: "ProductEditor/conflict.transcript")
/// ```
///
/// A text that differs, or that has no file yet, is written beside the file as `<name>.new`, if that is allowed, and is
/// then *unsettled*. The law: a snapshot is overwritten by `accept(_:)` and by nothing else.
///
/// A name is the path within the folder. A file is a document: UTF-8, every line ended. A text without a final newline
/// is given one; a file without one differs from every text. Hidden files are nobody's snapshots.
public struct SnapshotFolder: Hashable, Sendable {
  /// Where the folder is.
  public let path: String

  /// Names a folder, which need not exist yet.
  public init(_ path: String) {
    self.path = path
  }

  /// Names the folder `Snapshots` of the package that a file or folder belongs to.
  ///
  /// That is the nearest folder around it that holds a `Package.swift`. Outside of packages there is none.
  public init?(ofPackageAround path: String) {
    var folder = URL(filePath: path).standardizedFileURL.path[...]
    while !FileManager.default.fileExists(atPath: folder + "/Package.swift") {
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = folder[..<slash]
    }
    self.init(folder + "/Snapshots")
  }

  /// Whether a new text may be written where this runs: not if the environment variable `CI` is set to anything.
  public static let mayWriteHere = mayWrite(in: ProcessInfo.processInfo.environment)

  static func mayWrite(in environment: [String: String]) -> Bool {
    environment["CI", default: ""].isEmpty
  }

  /// Compares a text with the snapshot of this name, and throws unless they are the same.
  ///
  /// If it may write, it leaves the new text beside a file that is missing or differs, and removes a stale one beside a
  /// file that does not.
  public func compare(
    _ text: String, with name: String, mayWrite: Bool = Self.mayWriteHere
  ) throws(SnapshotError) {
    let file = try file(of: name)
    let proposal = try newTextFile(of: name)
    let document = Self.endingWithNewline(text)
    let known = try file.read()
    let difference = UnifiedDiff(of: name, from: known ?? "", to: document)
    if known != nil && difference.isEmpty {
      if mayWrite && proposal.exists { try proposal.remove() }
      return
    }
    if mayWrite { try proposal.write(document) }
    throw known == nil
      ? .missing(file: file.path, isProposed: mayWrite)
      : .mismatching(file: file.path, difference, isProposed: mayWrite)
  }

  /// Asks the bytes for the final newline, because CR and LF together are one character.
  private static func endingWithNewline(_ text: String) -> String {
    text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
  }
}

extension SnapshotFolder {
  /// The difference that accepting the new text of this name would make.
  package func diff(of name: String) throws(SnapshotError) -> UnifiedDiff {
    let known = try file(of: name).read()
    guard let new = try newTextFile(of: name).read() else { throw try nothingToReviewError(for: name) }
    return UnifiedDiff(of: name, from: known ?? "", to: new)
  }

  /// Makes the new text of this name the snapshot, in one step: never is there neither.
  package func accept(_ name: String) throws(SnapshotError) {
    let proposal = try newTextFile(of: name)
    guard proposal.exists else { throw try nothingToReviewError(for: name) }
    try proposal.replace(try file(of: name))
  }

  /// Removes the new text of this name; the snapshot stays as it is.
  package func reject(_ name: String) throws(SnapshotError) {
    let proposal = try newTextFile(of: name)
    guard proposal.exists else { throw try nothingToReviewError(for: name) }
    try proposal.remove()
  }

  private func nothingToReviewError(for name: String) throws(SnapshotError) -> SnapshotError {
    .nothingToSettle([name], unsettled: try namesToReview())
  }
}
