import Analytics
import BackOffice
import Loop
import LoopHistory
import Shop
import Synchronization
import Values

/// The back office, connected with its data.
@MainActor public final class OfficeConnection {
  private(set) var office: Store<UndoFeature<BackOffice>>
  let database: (any DatabaseTools)?
  /// The outbox of recorded events, or `nil` if events are never sent to a server.
  let outbox: (any EventOutbox)?
  /// Who changes the products.
  let recorder: ChangeRecorder?
  private let sessions: (any OfficeSessionStore)?
  private let handler: UndoEffectHandler<BackOffice, AnyOfficeHandler>
  private let onViolation: @MainActor (ContractViolation<UndoFeature<BackOffice>>) -> Void
  private var autosave: SessionAutosave<UndoFeature<BackOffice>>?
  /// The reason why the session could not be saved last, or `nil`.
  private(set) var saveFailure: String? {
    didSet {
      saveStatus.withLock { $0 = saveFailure == nil }
      if saveFailure != oldValue, let saveFailure { onSaveFailure(saveFailure) }
    }
  }
  private nonisolated let saveStatus = Mutex(true)
  /// A Boolean value that indicates whether the session could be saved last.
  nonisolated var isSessionSaved: Bool { saveStatus.withLock { $0 } }
  /// A closure that is called with the reason when the session can no longer be saved.
  var onSaveFailure: @MainActor (String) -> Void = { _ in }

  /// The version of the encoded session.
  ///
  /// It increases when the sessions of earlier programs can no longer be decoded.
  private static let sessionSchema = 12

  /// Creates a connection.
  ///
  /// - Parameters:
  ///   - handler: The handler that runs the effects of the back office.
  ///   - database: The database, or `nil` if the data is not stored in one.
  ///   - sessions: The store of the session, or `nil` if the session is not stored.
  ///   - outbox: The outbox that the handler uses, or `nil` if there is none.
  ///   - recorder: What records who changes the products, or `nil` if that is not recorded.
  ///   - onViolation: A closure that is called with violations of the contract of the store.
  public init(
    handler: any EffectHandler<BackOffice.Effect, BackOffice.Action>,
    database: (any DatabaseTools)?, sessions: (any OfficeSessionStore)?, outbox: (any EventOutbox)? = nil,
    recorder: ChangeRecorder? = nil,
    onViolation: @escaping @MainActor (ContractViolation<UndoFeature<BackOffice>>) -> Void
  ) {
    self.handler = UndoEffectHandler(AnyOfficeHandler(handler))
    self.database = database
    self.outbox = outbox
    self.recorder = recorder
    self.sessions = sessions
    self.onViolation = onViolation
    office = Store(
      UndoFeature(BackOffice()), state: .init(.init()), handler: self.handler, onViolation: onViolation)
  }

  /// Continues the saved session, and saves the session after each change from now on.
  ///
  /// A session that cannot be decoded is set aside.
  ///
  /// - Parameters:
  ///   - eventServer: The server of the events, or `nil` if they are in the database.
  ///   - startsAnew: Whether a new session takes the place of the saved one.
  ///   - saves: Whether the session is saved after each change. A program that only shows it leaves it to others.
  ///   - report: A closure that receives a message for each problem.
  /// - Throws: An error if the saved session cannot be read.
  func useSession(
    eventServer: String?, startsAnew: Bool, saves: Bool, report: @escaping @MainActor (String) -> Void
  ) async throws(SessionStoreError) {
    guard let sessions else { return office.send(.feature(.resumed(eventServer: eventServer))) }
    switch try await savedSession(in: sessions) {
    case nil: await useSavedSettings()
    case let saved? where startsAnew:
      await useSavedSettings()
      if !saves { break }
      try await sessions.setAside()
      if case .success(let session) = saved, session.hasUnstoredInput {
        report("The former session has unsaved drafts or events. The database keeps it in the table session.")
      }
    case .success(let session)?:
      office = Store(UndoFeature(BackOffice()), resuming: session, handler: handler, onViolation: onViolation)
      // Its settings may be those of an earlier day.
      do throws(SettingsStoreError) {
        if let shared = try await SharedSettings(besides: sessions).settings() { use(shared) }
      } catch {
        report("\(error)")
      }
    case .failure(let reason)?:
      if saves { try await sessions.setAside() }
      report(
        "The saved session cannot be restored: \(reason.problem)\(reason.problem.hasSuffix(".") ? "" : ".") "
          + (saves ? "The database keeps it in the table session, and a new session begins." : "It is not used."))
    }
    office.send(.feature(.resumed(eventServer: eventServer)))
    if !saves { return await sessions.close() }
    autosave = SessionAutosave(of: office, in: sessions, schema: Self.sessionSchema) {
      Self.savedState($0)
    } hasInput: {
      $0.feature.hasUnstoredInput
    } onSave: { [weak self] in
      self?.saveFailure = nil
    } onError: { [weak self] in
      self?.saveFailure = "\($0)"
    }
  }

