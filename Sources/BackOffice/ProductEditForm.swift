import Forms
import Interface
import Loop
import Shop
import Tables
import Values

/// The sheet in which a person changes fields of the selected products.
public enum ProductEditForm {
  /// An action of the user in the sheet.
  public enum Action: Hashable, Codable, Sendable {
    /// The user opened the sheet.
    case opened
    /// The user changed something in the sheet.
    case fields(FormFeature.Action)
    /// The changes of the sheet were handed to the list, which stores or refuses them.
    case submitted
    /// The user closed the sheet without changing anything.
    case closed
  }

  /// A form in which nothing is changed.
  static let emptyState: FormFeature.State = {
    do throws(FormErrors) {
      return FormFeature.State(
        try CompiledForm(FormDefinition { SectionDefinition(rows: ProductEditOptions.formRows) }))
    } catch {
      preconditionFailure("the form of the options must compile: \(error)")
    }
  }()

  /// Reduces an action of the fields, which submits nothing: that needs the products.
  static func change(_ fields: inout FormFeature.State, _ action: FormFeature.Action) {
    if action == .submitTapped { return }
    let effects = FormFeature(validationDelay: nil).reduce(&fields, action)
    precondition(effects.isEmpty, "Without validations and buttons, no field has an effect.")
  }

  /// Returns the values of the options that are filled in, by their names.
  fileprivate static func arguments(of fields: FormFeature.State) throws(InvocationError) -> [String: Value] {
    var arguments: [String: Value] = [:]
    for row in fields.screen.sections.flatMap(\.rows) where row.isDirty {
      guard let tag = row.tag, let parameter = ProductEditOptions.parameter(ofRow: tag) else { continue }
      let word = if case .text(let text) = row.value { text } else { row.text }
      let name = row.title ?? tag
      guard let value = parameter.value(ofWord: word) else { throw parameter.valueError(word, named: name) }
      do throws(InvocationError) { _ = try ProductEditOptions().content(of: [parameter.name: value]) } catch {
        throw parameter.valueError(word, named: name)
      }
      arguments[parameter.name] = value
    }
    return arguments
  }
}

extension BackOfficeApplication {
  /// The commands of the sheet that changes the selected products.
  static var productEditCommands: [OfficeCommand] {
    let group = "products.change"
    let closedReason = "no sheet for a change of products is open"
    @Sendable func isClosed(_ state: State) -> String? { state.feature.productEdit == nil ? closedReason : nil }
    let fieldCommands = sheetFieldCommands(prefix: group, missingReason: closedReason) {
      $0.feature.productEdit
    } action: {
      .feature(.productEdit(.fields($0)))
    }
    return fieldCommands + [
      Command("products.change", "change the selected products in a sheet", sending: .feature(.productEdit(.opened)))
        .effect(.shows).group("products")
        .keys("e") { selectedIDs(in: $0).count > 1 ? "change them" : nil }
        .unavailable(isSheetOpen)
        .unavailable { state in
          if state.feature.products.isStoringEdits { return "products are being changed" }
          return selectedIDs(in: state).isEmpty ? "no product is selected and visible" : nil
        },
      Command(
        "\(group).store", "store the changes of the sheet: all of them, or none",
        steps: { state throws(InvocationError) in
          guard let fields = state.feature.productEdit else { throw InvocationError(.unavailable, "no sheet is open") }
          let edits: [ProductEdit]
          do throws(InvocationError) { edits = try Self.edits(of: fields, products: selectedProducts(in: state)) } catch
          {
            // The user corrects a text, or types one.
            throw InvocationError(.invalidValue, error.message, hint: error.hint)
          }
          if edits.isEmpty { throw InvocationError(.invalidValue, "nothing is different") }
          return .send(
            actions: [.products(.editsMade(edits)), .productEdit(.submitted)].map { .feature($0) }, then: nil)
        }
      )
      .group(group).role(FormRole.submit).keys("ctrl+s", hint: "change").unavailable(isClosed)
      .unavailable { $0.feature.products.isStoringEdits ? "products are being changed" : nil },
      Command("\(group).close", "close the sheet, and change nothing", sending: .feature(.productEdit(.closed)))
        .effect(.shows).group(group).keys("escape", hint: "cancel").unavailable(isClosed)
        .asking(
          { $0.feature.productEdit?.isDirty == true ? "Discard the changes?" : nil }, otherwise: "the sheet stays open"),
    ]
  }

