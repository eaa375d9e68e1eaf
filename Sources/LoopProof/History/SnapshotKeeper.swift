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
/// snapshot store can, never more. What happened after the last save that was finished is lost by a kill; where that must
/// not be, a journal is written step by step; see `Store.follow`.
@MainActor public final class SnapshotKeeper<Feature: Reducer>
where Feature.State: Codable, Feature.Effect: Codable, Feature.Slot: Codable {
  private let store: Store<Feature>
  private let place: any SnapshotStore
  private let schema: Int
  private let complain: @MainActor (any Error) -> Void
  private var subscription: Subscription?
  private var isBehind = false
  private var saving: Task<Void, Never>?

  /// Begins, with a first save.
  ///
  /// A save that failed is complained of, and tried again at the next step.
  public init(
    of store: Store<Feature>, in place: any SnapshotStore, schema: Int,
    complain: @escaping @MainActor (any Error) -> Void
  ) {
    self.store = store
    self.place = place
    self.schema = schema
    self.complain = complain
    subscription = store.whenTurned { [weak self] in self?.fallBehind() }
    fallBehind()
  }

  isolated deinit { subscription?.cancel() }

  /// Returns when everything that had happened before it was called is saved, or was complained of.
  public func catchUp() async {
    while let saving { await saving.value }
  }

  private func fallBehind() {
    isBehind = true
    if saving == nil { saving = Task { await save() } }
  }

  private func save() async {
    while isBehind {
      isBehind = false
      // A shutdown gives everything up: the snapshot before it is what can be gone on from.
      if store.isShutDown { break }
      do { try await place.save(Snapshot(store.snapshot, schema: schema)) } catch { complain(error) }
    }
    saving = nil
  }
}
