import Analytics
import BackOffice
import Loop
import Shop
import Tables

extension BackOffice.State {
  /// What a database or a server has not stored, except for events, each with its reason.
  ///
  /// A script that sees the status of these failures can try again later.
  var storeFailures: [String] {
    [
      unreachableStore, products.table.moveFailure, productImport.storeFailure, productExport.storeFailure,
      sampleData.storeFailure,
    ].compactMap(\.self) + deletionFailures
  }

  private var deletionFailures: [String] {
    products.table.deletions.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { id, deletion in
      guard case .deleteFailed(let reason) = deletion else { return nil }
      return "cannot delete \(id.rawValue): \(reason)"
    }
  }
}

extension ProductImport.State {
  fileprivate var storeFailure: String? {
    guard case .preview(_, _, let failure?) = self, failure.isUnavailableStore else { return nil }
    return "\(failure)"
  }
}

extension ProductExport.State {
  fileprivate var storeFailure: String? {
    guard case .failed(_, .products(let error)) = self, error.exitStatus == .unavailable else { return nil }
    return "\(error)"
  }
}

extension SampleDataStatus {
  fileprivate var storeFailure: String? {
    guard case .failed(let error) = self, error.exitStatus == .unavailable else { return nil }
    return "\(error)"
  }
}

extension ImportFailure {
  /// A Boolean value that indicates whether the store of the products could not be reached, read or written.
  var isUnavailableStore: Bool {
    switch self {
    case .loading(let error): error.exitStatus == .unavailable
    case .storing(let error): error.exitStatus == .unavailable
    case .file, .contents, .noColumn, .fileChanged, .productsChanged, .cancelled: false
    }
  }
}

extension ProductTransactionError {
  var exitStatus: ExitStatus {
    switch self {
    case .offline, .failed: .unavailable
    case .cancelled: .failure
    case .product(_, let error): error.exitStatus
    }
  }
}
