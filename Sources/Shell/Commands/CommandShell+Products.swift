import ConsoleIO
import Documents
import Forms
import Interface
import Loop
import Programs
import Shop
import Tables
import Values

extension Argument {
  /// The IDs of products, each in a word of its own.
  static func productIDs(_ summary: String) -> Parameter<[Product.ID]> {
    productIDText("ids", summary).positional.map { .init(rawValue: $0) }.repeated
  }

  fileprivate static func productID(_ name: String, _ summary: String) -> Parameter<Product.ID?> {
    productIDText(name, summary).map { Product.ID(rawValue: $0) }.optional
  }

  fileprivate static func productIDText(_ name: String, _ summary: String) -> Parameter<String> {
    text(name, summary).placeholder("ID").suggesting(.lines(ofCall: "products list -o plain --fields id"))
  }
}

/// The options for the fields of a product, as changes in its sheet.
private struct ProductChanges: CommandInput {
  /// Whether the options are those of a new product, which needs some of them.
  let areOfNewProduct: Bool

  private var parameters: [(field: ProductField, parameter: Parameter<Value?>)] {
    Product.fields.map { ($0, $0.parameter(isRequired: areOfNewProduct && $0.isRequired)) }
  }

  var descriptions: [ParameterDescription] { parameters.map(\.parameter.description) }

  func content(of values: [String: Value]) throws(InvocationError) -> [ProductForm.Action] {
    var changes: [ProductForm.Action] = []
    for (field, parameter) in parameters {
      guard let value = try parameter.content(of: values) else { continue }
      changes.append(.changed(field.name, to: value))
    }
    return changes
  }
}

extension ProductField {
  /// Returns the option for the field, in the form in which a person writes it.
  fileprivate func parameter(isRequired: Bool) -> Parameter<Value?> {
    let parameter: Parameter<Value> =
      switch kind {
      case .money: Argument.money(name, summary).map { $0.value }
      case .list:
        Argument.text(name, summary).placeholder(name.hasSuffix("s") ? name.dropLast().uppercased() : name.uppercased())
          .list
          .map { $0.filter { !$0.isEmpty }.distinct.value }
      case .integer:
        // An empty text removes the number.
        Argument.text(name, summary).placeholder("N").map(
          expecting: "a whole number\(isNonnegative ? " from 0" : ""), or nothing for none"
        ) { [isNonnegative] text in
          text.isEmpty ? .null : Int64(text).flatMap { $0 >= 0 || !isNonnegative ? .integer($0) : nil }
        }
      case .text, .boolean, .real, .instant, .object: Argument.text(name, summary).map { .text($0) }
      }
    return isRequired ? parameter.map { $0 } : parameter.optional
  }
}