  private static func selectedProducts(in state: State) -> [Product] {
    selectedIDs(in: state).compactMap { state.feature.products[$0] }
  }

  private static func edits(
    of fields: FormFeature.State, products: [Product]
  ) throws(InvocationError) -> [ProductEdit] {
    let changes = try ProductEditOptions().content(of: ProductEditForm.arguments(of: fields))
    if changes.isEmpty { throw InvocationError(.missingParameter, "nothing is filled in") }
    return try edits(of: products, changes)
  }

  /// Returns the sheet that changes the selected products, if it is open, with the fields before and after.
  func productEditSheet(of state: State) -> Screen.Sheet? {
    guard let fields = state.feature.productEdit else { return nil }
    let ids = Self.selectedIDs(in: state)
    let isCounted = ids.count <= Self.countedProducts
    let products = ids.prefix(isCounted ? ids.count : Self.shownChanges).compactMap { state.feature.products[$0] }
    let title = ids.count == 1 ? "Change \(products[0].name.quoted)" : "Change \(ids.count.counted("product"))"
    return Screen.Sheet(
      title: title,
      elements: [.init("change", .form(fields.screen, commands.form("products.change")))]
        + Self.preview(of: fields, products, isWhole: isCounted, in: state))
  }

  /// The largest number of products of which the sheet shows, while a person types, how many change.
  private static let countedProducts = 50_000

  /// The largest number of changes that the sheet shows.
  private static let shownChanges = 100

  private static func preview(
    of fields: FormFeature.State, _ products: [Product], isWhole: Bool, in state: State
  ) -> [Screen.Element] {
    func line(_ text: String) -> Screen.Element { .init("change-summary", .text([text])) }
    if !fields.isDirty { return [line("Fields that are left empty stay as they are.")] }
    do throws(InvocationError) {
      let edits = try edits(of: fields, products: products)
      if edits.isEmpty {
        return [line(isWhole ? "Nothing is different." : "Nothing of the first \(products.count) is different.")]
      }
      let title = isWhole ? "Changes \(edits.count) of \(products.count.counted("product"))." : "The first changes:"
      let rows = edits.lazy.flatMap { FieldChangeRow.rows(of: $0, in: state.feature.products) }.prefix(shownChanges)
      let table = FieldChangeRow.table
      var screen = table.screen(of: table.initialState(Array(rows))).mapIDs { $0 }
      screen.counts.all = edits.reduce(0) { $0 + $1.changes.count }
      return [line(title), .init("change-preview", .table(screen))]
    } catch {
      return [line("! \(error)")]
    }
  }
}

/// A field of a product before and after a change.
private struct FieldChangeRow: Hashable, Sendable, Identifiable {
  let id: String
  let product: String
  let field: String
  let before: String
  let after: String

  static func rows(of edit: ProductEdit, in list: ProductListFeature.State) -> [FieldChangeRow] {
    edit.changes.compactMap { change in
      Product.field(named: change.field).map { field in
        FieldChangeRow(
          id: "\(edit.id.rawValue).\(field.name)", product: list[edit.id]?.name ?? edit.id.rawValue, field: field.title,
          before: field.text(of: change.old), after: field.text(of: change.new))
      }
    }
  }

  static let table = TableFeature<FieldChangeRow>.grid([
    Column("product", \.product, title: "Product"), Column("field", \.field, title: "Field"),
    Column("before", \.before, title: "Before", alignment: .trailing),
    Column("after", \.after, title: "After", alignment: .trailing),
  ])
}
