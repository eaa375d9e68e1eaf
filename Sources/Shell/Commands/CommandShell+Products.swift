internal import ExplorerTool
internal import Forms
internal import Loop
internal import Shop
internal import Tables
internal import TabularData
internal import Values

extension CommandShell {
  func products(_ words: [String]) async throws {
    let rest = Array(words.dropFirst())
    switch words.first {
    case "list": try await listProducts(Options(rest, help: Help.productsList))
    case "add": try await addProduct(Options(rest, help: Help.productsAdd))
    case "edit": try await editProduct(Options(rest, help: Help.productsEdit))
    case "delete": try await deleteProducts(Options(rest, help: Help.productsDelete))
    case "--help", "-h": throw ShellFailure(status: .success, message: Help.products)
    case nil: throw .usage("products: list, add, edit or delete")
    case let word?: throw .unknown(word, "command", of: ["list", "add", "edit", "delete"])
    }
  }

  private func listProducts(_ options: consuming Options) async throws {
    let wishes = try TableWishes(&options)
    try options.end()
    try await openProducts()
    try show(catalogue.state.products, wishes)
  }

  private func addProduct(_ options: consuming Options) async throws {
    let changes = try Self.changes(&options, areNeeded: true)
    let id = try options.value("--id").map(Self.newID(typed:)) ?? newID()
    try options.end()
    try await openProducts()
    if catalogue.state[id] != nil {
      throw .data("there is a product \(id.rawValue.quoted) already")
    }
    try await save(id, opening: .addTapped(.empty(id: id)), changes)
  }

  private func editProduct(_ options: consuming Options) async throws {
    let changes = try Self.changes(&options)
    let id = Product.ID(rawValue: try options.rest("the product's ID", atLeast: 1, atMost: 1)[0])
    if changes.isEmpty { throw .usage("nothing to change\n\(options.usage)") }
    try await openProducts()
    try checkExistence(of: [id])
    try await save(id, opening: .rowTapped(id), changes)
  }

  private func deleteProducts(_ options: consuming Options) async throws {
    let ids = try options.rest("a product's ID", atLeast: 1).map(Product.ID.init(rawValue:))
    try await openProducts()
    try checkExistence(of: ids)
    catalogue.send(.table(.rowsDeleted(ids)))
    await catalogue.settle()
    for id in ids {
      if case .notDeleted(let reason) = catalogue.state.table.errands[id] {
        throw ShellFailure(status: .unavailable, message: "\(id.rawValue.visible) was not deleted. \(reason)")
      }
    }
    try show(catalogue.state.products)
  }
}

extension CommandShell {
  /// What was typed into the form, as the form hears it.
  ///
  /// A new product needs a name and a price.
  private static func changes(_ options: inout Options, areNeeded: Bool = false) throws -> [ProductForm.Action] {
    let name = try options.value("--name", isNeeded: areNeeded)
    let price = try options.value("--price", isNeeded: areNeeded).map(price(typed:))
    let tags = try options.value("--tags").map(tags(typed:))
    return [name.map { .nameChanged($0) }, price.map { .priceChanged($0) }, tags.map { .tagsChanged($0) }]
      .compactMap(\.self)
  }

  private static func price(typed text: String) throws(ShellFailure) -> Money {
    do throws(MoneyFault) {
      return try Money(reading: text)
    } catch {
      throw .usage("--price \(text.quoted): \(error)")
    }
  }

  /// The words between commas, each once.
  private static func tags(typed text: String) -> [String] {
    var tags: [String] = []
    for tag in text.split(separator: ",").map(\.trimmed) where !tag.isEmpty && !tags.contains(tag) { tags.append(tag) }
    return tags
  }

  /// An identifier that can be seen, and that can be typed where options are.
  private static func newID(typed text: String) throws(ShellFailure) -> Product.ID {
    if text.trimmed.isEmpty { throw .data("--id \(text.quoted): an ID must not be blank") }
    if text.hasPrefix("-") { throw .data("--id \(text.quoted): an ID must not begin with -") }
    return Product.ID(rawValue: text)
  }

  private func openProducts() async throws {
    catalogue.send(.editor(.appeared))
    await catalogue.settle()
    if case .failed(let failure) = catalogue.state.list {
      throw ShellFailure(status: failure.status, message: "\(failure)")
    }
  }

  private func checkExistence(of ids: [Product.ID]) throws {
    let missing = ids.filter { catalogue.state[$0] == nil }.map(\.rawValue.quoted)
    if missing.isEmpty { return }
    throw .data("there is no product \(missing.joined(separator: ", "))")
  }

  private func save(_ id: Product.ID, opening: ProductEditor.Action, _ changes: [ProductForm.Action]) async throws {
    catalogue.send(.editor(opening))
    for change in changes { catalogue.send(.editor(.form(change))) }
    catalogue.send(.editor(.form(.saveTapped)))
    await catalogue.settle()
    if let form = catalogue.state.sheet.form {
      if let failure = form.failure { throw ShellFailure(status: failure.status, message: "\(failure)") }
      throw .data("It cannot be saved.\n\(form.fields.screen.complaints)")
    }
    try show([catalogue.state[id]].compactMap(\.self))
  }

  private func show(_ products: [Product], _ wishes: TableWishes = TableWishes()) throws {
    let columns = Product.columns.map { column in column.changed { $0.title = column.title.uppercased() } }
    let seen = columns.filter(\.isVisible).map(\.id)
    try console.print(TableView(of: DataTable(products, columns: columns), wishes, columns: seen).text)
  }
}

extension StoreFailure {
  var status: ExitStatus {
    switch self {
    case .offline: .unavailable
    case .rejected: .data
    case .conflict, .gone: .failure
    }
  }
}
