import Documents
import Forms
import Interface
import Loop
import Shop
import Tables
import Values

extension BackOfficeApplication {
  /// The commands of the products that are not those of their table.
  static func productCommands(_ inputs: Inputs) -> [OfficeCommand] {
    let id = Argument.text("id", "the product").rest.suggesting(.productIDs)
    return [
      Command("products.load", "load the products again", sending: .feature(.products(.reloadTapped)))
        .effect(.shows),
      Command(
        "products.cancel", "cancel a change of many products, or hide why it was not made",
        sending: .feature(.products(.cancelWriteTapped))
      )
      .effect(.shows).unavailable { state in
        let products = state.feature.products
        let isBusy = products.writeProgress != nil || products.isStoringEdits || products.edits.failure != nil
        return isBusy ? nil : "no change of many products is being made, and none has failed"
      },
      Command("products.edit.retry", "try again to make a change of many products") { state throws(InvocationError) in
        .feature(.products(.editsMade(state.feature.products.editsToRetry)))
      }
      .unavailable { $0.feature.products.editsToRetry.isEmpty ? "no change of many products has failed" : nil },
      Command("products.open", "edit a product in a sheet", id) { state, id throws(InvocationError) in
        let id = Product.ID(rawValue: id)
        if state.feature.products.productToOpen(withID: id) != nil { return .feature(.products(.rowTapped(id))) }
        throw InvocationError(.invalidValue, "no product with the ID \(id.rawValue.jsonQuoted)")
      }
      .effect(.shows).group("products").role(TableRole.open).unavailable(isOtherSheetOpen)
      .defaulting("id") { $0.feature.products.table.view.cursor.map { .text($0.row.rawValue) } },
      Command("products.duplicate", "add a product like another one in a sheet", id) {
        state, id throws(InvocationError) in
        guard let product = state.feature.products[Product.ID(rawValue: id)] else {
          throw InvocationError(.invalidValue, "no product with the ID \(id.jsonQuoted)")
        }
        let copy = Product(
          id: inputs.makeProductID(), name: product.name, price: product.price, tags: product.tags, stock: product.stock
        )
        return .feature(.products(.editor(.addTapped(copy))))
      }
      .effect(.shows).group("products").keys("d").unavailable(isSheetOpen)
      .defaulting("id") { $0.feature.products.table.view.cursor.map { .text($0.row.rawValue) } },
      Command("products.new", "add a product in a sheet", Argument.text("id", "the new ID").rest.optional) {
        let id = $0.map(Product.ID.init(rawValue:)) ?? inputs.makeProductID()
        return .feature(.products(.editor(.addTapped(.empty(id: id)))))
      }
      .effect(.shows).group("products").keys("n", hint: "new").unavailable(isOtherSheetOpen),
      ProductListFeature.table.view.valuesCommand("products.values", group: "products") {
        $0.feature.products.table.view
      },
    ]
  }

  static let importPrefix = "products.import"
  static let exportPrefix = "products.export"

  /// The commands that import and export products.
  static var fileCommands: [OfficeCommand] {
    let importCommands: [OfficeCommand] = ProductImport().commands.map { command in
      let lifted: OfficeCommand = command.lift(prefix: importPrefix) {
        $0.feature.productImport
      } action: {
        .feature(.productImport($0))
      }
      if command.path == "read" { return lifted.group("products").keys("shift+i") }
      // Those with a key or a role belong to the preview.
      if command.keys.isEmpty && command.role == nil { return lifted.group(nil) }
      return (command.path == "cancel" ? lifted.asking(whatIsLostByLeaving, otherwise: "the import goes on") : lifted)
        .group(importPrefix)
    }
    let exportCommands: [OfficeCommand] = ProductExport().commands.map { command in
      command.lift(prefix: exportPrefix) {
        $0.feature.productExport
      } action: {
        .feature(.productExport($0))
      }
      .group(nil)
    }
    return importCommands + exportCommands + [
      exportCommand("\(exportPrefix).visible", "write the visible products to a file") { state in
        ProductListFeature.table.view.visibleRows(of: state.table.view).map(\.id)
      },
      exportCommand("\(exportPrefix).selected", "write the selected products to a file") { state in
        ProductListFeature.table.view.visibleRows(of: state.table.view).map(\.id)
          .filter(state.table.view.selection.ids.contains)
      },
    ]
  }

