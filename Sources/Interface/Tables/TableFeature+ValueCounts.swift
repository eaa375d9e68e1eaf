import Documents
import Loop
import Tables
import Values

extension TableFeature {
  /// Returns a command that answers with the different values of a column and the number of rows that have each.
  ///
  /// Without an argument, it counts the column of the cursor.
  ///
  /// - Parameters:
  ///   - path: The words that name the command, such as `products.values`.
  ///   - group: The group of the table's commands.
  ///   - state: A closure that returns the state of the table.
  /// - Returns: The command.
  public func valuesCommand<Parent: Reducer>(
    _ path: String, group: String, in state: @escaping @Sendable (Parent.State) -> State
  ) -> Command<Parent> {
    Command<Parent>(
      path, "count the different values of a column in the visible rows", columnParameter,
      answer: .list(["value", "rows"]),
      steps: { parent, column throws(InvocationError) in
        if !columns.contains(where: { $0.id == column }) {
          throw InvocationError.unknownField(column, among: columns.map(\.id))
        }
        let counts = valueCounts(ofColumn: column, in: state(parent))
        return .answer(
          .list(
            RecordList(
              fields: [.init("value"), .init("rows", isNumeric: true)],
              rows: counts.map { text, count in
                [.init(text: text, json: text.jsonQuoted), .init(text: "\(count)", json: "\(count)")]
              })))
      }
    )
    .defaulting("column") { (state($0).cursor?.column).map { .text($0) } }
    .effect(.reads).group(group).keys("shift+f")
  }
}
