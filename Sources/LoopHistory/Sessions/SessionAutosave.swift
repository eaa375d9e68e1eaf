import Loop

/// Saves the session of a store to a session store whenever it changes.
///
/// ```swift
/// let files = FileSessionStore("editor.session")
/// let store =
///   if let last = try await files.load() {
///     Store(Editor(), resuming: try last.decode(schema: 1), handler: handler)
///   } else {
///     Store(Editor(), state: .init(), handler: handler)
///   }
/// let autosave = SessionAutosave(of: store, in: files, schema: 1) { print($0) }
/// ```
///
/// One save runs at a time, and the next save includes all changes made in the meantime. A busy store is therefore
/// saved as often as the session store allows, not once per change. The last save is the session of the store when it
/// was shut down. A kill loses the changes since the last completed save. If no change may be lost, write each step
/// with a ``TranscriptWriter``.
@MainActor public final class SessionAutosave<Feature: Reducer>
where Feature.State: Codable, Feature.Effect: Codable, Feature.Slot: Codable, Feature.Action: Codable {
  private let store: Store<Feature>
  private let destination: any SessionStore
  private let schema: Int
  private let savedState: @Sendable (Feature.State) -> Feature.State
  private let hasInput: @Sendable (Feature.State) -> Bool
  private let onSave: @MainActor () -> Void
  private let onError: @MainActor (any Error) -> Void
  private var subscription: ObservationToken?
  /// The number of changes so far, and how many of them have been saved or have failed to be saved.
  private var changeCount = 0
  private var savedChangeCount = 0
  /// The session when the store was shut down.
  ///
  /// After a shutdown the store has no session that can be resumed.
  private var sessionAtShutdown: StoreSession<Feature>?
  private var saveTask: Task<Void, Never>?

  /// Starts to save, beginning with the current session.
  ///
  /// If a save fails, the error is passed to the closure, and the next change starts another save.
  ///
  /// - Parameters:
  ///   - store: The store whose sessions are saved.
  ///   - destination: The place for the session.
  ///   - schema: The version of the format of the session.
  ///   - savedState: A closure that returns the part of a state that is saved, for example without rows that are loaded
  ///     again. It does not run on the main actor.
  ///   - hasInput: A closure that returns whether a state contains input that is stored nowhere else. It does not run on
  ///     the main actor.
  ///   - onSave: A closure that is called after each save that has succeeded.
  ///   - onError: A closure that is called with the error of a failed save.
  public init(
    of store: Store<Feature>, in destination: any SessionStore, schema: Int,
    savedState: @escaping @Sendable (Feature.State) -> Feature.State = { $0 },
    hasInput: @escaping @Sendable (Feature.State) -> Bool = { _ in false },
    onSave: @escaping @MainActor () -> Void = {}, onError: @escaping @MainActor (any Error) -> Void
  ) {
    self.store = store
    self.destination = destination
    self.schema = schema
    self.savedState = savedState
    self.hasInput = hasInput
    self.onSave = onSave
    self.onError = onError
    subscription = store.onEvent { [weak self] event in
      switch event {
      case .inputReceived, .stepTaken: break
      case .batchEnded: self?.scheduleSave()
      case .willShutDown: self?.captureBeforeShutdown()
      }
    }
    scheduleSave()
  }

  isolated deinit { subscription?.cancel() }

  /// Waits until all changes made before the call have been saved or have failed to be saved.
  ///
  /// It does not wait for changes made in the meantime: with a store that is never idle it would never return.
  public func flush() async {
    let wanted = changeCount
    while savedChangeCount < wanted, let saveTask { await saveTask.value }
  }

  private func captureBeforeShutdown() {
    sessionAtShutdown = store.session
    scheduleSave()
  }

  private func scheduleSave() {
    changeCount += 1
    if saveTask == nil { saveTask = Task { await save() } }
  }

  /// Returns the encoded session.
  ///
  /// Encoding takes a while if the state is large, so it does not block the main actor.
  @concurrent private nonisolated static func data(
    of session: StoreSession<Feature>, schema: Int, savedState: @Sendable (Feature.State) -> Feature.State,
    hasInput: @Sendable (Feature.State) -> Bool
  ) async throws -> SessionData {
    var data = try SessionData(encoding: session.mapState(savedState), schema: schema)
    data.hasInput = hasInput(session.loopState.state)
    return data
  }

  private func save() async {
    let count = changeCount
    if let session = store.isShutDown ? sessionAtShutdown : store.session {
      do {
        try await destination.save(
          Self.data(of: session, schema: schema, savedState: savedState, hasInput: hasInput))
        onSave()
      } catch {
        onError(error)
      }
    }
    savedChangeCount = count
    saveTask = savedChangeCount < changeCount ? Task { await save() } : nil
  }
}
