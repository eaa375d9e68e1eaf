import BackOffice
import Loop
import LoopTesting
import Shop
import Testing
import Values

@Suite struct `An import` {
  private let good = "id,name,price\np1,Lamp,25.00\np3,Tea,3.50\n"
  private let bad = "id,name,price\np1,Lamp,25.00\np2,Mug,ten\n"
  private let settings = ImportSettings(path: "shop.csv")

  private func makeStore(_ state: ProductImport.State = .init()) -> TestStore<ProductImport> {
    TestStore(ProductImport(), state: state)
  }

  @Test func `reads a file, shows a preview and stores the products`() throws {
    let preview = try makePreview(good)
    let store = makeStore()
    store.send(.fileChosen("shop.csv"), starts: [.read(settings)]) {
      $0 = .reading(settings, rowCount: 0, former: nil)
    }
    store.respond(to: .read(settings), with: .readingProgressed(2)) {
      $0 = .reading(settings, rowCount: 2, former: nil)
    }
    store.end(.read(settings), .previewLoaded(preview)) { $0 = .preview(preview, .block) }
    let storing = ProductImport.Effect.store(ImportOrder(preview))
    store.send(.startTapped, starts: [storing]) { $0 = .importing(preview, .block, .reading(0)) }
    store.respond(to: storing, with: .importProgressed(.storing(1))) {
      $0 = .importing(preview, .block, .storing(1))
    }
    store.end(storing, .imported([])) { $0 = .finished(path: "shop.csv", preview.counts) }
    store.send(.cancelTapped) { $0 = .choosingFile }
    store.finish()
  }

  @Test func `is blocked by a bad row until the user skips it`() throws {
    let preview = try makePreview(bad)
    let store = makeStore(.preview(preview, .block))
    #expect(store.state.startObstacle == "1 row is bad; correct the file, or skip them")
    store.send(.startTapped)
    store.send(.badRowsChosen(.skip)) { $0 = .preview(preview, .skip) }
    let storing = ProductImport.Effect.store(ImportOrder(preview))
    store.send(.startTapped, starts: [storing]) { $0 = .importing(preview, .skip) }
    store.end(storing, .imported([])) { $0 = .finished(path: "shop.csv", preview.counts) }
    store.finish()
  }

  @Test func `gives a column to another field, and takes it from the former one`() throws {
    let preview = try makePreview("id,title,retail\np1,Lamp,25.00\n")
    let store = makeStore(.preview(preview, .block))
    var settings = preview.settings
    #expect(settings.mapping == ColumnMapping(["id": "id", "name": "title", "price": "retail"]))
    settings.mapping = ColumnMapping(["id": "id", "tags": "title", "price": "retail"])
    store.send(.columnAssigned("title", to: "tags"), starts: [.read(settings)]) {
      $0 = .reading(settings, rowCount: 0, former: preview)
    }
    let tagged = try makePreview("id,title,retail\np1,Lamp,25.00\n") { $0.mapping = settings.mapping }
    store.end(.read(settings), .previewLoaded(tagged)) { $0 = .preview(tagged, .block) }
    settings.mapping = ColumnMapping(["id": "id", "price": "retail"])
    store.send(.columnAssigned("title", to: nil), starts: [.read(settings)]) {
      $0 = .reading(settings, rowCount: 0, former: tagged)
    }
    store.end(.read(settings), .readingFailed(.cancelled)) {
      $0 = .unreadable(settings, .cancelled, former: tagged)
    }
    store.finish()
  }

