import MemoryHandlers
import Shop
import Synchronization
import Tables
import Values

/// An operation after which an implementation of a port differs from the model.
package struct ContractViolation: Error, CustomStringConvertible {
  package let description: String

  init(_ operation: String, expected: some Any, found: some Any) {
    description = "after \(operation)\nexpected: \(expected)\n   found: \(found)"
  }
}

/// What every product store must do: the same as the model that the explorations use.
package struct ProductStoreContract {
  private let store: any ProductStore & ChangeLog
  /// Returns the reason why the store refuses a product that the model stores, or `nil`.
  private let refusal: (Product) -> String?
  private var model = ProductDatabase()
  private var random: SplitMix64
  private var operation = "the start"
  /// The texts of the recorded changes, the newest first.
  private var summaries: [String] = []

  /// Creates a contract for an empty store that records changes.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - seed: The seed of the random operations.
  ///   - refusal: A closure that returns the reason why the store refuses a product that the model stores, or `nil`.
  package init(
    _ store: any ProductStore & ChangeLog, seed: UInt64, refusing refusal: @escaping (Product) -> String? = { _ in nil }
  ) {
    self.store = store
    self.refusal = refusal
    random = SplitMix64(seed: seed)
  }

  /// Executes random operations on the store and on the model.
  ///
  /// - Throws: A violation if a result or the products differ.
  package mutating func check(steps: Int) async throws {
    for _ in 0..<steps {
      try await takeStep()
      let products = try await store.products()
      if products.map(Fields.init) != model.products.map(Fields.init) {
        throw ContractViolation(operation, expected: model.products, found: products)
      }
      let recorded = try await store.latestChanges(summaries.count + 1)
      if recorded.map(\.summary) != summaries
        || recorded.map(\.id) != (0..<summaries.count).map({ summaries.count - $0 })
      {
        throw ContractViolation(operation, expected: summaries, found: recorded)
      }
    }
  }

  private mutating func takeStep() async throws {
    let changes = randomChanges()
    operation = "\(changes)"
    var summary = ChangeSummary()
    let expected = result { () throws(ProductTransactionError) in
      for product in changes.compactMap(\.storedProduct) {
        if let reason = refusal(product) { throw .product(product, .failed(reason)) }
      }
      return try model.apply(changes, summary: &summary) { _ in true }
    }
    if case .success = expected, let text = summary.text { summaries.insert(text, at: 0) }
    let found = await result { () async throws(ProductTransactionError) in try await store.apply(changes) { _ in } }
    if expected != found { throw ContractViolation(operation, expected: expected, found: found) }
  }

  /// Returns one change, or several ones, most of which can be made.
  private mutating func randomChanges() -> [ProductChange] {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...4: return [randomChange(id: randomID())]
    case 5: return randomOrderChanges()
    default: break
    }
    return Self.ids.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }.map { id in
      // A transaction fails if one of its changes does.
      if Int.random(in: 0..<10, using: &random) == 0 { return randomChange(id: id) }
      var product = randomProduct(id: id)
      if product.validationError != nil { product = Product(id: id, name: "Tea", price: .zero, tags: product.tags) }
      return .store(product, over: model[id]?.version)
    }
  }

  /// Returns moves and restorations, which a store may make together.
  private mutating func randomOrderChanges() -> [ProductChange] {
    var isMove = false
    return (0..<10).map { number in
      if Int.random(in: 0..<4, using: &random) == 0 { isMove.toggle() }
      if isMove { return randomMove(to: randomID()) }
      let position = Bool.random(using: &random) ? number : Int.random(in: -1...12, using: &random)
      return .restore(Product(id: randomID(), name: "Tea", price: .zero, position: position))
    }
  }

  private mutating func randomMove(to id: Product.ID) -> ProductChange {
    let ids = Self.ids.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }.shuffled(using: &random)
    return .move(ids, to: [.before(id), .after(id), RowPosition.end][Int.random(in: 0..<3, using: &random)])
  }

  private mutating func randomChange(id: Product.ID) -> ProductChange {
    let product = randomProduct(id: id)
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1: return .insert(product)
    case 2: return .restore(product)
    case 3, 4: return .update(product, expecting: randomVersion(of: product))
    case 5: return .delete(id)
    default: return randomMove(to: id)
    }
  }
}

extension ChangeRecorder {
  /// A recorder whose clock shows the number of milliseconds of its last change.
  package static func fixture(_ name: String = "ada") -> ChangeRecorder {
    let clock = Mutex(Int64(0))
    return ChangeRecorder(authorName: name) {
      clock.withLock { time in
        time += 1
        return Instant(milliseconds: time)
      }
    }
  }
}

extension ProductStoreContract {
  /// IDs that a store must keep apart, or together: two of them are equal, but have different scalars.
  private static let ids: [Product.ID] = [
    "p1", "p2", "P1", "caf\u{E9}", "cafe\u{301}", "", "a\u{0}b", "🧵", "1", "01", "a'b", "a%",
  ]

  private mutating func randomID() -> Product.ID { Self.ids[Int.random(in: Self.ids.indices, using: &random)] }

  private mutating func randomProduct(id: Product.ID) -> Product {
    let names = ["Lamp", "Größe 🪑", " ", "", "Tea\u{0}pot", "O'Neil; DROP TABLE product", "e\u{301}"]
    let prices = [0, 1, 1999, -1, Int.max]
    let tags: [[String]] = [[], ["light"], ["b", "a", "b"], ["", "é"]]
    var product = Product(
      id: id, name: names[Int.random(in: names.indices, using: &random)],
      price: Money(cents: prices[Int.random(in: prices.indices, using: &random)]),
      tags: tags[Int.random(in: tags.indices, using: &random)], position: Int.random(in: -1...8, using: &random),
      version: Int.random(in: 0...3, using: &random))
    // A store that forgets a field differs from the model.
    for field in Product.fields where field.kind == .integer {
      let values: [Value] = [.null, 0, 3, 3, -1, .integer(.max)]
      _ = field.updateValue(values[Int.random(in: values.indices, using: &random)], of: &product)
    }
    return product
  }

  /// Returns the current version of a product, mostly.
  private mutating func randomVersion(of product: Product) -> Int {
    let current = model[product.id]?.version ?? 1
    return Int.random(in: 0..<4, using: &random) == 0 ? current + 1 : current
  }
}

/// The fields of a product, and the scalars of its texts: texts with different scalars can be equal.
private struct Fields: Equatable {
  private let texts: [[Unicode.Scalar]]
  private let product: Product

  init(_ product: Product) {
    texts = ([product.id.rawValue, product.name] + product.tags).map { Array($0.unicodeScalars) }
    self.product = product
  }
}

private func result<Success, Failure>(_ body: () throws(Failure) -> Success) -> Result<Success, Failure> {
  do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
}

private func result<Success, Failure>(
  _ body: () async throws(Failure) -> Success
) async -> Result<Success, Failure> {
  do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
}
