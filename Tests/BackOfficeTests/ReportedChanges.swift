import BackOffice
import Shop
import Values

/// Changes by another program that a test reports.
struct ReportedChanges: ChangeSource {
  static let failure = FileStoreError("shop.db", .notFound)

  private typealias Report = (kind: DataKind?, received: CheckedContinuation<Void, Never>)

  private let stream = AsyncStream<Report>.makeStream()

  /// Reports a change, or that changes can no longer be watched, and returns when this was received.
  func report(_ kind: DataKind?) async {
    await withCheckedContinuation { _ = stream.continuation.yield((kind, $0)) }
  }

  func watch(every interval: Duration, onChange: @Sendable (DataKind) async -> Void) async throws {
    for await (kind, received) in stream.stream {
      defer { received.resume() }
      guard let kind else { throw Self.failure }
      await onChange(kind)
    }
  }
}