extension ProgramCommand where Context == CommandShell {
  static var productCommands: [ProgramCommand] {
    [
      ProgramCommand(
        "products list", "list products",
        TableViewOptions.input(
          columns: CommandShell.productColumns.map(\.id), searched: "in their ID, their name or a tag"),
        notes: """
          Without --sort, the products are in their manual order. The fields are \(CommandShell.productColumns.map(\.id).joined(separator: ", ")); a table has no version unless --fields names it, and position is always left out without --fields.
          """,
        examples: [
          #"--where 'price < 50 AND ANY tags == "kitchen"' --sort=-price"#, "--search lamp -o json --fields id,price",
        ]
      ) { try await $0.listProducts($1) },
      ProgramCommand(
        "products show", "show products", Argument.productIDs("IDs of the products"),
        notes: """
          Prints a line for each field of a product, or several products as records. In JSON, one product is an \
          object, and several are an array.
          """,
        examples: ["p1", "p1 p3 --json"]
      ) { try await $0.showProducts($1) },
      ProgramCommand(
        "products add", "add a product", ProductChanges(areOfNewProduct: true),
        Argument.text("id", "ID of the product").optional(otherwise: "a generated one"),
        notes: "The product is added at the end of the manual order.",
        examples: ["--name Tea --price 3.50 --tags kitchen,drink", "--name Tea --price 3.50 -o plain --fields id"]
      ) { try await $0.addProduct($2, $1) },
      ProgramCommand(
        "products edit", "change a product",
        Argument.productIDText("id", "ID of the product").positional.map { Product.ID(rawValue: $0) },
        ProductChanges(areOfNewProduct: false),
        notes: """
          Fields without an option stay unchanged. New tags replace all present tags. --tags= removes all tags, and \
          --stock= the stock.
          """,
        examples: ["p1 --price 21", #"p1 --name "Reading lamp" --tags="#]
      ) { try await $0.editProduct($1, $2) },
      ProgramCommand(
        "products move", "change the order of products", Argument.productIDs("IDs of the products to move"),
        Argument.productID("before", "move the products before this one"),
        Argument.productID("after", "move the products after this one"),
        Argument.flag("first", "move the products to the beginning"),
        Argument.flag("last", "move the products to the end"),
        notes: """
          Exactly one of --before, --after, --first and --last is needed. The moved products keep the order in which they \
          are given. Prints all products in their new order.
          """,
        examples: ["p9 --first", "p3 p1 --after p5"]
      ) { try await $0.moveProducts($1, before: $2, after: $3, isFirst: $4, isLast: $5) },
      ProgramCommand(
        "products delete", "delete products", Argument.productIDs("IDs of the products"),
        Argument.flag("yes", "delete without asking; required if standard input is not a terminal"),
        Argument.flag("dry-run", "only print what would be deleted"),
        notes: """
          Prints the deleted products. If one of the products does not exist, none is deleted. To delete a product whose \
          ID begins with two dashes, put -- before it, as in: delete --yes -- --x
          """,
        examples: ["p9", "p6 p7 --dry-run", "p6 p7 --yes"]
      ) { try await $0.deleteProducts($1, isConfirmed: $2, isDryRun: $3) },
    ]
  }
}

extension CommandShell {
  func listProducts(_ viewOptions: TableViewOptions = TableViewOptions()) async throws {
    let viewOptions = try viewOptions.printed(by: self)
    func view(of products: [Product]) throws(CommandError) -> TableView<Product> {
      try TableView(
        of: products, Self.productColumns, viewOptions, visible: visibleProductFields, json: .properties
      ) { $0.rawValue.jsonQuoted }
    }
    // Mistakes in the options are reported before anything is loaded.
    let emptyView = try view(of: [])
    try await loadProducts()
    let products = productList.state.products
    guard let window = emptyView.plainWindow else { return try print(view(of: products).output, fields: []) }
    try print(.list(emptyView.records(of: products.dropFirst(window.offset).prefix(window.limit))), fields: [])
  }

  fileprivate func showProducts(_ ids: [Product.ID]) async throws {
    try await loadProducts()
    try checkExistence(of: ids)
    let products = ids.compactMap { productList.state[$0] }
    let all = Self.productColumns.map(\.id).filter { $0 != "position" }
    let records = records(of: products, visible: all)
    try print(ids.count == 1 ? .record(records) : .list(records))
  }

  fileprivate func addProduct(_ typedID: String?, _ changes: [ProductForm.Action]) async throws {
    let id = try typedID.map(Self.parseProductID(typed:)) ?? makeProductID()
    try await loadProducts()
    if productList.state[id] != nil {
      throw .dataError("a product with the ID \(id.rawValue.quoted) already exists")
    }
    try await saveProduct(id, opening: .editor(.addTapped(.empty(id: id))), changes)
    try printProduct(id)
  }

  fileprivate func editProduct(_ id: Product.ID, _ changes: [ProductForm.Action]) async throws {
    if changes.isEmpty {
      throw InvocationError(
        .invalidText, "nothing to change", hint: "expected \(Product.fields.map { "--\($0.name)" }.joinedWithOr)")
    }
    try await loadProducts()
    try checkExistence(of: [id])
    try await saveProduct(id, opening: .rowTapped(id), changes)
    try printProduct(id)
  }

