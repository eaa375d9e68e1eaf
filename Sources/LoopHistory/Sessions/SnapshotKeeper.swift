public import Loop

/// Keeps a store's snapshot up to date in a snapshot store.
///
/// ```swift
/// let files = FileSnapshotStore("editor.snapshot")
/// let store =
///   if let last = try await files.load() {
///     Store(Editor(), resuming: try last.read(schema: 1), handler: handler)
///   } else {
///     Store(Editor(), state: .init(), handler: handler)
///   }
/// let keeper = SnapshotKeeper(of: store, in: files, schema: 1) { print($0) }
/// ```
///
/// One save is under way at a time, and what happens meanwhile is in the next: a busy store is saved as often as its
/// snapshot store can, never more. The last save holds where the store stood when it was shut down. What happened after
/// the last save that was finished is lost by a kill; where that must not be, a journal is written step by step; see
/// `Store.onEvent`.
@MainActor public final class SessionAutosave<Feature: Reducer>
where Feature.State: Codable, Feature.Effect: Codable, Feature.Slot: Codable {
  private let store: Store<Feature>
  private let place: any SessionStore
  private let schema: Int
  private let complain: @MainActor (any Error) -> Void
  private var subscription: ObservationToken?
  /// How many things happened, and how many of them are saved, or were complained of.
  private var happened = 0
  private var settled = 0
  /// Where the store stood when it was shut down: what can be gone on from is in no later snapshot.
  private var last: StoreSession<Feature>?
  private var saving: Task<Void, Never>?

  /// Begins, with a first save.
  ///
  /// A save that failed is complained of, and tried again at the next step.
  public init(
    of store: Store<Feature>, in place: any SessionStore, schema: Int,
    onError complain: @escaping @MainActor (any Error) -> Void
  ) {
    self.store = store
    self.place = place
    self.schema = schema
    self.complain = complain
    subscription = store.onEvent { [weak self] event in
      switch event {
      case .step: break
      case .batchEnded: self?.scheduleSave()
      case .shuttingDown: self?.captureBeforeShutdown()
      }
    }
    scheduleSave()
  }

  isolated deinit { subscription?.cancel() }

  /// Returns when everything that had happened before it was called is saved, or was complained of.
  ///
  /// What happens while it waits is not waited for: a store that is never idle would keep it for ever.
  public func flush() async {
    let wanted = happened
    while settled < wanted, let saving { await saving.value }
  }

  private func captureBeforeShutdown() {
    last = store.session
    scheduleSave()
  }

  private func scheduleSave() {
    happened += 1
    if saving == nil { saving = Task { await save() } }
  }

  private func save() async {
    let count = happened
    if let snapshot = store.isShutDown ? last : store.session {
      do { try await place.save(SessionData(encoding: snapshot, schema: schema)) } catch { complain(error) }
    }
    settled = count
    saving = settled < happened ? Task { await save() } : nil
  }
}
