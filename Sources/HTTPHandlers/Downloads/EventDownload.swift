import Analytics
import Documents

/// A download of the events that match a query, for one or more requests.
///
/// A request can join until the first byte of the events is read, and later if its result is kept. If the last request
/// is cancelled, so is the download.
final class EventDownload: Sendable {
  /// What a request needs.
  enum Need: Hashable {
    /// The events, perhaps those of an earlier list.
    case list(mayUseCache: Bool)
    /// The numbers of the events.
    case timeline(HistogramOptions)

    var isList: Bool { if case .list = self { true } else { false } }
  }

  /// The number of a request.
  typealias Member = Int
  fileprivate typealias Outcome = Result<DownloadedEvents, EventSourceError.Reason>

  /// The results that are computed while the events are read.
  struct Plan {
    let keepsEvents: Bool
    /// The options of the timelines that are counted meanwhile: none if the events are kept, and are counted later.
    let counted: [HistogramOptions]
  }

  fileprivate struct State {
    /// The requests that were not cancelled.
    var members: [Member: Need] = [:]
    var memberCount = 0
    var waiting: [Member: CheckedContinuation<Outcome, Never>] = [:]
    /// A Boolean value that indicates whether a list has joined.
    var hasList = false
    /// The options of the last timeline that has joined.
    var lastTimeline: HistogramOptions?
    /// The plan, or `nil` before the first byte is read.
    var plan: Plan?
    var task: Task<Void, Never>?
    var outcome: Outcome?
  }

  let query: EventQuery
  private let state = Lock(State())

  private init(_ query: EventQuery) { self.query = query }

  /// Starts a download for a request.
  static func start(
    _ query: EventQuery, for need: Need, run: @escaping @Sendable (EventDownload) async -> Void
  ) -> (EventDownload, Member) {
    let download = EventDownload(query)
    let member = download.state.withLock { state in
      state.task = Task { await run(download) }
      return state.add(need)
    }
    return (download, member)
  }

  /// Adds a request, or returns `nil` if it needs another download.
  func join(_ need: Need) -> Member? {
    state.withLock { state -> Member? in
      if state.outcome != nil || state.members.isEmpty { return nil }
      switch need {
      // The request may be there because the events have changed since the download started.
      case .list(mayUseCache: false) where state.hasList: return nil
      case .timeline(let options) where state.lastTimeline == options: return nil
      case .list: if state.plan?.keepsEvents == false { return nil }
      case .timeline(let options):
        if let plan = state.plan, !plan.keepsEvents, !plan.counted.contains(options) { return nil }
      }
      return state.add(need)
    }
  }

  /// Chooses the results, when the first byte is read.
  func begin() -> Plan {
    state.withLock { state in
      // After a failure in the middle, the next attempt does the same.
      if let plan = state.plan { return plan }
      let keepsEvents = state.members.values.contains(where: \.isList)
      let counted: [HistogramOptions] =
        keepsEvents
        ? [] : state.members.values.compactMap { if case .timeline(let options) = $0 { options } else { nil } }
      let plan = Plan(keepsEvents: keepsEvents, counted: counted)
      state.plan = plan
      return plan
    }
  }

  /// Ends the download.
  func end(with result: Result<DownloadedEvents, EventSourceError.Reason>) {
    let waiting = state.withLock { state in
      state.outcome = result
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume(returning: result) }
  }

  /// Waits for the result, or until the task is cancelled.
  func result(for member: Member) async throws(EventSourceError.Reason) -> DownloadedEvents {
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
        let known: Outcome? = state.withLock { state in
          if let outcome = state.outcome { return outcome }
          if state.members[member] == nil { return .failure(.cancelled) }
          state.waiting[member] = continuation
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      leave(member)
    }
    return try outcome.get()
  }

  /// Removes a request, and cancels the download if it was the last one.
  private func leave(_ member: Member) {
    let (continuation, task) = state.withLock { state in
      state.members[member] = nil
      return (state.waiting.removeValue(forKey: member), state.members.isEmpty ? state.task : nil)
    }
    task?.cancel()
    continuation?.resume(returning: .failure(.cancelled))
  }

  /// The options of the last timeline that has joined.
  var lastTimeline: HistogramOptions? { state.withLock { $0.lastTimeline } }

  /// The number of requests that were not cancelled.
  var memberCount: Int { state.withLock { $0.members.count } }
}

extension EventDownload.State {
  fileprivate mutating func add(_ need: EventDownload.Need) -> EventDownload.Member {
    switch need {
    case .list: hasList = true
    case .timeline(let options): lastTimeline = options
    }
    memberCount += 1
    members[memberCount] = need
    return memberCount
  }
}

/// Keeps or counts the events of a download while they are read.
struct EventDownloadReader: BodyReader {
  /// The result of the download.
  struct Output: Sendable {
    fileprivate let events: [UserEvent]?
    fileprivate let histograms: [HistogramOptions: EventHistogram]

    /// Prepares the events for the list.
    ///
    /// It takes a while, so that the thread of the transfers does not do it.
    func makeEvents() -> DownloadedEvents {
      DownloadedEvents(events: events.map(KeptEvents.init), histograms: histograms)
    }
  }

  private let download: EventDownload
  private var plan: EventDownload.Plan?
  private var reader: UserEventReader

  init(_ download: EventDownload) {
    self.download = download
    reader = UserEventReader(matching: download.query)
  }

  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) {
    begin()
    try unsafe reader.read(bytes)
  }

  mutating func finish() throws(DocumentError) -> Output {
    let plan = begin()
    let events = try reader.finish()
    let histograms = zip(plan.counted, reader.counters).map { ($0, $1.histogram(interval: download.query.interval)) }
    return Output(
      events: plan.keepsEvents ? events : nil, histograms: Dictionary(histograms) { first, _ in first })
  }

  @discardableResult private mutating func begin() -> EventDownload.Plan {
    if let plan { return plan }
    let plan = download.begin()
    self.plan = plan
    reader = UserEventReader(matching: download.query, keepsEvents: plan.keepsEvents, counting: plan.counted)
    return plan
  }
}
