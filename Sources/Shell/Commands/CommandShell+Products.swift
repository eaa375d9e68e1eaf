import ConsoleIO
import Forms
import Loop
import Shop
import Tables
import TabularData
import Values

extension CommandShell {
  func listProducts(_ options: inout CommandArguments) async throws {
    let viewOptions = try TableViewOptions(&options, self.options)
    try options.rejectOperands()
    func view(of products: [Product]) throws(CommandError) -> TableView {
      let data = DataTable(products, columns: Self.productColumns)
      return try TableView(of: data, viewOptions, columns: visibleProductFields, writesMoneyAsText: true)
    }
    // Mistakes in the options are reported before anything is loaded.
    let emptyView = try view(of: [])
    try await loadProducts()
    let products = productList.state.products
    guard viewOptions.pageSize == nil, let request = emptyView.windowRequest, request.query == TableQuery() else {
      return try print(view(of: products).output, fields: [])
    }
    let shown = products.dropFirst(request.offset).prefix(request.limit)
    try print(.list(emptyView.records(of: shown, Self.productColumns)), fields: [])
  }

  func showProducts(_ options: inout CommandArguments) async throws {
    let ids = try options.operands("ID", atLeast: 1).map(Product.ID.init(rawValue:))
    try await loadProducts()
    try checkExistence(of: ids)
    let products = ids.compactMap { productList.state[$0] }
    let all = Self.productColumns.map(\.id).filter { $0 != "position" }
    let records = records(of: products, visible: all)
    try print(ids.count == 1 ? .record(records) : .list(records))
  }

  func addProduct(_ options: inout CommandArguments) async throws {
    let changes = try Self.formActions(from: &options, areRequired: true)
    let id = try options.popValue("--id").map(Self.parseProductID(typed:)) ?? makeProductID()
    try options.rejectOperands()
    try await loadProducts()
    if productList.state[id] != nil {
      throw .dataError("a product with the ID \(id.rawValue.quoted) already exists")
    }
    try await saveProduct(id, opening: .editor(.addTapped(.empty(id: id))), changes)
    try printProduct(id)
  }

  func editProduct(_ options: inout CommandArguments) async throws {
    let changes = try Self.formActions(from: &options)
    let id = Product.ID(rawValue: try options.singleOperand("ID"))
    if changes.isEmpty {
      throw .usageError("nothing to change; expected --name, --price or --tags", usage: options.usage)
    }
    try await loadProducts()
    try checkExistence(of: [id])
    try await saveProduct(id, opening: .rowTapped(id), changes)
    try printProduct(id)
  }

  func moveProducts(_ options: inout CommandArguments) async throws {
    let before = try options.popValue("--before").map(Product.ID.init(rawValue:))
    let after = try options.popValue("--after").map(Product.ID.init(rawValue:))
    let isFirst = try options.popFlag("--first")
    let isLast = try options.popFlag("--last")
    let ids = try options.operands("ID", atLeast: 1).map(Product.ID.init(rawValue:)).distinct
    guard [before != nil, after != nil, isFirst, isLast].count(where: { $0 }) == 1 else {
      throw .usageError("expected one of --before, --after, --first and --last", usage: options.usage)
    }
    try await loadProducts()
    try checkExistence(of: ids + [before, after].compactMap(\.self))
    if let other = before ?? after, ids.contains(other) {
      throw .dataError("\(other.rawValue.quoted) cannot be moved before or after itself")
    }
    let first = productList.state.products.map(\.id).first { !ids.contains($0) }
    let position: RowPosition<Product.ID> =
      if let after { .after(after) } else if let next = before ?? (isFirst ? first : nil) { .before(next) } else {
        .end
      }
    productList.send(.table(.rowsMoved(.init(ids, position))))
    await office.waitUntilIdle()
    if let reason = productList.state.table.moveFailure {
      throw CommandError(status: .unavailable, message: "cannot move \(Self.text(of: ids)): \(reason)")
    }
    try printChange(.list(records(of: productList.state.products)))
  }

  func deleteProducts(_ options: inout CommandArguments) async throws {
    let isConfirmed = try options.popFlag("--yes")
    let isDryRun = try options.popFlag("--dry-run")
    let ids = try options.operands("ID", atLeast: 1).map(Product.ID.init(rawValue:)).distinct
    if !isConfirmed, !isDryRun { try requireTerminal(orUsing: "--yes to delete") }
    try await loadProducts()
    try checkExistence(of: ids)
    let products = ids.compactMap { productList.state[$0] }
    if isDryRun {
      printNote("This would delete \(Self.countText(products)):")
      return try print(.list(records(of: products)))
    }
    if !isConfirmed, try !confirmDeletion(of: products) {
      throw CommandError(status: .failure, message: "nothing was deleted")
    }
    productList.send(.table(.rowsDeleted(ids)))
    await office.waitUntilIdle()
    let reason = ids.lazy.compactMap { id -> String? in
      if case .deleteFailed(let reason) = self.productList.state.table.deletions[id] { reason } else { nil }
    }.first
    if let reason {
      // A deletion whose response was lost may have been executed: the list shows it.
      productList.send(.reloadTapped)
      await office.waitUntilIdle()
      if productList.state.listStatus != .loaded {
        throw CommandError(
          status: .unavailable, message: "it is not known whether anything was deleted: \(reason)")
      }
      if ids.contains(where: { productList.state[$0] != nil }) {
        throw CommandError(status: .unavailable, message: "nothing was deleted: \(reason)")
      }
    }
    try printChange(.list(records(of: products)))
  }

