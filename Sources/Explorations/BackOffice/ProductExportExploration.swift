import BackOffice
import Loop
import LoopExplorer
import Shop

/// The export of products to a file that another program may create meanwhile.
public struct ProductExportExploration: Exploration {
  /// The file to which products are exported.
  public enum File: String, Hashable, Codable, Sendable {
    /// There is no file.
    case none
    /// The file contains the exported products.
    case exported
    /// The file belongs to another program.
    case foreign
  }

  /// The explored feature.
  public let feature = ProductExport()

  /// Creates an exploration.
  public init() {}

  /// The initial state: no export is requested, and there is no file.
  public var start: (state: ProductExport.State, environment: File) { (ProductExport.State(), .none) }

  /// The actions of the user.
  public func actions(in state: ProductExport.State) -> [ProductExport.Action] {
    [.exportTapped(ExportOrder(path: "shop.csv")), .overwriteTapped, .retryTapped, .cancelTapped]
  }

  /// The outcomes of an effect: the file is written or exists already, or the disk is full.
  public func outcomes(
    of effect: ProductExport.Effect, in environment: File
  ) -> [Outcome<ProductExport.Action, File>] {
    switch effect {
    case .write(let order, let isOverwriting):
      func failure(_ reason: FileStoreError.Reason) -> ProductExport.Action {
        .exportFailed(.file(FileStoreError(order.path, reason)))
      }
      let isFree = environment == .none || isOverwriting
      return [
        isFree
          ? Outcome("written", .exported(ExportResult(productCount: 1)), in: .exported)
          : Outcome("exists", failure(.alreadyExists), in: environment),
        Outcome("failed", failure(.failed("no space left on the device")), in: environment),
      ]
    }
  }

  /// Every effect changes the file.
  public func isReadOnly(_ effect: ProductExport.Effect) -> Bool { false }

  /// Another program creates the file.
  public func environmentEvents(in environment: File) -> [EnvironmentEvent<File>] {
    environment == .none ? [EnvironmentEvent("another program creates the file", in: .foreign)] : []
  }

  /// A Boolean value that indicates whether the file is being written.
  public func isBusy(_ state: ProductExport.State) -> Bool { if case .writing = state { true } else { false } }

  /// The step of the export.
  public func kind(of state: ProductExport.State) -> String {
    switch state {
    case .ready: "ready"
    case .writing: "writing"
    case .confirmingOverwrite: "asking"
    case .failed: "failed"
    case .finished: "finished"
    }
  }

  /// The Swift expression that creates this exploration in the source code of a test.
  public var sourceExpression: String {
    "ProductExportExploration()"
  }

  /// Adds the laws of the export.
  public func addLaws(to explorer: inout Explorer<ProductExportExploration>) {
    explorer.everyStep("law 5: a file is replaced only if the user says so") { before, step, after in
      if before.environment != .foreign || after.environment == .foreign { return true }
      return switch step {
      case .execute:
        before.loopState.pending.running.contains {
          if case .write(_, overwriting: true) = $0.effect { true } else { false }
        }
      case .executeLate(.write(_, overwriting: let isOverwriting), _): isOverwriting
      case .user, .deliver, .executeFireAndForget, .occur: false
      }
    }
    explorer.always("the file that is being written is the requested one") { scenarioState in
      guard case .writing(let order) = scenarioState.state else { return true }
      return scenarioState.loopState.pending.running.contains {
        if case .write(order, overwriting: _) = $0.effect { true } else { false }
      }
    }
    explorer.canAlwaysReach("law 7: nothing pending, and no export requested") { $0.isIdle && $0.state == .ready }
  }
}
