import ExplorerTool
import Forms
import Loop
import Shop
import Tables
import TabularData
import Values

extension CommandShell {
  func runProductsCommand(_ words: [String]) async throws {
    try await runSubcommand(
      words, of: "products",
      ["list": listProducts, "add": addProduct, "edit": editProduct, "delete": deleteProducts])
  }

  private func listProducts(_ words: [String]) async throws {
    var options = try CommandArguments(words, help: Help.productsList)
    let viewOptions = try TableViewOptions(&options)
    try options.rejectOperands()
    try await loadProducts()
    try printProducts(productList.state.products, viewOptions)
  }

  private func addProduct(_ words: [String]) async throws {
    var options = try CommandArguments(words, help: Help.productsAdd)
    let changes = try Self.formActions(from: &options, areRequired: true)
    let id = try options.popValue("--id").map(Self.parseProductID(typed:)) ?? makeProductID()
    try options.rejectOperands()
    try await loadProducts()
    if productList.state[id] != nil {
      throw .dataError("a product with the ID \(id.rawValue.quoted) already exists")
    }
    try await saveProduct(id, opening: .addTapped(.empty(id: id)), changes)
  }

  private func editProduct(_ words: [String]) async throws {
    var options = try CommandArguments(words, help: Help.productsEdit)
    let changes = try Self.formActions(from: &options)
    let id = Product.ID(rawValue: try options.singleOperand("ID"))
    if changes.isEmpty { throw .usageError("nothing to change; expected --name, --price or --tags\n\(options.usage)") }
    try await loadProducts()
    try checkExistence(of: [id])
    try await saveProduct(id, opening: .rowTapped(id), changes)
  }

  private func deleteProducts(_ words: [String]) async throws {
    let options = try CommandArguments(words, help: Help.productsDelete)
    let ids = try options.operands("ID", atLeast: 1).map(Product.ID.init(rawValue:))
    try await loadProducts()
    try checkExistence(of: ids)
    productList.send(.table(.rowsDeleted(ids)))
    await office.waitUntilIdle()
    for id in ids {
      if case .deleteFailed(let reason) = productList.state.table.deletions[id] {
        throw CommandError(status: .unavailable, message: "cannot delete \(id.rawValue.terminalSafe): \(reason)")
      }
    }
    try printProducts(productList.state.products)
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

  private func loadProducts() async throws {
    productList.send(.editor(.appeared))
    await office.waitUntilIdle()
    if case .failed(let failure) = productList.state.listStatus {
      throw CommandError(status: failure.exitStatus, message: "\(failure)")
    }
  }

  private func checkExistence(of ids: [Product.ID]) throws {
    let missing = ids.filter { productList.state[$0] == nil }.map(\.rawValue.quoted)
    if missing.isEmpty { return }
    throw .dataError("no product with the ID \(missing.joined(separator: ", "))")
  }

  private func saveProduct(_ id: Product.ID, opening: ProductEditor.Action, _ changes: [ProductForm.Action])
    async throws
  {
    productList.send(.editor(opening))
    for change in changes { productList.send(.editor(.form(change))) }
    productList.send(.editor(.form(.saveTapped)))
    await office.waitUntilIdle()
    if let form = productList.state.sheet.form {
      if let failure = form.saveError { throw CommandError(status: failure.exitStatus, message: "\(failure)") }
      throw .dataError("the product was not saved\n\(form.fields.screen.errorSummary)")
    }
    try printProducts([productList.state[id]].compactMap(\.self))
  }

  private func printProducts(_ products: [Product], _ viewOptions: TableViewOptions = TableViewOptions()) throws {
    let columns = Product.columns.map { $0.configured { $0.title = $0.title.uppercased() } }
    let visible = columns.filter(\.isVisible).map(\.id)
    try console.print(TableView(of: DataTable(products, columns: columns), viewOptions, columns: visible).text)
  }
}

extension ProductStoreError {
  var exitStatus: ExitStatus {
    switch self {
    case .offline: .unavailable
    case .rejected: .data
    case .conflict, .notFound: .failure
    }
  }
}
