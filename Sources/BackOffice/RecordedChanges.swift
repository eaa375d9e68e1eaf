import Interface
import Loop
import Shop
import Tables
import Values

extension RecordedChange {
  /// The columns of the list of all changes.
  static let columns: [Column<RecordedChange>] = [
    Column("time", \.time, title: "When"), Column("summary", \.summary, title: "What"),
    Column("author", \.author, title: "Who"),
  ]

  private static let table = TableFeature<RecordedChange>.grid(columns)

  /// Returns the list of all changes, if there are any.
  static func elements(of office: BackOffice.State) -> [Screen.Element] {
    guard let changes = office.recordedChanges, !changes.isEmpty else { return [] }
    let screen = table.screen(of: table.initialState(changes), RowIDFormat(text: { "\($0)" }, id: { Int($0) }))
    return [
      .init(
        "record-title",
        .text([
          changes.count < BackOffice.recordLength
            ? "Changes by all programs" : "The latest \(changes.count) changes by all programs"
        ])),
      .init("record", .table(screen.displayingTimes(of: "time", office.settings))),
    ]
  }
}

extension BackOfficeApplication {
  /// The command that lists who changed products.
  static var changesCommand: OfficeCommand {
    let columns = RecordedChange.columns.map(\.printed)
    let names = columns.map(\.id)
    return Command(
      "products.changes", "list who changed products, and when",
      TableViewOptions.input(columns: names, searched: "in any field"),
      notes: """
        Lists what every program that uses the database has changed, the newest change first. The fields are time, author \
        and summary. The database keeps the last \(RecordedChange.keptCount) changes.
        """,
      examples: ["--limit 20", #"--where 'summary BEGINSWITH "Deleted"' -o csv"#], answer: .list(names),
      steps: { _, options throws(InvocationError) in
        let answer = try answering(columns, options) { "\($0)" }
        return .ask(.loadRecordedChanges(count: RecordedChange.keptCount)) { response throws(InvocationError) in
          switch response {
          case .feature(.recordedChangesLoaded(let changes)): return try answer(changes)
          case .feature(.recordedChangesFailed(let error)): throw InvocationError(error)
          default: throw .unexpectedResponse
          }
        }
      }
    )
    .effect(.reads).onCommandLine()
  }
}
