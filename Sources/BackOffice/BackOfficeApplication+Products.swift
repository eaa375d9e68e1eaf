import Documents
import Forms
import Interface
import Loop
import Shop
import Tables
import Values

extension ParameterDescription.Suggestions {
  /// The IDs of products.
  static let productIDs = ParameterDescription.Suggestions.lines(ofCall: "products list -o plain --fields id")
}

extension Argument {
  /// The IDs of products, each in a word of its own.
  package static func productIDs(_ summary: String) -> Parameter<[Product.ID]> {
    productID("ids", summary).positional.repeated
  }

  fileprivate static func productID(_ name: String, _ summary: String) -> Parameter<Product.ID> {
    text(name, summary).placeholder("ID").suggesting(.productIDs)
      .map { Product.ID(rawValue: $0) }
  }
}

/// The options for the fields of a new product, as changes in its sheet.
private struct NewProductFields: CommandInput {
  private var parameters: [(field: ProductField, parameter: Parameter<Value?>)] {
    Product.fields.map { ($0, $0.parameter(isRequired: $0.isRequired)) }
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
  /// What one element of a list is called, such as `tag`.
  var elementName: String { name.hasSuffix("s") ? String(name.dropLast()) : name }

  /// Returns the option for the field, in the form in which a person writes it.
  fileprivate func parameter(isRequired: Bool) -> Parameter<Value?> {
    let parameter: Parameter<Value> =
      switch kind {
      case .money: Argument.money(name, summary).map { $0.value }
      case .list:
        Argument.text(name, summary).placeholder(elementName.uppercased())
          .list
          .map { $0.filter { !$0.isEmpty }.distinct.value }
      case .integer:
        // An empty text removes the number.
        Argument.text(name, summary).placeholder("N").map(
          expecting: "a whole number\(isNonnegative ? " from 0" : ""), or nothing for none"
        ) { [isNonnegative] text in
          text.isEmpty
            ? .null : NumberLiteral(written: text)?.integer.flatMap { $0 >= 0 || !isNonnegative ? .integer($0) : nil }
        }
      case .text, .boolean, .real, .instant, .object: Argument.text(name, summary).map { .text($0) }
      }
    return isRequired ? parameter.map { $0 } : parameter.optional
  }
}

extension BackOfficeApplication {
  typealias OfficeStep = CommandStep<UndoFeature<BackOffice>>

  /// The commands that list, show and change products, and answer with them.
  static func productRecordCommands(_ inputs: Inputs) -> [OfficeCommand] {
    [
      listCommand, showCommand, addCommand(inputs), editCommand, moveCommand, deleteCommand, changesCommand,
    ]
  }

  private static let fieldNames = Product.columns.map(\.id)

  private static var listCommand: OfficeCommand {
    Command(
      "products.list", "list products",
      TableViewOptions.input(columns: fieldNames, searched: "in their ID, their name or a tag"),
      notes: """
        Without --sort, the products are in their manual order. The fields are \(fieldNames.joined(separator: ", ")); a \
        table has no version unless --fields names it, and position is always left out without --fields.
        """,
      examples: [
        #"--where 'price < 50 AND ANY tags == "kitchen"' --sort=-price"#, "--search lamp -o json --fields id,price",
      ],
      answer: .list(fieldNames),
      steps: { _, options throws(InvocationError) in
        func view(of products: [Product]) throws(InvocationError) -> TableView<Product> {
          try TableView(
            of: products, ProductRecords.columns, options, visibility: ProductRecords.visibility, json: .properties
          ) { $0.rawValue.jsonQuoted }
        }
        // Mistakes in the options are reported before anything is loaded.
        let emptyView = try view(of: [])
        return loadingProducts { products throws(InvocationError) in
          guard let window = emptyView.plainWindow else { return .answer(try view(of: products).answer) }
          let rows = products.dropFirst(window.offset).prefix(window.limit)
          return .answer(.list(emptyView.records(of: rows)))
        }
      }
    )
    .effect(.reads).onCommandLine()
  }

