#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A folder of expected texts, each in a file `Snapshots/<Folder>/<name>.<extension>`.
///
/// ```swift
/// let snapshots = SnapshotFolder("Snapshots")
/// try snapshots.compare(transcript.description, with: "ProductEditor/conflict.transcript")
/// ```
///
/// If a text differs from its snapshot or has none, the new text is written to `<name>.new` for review, where writing
/// is allowed. The law: a comparison never changes a snapshot.
///
/// A name is a path within the folder. A file is UTF-8 text in which every line ends with a line feed. A text without a
/// final line feed gets one before it is compared; a file without one differs from every text. Hidden files are
/// ignored.
public struct SnapshotFolder: Hashable, Sendable {
  /// The path of the folder.
  public let path: String

  /// Creates a value for a folder, which need not exist yet.
  public init(_ path: String) {
    self.path = path
  }

  /// Creates a value for the folder `Snapshots` of the package that contains a file or folder.
  ///
  /// The package is the nearest parent folder with a `Package.swift`. Returns `nil` outside of a package.
  public init?(ofPackageAround path: String) {
    var folder = URL(filePath: path).standardizedFileURL.path[...]
    while !FileManager.default.fileExists(atPath: folder + "/Package.swift") {
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = folder[..<slash]
    }
    self.init(folder + "/Snapshots")
  }

  /// A Boolean value that indicates whether new texts may be written: `false` if the environment variable `CI` has a
  /// value.
  public static let mayWriteByDefault = mayWrite(in: ProcessInfo.processInfo.environment)

  static func mayWrite(in environment: [String: String]) -> Bool {
    environment["CI", default: ""].isEmpty
  }

  /// Compares a text with a snapshot, and throws an error if they differ or the snapshot is missing.
  ///
  /// If writing is allowed, it writes the new text for review when it throws, and removes an outdated new text when it
  /// does not.
  public func compare(
    _ text: String, with name: String, mayWrite: Bool = Self.mayWriteByDefault
  ) throws(SnapshotError) {
    let file = try file(of: name)
    let proposal = try newTextFile(of: name)
    // The bytes are checked, because a carriage return and a line feed are a single character.
    let document = text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
    let known = try file.read()
    let difference = UnifiedDiff(of: name, from: known ?? "", to: document)
    if known != nil && difference.isEmpty {
      if mayWrite && proposal.exists { try proposal.remove() }
      return
    }
    if mayWrite { try proposal.write(document) }
    throw known == nil
      ? .missing(file: file.path, isProposed: mayWrite)
      : .mismatch(file: file.path, difference, isProposed: mayWrite)
  }
}
