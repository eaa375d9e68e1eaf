import Conditions
import Documents
import Forms
import Interface
import Loop
import Shop
import Tables
import Values

/// What the options of a command change in a product.
struct ProductEditOptions: CommandInput {
  typealias Change = @Sendable (inout Product) throws(InvocationError) -> Void
  typealias Content = [Change]

  private static let rounding = Argument.text("round", "how changed prices are rounded")
    .suggesting(words: PriceRounding.allCases.map(\.rawValue))
    .map(expecting: PriceRounding.allCases.map(\.rawValue).joinedWithOr) { PriceRounding(written: $0) }
    .optional(otherwise: "0.01, where halves are rounded away from zero")

  /// The names of the options that change something.
  static let names = options.map(\.parameter.name)

  /// A parameter whose value becomes a change, given how prices are rounded.
  private struct Option: Sendable {
    let parameter: ParameterDescription
    /// The title and the placeholder of its row in the sheet, or `nil` if the sheet has none.
    let row: (title: String, placeholder: String)?
    let change: @Sendable ([String: Value], PriceRounding?) throws(InvocationError) -> Change?

    init<Content>(
      _ parameter: Parameter<Content>, row: (title: String, placeholder: String)?,
      change: @escaping @Sendable (Content, PriceRounding?) -> Change
    ) {
      let parameter = parameter.map { Content?.some($0) }.optional
      self.parameter = parameter.description
      self.row = row
      self.change = { values, rounding throws(InvocationError) in
        try parameter.content(of: values)?.map { change($0, rounding) }
      }
    }
  }

  private static let options: [Option] = Product.fields.flatMap { field -> [Option] in
    switch field.kind {
    case .money:
      return [
        Option(
          Argument.text(field.name, field.summary).placeholder("AMOUNT")
            .map(expecting: "an amount such as 19.99, or a change such as +2.50 or -10%") { PriceChange($0) },
          row: (field.title, "19.99, +2.50 or -10%")
        ) { change, rounding in
          { product throws(InvocationError) in
            guard case .money(let price) = field.value(of: product),
              let changed = change.applied(to: price, roundingTo: rounding ?? .cent)
            else { throw refusal(of: product, field, becauseItWouldBe: change.isDecrease ? "below zero" : "too large") }
            try set(field, to: changed.value, of: &product)
          }
        }
      ]
    case .integer:
      return [
        Option(
          Argument.text(field.name, field.summary).placeholder("N").map(
            expecting: "a whole number from 0, a change such as +5 or -1, or none"
          ) { IntegerChange($0) },
          row: (field.title, "12, +5, -1 or none")
        ) { change, _ in
          { product throws(InvocationError) in
            guard let value = change.value(after: field.value(of: product)) else {
              throw refusal(of: product, field, becauseItWouldBe: change.isDecrease ? "below zero" : "too large")
            }
            try set(field, to: value, of: &product)
          }
        }
      ]
    case .list:
      let (one, placeholder) = (field.elementName, field.elementName.uppercased())
      func words(_ name: String, _ summary: String) -> Parameter<[String]> {
        Argument.text(name, summary).placeholder(placeholder).list.map { $0.filter { !$0.isEmpty }.distinct }
      }
      func changing(
        _ verb: String, _ change: @escaping @Sendable (_ present: [String], _ given: [String]) -> [String]
      ) -> Option {
        Option(
          words("\(verb)-\(one)", "\(field.name) to \(verb)"),
          row: ("\(verb.prefix(1).uppercased())\(verb.dropFirst()) \(field.name)", "separated by commas")
        ) { given, _ in
          { product throws(InvocationError) in
            guard case .list(let elements) = field.value(of: product) else { throw refusal(of: product, field) }
            let present = elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
            try set(field, to: change(present, given).value, of: &product)
          }
        }
      }
      return [
        changing("add") { ($0 + $1).distinct },
        changing("remove") { present, given in present.filter { !given.contains($0) } },
        Option(
          words(field.name, "\(field.summary), instead of all present ones"),
          row: ("All \(field.name)", "instead of the present ones")
        ) { words, _ in setting(field, to: words.value) },
      ]
    case .text, .boolean, .real, .instant, .object:
      // Several products with one name are rare: the sheet of one product changes it.
      return [Option(Argument.text(field.name, field.summary), row: nil) { text, _ in setting(field, to: .text(text)) }]
    }
  }

  private static func setting(_ field: ProductField, to value: Value) -> Change {
    { product throws(InvocationError) in try set(field, to: value, of: &product) }
  }

  private static func set(
    _ field: ProductField, to value: Value, of product: inout Product
  ) throws(InvocationError) {
    if !field.updateValue(value, of: &product) { throw refusal(of: product, field) }
  }

