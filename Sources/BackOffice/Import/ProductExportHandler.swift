import Loop
import Shop

/// Runs the effects of an export on a file store and a product store.
package struct ProductExportHandler: EffectHandler {
  private let files: any FileStore
  private let products: any ProductStore

  /// Creates a handler.
  package init(files: any FileStore, products: any ProductStore) {
    self.files = files
    self.products = products
  }

  /// Runs one effect.
  package func run(_ effect: ProductExport.Effect, send: Send<ProductExport.Action>) async -> ProductExport.Action? {
    switch effect {
    case .write(let order, let overwriting):
      do throws(ExportFailure) {
        return .exported(try await write(order, overwriting: overwriting))
      } catch {
        return .exportFailed(error)
      }
    }
  }

  @concurrent private func write(_ order: ExportOrder, overwriting: Bool) async throws(ExportFailure) -> ExportResult {
    let exported: (products: [Product], missingCount: Int)
    do throws(ProductStoreError) {
      exported = order.selection.products(from: try await products.products())
    } catch {
      throw .products(error)
    }
    do throws(FileStoreError) {
      try await files.write(
        ProductFile.contents(of: exported.products, as: order.format, formulas: order.formulas), to: order.path,
        overwriting: overwriting)
    } catch {
      throw .file(error)
    }
    let path = files.shownPath(of: order.path)
    return ExportResult(
      productCount: exported.products.count, missingCount: exported.missingCount,
      path: path == order.path ? nil : path)
  }
}

extension ExportOrder.Selection {
  /// Returns the selected products, and the number of selected products that are not stored.
  fileprivate func products(from stored: [Product]) -> (products: [Product], missingCount: Int) {
    switch self {
    case .all: return (stored, 0)
    case .products(let ids):
      let known = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
      let found = ids.compactMap { known[$0] }
      return (found, ids.count - found.count)
    }
  }
}