  private func confirmDeletion(of products: [Product]) throws -> Bool {
    let names = products.map { "\($0.id.rawValue.terminalSafe) \($0.name.quoted)" }.joined(separator: ", ")
    return try confirm("Delete \(names)?")
  }

  /// Throws an error if standard input is not a terminal, so that nothing can be asked.
  func requireTerminal(orUsing alternative: String) throws(CommandError) {
    if console.isInteractive { return }
    throw .usageError("standard input is not a terminal, so nothing can be asked; add \(alternative)")
  }

  /// Asks a question that is answered with yes or no.
  func confirm(_ question: String) throws -> Bool {
    let answer = try console.readLine("\(question) [y/N] ")
    return ["y", "yes"].contains(answer?.trimmed.lowercased())
  }

  private static func text(of ids: [Product.ID]) -> String { ids.map(\.rawValue.terminalSafe).joined(separator: ", ") }

  private static func countText(_ products: [Product]) -> String {
    products.count == 1 ? "1 product" : "\(products.count) products"
  }

  /// Returns the form's actions for the options of a product.
  ///
  /// For a new product, the name and the price are required.
  private static func formActions(
    from options: inout CommandArguments, areRequired: Bool = false
  ) throws -> [ProductForm.Action] {
    let name = try options.popValue("--name", isRequired: areRequired)
    let price = try options.popValue("--price", isRequired: areRequired).map { text throws(CommandError) in
      do throws(MoneyError) {
        return try Money(parsing: text)
      } catch {
        throw .usageError("--price \(text.quoted): \(error)")
      }
    }
    let tags = try options.popValue("--tags").map { text in
      text.split(separator: ",").map(\.trimmed).reduce(into: [String]()) { tags, tag in
        if !tag.isEmpty && !tags.contains(tag) { tags.append(tag) }
      }
    }
    return [name.map { .nameChanged($0) }, price.map { .priceChanged($0) }, tags.map { .tagsChanged($0) }]
      .compactMap(\.self)
  }

  /// Returns an ID that is visible and that cannot be mistaken for an option.
  private static func parseProductID(typed text: String) throws(CommandError) -> Product.ID {
    if text.trimmed.isEmpty { throw .dataError("--id \(text.quoted): an ID must not be blank") }
    if text.hasPrefix("-") { throw .dataError("--id \(text.quoted): an ID must not begin with -") }
    return Product.ID(rawValue: text)
  }

  func loadProducts() async throws {
    productList.send(.appeared)
    await office.waitUntilIdle()
    if case .failed(let failure) = productList.state.listStatus {
      throw CommandError(status: failure.exitStatus, message: "\(failure)")
    }
  }

  func checkExistence(of ids: [Product.ID]) throws {
    let missing = ids.filter { productList.state[$0] == nil }.map(\.rawValue.quoted)
    if missing.isEmpty { return }
    throw .dataError("no product with the ID \(missing.joined(separator: ", "))")
  }

  /// Saves a product with the editor.
  func saveProduct(_ id: Product.ID, opening: ProductListFeature.Action, _ changes: [ProductForm.Action])
    async throws
  {
    productList.send(opening)
    for change in changes { productList.send(.editor(.form(change))) }
    productList.send(.editor(.form(.saveTapped)))
    await office.waitUntilIdle()
    if let form = productList.state.editor.sheet.form {
      if let failure = form.saveError { throw CommandError(status: failure.exitStatus, message: "\(failure)") }
      throw .dataError("the product was not saved\n\(form.fields.screen.errorSummary)")
    }
  }

  private func printProduct(_ id: Product.ID) throws {
    try printChange(.row(records(of: [productList.state[id]].compactMap(\.self))))
  }

  private static let productColumns = Product.columns.map { $0.configured { $0.title = $0.title.uppercased() } }

  /// The fields that are printed unless others are requested: people need no version.
  private var visibleProductFields: [String] {
    let isForPeople = options.format == .table || options.format == .plain
    return Self.productColumns.filter { $0.isVisible || $0.id == "version" && !isForPeople }.map(\.id)
  }

  /// Returns products as records with the visible fields.
  private func records(of products: [Product], visible: [String]? = nil) -> RecordList {
    let names = options.fields.isEmpty ? visible ?? visibleProductFields : Self.productColumns.map(\.id)
    return RecordList(products, Self.productColumns.filter { names.contains($0.id) }, writesMoneyAsText: true)
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrences.
  var distinct: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}

extension ProductStoreError {
  var exitStatus: ExitStatus {
    switch self {
    case .offline, .failed: .unavailable
    case .rejected: .data
    case .conflict, .notFound: .failure
    }
  }
}
