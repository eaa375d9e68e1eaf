import Loop

/// Runs the effects of the event list on an event source.
public struct EventListHandler: EffectHandler {
  private let source: any EventSource

  /// Creates a handler for an event source.
  public init(source: any EventSource) { self.source = source }

  /// Runs one effect.
  public func run(_ effect: EventListFeature.Effect, send: Send<EventListFeature.Action>) async {
    do throws(EventSourceError) {
      switch effect {
      case .load(.events, let query): await send(.eventsLoaded(try await source.events(query)))
      case .load(.eventCount, let query): await send(.eventCountLoaded(try await source.eventCount(query)))
      case .load(.userCount, let query): await send(.userCountLoaded(try await source.userCount(query)))
      case .record(let events):
        try await source.record(events)
        await send(.recorded(events))
      }
    } catch { await send(effect.failureAction(error)) }
  }
}

extension EventListFeature: Resumable {
  /// Loads a resource again, and reports an interrupted recording as failed: the source may have stored the events.
  public func resumption(of effect: Effect, in state: State) -> Resumption<Action> {
    switch effect {
    case .load: .restart
    case .record: .fail(with: effect.failureAction(EventSourceError(recording: .interrupted)))
    }
  }
}
