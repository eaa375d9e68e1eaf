import Loop
import Shell

/// A session in memory.
package actor MemorySessionStore: OfficeSessionStore {
  package private(set) var saved: SessionData?
  package private(set) var setAsideCount = 0
  private var sharedSettings: SessionData?

  /// The error of the next saves.
  private var saveErrors: [SessionStoreError] = []

  package init(_ saved: SessionData? = nil) { self.saved = saved }

  package func failNextSaves(with error: SessionStoreError, count: Int) {
    saveErrors = Array(repeating: error, count: count)
  }

  package func load() async throws(SessionStoreError) -> SessionData? { saved }

  package func newest() async throws(SessionStoreError) -> SessionData? { saved }

  package func settings() async throws(SessionStoreError) -> SessionData? { sharedSettings }

  package func updateSettings(
    _ change: @escaping @Sendable (SessionData?) -> SessionData?
  ) async throws(SessionStoreError) {
    if let new = change(sharedSettings) { sharedSettings = new }
  }

  package func save(_ snapshot: SessionData) async throws(SessionStoreError) {
    if let error = saveErrors.popLast() { throw error }
    saved = snapshot
  }

  package func close() async {}

  package func holdsInput() async throws(SessionStoreError) -> Bool { saved?.hasInput ?? false }

  package func setAside() async throws(SessionStoreError) {
    saved = nil
    setAsideCount += 1
  }
}
