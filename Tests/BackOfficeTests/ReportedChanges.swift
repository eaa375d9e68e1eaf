import BackOffice
import Shop

/// Changes by another program that a test reports.
struct ReportedChanges: ChangeSource {
  enum Part { case products, events }

  static let failure = FileStoreError("shop.db", .notFound)

  private typealias Report = (part: Part?, received: CheckedContinuation<Void, Never>)

  private let stream = AsyncStream<Report>.makeStream()

  /// Reports a change, or that changes can no longer be watched, and returns when this was received.
  func report(_ part: Part?) async {
    await withCheckedContinuation { _ = stream.continuation.yield((part, $0)) }
  }

  func watch(
    every interval: Duration, onProductChange: @Sendable () async -> Void, onEventChange: @Sendable () async -> Void
  ) async throws {
    for await (part, received) in stream.stream {
      defer { received.resume() }
      switch part {
      case .products: await onProductChange()
      case .events: await onEventChange()
      case nil: throw Self.failure
      }
    }
  }
}
