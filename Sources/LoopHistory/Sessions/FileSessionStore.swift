import Loop

/// A session store that keeps the session in a file.
///
/// A save writes a temporary file next to the destination, syncs it to the disk, and renames it over the destination.
/// After a kill or a power failure the file is the old one or the new one, never a part of one. If several stores or
/// processes save to one path, each save is complete and the last one wins. The first line has a checksum of the
/// contents: `load()` throws an error for a truncated or modified file and does not change it.
public actor FileSessionStore: SessionStore {
  private let path: String
  private var hasRemovedStaleFiles = false

  /// Creates a store for a path.
  ///
  /// The folder of the path must exist.
  public init(_ path: String) { self.path = path }

  /// Loads the session, or returns `nil` if the file does not exist.
  public func load() throws(SessionStoreError) -> SessionData? {
    let text: [UInt8]?
    do { text = try OpenFile.contents(of: path) } catch { throw .inaccessible(at: path, reason: error.reason) }
    do { return try text.map { bytes throws(SessionDamageError) in try SessionData(fileContents: bytes) } } catch {
      throw .damaged(at: path, reason: error.reason)
    }
  }

  /// Saves a session in place of the previous one.
  public func save(_ session: SessionData) throws(SessionStoreError) {
    // Stale files are removed before the first save, because on a full disk no save would succeed.
    if !hasRemovedStaleFiles { TemporarySessionFile.removeStaleFiles(nextTo: path) }
    hasRemovedStaleFiles = true
    do { try TemporarySessionFile(nextTo: path).commit(session.fileContents) } catch {
      throw .inaccessible(at: path, reason: error.reason)
    }
  }
}
