import Tables

extension TableFeature {
  var viewCommands: [Command<Self>] {
    pageCommands + columnCommands
  }

  private var pageCommands: [Command<Self>] {
    let rowCount = Argument.integer("number", "the number", in: 1 ... .max).positional.optional
    return [
      Command("page", "show a page", Argument.integer("number", "the page, from 1", in: 1 ... .max).positional) {
        .pageChanged(to: $0 - 1)
      },
      Command("page.next", "show the next page") { state throws(InvocationError) in
        .pageChanged(to: state.page.number + 1)
      }
      .unavailable { state in
        state.page.number + 1 == pageCount(of: state) ? "this is the last page" : nil
      },
      Command("page.previous", "show the previous page") { state throws(InvocationError) in
        .pageChanged(to: state.page.number - 1)
      }
      .unavailable { $0.page.number == 0 ? "this is the first page" : nil },
      Command("page.size", "show this many rows on a page, or all without a number", rowCount) {
        .pageSizeChanged($0)
      },
    ]
  }

  private var columnCommands: [Command<Self>] {
    let other = Argument.text("before", "the next column").optional
    return [
      Command("column.move", "move a column before another one, or to the end", columnParameter, other) {
        .columnMoved($0, before: $1)
      },
      Command("column.show", "show a column", columnParameter) {
        .columnVisibilityChanged($0, true)
      }
      .role(TableRole.show),
      Command("column.hide", "hide a column", columnParameter) {
        .columnVisibilityChanged($0, false)
      }
      .role(TableRole.hide),
      Command(
        "column.resize", "set the width of a column, or its default width", columnParameter,
        Argument.integer("width", "the width").positional.optional
      ) {
        .columnResized($0, $1)
      }
      .role(TableRole.resize),
    ]
  }
}
