import Loop
import Values

/// What every session store must do.
///
/// Several stores for the same place stand for several programs. A model of the place says what each of them finds.
package struct SessionStoreContract {
  /// What happens if several stores are used at the same time.
  package enum ConcurrentUse: Sendable {
    /// All have the same session, and the last save wins.
    case lastSaveWins
    /// Each has a session of its own. Another one loads it when the store no longer exists.
    case eachHasItsOwn
  }

  /// The features of the place that a test can use.
  package struct Place {
    let concurrentUse: ConcurrentUse
    let openStore: @Sendable () -> any SessionStore
    /// Makes the contents of the place unreadable as a session.
    var damage: (@Sendable () async throws -> Void)?
    /// Calls a closure while no save can succeed.
    var whileFailing: (@Sendable (@Sendable () async throws -> Void) async throws -> Void)?
    /// Keeps the saved session elsewhere.
    var setAside: (@Sendable (any SessionStore) async throws -> Void)?
    /// Lets other stores load the session of a store.
    var close: @Sendable (any SessionStore) async -> Void

    /// Creates a description of an empty place.
    package init(
      _ concurrentUse: ConcurrentUse, openStore: @escaping @Sendable () -> any SessionStore,
      damage: (@Sendable () async throws -> Void)? = nil,
      whileFailing: (@Sendable (@Sendable () async throws -> Void) async throws -> Void)? = nil,
      setAside: (@Sendable (any SessionStore) async throws -> Void)? = nil,
      close: @escaping @Sendable (any SessionStore) async -> Void = { _ in }
    ) {
      self.concurrentUse = concurrentUse
      self.openStore = openStore
      self.damage = damage
      self.whileFailing = whileFailing
      self.setAside = setAside
      self.close = close
    }
  }

  /// A session in the model.
  private struct Session {
    var data: SessionData
    /// The index of the store that uses it, or `nil` if none does.
    var owner: Int?
  }

  private let place: Place
  private var random: SplitMix64
  private var stores: [any SessionStore]
  /// The saved sessions in the order in which they were saved last.
  private var sessions: [Session] = []

  /// Creates a contract for an empty place.
  package init(_ place: Place, seed: UInt64) {
    self.place = place
    random = SplitMix64(seed: seed)
    stores = (0..<3).map { _ in place.openStore() }
  }

  /// Checks everything that the place supports.
  ///
  /// - Throws: A violation if a store differs from the model.
  package mutating func check(steps: Int) async throws {
    for index in stores.indices { try await load(index) }
    for _ in 0..<steps { try await takeStep() }
    try await checkLargeSession()
    // After either of them, the model knows no longer what is saved.
    if place.setAside == nil { try await checkConcurrentStores() }
    try await checkDamage()
    if place.setAside != nil { try await checkConcurrentStores() }
  }

  private mutating func takeStep() async throws {
    let index = Int.random(in: stores.indices, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2: try await save(randomSession(), index)
    case 3, 4: try await load(index)
    case 5: await reopen(index)
    case 6: try await failToSave(index)
    default: try await setAside(index)
    }
    let other = place.openStore()
    try Self.expectEqual("what another store loads", sessions.last { $0.owner == nil }?.data, await other.load())
    await place.close(other)
  }

  private mutating func load(_ index: Int) async throws {
    let position = position(of: index) ?? sessions.lastIndex { $0.owner == nil }
    try Self.expectEqual("load", position.map { sessions[$0].data }, await stores[index].load())
    if let position, place.concurrentUse == .eachHasItsOwn { sessions[position].owner = index }
  }

  private mutating func save(_ data: SessionData, _ index: Int) async throws {
    try await stores[index].save(data)
    switch place.concurrentUse {
    case .lastSaveWins: sessions = [Session(data: data)]
    case .eachHasItsOwn:
      sessions.removeAll { $0.owner == index }
      sessions.append(Session(data: data, owner: index))
    }
  }

  private mutating func reopen(_ index: Int) async {
    await place.close(stores[index])
    if let position = position(of: index) { sessions[position].owner = nil }
    stores[index] = place.openStore()
  }

  private func position(of index: Int) -> Int? { sessions.firstIndex { $0.owner == index } }

  private mutating func failToSave(_ index: Int) async throws {
    guard let whileFailing = place.whileFailing else { return }
    let (store, session) = (stores[index], randomSession())
    try await whileFailing {
      do throws(SessionStoreError) {
        try await store.save(session)
      } catch {
        return
      }
      throw ContractViolation("a save that must fail", expected: "an error", found: "success")
    }
  }

  private mutating func setAside(_ index: Int) async throws {
    guard let setAside = place.setAside else { return }
    try await setAside(stores[index])
    sessions.removeAll { $0.owner == index || place.concurrentUse == .lastSaveWins }
  }

  private mutating func checkLargeSession() async throws {
    for (index, data) in [
      (0, SessionData(schema: 2, bytes: Self.bytes(count: 8 << 20, of: 2))), (1, SessionData(schema: 1, bytes: [])),
    ] {
      try await save(data, index)
      try await load(index)
      await reopen(index)
      try await load(index)
    }
  }

  /// Saves with several stores at the same time, each of which finds complete sessions.
  private func checkConcurrentStores() async throws {
    let (place, known) = (place, sessions.map(\.data))
    let lastSaves = try await withThrowingTaskGroup { group in
      for number in 1...4 {
        group.addTask {
          let store = place.openStore()
          var last: SessionData?
          for round in 0..<10 {
            if let found = try await store.load(), !known.contains(found) { try Self.checkCompleteness(of: found) }
            let session = SessionData(
              schema: number, bytes: Self.bytes(count: number * 10_000 + round, of: UInt8(number)))
            try await store.save(session)
            last = session
          }
          await place.close(store)
          return last
        }
      }
      return try await group.reduce(into: [SessionData]()) { if let last = $1 { $0.append(last) } }
    }
    let found = try await place.openStore().load()
    guard let found, lastSaves.contains(found) else {
      throw ContractViolation(
        "concurrent saves", expected: "the last session of a store",
        found: found.map { "schema \($0.schema), \($0.bytes.count) bytes" } ?? "none")
    }
  }

  private static func checkCompleteness(of session: SessionData) throws {
    if session.bytes.count / 10_000 == session.schema, session.bytes.allSatisfy({ Int($0) == session.schema }) {
      return
    }
    throw ContractViolation(
      "concurrent saves", expected: "a complete session",
      found: "schema \(session.schema), \(session.bytes.count) bytes")
  }

  /// Damages the session that was saved last: every load of it throws an error.
  private mutating func checkDamage() async throws {
    guard let damage = place.damage else { return }
    try await save(randomSession(), 0)
    try await damage()
    let others = place.concurrentUse == .lastSaveWins ? [place.openStore()] : []
    for store in [stores[0], stores[0]] + others {
      let found: SessionData?
      do throws(SessionStoreError) { found = try await store.load() } catch {
        if case .damaged = error { continue }
        throw error
      }
      throw ContractViolation("load of damaged contents", expected: "an error", found: String(describing: found))
    }
    try await setAside(0)
    if place.setAside == nil { return }
    try await load(1)
    try await save(SessionData(schema: 1, bytes: [1]), 1)
    try await load(0)
  }

  /// Returns a session of any version, which a store does not interpret.
  private mutating func randomSession() -> SessionData {
    let schemas = [0, 1, 2, 99, -1, .max, .min]
    return SessionData(
      schema: schemas[Int.random(in: schemas.indices, using: &random)],
      bytes: (0..<Int.random(in: 0...300, using: &random)).map { _ in .random(in: .min ... .max, using: &random) })
  }

  /// Checks that programs with a session each share their settings.
  ///
  /// - Parameters:
  ///   - stores: At least three stores for one empty place.
  ///   - settings: Returns the settings that a store finds.
  ///   - update: Replaces the settings by the result of a closure, or keeps them if the result is `nil`.
  /// - Throws: A violation if a change is lost, or if the settings are found as a session.
  package static func checkSettings<Store: SessionStore>(
    sharedBy stores: [Store], settings: (Store) async throws -> SessionData?,
    update: @escaping @Sendable (Store, @escaping @Sendable (SessionData?) -> SessionData?) async throws -> Void
  ) async throws {
    try expectEqual("settings of an empty place", nil, await settings(stores[0]))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in stores {
        group.addTask {
          for _ in 0..<10 {
            try await update(store) { SessionData(schema: 1, bytes: ($0?.bytes ?? []) + [7]) }
          }
        }
      }
      try await group.waitForAll()
    }
    try await update(stores[1]) { _ in nil }
    let all = SessionData(schema: 1, bytes: bytes(count: 10 * stores.count, of: 7))
    try expectEqual("settings after concurrent changes", all, await settings(stores[2]))
    try expectEqual("a session where only settings are stored", nil, await stores[2].load())
  }

  private static func bytes(count: Int, of byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: count) }

  private static func expectEqual(_ operation: String, _ expected: SessionData?, _ found: SessionData?) throws {
    if expected == found { return }
    throw ContractViolation(
      operation, expected: String(describing: expected), found: String(describing: found))
  }
}
