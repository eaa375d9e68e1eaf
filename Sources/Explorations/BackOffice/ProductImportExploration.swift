import BackOffice
import Documents
import Loop
import LoopExplorer
import MemoryHandlers
import Shop
import TabularData
import Values

/// A file, and the shop that it is imported into.
public struct ImportEnvironment: Hashable, Codable, Sendable {
  /// The stored products.
  public var products: ProductDatabase
  /// The contents of the file.
  public var file: String

  /// Creates an environment.
  public init(products: ProductDatabase, file: String) {
    self.products = products
    self.file = file
  }

  fileprivate func with(_ products: ProductDatabase) -> Self { Self(products: products, file: file) }
}

/// The import of a file with a changed, a bad and a new product, while another user changes products and the file.
public struct ProductImportExploration: Exploration {
  /// The explored feature.
  public let feature = ProductImport()
  let isReduced: Bool
  let isShared: Bool

  /// Creates an exploration of everything that a user can do with a file.
  public init() { (isReduced, isShared) = (false, true) }

  private init(isShared: Bool) { (isReduced, self.isShared) = (true, isShared) }

  /// Returns a space that is small enough to explore completely.
  ///
  /// - Parameter isShared: Whether another user changes products. With faults, each version of the products that an
  ///   import was cancelled for can be written late, and the space is too large.
  /// - Returns: An exploration without choosing how the file is read.
  public static func reducedExploration(isShared: Bool = true) -> ProductImportExploration {
    ProductImportExploration(isShared: isShared)
  }

  /// The outcome of storing products while another user changes one of them.
  static let conflict = "failed conflict"
  private static let badPrice = "ten"
  private static let correctedPrice = "10.00"
  static let othersPrice = Money(cents: 3000)

  /// The initial state: no file is chosen.
  public var start: (state: ProductImport.State, environment: ImportEnvironment) {
    (
      ProductImport.State(),
      ImportEnvironment(
        products: .oneProduct, file: "id,name,price\np1,Lamp,25.00\np2,Mug,\(Self.badPrice)\np3,Tea,3.50\n")
    )
  }

  /// The actions that the user can perform, including those that have no effect in this state.
  public func actions(in state: ProductImport.State) -> [ProductImport.Action] {
    let actions: [ProductImport.Action] = [
      .fileChosen("shop.csv"), .badRowsChosen(.skip), .badRowsChosen(.block), .reloadTapped, .startTapped,
      .cancelTapped,
    ]
    if isReduced { return actions }
    return actions + ExistingRowPolicy.allCases.map { .existingRowsChosen($0) }
      + [
        .columnMapped("name", nil), .columnMapped("name", "name"), .columnMapped("name", "id"),
        .columnMapped("id", nil), .columnAssigned("name", to: nil), .columnAssigned("id", to: "name"),
        .rowCorrected(1, "corrected"), .rowCorrected(2, "2.50"),
        .columnMapped("tags", "no"), .separatorChosen(.semicolon), .separatorChosen(nil), .formatChosen(.json),
        .formatChosen(nil), .encodingChosen(.utf16), .encodingChosen(nil), .headerChosen(false), .headerChosen(true),
      ]
  }

  /// The outcomes of an effect: success, why the handler refuses it, a conflict in the store, or an unreachable store.
  public func outcomes(
    of effect: ProductImport.Effect, in environment: ImportEnvironment
  ) -> [Outcome<ProductImport.Action, ImportEnvironment>] {
    switch effect {
    case .read(let settings):
      [
        outcome(in: environment) { () throws(ImportFailure) in
          var settings = settings
          settings.idPrefix = "new"
          let plan = try ImportPlan(
            of: Array(environment.file.utf8), settings, stored: environment.products.products)
          // Without progress, so that every path of the reduced space is one of the whole space too.
          return Outcome("read", .previewLoaded(plan.preview), in: environment)
        } failure: {
          .readingFailed($0)
        },
        Outcome("failed offline", .readingFailed(.loading(.offline)), in: environment),
      ]
    // A command requests it, and no reducer.
    case .writeRejectedRows: []
    case .store(let order):
      [
        storing(order, in: environment),
        Outcome("failed offline", .importFailed(.storing(.offline)), in: environment),
      ] + conflict(with: order, in: environment)
    }
  }

  private func outcome(
    in environment: ImportEnvironment,
    _ success: () throws(ImportFailure) -> Outcome<ProductImport.Action, ImportEnvironment>,
    failure action: (ImportFailure) -> ProductImport.Action
  ) -> Outcome<ProductImport.Action, ImportEnvironment> {
    do throws(ImportFailure) {
      return try success()
    } catch {
      return Outcome("refused", action(error), in: environment)
    }
  }