  private static func refusal(
    of product: Product, _ field: ProductField, becauseItWouldBe problem: String = "missing"
  ) -> InvocationError {
    let text = field.text(of: product)
    return InvocationError(
      .invalidData,
      text.isEmpty
        ? "\(product.reference) has no \(field.name) that can be changed"
        : "\(product.reference): the \(field.name), now \(text), would be \(problem)")
  }

  var descriptions: [ParameterDescription] { Self.options.map(\.parameter) + Self.rounding.descriptions }

  /// The rows of a form in which the options are filled in.
  static var formRows: [RowDefinition] {
    options.flatMap { option -> [RowDefinition] in
      guard let row = option.row else { return [] }
      let text = RowDefinition(
        tag: rowTag(of: option.parameter), title: row.title, placeholder: row.placeholder)
      guard Product.field(named: option.parameter.name)?.kind == .money else { return [text] }
      let choices = PriceRounding.allCases.map { RowOption(.text($0.rawValue), title: $0.title) }
      return [
        text,
        RowDefinition(
          tag: rounding.description.name, kind: .singleChoice, title: "Round \(row.title.lowercased()) to",
          value: .text(PriceRounding.cent.rawValue), options: choices),
      ]
    }
  }

  /// Returns the option that a row of the form stands for, or `nil` if there is none.
  static func parameter(ofRow tag: String) -> ParameterDescription? {
    ProductEditOptions().descriptions.first { rowTag(of: $0) == tag }
  }

  private static func rowTag(of parameter: ParameterDescription) -> String {
    parameter.name.replacing("-", with: "_")
  }

  func content(of values: [String: Value]) throws(InvocationError) -> [Change] {
    let rounding = try Self.rounding.content(of: values)
    var changes: [Change] = []
    for option in Self.options {
      if let change = try option.change(values, rounding) { changes.append(change) }
    }
    return changes
  }
}

/// A change of a whole number: a new one, nothing, or a difference.
private enum IntegerChange: Sendable {
  case set(Value)
  case added(Int64)

  init?(_ text: String) {
    if ["", "none"].contains(text) {
      self = .set(.null)
    } else if text.hasPrefix("+") || text.hasPrefix("-") {
      guard let number = NumberLiteral(written: String(text.dropFirst()))?.integer, number >= 0 else { return nil }
      self = .added(text.hasPrefix("-") ? -number : number)
    } else {
      guard let number = NumberLiteral(written: text)?.integer else { return nil }
      self = .set(.integer(number))
    }
  }

  var isDecrease: Bool { if case .added(let difference) = self { difference < 0 } else { false } }

  /// Returns the value after the change, or `nil` if it is none, below zero or too large.
  func value(after value: Value) -> Value? {
    switch (self, value) {
    case (.set(let value), _): return value
    case (.added(let difference), .integer(let number)):
      let (sum, isTooLarge) = number.addingReportingOverflow(difference)
      return isTooLarge || sum < 0 ? nil : .integer(sum)
    case (.added, _): return nil
    }
  }
}

extension BackOfficeApplication {
  /// The command that changes fields of products.
  static var editCommand: OfficeCommand {
    Command(
      "products.edit", "change products",
      Argument.productIDs("IDs of the products").optional(
        otherwise: "those of --where, or on the screen the selected ones"),
      ProductEditOptions(),
      Argument.text("where", "change the products that meet a condition, such as 'tags CONTAINS \"sale\"'")
        .placeholder("CONDITION").optional,
      Argument.flag("dry-run", "only print what would be changed"),
      notes: """
        Fields without an option stay unchanged. --tags= removes all tags, and --stock= the stock. All of the products are \
        changed, or none. Prints the changed products, or with --dry-run each field before and after.
        """,
      examples: [
        "p1 --price 21", #"p1 p2 --name "Reading lamp" --tags="#,
        #"--where 'ANY tags == "light"' --price=+10% --round 0.05 --add-tag new --dry-run"#,
      ],
      answer: .list(Product.columns.map(\.id) + ["field", "before", "after"]),
      steps: { _, ids, changes, condition, isDryRun throws(InvocationError) in
        if changes.isEmpty {
          throw InvocationError(
            .missingParameter, "nothing to change",
            hint: "expected \(ProductEditOptions.names.map { "--\($0)" }.joinedWithOr)")
        }
        if ids != nil, condition != nil {
          throw InvocationError(.invalidValue, "--where cannot be used with IDs")
        }
        let selection = try condition.map { text throws(InvocationError) in try matching(text) }
        return withProducts { state throws(InvocationError) in
          let all = state.feature.products.products
          let products =
            if let selection { try selection(all) } else { try chosen(ids ?? selectedIDs(in: state), in: state) }
          if products.isEmpty { return answer("no product meets the condition", []) }
          let edits = try edits(of: products, changes)
          if isDryRun {
            return .note("This would change \(edits.count.counted("product")):") {
              .answer(.list(comparison(of: edits, in: state)))
            }
          }
          let isOne = ids?.distinct.count == 1
          if edits.isEmpty { return answer("nothing is different", products, isOne: isOne) }
          let storing = storing(edits, of: products, isOne: isOne)
          if condition == nil, products.count == 1 { return storing }
          return .confirm(
            question(about: edits, in: state), of: edits.map { "\($0)" }, otherwise: "nothing was changed",
            evenIfUndoable: true
          ) {
            storing
          }
        }
      }
    )
    .stopped(by: "products.cancel")
    .unavailable(isSheetOpen).unavailable { $0.feature.products.isStoringEdits ? "products are being changed" : nil }
    .group("products").requiringAnArgument().onCommandLine(asking: "change")
  }

