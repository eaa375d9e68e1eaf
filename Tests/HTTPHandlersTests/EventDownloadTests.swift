import Analytics
import Foundation
import HTTPFixtures
import Tables
import Testing
import Values

@testable import HTTPHandlers

private let query = EventQuery(flag: true)
private let daily = HistogramOptions(by: .day)
private let weekly = HistogramOptions(by: .week)

/// A server that holds each response back until the test lets it go.
private struct HeldServer {
  let events = makeEvents(100)
  let http: LoopbackServer
  let source: HTTPEventSource
  private let gate = DispatchSemaphore(value: 0)

  init(status: String = "200 OK") throws {
    let body = "[\(events.map { String(decoding: $0.requestBody, as: UTF8.self) }.joined(separator: ","))]"
    let gate = gate
    http = try LoopbackServer { _, connection in
      gate.wait()
      connection.respond(status == "200 OK" ? body : "", status: status)
    }
    source = try makeSource(http.url)
  }

  /// Lets responses go.
  func release(_ count: Int) { for _ in 0..<count { gate.signal() } }

  /// The rows of the list for the query.
  var expectedList: [UserEvent] { events.filter(query.matches) }

  /// Returns the timeline for the query.
  func expectedTimeline(_ options: HistogramOptions) -> EventHistogram {
    EventHistogram(expectedList, options, interval: query.interval)
  }

  func startList(mayUseCache: Bool = false) -> Task<[UserEvent], any Error> {
    var request = EventWindowRequest(all: query)
    request.mayUseCache = mayUseCache
    return Task { [source, request] in try await source.window(request).rows.map(\.content) }
  }

  func startTimeline(_ options: HistogramOptions = daily) -> Task<EventHistogram, any Error> {
    Task { [source] in try await source.histogram(query, options) }
  }

  /// Returns when a number of requests wait for the current download.
  func waitForMembers(_ count: Int) async { while source.downloads.memberCount != count { await Task.yield() } }

  /// Starts a list and a timeline, one after the other.
  func startBoth(
    listFirst: Bool, _ options: HistogramOptions = daily
  ) async -> (list: Task<[UserEvent], any Error>, timeline: Task<EventHistogram, any Error>) {
    if listFirst {
      let list = startList()
      await waitForMembers(1)
      let timeline = startTimeline(options)
      await waitForMembers(2)
      return (list, timeline)
    }
    let timeline = startTimeline(options)
    await waitForMembers(1)
    let list = startList()
    await waitForMembers(2)
    return (list, timeline)
  }
}

@Suite struct `Downloading events` {
  @Test(arguments: [true, false])
  func `the list and the timeline share a download, and other groups need none`(listFirst: Bool) async throws {
    let server = try HeldServer()
    let (list, timeline) = await server.startBoth(listFirst: listFirst)
    server.release(1)
    #expect(try await list.value == server.expectedList)
    #expect(try await timeline.value == server.expectedTimeline(daily))
    for options in [weekly, HistogramOptions(by: .action), daily] {
      #expect(try await server.startTimeline(options).value == server.expectedTimeline(options))
    }
    #expect(try await server.startList(mayUseCache: true).value == server.expectedList)
    #expect(server.http.requests.map(\.target) == ["/userevents?flag=true"])
  }

  @Test(arguments: [true, false]) func `reloading both is one more download`(listFirst: Bool) async throws {
    let server = try HeldServer()
    for count in 1...2 {
      let (list, timeline) = await server.startBoth(listFirst: listFirst)
      server.release(1)
      _ = try await (list.value, timeline.value)
      #expect(server.http.requests.count == count)
    }
  }

  @Test func `the timeline alone is counted while it is read, and keeps no events`() async throws {
    let server = try HeldServer()
    let timelines = [server.startTimeline(daily), server.startTimeline(weekly)]
    await server.waitForMembers(2)
    server.release(1)
    for timeline in timelines { _ = try await timeline.value }
    #expect(try await timelines[0].value == server.expectedTimeline(daily))
    #expect(try await timelines[1].value == server.expectedTimeline(weekly))
    #expect(server.http.requests.count == 1 && !server.source.downloads.keepsEvents)
  }

