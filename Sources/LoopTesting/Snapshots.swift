public import LoopHistory
public import SnapshotFiles
internal import Synchronization

/// The names of a test target's snapshots: every one of them, so that one that nobody knows is found.
///
/// ```swift
/// enum ShopSnapshot: String, SnapshotName {
///   static let folder = "Shop"
///   case addAProduct = "add-a-product.transcript"
/// }
/// ```
public protocol SnapshotName: CaseIterable, RawRepresentable<String>, Sendable {
  /// The folder below `Snapshots` that belongs to the test target.
  static var folder: String { get }
}

extension SnapshotName {
  /// The path below `Snapshots`.
  public var path: String { "\(Self.folder)/\(rawValue)" }
}

/// Compares a text with the snapshot of a name.
///
/// A missing snapshot and a different one fail the test, and so does a name that two tests use. Where nothing forbids it,
/// the new text is left beside the snapshot, for a person to review.
public func expectSnapshot<Name: SnapshotName>(
  _ text: String, _ name: Name, in folder: SnapshotFolder? = nil, mayWrite: Bool = SnapshotFolder.mayWriteHere,
  reporter: Reporter = .current, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let place = SourcePlace(fileID, filePath, line, column)
  guard let folder = folder ?? SnapshotFolder(ofPackageAround: "\(filePath)") else {
    return reporter.report("There is no package around \(filePath), and so no folder of snapshots.", place)
  }
  if let other = usedNames.claim("\(folder.path)/\(name.path)", at: "\(fileID):\(line)") {
    return reporter.report("Two snapshots of one name: \(name.path) is used at \(other) too.", place)
  }
  do { try folder.compare(text, with: name.path, mayWrite: mayWrite) } catch { reporter.report("\(error)", place) }
}

/// Compares a session with the snapshot of a name.
///
/// One that could not be written down has failed already.
public func expectSnapshot<Name: SnapshotName>(
  _ transcript: Transcript?, _ name: Name, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  guard let transcript else { return }
  expectSnapshot(
    transcript.description, name, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Compares the names of a test target with its folder: each has a file, each file a name, and no two are one on a file
/// system that ignores case.
public func expectNames<Name: SnapshotName>(
  of names: Name.Type, in folder: SnapshotFolder? = nil, reporter: Reporter = .current,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let place = SourcePlace(fileID, filePath, line, column)
  guard let folder = folder ?? SnapshotFolder(ofPackageAround: "\(filePath)") else {
    return reporter.report("There is no package around \(filePath), and so no folder of snapshots.", place)
  }
  let known = names.allCases.map(\.path)
  do {
    for name in try folder.missing(known: known) { reporter.report("A name without a snapshot: \(name)", place) }
    for name in try folder.orphans(known: known) where name.hasPrefix("\(names.folder)/") {
      reporter.report("A snapshot that no test knows: \(name)", place)
    }
    for clash in SnapshotFolder.clashes(among: known) {
      reporter.report("One name where case does not count: \(clash.joined(separator: ", "))", place)
    }
  } catch { reporter.report("\(error)", place) }
}

/// The names used in this process, and where.
private let usedNames = UsedNames()

private final class UsedNames: Sendable {
  private let places = Mutex<[String: String]>([:])

  /// Takes a name for a place.
  ///
  /// Returns the other place that has it.
  func claim(_ name: String, at place: String) -> String? {
    places.withLock { places in
      let other = places.updateValue(place, forKey: name)
      return other == place ? nil : other
    }
  }
}