  private static var showCommand: OfficeCommand {
    Command(
      "products.show", "show products", Argument.productIDs("IDs of the products"),
      notes: """
        Prints a line for each field of a product, or several products as records. In JSON, one product is an object, and \
        several are an array.
        """,
      examples: ["p1", "p1 p3 --json"], answer: .list(fieldNames),
      steps: { _, ids throws(InvocationError) in
        loadingProducts { products throws(InvocationError) in
          let found = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
          try checkExistence(of: ids) { found[$0] }
          let records = ProductRecords.all(of: ids.compactMap { found[$0] })
          return .answer(ids.count == 1 ? .record(records) : .list(records))
        }
      }
    )
    .effect(.reads).onCommandLine()
  }

  private static func addCommand(_ inputs: Inputs) -> OfficeCommand {
    Command(
      "products.add", "add a product", NewProductFields(),
      Argument.text("id", "ID of the product").map { text throws(InvocationError) in
        // It must be visible, and must not look like an option.
        if text.trimmed.isEmpty || text.hasPrefix("-") {
          throw InvocationError(
            .invalidData, "--id \(text.quoted): an ID must not \(text.hasPrefix("-") ? "begin with -" : "be blank")")
        }
        return Product.ID(rawValue: text)
      }
      .optional(otherwise: "a generated one"),
      notes: "The product is added at the end of the manual order.",
      examples: ["--name Tea --price 3.50 --tags kitchen,drink", "--name Tea --price 3.50 -o plain --fields id"],
      answer: .record(fieldNames),
      steps: { _, changes, id throws(InvocationError) in
        let id = id ?? inputs.makeProductID()
        return withProducts { state throws(InvocationError) in
          if state.feature.products[id] != nil {
            throw InvocationError(.invalidData, "a product with the ID \(id.rawValue.quoted) already exists")
          }
          return saving(id, opening: .editor(.addTapped(.empty(id: id))), changes)
        }
      }
    )
    .effect(.adds).unavailable(isSheetOpen).onCommandLine()
  }

  @Sendable static func isSheetOpen(_ state: State) -> String? {
    isOtherSheetOpen(state)
      ?? (state.feature.products.editor.sheet.isOpen ? "a product is open; save or close it first" : nil)
  }

  /// Returns why no product can be opened: another sheet would hide it.
  @Sendable static func isOtherSheetOpen(_ state: State) -> String? {
    if state.feature.eventForm != nil { return "an event is being entered" }
    if state.feature.productEdit != nil { return "products are being changed in a sheet; store or close it first" }
    return nil
  }

  /// Returns the steps that save a product with its sheet, as a person does, and answer with it.
  private static func saving(
    _ id: Product.ID, opening action: ProductListFeature.Action, _ changes: [ProductForm.Action]
  ) -> OfficeStep {
    let actions = [action] + (changes + [.saveTapped]).map { .editor(.form($0)) }
    return .send(actions: actions.map { .feature(.products($0)) }) { state throws(InvocationError) in
      guard let form = state.feature.products.editor.sheet.form else {
        let stored = [state.feature.products[id]].compactMap(\.self)
        return .answer(.row(ProductRecords.records(of: stored)), isStored: true)
      }
      if let failure = form.saveError { throw InvocationError(failure) }
      throw InvocationError(.invalidData, "the product was not saved\n\(form.fields.screen.errorSummary)")
    }
  }

