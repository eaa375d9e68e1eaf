import Tables

extension TableFeature {
  /// Returns the commands of a table: one for each action of the user that the table supports.
  ///
  /// A parent lifts them with a prefix, such as `products`. Actions of a program, such as replaced rows or applied
  /// settings, have no command.
  public func commands(_ format: RowIDFormat<Row.ID>) -> [Command<Self>] {
    let commands = queryCommands + selectionCommands(format) + viewCommands
    let isRemote = if case .remote = options.rowSource { true } else { false }
    return (isRemote ? commands + loadingCommands : commands).map { $0.effect(.shows) }
  }

  var columnParameter: Parameter<String> {
    // The first column is often an ID, which is a poor example.
    let example = (columns.dropFirst().first ?? columns.first).map { ", such as \($0.id)" } ?? ""
    return Argument.text("column", "the column\(example)").positional.suggesting(.words(columns.map(\.id)))
  }

  private var loadingCommands: [Command<Self>] {
    [
      Command("reload", "load the rows again", sending: .reloadTapped).keys("ctrl+r") { state in
        if case .failed = loadingStatus(of: state) { "try again" } else { nil }
      },
      Command("appear", "load the rows for the first time", sending: .appeared).unlisted(),
    ]
  }
}