  @Test func `corrects bad cells, stores what was corrected, and forgets it with another file`() throws {
    let preview = try makePreview(bad)
    let store = makeStore(.preview(preview, .block))
    store.send(.rowCorrected(1, "no bad row"))
    var corrected = ProductImport.State.preview(preview, .block)
    _ = ProductImport().reduce(&corrected, .rowCorrected(2, "4,50"))
    let settings = try #require(corrected.settings)
    #expect(settings.corrections.count == 1)
    store.send(.rowCorrected(2, "4,50"), starts: [.read(settings)]) { $0 = corrected }
    let mended = try makePreview(bad) { $0.corrections = settings.corrections }
    #expect(mended.counts.bad == 0 && mended.rows.last?.product.price == Money(cents: 450))
    let plan = try ImportPlan(
      of: Array(bad.utf8), storing: ImportOrder(mended), stored: [lamp, chair])
    #expect(plan.changes.count == 2)
    // Without titles, the rows have other numbers.
    var untitled = ProductImport.State.preview(mended, .block)
    _ = ProductImport().reduce(&untitled, .headerChosen(false))
    #expect(untitled.settings?.corrections.count == 0)
    let other = try makePreview("\(bad)p7,Jug,5\n") { $0.corrections = settings.corrections }
    #expect(other.counts.bad == 1 && other.settings.corrections.count == 0)
    store.end(.read(settings), .readingFailed(.cancelled)) {
      $0 = .unreadable(settings, .cancelled, former: preview)
    }
    store.finish()
  }

  @Test func `corrects the bad one of two fields that one column fills`() throws {
    let preview = try makePreview("code,name\nx,Lamp\n") {
      $0.mapping = ColumnMapping(["id": "code", "price": "code", "name": "name"])
    }
    #expect(preview.badRows.map(\.field) == ["price"])
    var state = ProductImport.State.preview(preview, .block)
    _ = ProductImport().reduce(&state, .rowCorrected(1, "5"))
    let corrections = try #require(state.settings?.corrections)
    let corrected = try makePreview("code,name\nx,Lamp\n") {
      ($0.mapping, $0.corrections) = (preview.settings.mapping, corrections)
    }
    #expect(corrected.rows.map(\.product.id.rawValue) == ["x"] && corrected.counts.bad == 0)
    let unmapped = try makePreview("id,name\np9,Lamp\n")
    #expect(unmapped.badRows.map(\.field) == [nil], "there is no cell to correct")
  }

  @Test func `that would store nothing does not start`() throws {
    let preview = try makePreview("id,name,price\np1,Lamp,19.99\n")
    let store = makeStore(.preview(preview, .block))
    #expect(store.state.startObstacle == "there is nothing to store")
    store.send(.startTapped)
    // There is no bad row to skip.
    store.send(.badRowsChosen(.skip))
    store.finish()
  }

  @Test func `reads the file again when the mapping is changed, and forgets that bad rows are skipped`() throws {
    let preview = try makePreview(bad)
    let store = makeStore(.preview(preview, .skip))
    var mapped = preview.settings
    mapped.mapping?["price"] = nil
    store.send(.columnMapped("price", nil), starts: [.read(mapped)]) {
      $0 = .reading(mapped, rowCount: 0, former: preview)
    }
    // A change while the file is being read replaces the run, so that its response never arrives.
    var renamed = mapped
    renamed.mapping?["name"] = "id"
    store.send(.columnMapped("name", "id"), starts: [.read(renamed)], cancels: [.read(mapped)]) {
      $0 = .reading(renamed, rowCount: 0, former: preview)
    }
    let after = try makePreview(bad) { $0 = renamed }
    store.end(.read(renamed), .previewLoaded(after)) { $0 = .preview(after, .block) }
    store.finish()
  }

  @Test func `guesses the mapping again when the columns are split differently`() throws {
    let preview = try makePreview(good)
    let store = makeStore(.preview(preview, .block))
    var split = preview.settings
    (split.separator, split.mapping) = (.semicolon, nil)
    store.send(.separatorChosen(.semicolon), starts: [.read(split)]) {
      $0 = .reading(split, rowCount: 0, former: preview)
    }
    // The columns are not known, so none can be chosen.
    store.send(.columnMapped("name", "a"))
    store.send(.cancelTapped, cancels: [.read(split)]) { $0 = .preview(preview, .block) }
    // What is chosen already changes nothing.
    store.send(.separatorChosen(nil))
    store.finish()
  }

