import Analytics
import Interface
import Loop
import Shop
import Tables
import Values

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
    /// The user asked for the sample products.
    case requested
    /// The sample products were stored, by these edits.
    case added([ProductEdit])
    /// No sample product was stored.
    case failed(ProductTransactionError)
  }

  func reduceSampleData(_ action: SampleDataAction, _ state: inout State) -> Effects<Self> {
    switch action {
    case .requested:
      guard state.sampleData != .adding, state.isEmpty else { return .none }
      state.sampleData = .adding
      return .run(
        .addSampleProducts, in: .sampleData, .first,
        ifLost: .sampleData(.failed(.offline)), afterRestart: .reportLost)
    case .added:
      state.sampleData = .idle
      return reduce(&state, .products(.reloadTapped))
    case .failed(let error):
      state.sampleData = .failed(error)
      return reduce(&state, .products(.reloadTapped))
    }
  }
}

extension BackOffice.State {
  /// A Boolean value that indicates whether the shop is known to have no products.
  var isEmpty: Bool { products.listStatus == .loaded && products.table.view.rowCount == 0 }
}

extension BackOfficeApplication {
  /// The command that fills an empty shop.
  static func sampleDataCommand(_ inputs: Inputs) -> OfficeCommand {
    Command(
      "sample", "fill an empty shop with sample data",
      Argument.integer("events", "number of events of the last 30 days", in: 0...100_000_000).placeholder("N")
        .optional(otherwise: "the 24 events of the documentation, of March 2023"),
      Argument.number(
        "seed", "seed of the random numbers of --events: the same seed makes the same events", from: 0
      ).optional(otherwise: "1"),
      notes: """
        Fills an empty shop with nine products and with events, to try the program. In a session with a server, it adds no \
        events.
        """,
      examples: ["", "--events 10000 --seed 7", "--database try.db"], answer: .record(["products", "events"]),
      steps: { state, count, seed throws(InvocationError) in
        if seed != nil, count == nil { throw InvocationError(.missingParameter, "--seed needs --events") }
        // Made-up events are not sent to a server.
        let isLocal = state.feature.events.server == nil
        let eventCount = isLocal ? count ?? UserEvent.samples.count : 0
        return .send(.feature(.products(.appeared))) { state throws(InvocationError) in
          try requireNoProducts(state.feature.products)
          if !isLocal { return storingSampleProducts(eventCount: eventCount) }
          // The sample events stay if the products were taken back, and are stored once.
          return requiringNoEvents(except: count == nil ? UserEvent.samples : []) {
            guard let count else {
              return storing(UserEvent.samples, as: BackOffice.sampleBatch) { _ in
                storingSampleProducts(eventCount: eventCount)
              }
            }
            return storingSamples(count, using: inputs.makeGenerator(UInt64(seed ?? 1)), inputs) {
              storingSampleProducts(eventCount: eventCount)
            }
          }
        }
      }
    )
    .effect(.adds).unavailable { $0.feature.sampleData == .adding ? "the sample data is being added" : nil }
    .onCommandLine()
  }

  private static func requireNoProducts(_ products: ProductListFeature.State) throws(InvocationError) {
    if case .failed(let failure) = products.listStatus { throw InvocationError(failure) }
    guard let product = products.products.first else { return }
    throw InvocationError(
      .failed, "the shop already has products, such as \(product.name.quoted); sample data is for an empty shop")
  }

  private static func requiringNoEvents(
    except allowed: [UserEvent], then next: @escaping () -> OfficeStep
  ) -> OfficeStep {
    let limit = allowed.count + 1
    let request = EventWindowRequest(
      EventQuery(), WindowRequest(TableQuery(), offset: 0, limit: limit), needsCount: true)
    return loadingRows(request) { window throws(InvocationError) in
      let events = window.rows.map(\.content)
      if events.isEmpty || events.count == allowed.count && Set(events) == Set(allowed) { return next() }
      throw InvocationError(
        .failed,
        "the shop already has \((window.count ?? window.rows.count).counted("event")); sample data is for an empty shop",
        hint: "if 'backroom sample' was interrupted, begin with a new database, as in --database new.db")
    }
  }

  private static func storingSamples(
    _ count: Int, using generator: some RandomNumberGenerator, _ inputs: Inputs, then next: @escaping () -> OfficeStep
  ) -> OfficeStep {
    storingSamples(of: EventSampler(using: generator), count: count, inputs, then: next)
  }

  /// Returns the steps that store events in batches that fit into memory.
  private static func storingSamples(
    of sampler: EventSampler<some RandomNumberGenerator>, count: Int, _ inputs: Inputs,
    then next: @escaping () -> OfficeStep
  ) -> OfficeStep {
    if count == 0 { return next() }
    let size = min(count, 100_000)
    var sampler = sampler
    return storing(sampler.events(size, before: inputs.now()), as: inputs.makeBatchID()) { _ in
      storingSamples(of: sampler, count: count - size, inputs, then: next)
    }
  }

  /// Returns the steps that store the products all at once, after the events: a shop that has them has all sample data.
  private static func storingSampleProducts(eventCount: Int) -> OfficeStep {
    .send(.feature(.sampleData(.requested))) { state throws(InvocationError) in
      if case .failed(let error) = state.feature.sampleData {
        throw InvocationError(error.isUnavailable ? .unreachable : .failed, "\(error)")
      }
      let productCount = Product.samples.count
      return .answer(
        .report(
          ["products": .integer(Int64(productCount)), "events": .integer(Int64(eventCount))],
          text: "\(productCount) products and \(eventCount.counted("event")) added\n"), isStored: true)
    }
  }
}
