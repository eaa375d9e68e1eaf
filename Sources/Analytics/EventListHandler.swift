import Loop
import Tables

/// Runs the effects of the event list on an event source.
public struct EventListHandler: EffectHandler {
  private let source: any EventSource

  /// Creates a handler for an event source.
  public init(source: any EventSource) { self.source = source }

  /// Runs one effect.
  public func run(_ effect: EventListFeature.Effect, send: Send<EventListFeature.Action>) async -> EventListFeature
    .Action?
  {
    do throws(EventSourceError) {
      switch effect {
      case .loadWindow(let request):
        let window = try await send.relaying(EventListFeature.Action.windowProgressed) { [source] report in
          do throws(EventSourceError) {
            return Result<_, EventSourceError>.success(try await source.window(request, progress: report))
          } catch { return .failure(error) }
        }.get()
        return .table(.windowLoaded(window.rows, count: window.count))
      case .countEvents(let query): return .eventCountLoaded(try await source.eventCount(query))
      case .countUsers(let query): return .userCountLoaded(try await source.userCount(query))
      case .countEventsByUser(let query): return .eventsByUserCounted(try await source.eventCountsByUser(query))
      case .loadTimeline(let query, let options): return .timelineLoaded(try await source.histogram(query, options))
      case .record(let events, let id):
        try await source.record(events, batch: id)
        return .recorded(id)
      }
    } catch { return effect.failureAction(error) }
  }
}
