import Analytics
import Conditions
import Documents
import Forms
import Interface
import Loop
import Shop
import Tables
import Values

extension BackOfficeApplication {
  /// Returns the visible interface of a state.
  public func screen(of state: State) -> Screen {
    let office = state.feature
    return Screen(
      title: "Backroom",
      tabs: BackOffice.Tab.allCases.map { tab in
        Screen.Tab(id: tab.rawValue, title: tab.title, isSelected: tab == office.tab)
      },
      elements: office.tab == .products ? productElements(of: office.products) : eventElements(of: office),
      sheet: sheet(of: office.products.sheet),
      notices: (office.tab == .products ? productNotices(of: office.products) : []) + undoNotices(of: state),
      keyHints: keyHints(of: state))
  }

  private func keyHints(of state: State) -> [Screen.KeyHint] {
    let change = feature.changeToUndo(in: state).map { Screen.KeyHint("z", "undo \($0)") }
    let reversion = feature.changeToRedo(in: state).map { Screen.KeyHint("shift+z", "redo \($0)") }
    return [change, reversion].compactMap(\.self)
  }

  /// Offers to undo the last step if it was a deletion.
  private func undoNotices(of state: State) -> [Screen.Notice] {
    guard feature.changeToUndo(in: state) == .products(.table(.deletion)) else { return [] }
    return [
      Screen.Notice(
        id: "deletion", .information, "The deletion can be undone.", answers: [.init("Undo", Invocation("undo"))])
    ]
  }
}

extension BackOffice.Tab {
  fileprivate var title: String {
    switch self {
    case .products: "Products"
    case .events: "Events"
    }
  }
}

extension BackOfficeApplication {
  private func productElements(of products: ProductListFeature.State) -> [Screen.Element] {
    let table = ProductListFeature.table.screen(of: products.table).mapIDs { $0.rawValue }
    return [.init("products", .table(table), commandPrefix: "products")]
  }

  private func productNotices(of products: ProductListFeature.State) -> [Screen.Notice] {
    let list: [Screen.Notice] =
      switch products.listStatus {
      case .notLoaded, .loaded: []
      case .loading: [.init(id: "list", .information, "The products are being loaded.")]
      case .failed(let error):
        [
          .init(
            id: "list", .error, "The products could not be loaded: \(error)",
            answers: [.init("Try again", Invocation("products.load"))])
        ]
      }
    let rejection = products.table.rejection.map { Screen.Notice(id: "rejection", .warning, "\($0)") }
    let drafts = products.savingSheets.sorted { $0.key.rawValue < $1.key.rawValue }.map { id, sheet in
      let name = sheet.draft.name.jsonQuoted
      return sheet.form.isSaving
        ? Screen.Notice(id: "draft-\(id.rawValue)", .information, "\(name) is being saved.")
        : Screen.Notice(
          id: "draft-\(id.rawValue)", .error,
          "\(name) was not saved. \(sheet.form.saveError.map { "\($0)" } ?? "")".trimmed,
          answers: [.init("Open", Invocation("products.open", ["id": .text(id.rawValue)]))])
    }
    return list + [rejection].compactMap(\.self) + drafts
  }

  private func sheet(of sheet: SheetStatus) -> Screen.Sheet? {
    guard case .open(let product, let isNew, let form) = sheet else { return nil }
    var elements = [Screen.Element("form", .form(form.fields.screen), commandPrefix: "sheet")]
    if case .conflict(let current)? = form.saveError {
      elements.append(.init("conflict", .text(Self.conflictLines(stored: current, draft: form.draft(of: product)))))
    }
    let question = Screen.Question(
      "Discard the changes?",
      answers: [
        .init("Keep editing", Invocation("sheet.keep")), .init("Discard", Invocation("sheet.discard")),
      ])
    return Screen.Sheet(
      title: isNew ? "New product" : product.name, elements: elements,
      question: form.isConfirmingDiscard ? question : nil)
  }

