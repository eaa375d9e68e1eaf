import Loop
import Shop
import TabularData

/// Exports products to a file, and asks before a file is replaced.
public struct ProductExport: Reducer {
  /// Creates the feature.
  public init() {}

  /// The steps of an export.
  public enum State: Hashable, Codable, Sendable {
    /// No export is requested.
    case ready
    /// The file is being written.
    case writing(ExportOrder)
    /// The file exists, and the user is asked whether to replace it.
    case confirmingOverwrite(ExportOrder)
    /// The file was not written.
    case failed(ExportOrder, ExportFailure)
    /// The file was written.
    case finished(ExportOrder, ExportResult)

    /// Creates a state without an export.
    public init() { self = .ready }
  }

  /// A user action, or a response of the handler.
  public enum Action: Hashable, Codable, Sendable {
    /// The user requested an export.
    case exportTapped(ExportOrder)
    /// The user confirmed that the file is replaced.
    case overwriteTapped
    /// The user tries a failed export again.
    case retryTapped
    /// The user cancelled the export, or closed its result.
    case cancelTapped
    /// The file was written.
    case exported(ExportResult)
    /// The file was not written.
    case exportFailed(ExportFailure)
  }

  /// A request to the handler.
  public enum Effect: Hashable, Codable, Sendable {
    /// Write products to a file.
    case write(ExportOrder, overwriting: Bool)
  }

  /// The slots of the effects.
  public enum Slot: Hashable, Codable, Sendable { case writing }

  /// Returns `true`: a run ends with its response, or is cancelled by the user.
  public func isActive(_ slot: Slot, in state: State) -> Bool { true }

  /// Reduces an action.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch (action, state) {
    case (.exportTapped, .writing): return .none
    case (.exportTapped(let order), _): return write(order, overwriting: false, &state)
    case (.overwriteTapped, .confirmingOverwrite(let order)): return write(order, overwriting: true, &state)
    case (.retryTapped, .failed(let order, _)): return write(order, overwriting: false, &state)
    case (.cancelTapped, _):
      state = .ready
      return .cancel(.writing)
    case (.exported(let result), .writing(let order)): state = .finished(order, result)
    case (.exportFailed(.file(let error)), .writing(let order)) where error.reason == .alreadyExists:
      state = .confirmingOverwrite(order)
    case (.exportFailed(let failure), .writing(let order)): state = .failed(order, failure)
    case (.overwriteTapped, _), (.retryTapped, _), (.exported, _), (.exportFailed, _): break
    }
    return .none
  }

  private func write(_ order: ExportOrder, overwriting: Bool, _ state: inout State) -> Effects<Self> {
    state = .writing(order)
    // An export that had been executed before a restart asks whether to replace its own file.
    return .run(
      .write(order, overwriting: overwriting), in: .writing, .latest,
      ifLost: .exportFailed(.products(.offline)), afterRestart: .runAgain)
  }
}

/// The products, the file and the format of an export.
public struct ExportOrder: Hashable, Codable, Sendable {
  /// The products of an export.
  public enum Selection: Hashable, Codable, Sendable {
    /// All products, in the order of the store.
    case all
    /// These products, in this order, such as the filtered or the selected rows.
    case products([Product.ID])
  }

  /// The path of the file.
  public let path: String
  /// The format of the file.
  public let format: DataFormat
  /// The products.
  public let selection: Selection
  /// How the file contains texts that a spreadsheet takes for formulas.
  public let formulas: FormulaPolicy

  /// How CSV and TSV contain texts that begin with `=`, `+`, `-`, `@`, a tab or a carriage return: a spreadsheet takes them
  /// for formulas.
  public enum FormulaPolicy: String, Hashable, Codable, Sendable, CaseIterable {
    /// As they are, so that an import gives the same products again.
    case keep
    /// With an apostrophe before them, so that a spreadsheet shows them.
    case escape
  }

  /// Creates an order.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: The format, or `nil` to infer it from the file name. An unknown extension means CSV.
  ///   - selection: The products.
  ///   - formulas: How texts are written that a spreadsheet takes for formulas.
  public init(
    path: String, format: DataFormat? = nil, selection: Selection = .all, formulas: FormulaPolicy = .keep
  ) {
    self.path = path
    self.format = format ?? Self.format(ofPath: path)
    self.selection = selection
    self.formulas = formulas
  }

  /// Returns the end of the name of a spreadsheet, which is no text, or `nil` for another file.
  static func spreadsheetEnding(ofPath path: String) -> String? {
    [".xlsx", ".xls", ".ods", ".numbers"].first { path.lowercased().hasSuffix($0) }
  }

  static func format(ofPath path: String) -> DataFormat { DataFormat(fileName: path) ?? .csv }
}

/// The numbers of exported and missing products.
public struct ExportResult: Hashable, Codable, Sendable {
  /// The number of products in the file.
  public let productCount: Int
  /// The number of products that were requested and are not stored.
  public let missingCount: Int
  /// The path of the file, or `nil` if it is that of the order.
  public let path: String?

  /// Returns the path of the file that an order named.
  func path(of order: ExportOrder) -> String { path ?? order.path }

  /// Creates a result.
  public init(productCount: Int, missingCount: Int = 0, path: String? = nil) {
    self.productCount = productCount
    self.missingCount = missingCount
    self.path = path
  }
}

/// The reason why a file was not written.
public enum ExportFailure: Error, Hashable, Codable, Sendable {
  /// The file could not be written.
  case file(FileStoreError)
  /// The products could not be loaded.
  case products(ProductStoreError)
}

extension ExportFailure: CustomStringConvertible {
  /// The message for the user.
  public var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .products(let error): "The products could not be exported. \(error)"
    }
  }
}

extension ProductExport.State {
  /// A Boolean value that indicates whether the file is being written.
  var isWriting: Bool { if case .writing = self { true } else { false } }
}
