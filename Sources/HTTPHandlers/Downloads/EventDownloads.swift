import Analytics

/// The downloads of events for the list and the timeline, and the events of the last list.
///
/// The server knows no order, parts or groups, so that both need all events that match a query. They share a download
/// that is in flight. The timeline is also counted from kept events.
///
/// A request that is made again gets events that are downloaded after it: the list says so, and a timeline with the same
/// options as the last one is one that is made again.
final class EventDownloads: Sendable {
  fileprivate struct Contents {
    /// The events of the last list, with their query and the options of the last timeline of them.
    var kept: (query: EventQuery, events: KeptEvents, timeline: HistogramOptions?)?
    /// The download that other requests can join.
    var current: EventDownload?
    /// The download for the last list, whose events will be kept.
    var lastList: EventDownload?
  }

  private enum Source {
    case kept(KeptEvents)
    case download(EventDownload, EventDownload.Member)
  }

  private let server: ServerConnection
  private let contents = Lock(Contents())

  init(from server: ServerConnection) { self.server = server }

  /// Returns a part of the list of the events that match a query.
  func window(_ request: EventWindowRequest) async throws(EventSourceError.Reason) -> EventWindow {
    switch source(of: .list(mayUseCache: request.mayUseCache), request.query) {
    case .kept(let events): return try await events.window(request)
    case .download(let download, let member):
      guard let events = try await download.result(for: member).events else {
        preconditionFailure("a download for a list keeps the events")
      }
      return try await events.window(request)
    }
  }

  /// Returns the numbers of the events that match a query, in groups.
  func histogram(
    _ query: EventQuery, _ options: HistogramOptions
  ) async throws(EventSourceError.Reason) -> EventHistogram {
    switch source(of: .timeline(options), query) {
    case .kept(let events): return await events.histogram(options, interval: query.interval)
    case .download(let download, let member):
      let result = try await download.result(for: member)
      if let histogram = result.histograms[options] { return histogram }
      guard let events = result.events else { preconditionFailure("a download for a timeline counts the events") }
      return await events.histogram(options, interval: query.interval)
    }
  }

  /// Forgets all events: they have changed.
  ///
  /// Requests that wait for a download get its events.
  func removeAll() { contents.withLock { $0 = Contents() } }

  /// A Boolean value that indicates whether events are kept.
  var keepsEvents: Bool { contents.withLock { $0.kept != nil } }

  /// The number of requests that wait for the current download.
  var memberCount: Int { contents.withLock { $0.current }?.memberCount ?? 0 }

  /// Returns the kept events, or joins a download or starts one.
  private func source(of need: EventDownload.Need, _ query: EventQuery) -> Source {
    contents.withLock { contents in
      if let events = contents.keptEvents(for: need, query) { return .kept(events) }
      if let download = contents.current, download.query == query, let member = download.join(need) {
        if need.isList { contents.keepEvents(of: download) }
        return .download(download, member)
      }
      let (download, member) = EventDownload.start(query, for: need) { [self] in await run($0) }
      contents.current = download
      if need.isList { contents.keepEvents(of: download) }
      return .download(download, member)
    }
  }

  /// Downloads events, keeps those of the last list, and reports the result.
  private func run(_ download: EventDownload) async {
    let result: Result<DownloadedEvents, EventSourceError.Reason>
    do throws(EventSourceError.Reason) {
      result = .success(
        try await server.retrieve(.events(download.query)) { EventDownloadReader(download) }.makeEvents())
    } catch { result = .failure(error) }
    contents.withLock { contents in
      if contents.current === download { contents.current = nil }
      guard contents.lastList === download else { return }
      contents.lastList = nil
      if case .success(let result) = result, let events = result.events {
        contents.kept = (download.query, events, download.lastTimeline)
      }
    }
    download.end(with: result)
  }
}

extension EventDownloads.Contents {
  /// Returns the kept events if a request may use them.
  fileprivate mutating func keptEvents(for need: EventDownload.Need, _ query: EventQuery) -> KeptEvents? {
    guard let kept, kept.query == query else { return nil }
    switch need {
    case .list(let mayUseCache): return mayUseCache ? kept.events : nil
    case .timeline(let options):
      if kept.timeline == options { return nil }
      self.kept?.timeline = options
      return kept.events
    }
  }

  /// Replaces the kept events by those of a download when it has ended.
  ///
  /// The earlier ones are removed now, so that there is never memory for both.
  fileprivate mutating func keepEvents(of download: EventDownload) {
    kept = nil
    lastList = download
  }
}

/// The result of a download: the events, their numbers, or both.
struct DownloadedEvents: Sendable {
  let events: KeptEvents?
  let histograms: [HistogramOptions: EventHistogram]
}

/// Events in memory.
///
/// They are sorted, filtered and counted by an actor, and not by the caller, which may be the main actor.
actor KeptEvents {
  private var rows: EventRows

  /// Creates the rows of these events, the newest first.
  init(_ events: [UserEvent]) { rows = EventRows(events) }

  func window(_ request: EventWindowRequest) throws(EventSourceError.Reason) -> EventWindow {
    try rows.window(request.rows, needsCount: request.needsCount)
  }

  func histogram(_ options: HistogramOptions, interval: EventInterval?) -> EventHistogram {
    rows.histogram(options, interval: interval)
  }
}
