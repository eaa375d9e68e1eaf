import Conditions
import Tables
import Values

extension TableFeature {
  var queryCommands: [Command<Self>] { sortCommands + filterCommands + [groupCommand] }

  private var sortCommands: [Command<Self>] {
    [
      Command(
        "sort", "sort by a column, and the next time in the other direction", columnParameter,
        Argument.flag("add", "keep the other sort keys")
      ) {
        .headerClicked($0, adding: $1)
      }
      .role(TableRole.sort),
      Command(
        "sort.by", "sort by exactly these columns",
        SortKey.parameter("keys", "the columns, as in price:reverse").list.positional
      ) {
        .sortChanged($0)
      },
    ]
  }

  private var filterCommands: [Command<Self>] {
    [
      Command(
        "filter", "show only rows with some values in a column, or all without a filter", columnParameter,
        Argument.text("contains", "a text in the cell").optional, Argument.value("from", "the least value").optional,
        Argument.value("through", "the greatest value").optional, Argument.value("among", "the values").list.optional
      ) { column, text, least, greatest, values throws(InvocationError) in
        let range = least == nil && greatest == nil ? nil : ColumnFilter.range(from: least, through: greatest)
        let filters = [text.map { .contains($0) }, values.map { .among($0) }, range]
        return .columnFilterChanged(column, try filters.onlyElement(of: "contains, among and a range"))
      }
      .role(TableRole.filter),
      Command(
        "where", "show only rows that meet a condition, or all without one",
        Condition.parameter("condition", "the condition").rest.optional
      ) {
        .conditionChanged($0)
      },
      Command(
        "search", "show only rows that contain a text, or all without one",
        Argument.text("text", "the text").rest.defaulting(to: "")
      ) {
        .searchTextChanged($0)
      }
      .role(TableRole.search).keys("/", hint: "search"),
    ]
  }

  private var groupCommand: Command<Self> {
    Command("group", "group the rows by a column, or not without one", columnParameter.optional) {
      .groupingChanged(to: $0)
    }
    .role(TableRole.group)
  }
}

extension SortKey {
  /// A parameter such as `price` or `price:reverse`.
  fileprivate static func parameter(_ name: String, _ summary: String) -> Parameter<SortKey> {
    Argument.text(name, summary).map { text throws(InvocationError) in
      for direction in [SortDirection.forward, .reverse] where text.hasSuffix(":\(direction.rawValue)") {
        return SortKey(String(text.dropLast(direction.rawValue.count + 1)), direction)
      }
      return SortKey(text)
    }
  }
}

extension Condition {
  fileprivate static func parameter(_ name: String, _ summary: String) -> Parameter<Condition> {
    Argument.text(name, summary).map { text throws(InvocationError) in
      do throws(ConditionError) {
        return try Condition(parsing: text)
      } catch {
        throw InvocationError(.invalidValue, "\(name): \(error)")
      }
    }
  }
}
