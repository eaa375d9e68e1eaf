public import Loop

/// Keeps a snapshot in a file.
///
/// It is written beside the file under a name of its own, brought to the disk, and renamed over it: a kill or a power cut
/// in the middle leaves the old or the new, never half of one. Where several stores or programs save on one path, each
/// save is whole, and the last one stays. The first line holds a check of everything: a file that was torn or changed by
/// other means is told apart, and left alone.
public actor FileSessionStore: SessionStore {
  private let path: String
  private var hasSwept = false

  /// Makes a store on a path, whose folder is there.
  public init(_ path: String) { self.path = path }

  /// Reads the snapshot, if one was saved.
  public func load() throws(SessionStoreError) -> SessionData? {
    let text: [UInt8]?
    do { text = try SessionFile.contents(of: path) } catch { throw .refused(at: path, reason: error.reason) }
    do { return try text.map { bytes throws(SessionDamageError) in try SessionData(fileContents: bytes) } } catch {
      throw .damaged(at: path, reason: error.reason)
    }
  }

  /// Keeps a snapshot in place of the one before.
  public func save(_ snapshot: SessionData) throws(SessionStoreError) {
    // Before the first save: on a full disk none may ever come to its end.
    if !hasSwept { TemporarySessionFile.removeStaleFiles(beside: path) }
    hasSwept = true
    do { try TemporarySessionFile(beside: path).commit(snapshot.fileContents) } catch {
      throw .refused(at: path, reason: error.reason)
    }
  }
}
