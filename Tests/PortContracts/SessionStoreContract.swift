import Loop
import Values

/// What every session store must do.
///
/// Several stores for the same place stand for several programs. A model of the place says what each of them finds.
package struct SessionStoreContract {
  /// What happens if a store saves after another one has saved.
  package enum ConcurrentSaves: Sendable {
    /// The later save wins.
    case lastOneWins
    /// A store saves only after its own last save, or after the save that it has loaded.
    case othersAreKept
  }

  /// The features of the place that a test can use.
  package struct Place {
    let concurrentSaves: ConcurrentSaves
    let openStore: @Sendable () -> any SessionStore
    /// Makes the contents of the place unreadable as a session.
    var damage: (@Sendable () async throws -> Void)?
    /// Calls a closure while no save can succeed.
    var whileFailing: (@Sendable (@Sendable () async throws -> Void) async throws -> Void)?
    /// Keeps the saved session elsewhere.
    var setAside: (@Sendable (any SessionStore) async throws -> Void)?

    /// Creates a description of an empty place.
    package init(
      _ concurrentSaves: ConcurrentSaves, openStore: @escaping @Sendable () -> any SessionStore,
      damage: (@Sendable () async throws -> Void)? = nil,
      whileFailing: (@Sendable (@Sendable () async throws -> Void) async throws -> Void)? = nil,
      setAside: (@Sendable (any SessionStore) async throws -> Void)? = nil
    ) {
      self.concurrentSaves = concurrentSaves
      self.openStore = openStore
      self.damage = damage
      self.whileFailing = whileFailing
      self.setAside = setAside
    }
  }

  /// A store, and the number of the save that it knows.
  private struct Client {
    let store: any SessionStore
    var knownSave = 0
  }

  private let place: Place
  private var random: SplitMix64
  private var clients: [Client]
  /// The saved session in the model.
  private var saved: SessionData?
  /// The number of the save of the saved session, which is 0 without one.
  private var currentSave = 0
  private var lastSave = 0

  /// Creates a contract for an empty place.
  package init(_ place: Place, seed: UInt64) {
    self.place = place
    random = SplitMix64(seed: seed)
    clients = (0..<3).map { _ in Client(store: place.openStore()) }
  }

  /// Checks everything that the place supports.
  ///
  /// - Throws: A violation if a store differs from the model.
  package mutating func check(steps: Int) async throws {
    for index in clients.indices { try await load(index) }
    for _ in 0..<steps { try await takeStep() }
    try await checkLargeSession()
    try await checkConcurrentStores()
    try await checkDamage()
  }

  private mutating func takeStep() async throws {
    let index = Int.random(in: clients.indices, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2: try await save(randomSession(), index)
    case 3, 4: try await load(index)
    case 5: clients[index] = Client(store: place.openStore())
    case 6: try await failToSave(index)
    default: try await setAside(index)
    }
    try expectEqual("what another store loads", saved, await place.openStore().load())
  }

  private mutating func load(_ index: Int) async throws {
    try expectEqual("load", saved, await clients[index].store.load())
    clients[index].knownSave = currentSave
  }

  private mutating func save(_ session: SessionData, _ index: Int) async throws {
    let isRefused = place.concurrentSaves == .othersAreKept && clients[index].knownSave != currentSave
    do throws(SessionStoreError) { try await clients[index].store.save(session) } catch {
      if isRefused, error.isReplacement { return }
      throw error
    }
    if isRefused { throw ContractViolation("save", expected: "a session of another program is kept", found: "success") }
    saved = session
    lastSave += 1
    (currentSave, clients[index].knownSave) = (lastSave, lastSave)
  }

  private mutating func failToSave(_ index: Int) async throws {
    guard let whileFailing = place.whileFailing else { return }
    let (store, session) = (clients[index].store, randomSession())
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
    try await setAside(clients[index].store)
    (saved, currentSave, clients[index].knownSave) = (nil, 0, 0)
  }

  private mutating func checkLargeSession() async throws {
    try await load(0)
    try await save(SessionData(schema: 2, bytes: Self.bytes(count: 8 << 20, of: 2)), 0)
    try await load(1)
    try await save(SessionData(schema: 1, bytes: []), 1)
    try await load(0)
  }

  /// Saves with several stores at the same time, each of which finds complete sessions.
  private mutating func checkConcurrentStores() async throws {
    let place = place
    let lastSaves = try await withThrowingTaskGroup { group in
      for number in 1...4 {
        group.addTask {
          let store = place.openStore()
          var last: SessionData?
          for round in 0..<10 {
            if let found = try await store.load() { try Self.checkCompleteness(of: found) }
            let session = SessionData(
              schema: number, bytes: Self.bytes(count: number * 10_000 + round, of: UInt8(number)))
            do throws(SessionStoreError) {
              try await store.save(session)
              last = session
            } catch {
              if place.concurrentSaves == .lastOneWins || !error.isReplacement { throw error }
            }
          }
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
    saved = found
    lastSave += 1
    currentSave = lastSave
  }

  private static func checkCompleteness(of session: SessionData) throws {
    // The first session is an empty one.
    if session.bytes.isEmpty || session.bytes.count / 10_000 == session.schema,
      session.bytes.allSatisfy({ Int($0) == session.schema })
    {
      return
    }
    throw ContractViolation(
      "concurrent saves", expected: "a complete session",
      found: "schema \(session.schema), \(session.bytes.count) bytes")
  }

  /// Damages the contents: every load throws an error.
  private mutating func checkDamage() async throws {
    guard let damage = place.damage else { return }
    try await load(0)
    try await damage()
    for store in [clients[0].store, clients[0].store, place.openStore()] {
      let found: SessionData?
      do throws(SessionStoreError) { found = try await store.load() } catch {
        if case .damaged = error { continue }
        throw error
      }
      throw ContractViolation("load of damaged contents", expected: "an error", found: String(describing: found))
    }
    try await setAside(0)
    if saved != nil { return }
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

  private static func bytes(count: Int, of byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: count) }

  private func expectEqual(_ operation: String, _ expected: SessionData?, _ found: SessionData?) throws {
    if expected == found { return }
    throw ContractViolation(
      operation, expected: String(describing: expected), found: String(describing: found))
  }
}

extension SessionStoreError {
  fileprivate var isReplacement: Bool { if case .replaced = self { true } else { false } }
}
