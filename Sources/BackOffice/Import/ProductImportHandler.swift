import Loop
import Shop

/// Runs the effects of an import on a file store and a product store.
package struct ProductImportHandler: EffectHandler {
  private let files: any FileStore
  private let products: any ProductStore
  private let makeIDPrefix: @Sendable () -> String

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - products: The products.
  ///   - makeIDPrefix: A closure that returns the beginning of the IDs of rows without an ID, which no other file has.
  package init(files: any FileStore, products: any ProductStore, makeIDPrefix: @escaping @Sendable () -> String) {
    self.files = files
    self.products = products
    self.makeIDPrefix = makeIDPrefix
  }

  /// Runs one effect.
  package func run(_ effect: ProductImport.Effect, send: Send<ProductImport.Action>) async -> ProductImport.Action? {
    switch effect {
    case .read(let settings):
      let result = await send.relaying(ProductImport.Action.readingProgressed) { report in
        await read(settings, report)
      }
      return switch result {
      case .success(let preview): .previewLoaded(preview)
      case .failure(let failure): .readingFailed(failure)
      }
    case .store(let order):
      let result = await send.relaying(ProductImport.Action.importProgressed) { report in
        await store(order, report)
      }
      return switch result {
      case .success(let edits): .imported(edits)
      case .failure(let failure): .importFailed(failure)
      }
    case .writeRejectedRows(let settings, let path, let isOverwriting):
      do throws(ImportFailure) {
        let counts = try await writeRejectedRows(of: settings, to: path, overwriting: isOverwriting)
        return .rejectedRowsWritten(counts, path: files.shownPath(of: path))
      } catch {
        return .importFailed(error)
      }
    }
  }

  @concurrent private func writeRejectedRows(
    of settings: ImportSettings, to path: String, overwriting: Bool
  ) async throws(ImportFailure) -> RejectedRowCounts {
    let (bytes, stored) = try await load(settings.path)
    let rows = try RejectedRows(of: bytes, settings, stored: stored)
    do throws(FileStoreError) {
      try await files.write(rows.contents, to: path, overwriting: overwriting)
    } catch {
      throw .file(error)
    }
    return rows.counts
  }

  @concurrent private func read(
    _ settings: ImportSettings, _ report: @escaping @Sendable (Int) -> Void
  ) async -> Result<ImportPreview, ImportFailure> {
    var settings = settings
    settings.idPrefix = settings.idPrefix ?? makeIDPrefix()
    do throws(ImportFailure) {
      let (bytes, stored) = try await load(settings.path)
      let plan = try ImportPlan(of: bytes, settings, stored: stored) { Self.continues(after: { report($0) }, $0) }
      return .success(plan.preview)
    } catch {
      return .failure(error)
    }
  }

  @concurrent private func store(
    _ order: ImportOrder, _ report: @escaping @Sendable (ImportProgress) -> Void
  ) async -> Result<[ProductEdit], ImportFailure> {
    do throws(ImportFailure) {
      let (bytes, stored) = try await load(order.settings.path)
      let plan = try ImportPlan(of: bytes, storing: order, stored: stored) {
        Self.continues(after: { report(.reading($0)) }, $0)
      }
      do throws(ProductTransactionError) {
        return .success(plan.edits(storing: try await products.apply(plan.changes) { report(.storing($0)) }))
      } catch {
        throw .storing(error)
      }
    } catch {
      return .failure(error)
    }
  }

  private static func continues(after report: (Int) -> Void, _ count: Int) -> Bool {
    report(count)
    return !Task.isCancelled
  }

  private func load(_ path: String) async throws(ImportFailure) -> (bytes: [UInt8], stored: [Product]) {
    let bytes: [UInt8]
    do throws(FileStoreError) { bytes = try await files.read(path) } catch { throw .file(error) }
    do throws(ProductStoreError) { return (bytes, try await products.products()) } catch { throw .loading(error) }
  }
}