  /// Adds the changes that can be undone to the session that the next program continues.
  ///
  /// If a sheet is open in the session, the changes become its oldest steps: in a sheet, only typing can be undone.
  /// A session that cannot be restored stays as it is.
  func addStepsToSavedSession() async throws {
    let steps = office.state.history.undoSteps
    guard let sessions, !steps.isEmpty else { return }
    // They are the shop's, also if this session is not the one that was saved last.
    let settings = await savedSettings
    let new = StoreSession<UndoFeature<BackOffice>>(LoopState(initialState: .init(.init())))
    guard case .success(let former) = try await savedSession(in: sessions) ?? .success(new) else { return }
    let session = former.mapState { [feature = office.feature] in
      var state = $0
      if let settings { state.feature.settings.use(settings) }
      feature.addSteps(steps, asOldest: state.feature.products.editor.sheet.isOpen, to: &state)
      return state
    }
    var data = try SessionData(encoding: session.mapState(Self.savedState), schema: Self.sessionSchema)
    data.hasInput = session.hasUnstoredInput
    try await sessions.save(data)
  }

  private nonisolated static func savedState(_ state: UndoFeature<BackOffice>.State) -> UndoFeature<BackOffice>.State {
    var saved = state
    saved.feature = state.feature.savedState
    return saved
  }

  /// The settings of the shop, or those of the session that was saved last if none have been stored.
  ///
  /// They are `nil` if neither can be read.
  private var savedSettings: OfficeSettings? {
    get async {
      if let shared = try? await sessions.map(SharedSettings.init)?.settings() { return shared }
      guard let data = try? await sessions?.newest() else { return nil }
      let session = try? data.decode(for: UndoFeature<BackOffice>.self, schema: Self.sessionSchema)
      return session?.loopState.state.feature.settings
    }
  }

  /// Uses the settings of the shop, or else of the session that was saved last.
  func useSavedSettings() async {
    if let settings = await savedSettings { use(settings) }
  }

  private func use(_ settings: OfficeSettings) { office.send(.feature(.settings(.restored(settings)))) }

  /// Returns whether input is lost if the saved sessions are.
  ///
  /// A database that cannot be read has no input that could be restored.
  func hasUnstoredInputInSavedSessions() async -> Bool { (try? await sessions?.holdsInput()) ?? false }

  /// Why a saved session cannot be restored.
  private struct RestorationFailure: Error { let problem: String }

  /// Returns the saved session, the reason why it cannot be restored, or `nil` if there is none.
  private func savedSession(
    in sessions: any OfficeSessionStore
  ) async throws(SessionStoreError) -> Result<StoreSession<UndoFeature<BackOffice>>, RestorationFailure>? {
    let data: SessionData?
    do throws(SessionStoreError) { data = try await sessions.load() } catch {
      guard case .damaged(_, let reason) = error else { throw error }
      return .failure(RestorationFailure(problem: "it is damaged: \(reason)"))
    }
    guard let data else { return nil }
    do {
      return .success(try data.decode(for: UndoFeature<BackOffice>.self, schema: Self.sessionSchema))
    } catch SessionDataError.schemaMismatch(let found, let expected) {
      return .failure(
        RestorationFailure(problem: "\(found > expected ? "a newer" : "an earlier") version of backroom has saved it"))
    } catch SessionDataError.undecodable(let reason) {
      return .failure(RestorationFailure(problem: "it cannot be read: \(reason)"))
    } catch {
      return .failure(RestorationFailure(problem: "\(error)"))
    }
  }

  /// Waits until the session is saved.
  func flushSession() async { await autosave?.flush() }

  /// Saves the session and closes the database.
  func close() async {
    await autosave?.flush()
    await sessions?.close()
    await database?.close()
  }
}

extension StoreSession<UndoFeature<BackOffice>> {
  fileprivate var hasUnstoredInput: Bool { loopState.state.feature.hasUnstoredInput }
}

/// A handler of the back office whose type is not known.
private struct AnyOfficeHandler: EffectHandler {
  private let base: any EffectHandler<BackOffice.Effect, BackOffice.Action>

  init(_ base: any EffectHandler<BackOffice.Effect, BackOffice.Action>) { self.base = base }

  func run(_ effect: BackOffice.Effect, send: Send<BackOffice.Action>) async -> BackOffice.Action? {
    await base.run(effect, send: send)
  }
}
