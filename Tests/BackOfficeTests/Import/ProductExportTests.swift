import BackOffice
import Foundation
import Interface
import Loop
import LoopTesting
import MemoryHandlers
import Shop
import TabularData
import Testing
import Values

@Suite struct `Exported products` {
  /// Names, IDs and tags that a careless format would change.
  private let products: [Product] = [
    "\"quoted\"", "two\nlines\r\nand\rmore", "a,b;c|d\te", "👩‍👩‍👧 café", "=SUM(A1:A9)", "007", " spaces ", "\u{FEFF}mark",
    "null",
    "[1]", "-", "'", "\\n", "\u{0}", "x\u{2028}y", "true",
  ].enumerated().map { number, text in
    Product(
      id: Product.ID(rawValue: "\(text)\(number)"), name: text, price: Money(cents: number * 12_345),
      tags: [[], [text], [text, "a"], ["a,b", text], ["[", ""], ["plain", "two words"]][number % 6],
      stock: number % 3 == 0 ? nil : number, position: number + 1, version: number)
  }

  @Test(arguments: DataFormat.allCases) func `are read back unchanged`(format: DataFormat) throws {
    let contents = ProductFile.contents(of: products, as: format)
    let plan = try makePlan(of: contents, "shop.\(format.rawValue)", stored: [])
    #expect(plan.preview.badRows == [])
    let expected = products.map { Product(id: $0.id, name: $0.name, price: $0.price, tags: $0.tags, stock: $0.stock) }
    #expect(plan.products == expected)
    // A shop that contains the products has nothing to store.
    let again = try makePlan(of: contents, "shop.\(format.rawValue)", stored: products)
    #expect(again.preview.counts.unchanged == products.count && again.changes == [])
  }

  @Test(arguments: [
    (DataFormat.csv, "id,name,price,tags,stock,version\np1,Lamp,19.99,\"light,warm\",7,3\np2,Chair,49.00,,,1\n"),
    (.tsv, "id\tname\tprice\ttags\tstock\tversion\np1\tLamp\t19.99\t\"light,warm\"\t7\t3\np2\tChair\t49.00\t\t\t1\n"),
    (
      .json,
      """
      [
        {"id":"p1","name":"Lamp","price":"19.99","tags":["light","warm"],"stock":7,"version":3},
        {"id":"p2","name":"Chair","price":"49.00","tags":[],"version":1}
      ]

      """
    ),
    (
      .jsonl,
      """
      {"id":"p1","name":"Lamp","price":"19.99","tags":["light","warm"],"stock":7,"version":3}
      {"id":"p2","name":"Chair","price":"49.00","tags":[],"version":1}

      """
    ),
  ]) func `look like this`(format: DataFormat, text: String) {
    var warm = lamp
    (warm.tags, warm.stock) = (["light", "warm"], 7)
    #expect(String(decoding: ProductFile.contents(of: [warm, chair], as: format), as: UTF8.self) == text)
  }

  @Test(arguments: DataFormat.allCases) func `can be none`(format: DataFormat) throws {
    let plan = try makePlan(of: ProductFile.contents(of: [], as: format), "shop.\(format.rawValue)")
    #expect(plan.preview.counts.total == 0)
  }
}

@Suite struct `An export` {
  private let order = ExportOrder(path: "shop.csv")

