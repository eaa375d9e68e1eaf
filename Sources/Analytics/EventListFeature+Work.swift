import Loop
import Tables
import Values

extension EventListFeature.State {
  /// What is being done with the events, and what has failed.
  public var work: [WorkItem] { listLoads + numberLoads + records }

  private var listLoads: [WorkItem] {
    let title = "Load the events"
    return switch EventTable.feature.loadingStatus(of: table) {
    case .notRequested, .loaded: []
    case .loading: [WorkItem("events", title, .loading, .inProgress)]
    case .failed(let reason): [WorkItem("events", title, .loading, failure: reason)]
    }
  }

  private var numberLoads: [WorkItem] {
    EventResource.allCases.compactMap { part in
      switch self[part] {
      case .notLoaded, .loaded: nil
      case .loading: WorkItem(part.rawValue, part.loadTitle, .loading, .inProgress)
      case .failed(let error): WorkItem(part.rawValue, part.loadTitle, .loading, failure: "\(error)")
      }
    }
  }

  private var records: [WorkItem] {
    unstoredEvents.map { batch in
      WorkItem(
        "record-\(batch.id)", "Record \(batch.events.count.counted("event"))", .storing,
        failure: batch.failure.map { "\($0)" })
    }
  }
}

extension EventResource {
  fileprivate var loadTitle: String {
    switch self {
    case .eventCount: "Count the events"
    case .userCount: "Count the users"
    case .timeline: "Count the events in groups"
    }
  }
}

extension OutboxFeature.State {
  /// What waits to be sent, and what has failed.
  public var work: [WorkItem] {
    let failures = failure.map { [WorkItem("outbox", "Send events", .sending, failure: "\($0)")] } ?? []
    return failures
      + [OutboxStatus.waiting, .refused].compactMap { status in
        let entries = entries(status)
        guard let last = entries.last else { return nil }
        let isSending = isBusy && (status == .waiting || sendsRefused)
        return WorkItem(
          "outbox-\(status.rawValue)-\(last.id)", "Send \(entries.count.counted("event"))", .sending,
          isSending ? .inProgress : status == .refused ? .refused : .waiting,
          detail: entries.compactMap(\.failure).first ?? "", isUnavailable: status == .refused)
      }
  }

  /// Whether events that the server has refused are being sent again.
  private var sendsRefused: Bool {
    switch stage {
    case .loading(let includesRefused), .sending(let includesRefused): includesRefused
    case .closed, .idle: false
    }
  }
}