  @Sendable private static func whatIsLostByLeaving(_ state: State) -> String? {
    guard case .preview(let preview, _, _) = state.feature.productImport else { return nil }
    let (count, mapping) = (preview.settings.corrections.count, preview.settings.mapping)
    let losses = [
      count == 0 ? nil : count.counted("correction"),
      mapping == nil || mapping == ColumnMapping(guessedFrom: preview.columns) ? nil : "the chosen columns",
    ].compactMap(\.self)
    return losses.isEmpty ? nil : "Leave the import, and lose \(losses.joinedWithAnd)?"
  }

  private static func exportCommand(
    _ path: String, _ summary: String, _ ids: @escaping @Sendable (ProductListFeature.State) -> [Product.ID]
  ) -> OfficeCommand {
    Command(path, summary, Argument.text("file", "the file").rest.suggesting(.files)) {
      state, file throws(InvocationError) in
      let ids = ids(state.feature.products)
      if ids.isEmpty { throw InvocationError(.unavailable, "there is no product to write") }
      return .feature(.productExport(.exportTapped(ExportOrder(path: file, selection: .products(ids)))))
    }
    .unavailable { state in
      if case .writing = state.feature.productExport { "a file is being written" } else { nil }
    }
  }

  /// The commands of the sheet: those of its form, resolving a conflict, and closing it.
  static var sheetCommands: [OfficeCommand] {
    let form: [OfficeCommand] = FormFeature().commands.map { command in
      command.lift(prefix: "sheet", missingReason: "no product is open") {
        $0.feature.products.editor.sheet.form?.fields
      } action: {
        .feature(.products(.editor(.form(.fields($0)))))
      }
    }
    return form + [
      Command(
        "sheet.take", "replace a field by what another user has stored",
        Argument.choice("field", "the field", among: Product.fields.map(\.name)).positional
      ) { state, name throws(InvocationError) in
        guard let field = Product.field(named: name),
          let stored = state.feature.products.editor.sheet.form?.conflictingProduct
        else {
          throw InvocationError(.unavailable, "there is no conflict")
        }
        return .feature(.products(.editor(.form(.changed(name, to: field.value(of: stored))))))
      }
      .unavailable { $0.feature.products.editor.sheet.form?.conflictingProduct == nil ? "there is no conflict" : nil },
      sheetCommand("sheet.cancel", "close the sheet, and ask if something is changed", .cancelTapped)
        .effect(.shows).group("sheet").keys("escape", hint: "cancel").unavailable {
          $0.feature.products.editor.sheet.isOpen ? nil : "no product is open"
        },
      sheetCommand("sheet.discard", "discard the changes", .discardTapped).unavailable(isNotAsked),
      sheetCommand("sheet.keep", "go on editing", .keepEditingTapped).effect(.shows).unavailable(isNotAsked),
    ]
  }

  private static func sheetCommand(_ path: String, _ summary: String, _ action: ProductForm.Action) -> OfficeCommand {
    Command(path, summary, sending: .feature(.products(.editor(.form(action)))))
  }

  @Sendable private static func isNotAsked(_ state: State) -> String? {
    state.feature.products.editor.sheet.form?.isConfirmingDiscard == true ? nil : "no question is open"
  }
}

extension ProductForm.State {
  /// The product that another user stored while this one was edited, or `nil` if there is no conflict.
  var conflictingProduct: Product? { if case .conflict(let current)? = saveError { current } else { nil } }
}