  private func storing(
    _ order: ImportOrder, in environment: ImportEnvironment
  ) -> Outcome<ProductImport.Action, ImportEnvironment> {
    outcome(in: environment) { () throws(ImportFailure) in
      let plan = try ImportPlan(
        of: Array(environment.file.utf8), storing: order, stored: environment.products.products)
      var after = environment.products
      let edits: [ProductEdit]
      do throws(ProductTransactionError) {
        edits = plan.edits(storing: try after.apply(plan.changes))
      } catch {
        throw .storing(error)
      }
      return Outcome(
        "stored", .importProgressed(.storing(plan.changes.count)), .imported(edits), in: environment.with(after))
    } failure: {
      .importFailed($0)
    }
  }

  /// Another user changes a product after the handler has compared it and before the transaction.
  private func conflict(
    with order: ImportOrder, in environment: ImportEnvironment
  ) -> [Outcome<ProductImport.Action, ImportEnvironment>] {
    guard isShared, order.settings.existingRows == .update, let after = environment.priced(Self.othersPrice),
      let lamp = environment.products["p1"], let current = after["p1"]
    else { return [] }
    return [
      Outcome(
        Self.conflict, .importFailed(.storing(.product(lamp, .conflict(current: current)))),
        in: environment.with(after))
    ]
  }

  /// Reading a file is read-only.
  public func isReadOnly(_ effect: ProductImport.Effect) -> Bool { if case .read = effect { true } else { false } }

  /// Another user changes the price of the lamp or deletes it, or the bad row of the file is corrected.
  public func environmentEvents(in environment: ImportEnvironment) -> [EnvironmentEvent<ImportEnvironment>] {
    var events: [EnvironmentEvent<ImportEnvironment>] = []
    if isShared, let priced = environment.priced(Self.othersPrice) {
      events.append(EnvironmentEvent("priced p1", in: environment.with(priced)))
    }
    if isShared, environment.changeableLamp != nil {
      var products = environment.products
      products.delete("p1")
      events.append(EnvironmentEvent("deleted p1", in: environment.with(products)))
    }
    if environment.file.contains(Self.badPrice) {
      let lines = environment.file.split(separator: "\n").map { line in
        line.hasSuffix(Self.badPrice) ? "p2,Mug,\(Self.correctedPrice)" : line
      }
      var corrected = environment
      corrected.file = lines.joined(separator: "\n")
      events.append(EnvironmentEvent("corrected the file", in: corrected))
    }
    return events
  }

  /// A Boolean value that indicates whether the file is being read or imported.
  public func isBusy(_ state: ProductImport.State) -> Bool {
    switch state {
    case .reading, .importing: true
    case .choosingFile, .unreadable, .preview, .finished: false
    }
  }

  /// The step of the import; a preview that cannot be imported is "blocked".
  public func kind(of state: ProductImport.State) -> String {
    switch state {
    case .choosingFile: "choosing"
    case .reading: "reading"
    case .unreadable: "unreadable"
    case .preview: state.startObstacle == nil ? "preview" : "blocked"
    case .importing: "importing"
    case .finished: "finished"
    }
  }

  /// The scope of the reduced space; empty if the exploration offers every action.
  public var scope: StateSpaceDescription {
    if !isReduced { return StateSpaceDescription() }
    return StateSpaceDescription(
      includes: [
        "a changed, a bad and a new row", "skipping the bad row", "reading again", "cancelling", "correcting the file",
      ] + (isShared ? ["another user who reprices and deletes the product"] : []),
      excludes: ["skipping existing products", "the mapping of columns", "formats and encodings"]
        + (isShared ? [] : ["other users"]))
  }
}

extension ImportEnvironment {
  /// The lamp if another user can change or delete it.
  ///
  /// It happens only to small versions, so that there are few: an imported product has a version after its last one.
  fileprivate var changeableLamp: Product? { products["p1"].flatMap { $0.version < 4 ? $0 : nil } }

  /// Returns the products after another user changed the price of the lamp, or `nil` if that is not possible.
  fileprivate func priced(_ price: Money) -> ProductDatabase? {
    guard var lamp = changeableLamp, lamp.price != price else { return nil }
    lamp.price = price
    var after = products
    return (try? after.update(lamp, expecting: lamp.version)).map { _ in after }
  }
}