  fileprivate func moveProducts(
    _ ids: [Product.ID], before: Product.ID?, after: Product.ID?, isFirst: Bool, isLast: Bool
  ) async throws {
    let ids = ids.distinct
    guard [before != nil, after != nil, isFirst, isLast].count(where: { $0 }) == 1 else {
      throw InvocationError(.invalidText, "expected one of --before, --after, --first and --last")
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
    await store.waitUntilIdle()
    if let reason = productList.state.table.moveFailure {
      throw CommandError(status: .unavailable, message: "cannot move \(Self.text(of: ids)): \(reason)")
    }
    try printChange(.list(records(of: productList.state.products)))
  }

  fileprivate func deleteProducts(_ ids: [Product.ID], isConfirmed: Bool, isDryRun: Bool) async throws {
    let ids = ids.distinct
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
    await store.waitUntilIdle()
    let reason = ids.lazy.compactMap { id -> String? in
      if case .deleteFailed(let reason) = self.productList.state.table.deletions[id] { reason } else { nil }
    }.first
    if let reason {
      // A deletion whose response was lost may have been executed: the list shows it.
      productList.send(.reloadTapped)
      await store.waitUntilIdle()
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

  private static func text(of ids: [Product.ID]) -> String { ids.map(\.rawValue.terminalSafe).joined(separator: ", ") }

  private static func countText(_ products: [Product]) -> String {
    products.count == 1 ? "1 product" : "\(products.count) products"
  }

  /// Returns an ID that is visible and that cannot be mistaken for an option.
  private static func parseProductID(typed text: String) throws(CommandError) -> Product.ID {
    if text.trimmed.isEmpty { throw .dataError("--id \(text.quoted): an ID must not be blank") }
    if text.hasPrefix("-") { throw .dataError("--id \(text.quoted): an ID must not begin with -") }
    return Product.ID(rawValue: text)
  }

  func loadProducts() async throws {
    productList.send(.appeared)
    await store.waitUntilIdle()
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
    await store.waitUntilIdle()
    if let form = productList.state.editor.sheet.form {
      if let failure = form.saveError { throw CommandError(status: failure.exitStatus, message: "\(failure)") }
      throw .dataError("the product was not saved\n\(form.fields.screen.errorSummary)")
    }
  }

  private func printProduct(_ id: Product.ID) throws {
    try printChange(.row(records(of: [productList.state[id]].compactMap(\.self))))
  }

  fileprivate static let productColumns = Product.columns.map { $0.configured { $0.title = $0.title.uppercased() } }

  /// The fields that are printed unless others are requested: people need no version.
  private var visibleProductFields: [String] {
    let isForPeople = options.output.format == .table || options.output.format == .plain
    return Self.productColumns.filter { $0.isVisible || $0.id == "version" && !isForPeople }.map(\.id)
  }

  /// Returns products as records with the visible fields.
  private func records(of products: [Product], visible: [String]? = nil) -> RecordList {
    let names = options.output.fields.isEmpty ? visible ?? visibleProductFields : Self.productColumns.map(\.id)
    return RecordList(products, Self.productColumns.filter { names.contains($0.id) }, json: .properties)
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrences.
  var distinct: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}

extension FormScreen {
  /// A line for each error.
  fileprivate var errorSummary: String {
    sections.flatMap(\.rows).flatMap { row in
      row.errors.map { $0.description(withName: row.title ?? row.tag ?? row.kind.rawValue).terminalSafe }
    }
    .joined(separator: "\n")
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

extension ProductStoreError {
  var exitStatus: ExitStatus {
    switch self {
    case .offline, .failed: .unavailable
    case .rejected: .data
    case .conflict, .notFound: .failure
    }
  }
}