  @Test func `says which columns the file has`() throws {
    let preview = try makePreview(good)
    let store = makeStore(.preview(preview, .block))
    store.send(.columnMapped("price", "prise")) {
      $0 = .preview(preview, .block, .noColumn("prise", columns: ["id", "name", "price"]))
    }
    #expect(
      "\(ImportFailure.noColumn("prise", columns: preview.columns))"
        == #"There is no column "prise". Did you mean "price"?"#)
    store.finish()
  }

  @Test func `law 5: a failed import returns to the preview with nothing lost`() throws {
    let preview = try makePreview(bad)
    let store = makeStore(.importing(preview, .skip))
    store.send(.importFailed(.fileChanged)) { $0 = .preview(preview, .skip, .fileChanged) }
    let storing = ProductImport.Effect.store(ImportOrder(preview))
    store.send(.startTapped, starts: [storing]) { $0 = .importing(preview, .skip) }
    store.end(storing, .importFailed(.storing(.offline))) { $0 = .preview(preview, .skip, .storing(.offline)) }
    store.finish()
  }

  @Test func `law 5: a file that cannot be read keeps the former preview`() throws {
    let preview = try makePreview(good)
    let store = makeStore(.preview(preview, .block))
    let failure = ImportFailure.file(FileStoreError("shop.csv", .notFound))
    store.send(.reloadTapped, starts: [.read(preview.settings)]) {
      $0 = .reading(preview.settings, rowCount: 0, former: preview)
    }
    store.end(.read(preview.settings), .readingFailed(failure)) {
      $0 = .unreadable(preview.settings, failure, former: preview)
    }
    store.send(.cancelTapped) { $0 = .preview(preview, .block) }
    store.send(.cancelTapped) { $0 = .choosingFile }
    store.finish()
  }

  @Test func `that is cancelled reads the file again, because it may be executed`() throws {
    let preview = try makePreview(good)
    let store = makeStore(.preview(preview, .block))
    let storing = ProductImport.Effect.store(ImportOrder(preview))
    store.send(.startTapped, starts: [storing]) { $0 = .importing(preview, .block) }
    store.send(.cancelTapped, starts: [.read(preview.settings)], cancels: [storing]) {
      $0 = .reading(preview.settings, rowCount: 0, former: preview)
    }
    // Responses of the import change nothing.
    store.send(.imported([]))
    store.send(.importFailed(.cancelled))
    store.send(.cancelTapped, cancels: [.read(preview.settings)]) { $0 = .preview(preview, .block) }
    store.finish()
  }

  @Test func `is not replaced by another file while it is running`() throws {
    let preview = try makePreview(good)
    let store = makeStore(.preview(preview, .block))
    let storing = ProductImport.Effect.store(ImportOrder(preview))
    store.send(.startTapped, starts: [storing]) { $0 = .importing(preview, .block) }
    for action: ProductImport.Action in [.fileChosen("b"), .reloadTapped, .columnMapped("id", nil), .startTapped] {
      store.send(action)
    }
    store.end(storing, .imported([])) { $0 = .finished(path: "shop.csv", preview.counts) }
    store.finish()
  }

  @Test func `reports an interrupted import as failed, and reads an interrupted file again`() throws {
    let preview = try makePreview(good)
    var loopState = LoopState<ProductImport>(initialState: .init())
    let reading = loopState.reduce(.fileChosen(settings.path), by: ProductImport()).started
    #expect(reading.map(\.restart) == [.runAgain])
    loopState.state = .preview(preview, .block)
    let storing = loopState.reduce(.startTapped, by: ProductImport()).started
    #expect(storing.map(\.restart) == [.reportLost])
    #expect(storing.map(\.lostResponse) == [.importFailed(.storing(.offline))])
  }
}
