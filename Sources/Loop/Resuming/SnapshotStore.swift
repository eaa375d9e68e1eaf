/// Where a snapshot is kept from one process to the next: the port that a file or a database implements.
public protocol SnapshotStore: Sendable {
  /// Reads the snapshot that was saved last, if one ever was.
  func load() async throws(SnapshotStoreFailure) -> Snapshot?

  /// Keeps a snapshot in place of the one before.
  ///
  /// Whatever happens meanwhile, the old or the new is read afterwards, never half of one.
  func save(_ snapshot: Snapshot) async throws(SnapshotStoreFailure)
}

/// A snapshot as it is kept: bytes, and which schema they follow.
public struct Snapshot: Hashable, Sendable {
  /// Which version of the feature's state, effects and slots the bytes are written in.
  public let schema: Int
  /// The snapshot itself.
  public let bytes: [UInt8]

  /// Makes a snapshot of what has been written already.
  public init(schema: Int, bytes: [UInt8]) {
    self.schema = schema
    self.bytes = bytes
  }
}

/// Why a snapshot could not be kept or read.
public enum SnapshotStoreFailure: Error, Hashable, Sendable {
  /// What is there was not written by this store, or has been damaged since.
  case damaged(at: String, reason: String)
  /// What keeps it refused, in its own words.
  case refused(at: String, reason: String)
}

extension SnapshotStoreFailure: CustomStringConvertible {
  /// What failed, where, and what to do.
  public var description: String {
    switch self {
    case .damaged(let place, let reason):
      "The snapshot \(place) is damaged: \(reason). It was left alone; move it away to begin anew."
    case .refused(let place, let reason):
      "The snapshot \(place) cannot be reached: \(reason). Check that it exists and who may read and write it."
    }
  }
}