  private static var moveCommand: OfficeCommand {
    Command(
      "products.move", "change the order of products", Argument.productIDs("IDs of the products to move"),
      Argument.productID("before", "move the products before this one").optional,
      Argument.productID("after", "move the products after this one").optional,
      Argument.flag("first", "move the products to the beginning"),
      Argument.flag("last", "move the products to the end"),
      notes: """
        Exactly one of --before, --after, --first and --last is needed. The moved products keep the order in which they are \
        given. Prints all products in their new order.
        """,
      examples: ["p9 --first", "p3 p1 --after p5"], answer: .list(fieldNames),
      steps: { _, ids, before, after, isFirst, isLast throws(InvocationError) in
        let ids = ids.distinct
        guard [before != nil, after != nil, isFirst, isLast].count(where: { $0 }) == 1 else {
          throw InvocationError(.missingParameter, "expected one of --before, --after, --first and --last")
        }
        return withProducts { state throws(InvocationError) in
          let products = state.feature.products
          try checkExistence(of: ids + [before, after].compactMap(\.self)) { products[$0] }
          if let other = before ?? after, ids.contains(other) {
            throw InvocationError(
              .invalidData, "\(other.rawValue.quoted) cannot be moved before or after itself")
          }
          let first = products.products.map(\.id).first { !ids.contains($0) }
          let position: RowPosition<Product.ID> =
            if let after { .after(after) } else if let next = before ?? (isFirst ? first : nil) { .before(next) } else {
              .end
            }
          return .send(.feature(.products(.table(.rowsMoved(.init(ids, position)))))) { state throws(InvocationError) in
            if let reason = state.feature.products.table.moveFailure {
              let names = ids.map(\.rawValue.terminalSafe).joined(separator: ", ")
              throw InvocationError(.unreachable, "cannot move \(names): \(reason)")
            }
            return .answer(.list(ProductRecords.records(of: state.feature.products.products)), isStored: true)
          }
        }
      }
    )
    .defaulting("ids") { state in
      let ids = selectedIDs(in: state)
      return ids.isEmpty ? nil : .list(ids.map { .text($0.rawValue) })
    }
    .effect(.changes, isIdempotent: true).group("products").onCommandLine(requiring: "ids")
  }

  /// Returns the IDs of the products that a command without IDs changes.
  static func selectedIDs(in state: State) -> [Product.ID] {
    ProductListFeature.table.view.idsToChange(in: state.feature.products.table.view)
  }

  private static var deleteCommand: OfficeCommand {
    Command(
      "products.delete", "delete products",
      Argument.productIDs("IDs of the products").optional(otherwise: "the selected ones, or the one at the cursor"),
      Argument.flag("dry-run", "only print what would be deleted"),
      notes: """
        Prints the deleted products. If one of the products does not exist, none is deleted. To delete a product whose ID \
        begins with two dashes, put -- before it, as in: delete --yes -- --x
        """,
      examples: ["p9", "p6 p7 --dry-run"], answer: .list(fieldNames),
      steps: { state, ids, isDryRun throws(InvocationError) in
        if ids == nil, !isDryRun { return deletingSelection(in: state) }
        let ids = (ids ?? selectedIDs(in: state)).distinct
        if ids.isEmpty { throw InvocationError(.missingParameter, "no product is named") }
        return withProducts { state throws(InvocationError) in
          try checkExistence(of: ids) { state.feature.products[$0] }
          let products = ids.compactMap { state.feature.products[$0] }
          if isDryRun {
            return .note("This would delete \(products.count.counted("product")):") {
              .answer(.list(ProductRecords.records(of: products)))
            }
          }
          let names = products.map { "\($0.id.rawValue.terminalSafe) \($0.name.quoted)" }.joined(separator: ", ")
          return .confirm(
            "Delete \(names)?", of: ids.map(\.rawValue), otherwise: "nothing was deleted",
            evenIfUndoable: products.count > 1
          ) {
            deleting(products)
          }
        }
      }
    )
    .askingAssistants { state, arguments in
      // With several products, the command asks by itself.
      let ids = arguments["ids"] == nil && arguments["dry-run"] != true ? selectedIDs(in: state) : []
      let products = ids.compactMap { state.feature.products[$0] }
      return products.count == 1 ? "Delete \(products[0].id.rawValue.terminalSafe) \(products[0].name.quoted)?" : nil
    }
    .role(TableRole.delete).group("products").keys("delete").onCommandLine(asking: "delete", requiring: "ids")
  }