  @Test func `a request that is made again is answered with later events`() async throws {
    let server = try HeldServer()
    let lists = (0..<2).map { _ in server.startList() }
    await server.http.waitForRequests(2)
    server.release(2)
    for list in lists { #expect(try await list.value == server.expectedList) }
    for timeline in [server.startTimeline(), server.startTimeline()] {
      server.release(1)
      _ = try await timeline.value
    }
    // The first timeline is counted from the list.
    #expect(server.http.requests.count == 3)
  }

  @Test func `recorded events are in what is loaded next`() async throws {
    let server = try AnalyticsServer([startEvent])
    let source = try makeSource(server.http.url)
    var request = EventWindowRequest(all: EventQuery())
    #expect(try await source.window(request).rows.count == 1)
    try await source.record([startEvent])
    let timeline = try await source.histogram(EventQuery(), daily)
    #expect(timeline.bars.map(\.count) == [2])
    request.mayUseCache = true
    #expect(try await source.window(request).rows.count == 2)
  }

  @Test func `a failure is that of both`() async throws {
    let server = try HeldServer(status: "404 x")
    let (list, timeline) = await server.startBoth(listFirst: true)
    server.release(1)
    await #expect(throws: EventSourceError("\(ServerRequest.events(query))", .badStatus(404))) { try await list.value }
    await #expect(throws: EventSourceError("\(ServerRequest.events(query))", .badStatus(404))) {
      try await timeline.value
    }
    #expect(server.http.requests.count == 1)
  }

  @Test(arguments: [true, false], [true, false]) func `cancelling one of two leaves the other alone`(
    cancelsList: Bool, listFirst: Bool
  ) async throws {
    let server = try HeldServer()
    let (list, timeline) = await server.startBoth(listFirst: listFirst)
    if cancelsList { list.cancel() } else { timeline.cancel() }
    await server.waitForMembers(1)
    let error = EventSourceError("\(ServerRequest.events(query))", .cancelled)
    // The response is held back: the cancelled request does not wait for it.
    if cancelsList {
      await #expect(throws: error) { try await list.value }
    } else {
      await #expect(throws: error) { try await timeline.value }
    }
    server.release(1)
    if cancelsList {
      #expect(try await timeline.value == server.expectedTimeline(daily))
    } else {
      #expect(try await list.value == server.expectedList)
    }
    #expect(server.http.requests.count == 1)
    #expect(server.source.downloads.keepsEvents == !cancelsList)
  }

  @Test func `cancelling both closes the connection`() async throws {
    let server = try LoopbackServer { _, connection in connection.waitUntilClosedByClient() }
    let source = try makeSource(server.url)
    let list = Task { try await source.events(query) }
    let timeline = Task { try await source.histogram(query, daily) }
    await server.waitForRequests(1)
    while source.downloads.memberCount != 2 { await Task.yield() }
    list.cancel()
    timeline.cancel()
    await server.waitForClosedConnections(1)
    #expect(server.requests.count == 1)
  }
}

/// What a download that has begun to read can still be used for.
@Suite struct `Joining a download` {
  private let list = EventDownload.Need.list(mayUseCache: true)
  private let reload = EventDownload.Need.list(mayUseCache: false)
  private let days = EventDownload.Need.timeline(daily)
  private let weeks = EventDownload.Need.timeline(weekly)

  private func makeDownload(for need: EventDownload.Need) -> EventDownload {
    EventDownload.start(query, for: need, run: { _ in }).0
  }

  @Test func `before the first byte it does what all requests need`() {
    let download = makeDownload(for: days)
    #expect(download.join(weeks) != nil && download.join(reload) != nil)
    #expect(download.begin().keepsEvents && download.begin().counted.isEmpty)
  }

  @Test func `after the first byte it does what is left`() {
    let kept = makeDownload(for: reload)
    #expect(kept.begin().keepsEvents)
    #expect(kept.join(days) != nil && kept.join(list) != nil && kept.join(weeks) != nil)
    let counted = makeDownload(for: days)
    #expect(counted.begin().counted == [daily] && !counted.begin().keepsEvents)
    #expect(counted.join(list) == nil && counted.join(weeks) == nil)
  }

  @Test func `a repeated request needs another one`() {
    let download = makeDownload(for: days)
    #expect(download.join(days) == nil)
    #expect(download.join(reload) != nil && download.join(list) != nil && download.join(reload) == nil)
    #expect(download.join(weeks) != nil && download.join(days) != nil)
  }
}
