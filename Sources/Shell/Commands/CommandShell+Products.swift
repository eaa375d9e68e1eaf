internal import ExplorerTool
internal import Forms
internal import Loop
internal import Shop
internal import Tables
internal import TabularData
internal import Values

extension CommandShell {
  func runProductsCommand(_ words: [String]) async throws {
    let rest = Array(words.dropFirst())
    switch words.first {
    case "list": try await listProducts(CommandArguments(rest, help: Help.productsList))
    case "add": try await addProduct(CommandArguments(rest, help: Help.productsAdd))
    case "edit": try await editProduct(CommandArguments(rest, help: Help.productsEdit))
    case "delete": try await deleteProducts(CommandArguments(rest, help: Help.productsDelete))
    case "--help", "-h": throw CommandError(status: .success, message: Help.products)
    case nil: throw .usageError("products: list, add, edit or delete")
    case let word?: throw .unknownWord(word, "command", among: ["list", "add", "edit", "delete"])
    }
  }

  private func listProducts(_ options: consuming CommandArguments) async throws {
    let wishes = try TableViewOptions(&options)
    try options.rejectOperands()
    try await loadProducts()
    try printProducts(catalogue.state.products, wishes)
  }

  private func addProduct(_ options: consuming CommandArguments) async throws {
    let changes = try Self.formActions(from: &options, areRequired: true)
    let id = try options.value("--id").map(Self.parseNewID(typed:)) ?? newID()
    try options.rejectOperands()
    try await loadProducts()
    if catalogue.state[id] != nil {
      throw .dataError("there is a product \(id.rawValue.quoted) already")
    }
    try await saveProduct(id, opening: .addTapped(.empty(id: id)), changes)
  }

  private func editProduct(_ options: consuming CommandArguments) async throws {
    let changes = try Self.formActions(from: &options)
    let id = Product.ID(rawValue: try options.operands("the product's ID", atLeast: 1, atMost: 1)[0])
    if changes.isEmpty { throw .usageError("nothing to change\n\(options.usage)") }
    try await loadProducts()
    try checkExistence(of: [id])
    try await saveProduct(id, opening: .rowTapped(id), changes)
  }

  private func deleteProducts(_ options: consuming CommandArguments) async throws {
    let ids = try options.operands("a product's ID", atLeast: 1).map(Product.ID.init(rawValue:))
    try await loadProducts()
    try checkExistence(of: ids)
    catalogue.send(.table(.rowsDeleted(ids)))
    await catalogue.waitUntilIdle()
    for id in ids {
      if case .notDeleted(let reason) = catalogue.state.table.errands[id] {
        throw CommandError(status: .unavailable, message: "\(id.rawValue.terminalSafe) was not deleted. \(reason)")
      }
    }
    try printProducts(catalogue.state.products)
  }
}

extension CommandShell {
  /// What was typed into the form, as the form hears it.
  ///
  /// A new product needs a name and a price.
  private static func formActions(from options: inout CommandArguments, areRequired areNeeded: Bool = false) throws
    -> [ProductForm.Action]
  {
    let name = try options.value("--name", isRequired: areNeeded)
    let price = try options.value("--price", isRequired: areNeeded).map(parsePrice(typed:))
    let tags = try options.value("--tags").map(parseTags(typed:))
    return [name.map { .nameChanged($0) }, price.map { .priceChanged($0) }, tags.map { .tagsChanged($0) }]
      .compactMap(\.self)
  }

  private static func parsePrice(typed text: String) throws(CommandError) -> Money {
    do throws(MoneyError) {
      return try Money(parsing: text)
    } catch {
      throw .usageError("--price \(text.quoted): \(error)")
    }
  }

  /// The words between commas, each once.
  private static func parseTags(typed text: String) -> [String] {
    var tags: [String] = []
    for tag in text.split(separator: ",").map(\.trimmed) where !tag.isEmpty && !tags.contains(tag) { tags.append(tag) }
    return tags
  }

  /// An identifier that can be seen, and that can be typed where options are.
  private static func parseNewID(typed text: String) throws(CommandError) -> Product.ID {
    if text.trimmed.isEmpty { throw .dataError("--id \(text.quoted): an ID must not be blank") }
    if text.hasPrefix("-") { throw .dataError("--id \(text.quoted): an ID must not begin with -") }
    return Product.ID(rawValue: text)
  }

  private func loadProducts() async throws {
    catalogue.send(.editor(.appeared))
    await catalogue.waitUntilIdle()
    if case .failed(let failure) = catalogue.state.list {
      throw CommandError(status: failure.exitStatus, message: "\(failure)")
    }
  }

  private func checkExistence(of ids: [Product.ID]) throws {
    let missing = ids.filter { catalogue.state[$0] == nil }.map(\.rawValue.quoted)
    if missing.isEmpty { return }
    throw .dataError("there is no product \(missing.joined(separator: ", "))")
  }

  private func saveProduct(_ id: Product.ID, opening: ProductEditor.Action, _ changes: [ProductForm.Action])
    async throws
  {
    catalogue.send(.editor(opening))
    for change in changes { catalogue.send(.editor(.form(change))) }
    catalogue.send(.editor(.form(.saveTapped)))
    await catalogue.waitUntilIdle()
    if let form = catalogue.state.sheet.form {
      if let failure = form.saveError { throw CommandError(status: failure.exitStatus, message: "\(failure)") }
      throw .dataError("It cannot be saved.\n\(form.fields.screen.errorSummary)")
    }
    try printProducts([catalogue.state[id]].compactMap(\.self))
  }

  private func printProducts(_ products: [Product], _ wishes: TableViewOptions = TableViewOptions()) throws {
    let columns = Product.columns.map { column in column.configured { $0.title = column.title.uppercased() } }
    let seen = columns.filter(\.isVisible).map(\.id)
    try console.print(TableView(of: DataTable(products, columns: columns), wishes, columns: seen).text)
  }
}

extension ProductStoreError {
  var exitStatus: ExitStatus {
    switch self {
    case .offline: .unavailable
    case .rejected: .data
    case .conflict, .gone: .failure
    }
  }
}