  /// Returns both versions of each property that differs.
  private static func conflictLines(stored: Product, draft: Product) -> [String] {
    let properties: [(String, (Product) -> String)] = [
      ("Name", \.name), ("Price", { "\($0.price)" }), ("Tags", { $0.tags.joined(separator: ", ") }),
    ]
    return properties.compactMap { title, text in
      text(stored) == text(draft) ? nil : "\(title): stored \(text(stored).jsonQuoted), yours \(text(draft).jsonQuoted)"
    }
  }
}

extension BackOfficeApplication {
  private func eventElements(of office: BackOffice.State) -> [Screen.Element] {
    let events = office.events
    return [
      .init("filter", .form(FilterForm.screen(of: events.filter)), commandPrefix: "events.filter"),
      .init("summary", .text([events.filter.query.summary])),
      .init(
        "counts",
        .counters([
          counter(.eventCount, "Events", events.eventCount.value.map { "\($0)" }, events),
          counter(.userCount, "Users", events.userCount.value.map { "\($0)" }, events),
        ])),
      .init("timeline", .chart(timeline(of: office))),
      .init(
        "list", .table(EventTable.feature.screen(of: office.eventTable).mapIDs(EventTable.idFormat.text)),
        commandPrefix: "events.list"),
      .init(
        "loaded",
        .counters([counter(.events, "Loaded events", events.events.value.map { "\($0.count)" }, events)])),
    ]
  }

  private func timeline(of office: BackOffice.State) -> Screen.Chart {
    Screen.Chart(
      title: "Events by \(office.timelinePeriod.rawValue)",
      bars: office.timeline.bars.map { .init(label: "\($0.start)", value: Double($0.count), text: "\($0.count)") })
  }

  private func counter(
    _ part: EventResource, _ title: String, _ text: String?, _ events: EventListFeature.State
  ) -> Screen.Counter {
    let retry = Invocation("events.retry", ["part": .text(part.rawValue)])
    return switch events[part] {
    case .notLoaded, .loaded: Screen.Counter(id: part.rawValue, title: title, text: text)
    case .loading: Screen.Counter(id: part.rawValue, title: title, text: text, isLoading: true)
    case .failed(let error):
      Screen.Counter(id: part.rawValue, title: title, text: text, error: "\(error)", retry: retry)
    }
  }
}

/// The filter of the events as a form, whose values are disabled while their part is off.
private enum FilterForm {
  private static let form: CompiledForm = {
    let definition = FormDefinition(title: "Filter") {
      SectionDefinition {
        RowDefinition(tag: "byFlag", kind: .boolean, title: "By flag")
        RowDefinition(tag: "flag", kind: .boolean, title: "Flag", disabled: Term.variable("byFlag") == false)
        RowDefinition(tag: "byAction", kind: .boolean, title: "By action")
        RowDefinition(
          tag: "action", kind: .singleChoice, title: "Action",
          options: UserEvent.Action.allCases.map { RowOption(.text($0.rawValue)) },
          disabled: Term.variable("byAction") == false)
      }
    }
    do throws(FormErrors) {
      return try CompiledForm(definition)
    } catch {
      preconditionFailure("the filter form must compile: \(error)")
    }
  }()

  static func screen(of filter: EventFilterControls) -> FormScreen {
    FormFeature.State(
      form,
      values: [
        "byFlag": .boolean(filter.flag.isOn), "flag": .boolean(filter.flag.value),
        "byAction": .boolean(filter.action.isOn), "action": .text(filter.action.value.rawValue),
      ]
    ).screen
  }
}

extension EventQuery {
  /// The query in words.
  fileprivate var summary: String {
    let parts = [flag.map { $0 ? "with a flag" : "without a flag" }, action.map { "of the kind \($0.rawValue)" }]
    let words = parts.compactMap(\.self).joined(separator: " and ")
    return words.isEmpty ? "All events" : "Events \(words)"
  }
}
