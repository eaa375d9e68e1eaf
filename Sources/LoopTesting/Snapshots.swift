import LoopHistory
import SnapshotFiles
import Synchronization

/// The names of all snapshots of a test target.
///
/// A snapshot file without a name in this list is reported, because no test uses it.
///
/// ```swift
/// enum ShopSnapshot: String, SnapshotName {
///   static let folder = "Shop"
///   case addAProduct = "add-a-product.transcript"
/// }
/// ```
public protocol SnapshotName: CaseIterable, RawRepresentable<String>, Sendable {
  /// The folder in `Snapshots` that belongs to the test target.
  static var folder: String { get }
}

extension SnapshotName {
  /// The path relative to `Snapshots`.
  public var path: String { "\(Self.folder)/\(rawValue)" }
}

/// Compares a text with a snapshot.
///
/// The test fails if the snapshot is missing or different, or if another test uses the same name. If writing is
/// allowed, the new text is written next to the snapshot for review.
public func expectSnapshot<Name: SnapshotName>(
  _ text: String, _ name: Name, in folder: SnapshotFolder? = nil, mayWrite: Bool = SnapshotFolder.mayWriteByDefault,
  reporter: FailureReporter = .current, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let location = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let folder = folder ?? SnapshotFolder(ofPackageAround: "\(filePath)") else {
    return reporter.report("no snapshot folder: \(filePath) is not inside a package", location)
  }
  let use = "\(fileID):\(line)"
  let otherUse = snapshotUses.withLock { $0.updateValue(use, forKey: "\(folder.path)/\(name.path)") }
  if let otherUse, otherUse != use {
    return reporter.report("duplicate snapshot name: \(name.path) is also used at \(otherUse)", location)
  }
  do { try folder.compare(text, with: name.path, mayWrite: mayWrite) } catch { reporter.report("\(error)", location) }
}

/// Compares a transcript with a snapshot.
///
/// A `nil` transcript is ignored, because the test already failed when the transcript was created.
public func expectSnapshot<Name: SnapshotName>(
  _ transcript: Transcript?, _ name: Name, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  guard let transcript else { return }
  expectSnapshot(
    transcript.description, name, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Compares the names of a test target with the files in its folder.
///
/// Each name needs a file, each file needs a name, and no two names may differ only in case, because some file systems
/// ignore case.
public func expectSnapshotFilesMatchNames<Name: SnapshotName>(
  of names: Name.Type, in folder: SnapshotFolder? = nil, reporter: FailureReporter = .current,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let location = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let folder = folder ?? SnapshotFolder(ofPackageAround: "\(filePath)") else {
    return reporter.report("no snapshot folder: \(filePath) is not inside a package", location)
  }
  let known = names.allCases.map(\.path)
  do {
    for name in try folder.missing(known: known) { reporter.report("missing snapshot: \(name)", location) }
    for name in try folder.orphans(known: known) where name.hasPrefix("\(names.folder)/") {
      reporter.report("orphaned snapshot, no test uses it: \(name)", location)
    }
    for clash in SnapshotFolder.caseInsensitiveClashes(among: known) {
      reporter.report("snapshot names that differ only in case: \(clash.joined(separator: ", "))", location)
    }
  } catch { reporter.report("\(error)", location) }
}

/// The source position at which this process used each snapshot, by the path of the snapshot.
private let snapshotUses = Mutex<[String: String]>([:])