  /// Returns the step that deletes the selected products.
  ///
  /// It asks before it deletes more than one, or one of several of which the filter hides the others.
  private static func deletingSelection(in state: State) -> OfficeStep {
    let products = selectedIDs(in: state).compactMap { state.feature.products[$0] }
    let hidden =
      ProductListFeature.table.view.selectedRows(in: state.feature.products.table.view).count - products.count
    if products.isEmpty || products.count == 1 && hidden <= 0 {
      return .send(.feature(.products(.table(.deleteTapped))))
    }
    let hasEqualNames = Set(products.map(\.name)).count < products.count
    let names =
      products.prefix(3).map { hasEqualNames ? $0.reference : $0.name.quoted }
      + (products.count > 3 ? ["\(products.count - 3) more"] : [])
    let rest = hidden > 0 ? " (\(hidden) more selected, but hidden, \(hidden == 1 ? "stays" : "stay"))" : ""
    return .confirm(
      "Delete \(products.count.counted("product")): \(names.joinedWithAnd)\(rest)?", of: products.map(\.id.rawValue),
      otherwise: "nothing was deleted",
      evenIfUndoable: true
    ) {
      // The selection may be another one when the user has answered.
      .send(.feature(.products(.table(.rowsDeleted(products.map(\.id))))))
    }
  }

  private static func deleting(_ products: [Product]) -> OfficeStep {
    let ids = products.map(\.id)
    let deleted = OfficeStep.answer(.list(ProductRecords.records(of: products)), isStored: true)
    return .send(.feature(.products(.table(.rowsDeleted(ids))))) { state throws(InvocationError) in
      let reason = ids.lazy.compactMap { id -> String? in
        if case .deleteFailed(let reason) = state.feature.products.table.deletions[id] { reason } else { nil }
      }.first
      guard let reason else { return deleted }
      // A deletion whose response was lost may have been executed.
      return .ask(.products(.loadProducts)) { response throws(InvocationError) in
        guard case .feature(.products(.productsLoaded(let products))) = response else {
          throw InvocationError(.unreachable, "it is not known whether anything was deleted: \(reason)")
        }
        if products.contains(where: { ids.contains($0.id) }) {
          throw InvocationError(.unreachable, "nothing was deleted: \(reason)")
        }
        return deleted
      }
    }
  }

  /// Returns the step that loads the products, and the next one with them.
  static func loadingProducts(
    then next: @escaping ([Product]) throws(InvocationError) -> OfficeStep
  ) -> OfficeStep {
    .ask(.products(.loadProducts)) { response throws(InvocationError) in
      switch response {
      case .feature(.products(.productsLoaded(let products))): return try next(products.sortedByPosition)
      case .feature(.products(.loadFailed(let failure))): throw InvocationError(failure)
      default: throw InvocationError(.unreachable, "the products were not loaded")
      }
    }
  }

  /// Returns the step that loads the products into the list unless they are there, and the next one with them.
  static func withProducts(
    _ next: @escaping (State) throws(InvocationError) -> OfficeStep
  ) -> OfficeStep {
    .send(.feature(.products(.appeared))) { state throws(InvocationError) in
      if case .failed(let failure) = state.feature.products.listStatus { throw InvocationError(failure) }
      return try next(state)
    }
  }

  /// Throws an error that names the products that do not exist.
  package static func checkExistence(
    of ids: [Product.ID], _ find: (Product.ID) -> Product?
  ) throws(InvocationError) {
    let missing = ids.filter { find($0) == nil }.map(\.rawValue.quoted)
    if missing.isEmpty { return }
    throw InvocationError(.invalidData, "no product with the ID \(missing.joined(separator: ", "))")
  }
}

/// Products as records.
enum ProductRecords {
  static let columns = Product.columns.map { $0.configured { $0.title = $0.title.uppercased() } }
  /// People need no version.
  static let visibility: [String: RecordList.Field.Visibility] = ["version": .programs, "position": .none]

  /// Returns products as records.
  static func records(of products: [Product]) -> RecordList {
    RecordList(products, columns, json: .properties, visibility: visibility)
  }

  /// Returns products as records, with the version for people, too.
  static func all(of products: [Product]) -> RecordList {
    RecordList(products, columns, json: .properties, visibility: ["position": .none])
  }
}

extension InvocationError {
  /// Creates the error of a command that could not load or store products.
  package init(_ failure: ProductStoreError) {
    let code: Code =
      switch failure {
      case .offline, .failed: .unreachable
      case .rejected: .invalidData
      case .conflict, .notFound: .failed
      }
    self.init(code, "\(failure)")
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