  @Test func `texts that a spreadsheet would run are shown if the user wants that`() {
    let products = [
      Product(id: "-1", name: "=HYPERLINK(1)", price: Money(cents: -250), tags: ["@a", "b"]), lamp,
    ]
    func text(_ formulas: ExportOrder.FormulaPolicy) -> [String] {
      String(decoding: ProductFile.contents(of: products, as: .csv, formulas: formulas), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
    #expect(text(.keep)[1] == #"-1,=HYPERLINK(1),-2.50,"@a,b",,0"#)
    #expect(text(.escape)[1] == #"'-1,'=HYPERLINK(1),-2.50,"'@a,b",,0"#)
    #expect(text(.escape)[2] == text(.keep)[2])
  }

  @Test func `escaped formulas are imported as they were`() throws {
    let products = ["=1+1", "'=1", "''-5", "'n Bett", "'"].enumerated().map { number, name in
      Product(id: Product.ID(rawValue: "'-\(number)"), name: name, price: Money(cents: 250), tags: ["@a", "b"])
    }
    for formulas in [ExportOrder.FormulaPolicy.escape, .keep] {
      let file = ProductFile.contents(of: products, as: .csv, formulas: formulas)
      let counts = try makePlan(of: file, stored: products).preview.counts
      #expect(counts.total == products.count && counts.unchanged == products.count)
    }
    // An apostrophe of another text stays.
    #expect(try makePlan("id,name,price\nx,'n Bett,3\n").preview.rows.first?.product.name == "'n Bett")
  }

  @Test func `writes a file, and asks before it replaces one`() {
    let store = TestStore(ProductExport(), state: .init())
    let writing = ProductExport.Effect.write(order, overwriting: false)
    store.send(.exportTapped(order), starts: [writing]) { $0 = .writing(order) }
    // A second export waits for the user.
    store.send(.exportTapped(ExportOrder(path: "b.csv")))
    store.end(writing, .exportFailed(.file(FileStoreError("shop.csv", .alreadyExists)))) {
      $0 = .confirmingOverwrite(order)
    }
    let replacing = ProductExport.Effect.write(order, overwriting: true)
    store.send(.overwriteTapped, starts: [replacing]) { $0 = .writing(order) }
    let result = ExportResult(productCount: 2)
    store.end(replacing, .exported(result)) { $0 = .finished(order, result) }
    store.send(.cancelTapped) { $0 = .ready }
    store.finish()
  }

  @Test func `that failed can be tried again or cancelled`() {
    let store = TestStore(ProductExport(), state: .init())
    let writing = ProductExport.Effect.write(order, overwriting: false)
    let failure = ExportFailure.file(FileStoreError("shop.csv", .failed("no space left on the device")))
    store.send(.exportTapped(order), starts: [writing]) { $0 = .writing(order) }
    store.end(writing, .exportFailed(failure)) { $0 = .failed(order, failure) }
    store.send(.overwriteTapped)
    store.send(.retryTapped, starts: [writing]) { $0 = .writing(order) }
    store.send(.cancelTapped, cancels: [writing]) { $0 = .ready }
    store.send(.exported(ExportResult(productCount: 1)))
    store.send(.retryTapped)
    store.finish()
  }
}

@MainActor @Suite struct `The handler of an export` {
  private let files = MemoryFileStore(["old.csv": [1]])
  private let products = MemoryProductStore(ProductDatabase(products: [lamp, chair]))

  private func export(_ order: ExportOrder, then actions: ProductExport.Action...) async -> ProductExport.State {
    let store = Store(
      ProductExport(), state: .init(), handler: ProductExportHandler(files: files, products: products))
    for action in [.exportTapped(order)] + actions {
      store.send(action)
      await store.waitUntilIdle()
    }
    return store.state
  }

  @Test func `writes all products, or some of them in their order`() async {
    let all = ExportOrder(path: "all.jsonl")
    #expect(await export(all) == .finished(all, ExportResult(productCount: 2)))
    #expect(await files.files["all.jsonl"] == ProductFile.contents(of: [lamp, chair], as: .jsonl))
    let some = ExportOrder(path: "some.txt", format: .tsv, selection: .products(["p2", "gone", "p1"]))
    let state = await export(some)
    #expect(state == .finished(some, ExportResult(productCount: 2, missingCount: 1)))
    #expect(await files.files["some.txt"] == ProductFile.contents(of: [chair, lamp], as: .tsv))
    let notice = ProductExport.notices(of: state, prefix: "export").map(\.text)
    #expect(notice == ["some.txt contains 2 products. 1 of those requested does not exist anymore."])
  }

  @Test func `replaces a file only if the user confirms it`() async {
    let order = ExportOrder(path: "old.csv")
    let state = await export(order)
    #expect(state == .confirmingOverwrite(order))
    #expect(await files.files["old.csv"] == [1])
    let question = ProductExport.question(of: state, prefix: "export")
    #expect(question?.text == "old.csv exists already. Replace it?")
    #expect(question?.answers.map(\.command.path) == ["export.cancel", "export.overwrite"])
    #expect(await export(order, then: .overwriteTapped) == .finished(order, ExportResult(productCount: 2)))
    #expect(await files.files["old.csv"] == ProductFile.contents(of: [lamp, chair], as: .csv))
  }

  @Test func `says why a file was not written`() async {
    await products.inject([.requestFailed(.offline)])
    #expect(await export(ExportOrder(path: "a")) == .failed(ExportOrder(path: "a"), .products(.offline)))
    await files.inject([.requestFailed(.failed("permission denied"))])
    let state = await export(ExportOrder(path: "a"))
    let notices = ProductExport.notices(of: state, prefix: "export")
    #expect(notices.map(\.text) == ["a: permission denied"])
    #expect(notices[0].answers.map(\.command.path) == ["export.retry", "export.cancel"])
  }
}