  private static func answer(_ note: String, _ products: [Product], isOne: Bool = false) -> OfficeStep {
    let records = ProductRecords.records(of: products)
    return .note(note) { .answer(isOne ? .row(records) : .list(records)) }
  }

  /// Returns the function that finds the products that meet a condition, as a list does.
  private static func matching(
    _ condition: String
  ) throws(InvocationError) -> ([Product]) throws(InvocationError) -> [Product] {
    let options = try TableViewOptions(condition: condition)
    return { products throws(InvocationError) in
      try TableView(of: products, ProductRecords.columns, options) { $0.rawValue.jsonQuoted }.rows
    }
  }

  private static func chosen(_ ids: [Product.ID], in state: State) throws(InvocationError) -> [Product] {
    if ids.isEmpty {
      throw InvocationError(
        .missingParameter, "no product is named, or selected and visible", hint: "expected IDs, or --where CONDITION")
    }
    try checkExistence(of: ids.distinct) { state.feature.products[$0] }
    return ids.distinct.compactMap { state.feature.products[$0] }
  }

  static func edits(
    of products: [Product], _ changes: [@Sendable (inout Product) throws(InvocationError) -> Void]
  ) throws(InvocationError) -> [ProductEdit] {
    var edits: [ProductEdit] = []
    for product in products {
      var edited = product
      for change in changes { try change(&edited) }
      if let error = edited.validationError {
        throw InvocationError(.invalidData, "\(product.reference) cannot be changed: \(error)")
      }
      if let edit = ProductEdit(of: product, to: edited) { edits.append(edit) }
    }
    return edits
  }

  private static func storing(_ edits: [ProductEdit], of products: [Product], isOne: Bool) -> OfficeStep {
    .send(.feature(.products(.editsMade(edits)))) { state throws(InvocationError) in
      let list = state.feature.products
      switch list.edits {
      case .idle: break
      case .failed(_, let error) where error.isUnavailable: throw InvocationError(.unreachable, "\(error)")
      case .storing, .refused, .failed:
        throw InvocationError(.failed, list.edits.failure ?? "the products are still being changed")
      }
      let stored = ProductRecords.records(of: products.compactMap { list[$0.id] })
      return .answer(isOne ? .row(stored) : .list(stored), isStored: true)
    }
  }

  /// Returns each changed field with its contents before and after.
  private static func comparison(of edits: [ProductEdit], in state: State) -> RecordList {
    func cell(_ value: Value, _ field: ProductField) -> RecordList.Cell {
      .init(text: value == .null ? nil : field.text(of: value), json: value.cellJSON(.plain, moneyAsText: true))
    }
    let rows = edits.flatMap { edit -> [[RecordList.Cell]] in
      guard let product = state.feature.products[edit.id] else { return [] }
      return edit.changes.compactMap { change in
        Product.field(named: change.field).map { field in
          [
            .init(.text(product.id.rawValue)), .init(.text(product.name)), .init(.text(field.name)),
            cell(change.old, field), cell(change.new, field),
          ]
        }
      }
    }
    return RecordList(fields: ["id", "name", "field", "before", "after"].map { .init($0) }, rows: rows)
  }

  /// Returns the question whether products are changed, which shows the first of them with the values before and after.
  private static func question(about edits: [ProductEdit], in state: State) -> String {
    func shown(_ value: Value, _ field: ProductField) -> String {
      let text = field.text(of: value).terminalSafe
      return text.isEmpty ? "none" : text.shortened(toTerminalWidth: 30)
    }
    let products = edits.prefix(edits.count > 4 ? 3 : 4).map { edit in
      let changes = edit.changes.compactMap { change in
        Product.field(named: change.field).map { field in
          "\(field.name) \(shown(change.old, field)) -> \(shown(change.new, field))"
        }
      }
      return "\((state.feature.products[edit.id]?.name ?? edit.id.rawValue).quoted) \(changes.joined(separator: ", "))"
    }
    let rest = edits.count - products.count
    let list = (products + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "; ")
    return "Change \(edits.count.counted("product")): \(list)?"
  }
}
