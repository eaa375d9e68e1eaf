import Analytics
import Loop
import Shop
import Tables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of adding sample data to an empty shop.
public enum SampleDataStatus: Hashable, Codable, Sendable {
  /// Sample data is not requested.
  case idle
  /// The sample products are being stored.
  case adding
  /// No sample product was stored, for this reason.
  case failed(ProductTransactionError)
}

extension BackOffice {
  /// The batch of the sample events.
  ///
  /// A database stores them once, even if sample data is added again.
  package static let sampleBatch = EventBatch.ID(number: 0)

  /// An action for sample data.
  public enum SampleDataAction: Hashable, Codable, Sendable {
    /// The user asked for sample products and events.
    case requested
    /// The sample products were stored.
    case added
    /// No sample product was stored.
    case failed(ProductTransactionError)
  }

  func reduceSampleData(_ action: SampleDataAction, _ state: inout State) -> Effects<Self> {
    switch action {
    case .requested:
      guard state.sampleDataObstacle == nil else { return .none }
      state.sampleData = .adding
      return .run(
        .addSampleProducts, in: .sampleData, .first,
        ifLost: .sampleData(.failed(.offline)), afterRestart: .reportLost)
    case .added:
      state.sampleData = .idle
      // Made-up events are not sent to a server.
      let isLocal = state.outbox.stage == .closed
      let recording = EventListFeature.Action.recordTapped(UserEvent.samples, id: Self.sampleBatch)
      let events = isLocal ? reduce(&state, .events(recording)) : .none
      return reduce(&state, .products(.reloadTapped)) + events
    case .failed(let error):
      state.sampleData = .failed(error)
      return reduce(&state, .products(.reloadTapped))
    }
  }
}

extension BackOffice.State {
  /// A Boolean value that indicates whether the shop is known to have no products.
  var isEmpty: Bool { products.listStatus == .loaded && products.table.view.rowCount == 0 }

  /// The reason why sample data cannot be added, or `nil`.
  var sampleDataObstacle: String? {
    if sampleData == .adding { return "the sample data is being added" }
    if products.listStatus != .loaded { return "the products are not loaded" }
    return isEmpty ? nil : "the shop already has products"
  }
}
