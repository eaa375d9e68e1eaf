import Documents
import ConsoleIO
import Interface
import Loop
import Programs
import Tables
import TabularData
import Values

/// The rows of a file as an application, which can be sorted, filtered and selected, and not changed.
struct TableApplication: Application {
  let feature: TableFeature<DataRow>
  let commands: CommandTable<Feature>
  private let fileName: String
  private let idFormat: RowIDFormat<Value>

  typealias Feature = TableFeature<DataRow>

  private static let prefix = "table"

  init(_ data: DataTable, fileName: String) throws(CommandError) {
    self.fileName = fileName
    feature = try data.makeFeature { $0.selection = .multiple }
    idFormat = RowIDFormat(
      text: { if case .text(let text) = $0, Value(json: text) == nil { text } else { $0.jsonText } },
      id: { Value(json: $0) ?? .text($0) })
    commands = CommandTable(
      feature.commands(idFormat).map { command in
        command.lift(prefix: Self.prefix, state: { .some($0) }, action: { $0 })
      } + [feature.valuesCommand("\(Self.prefix).values", group: Self.prefix) { $0 }])
  }

  func rejections(in state: Feature.State) -> [Rejections] { [state.rejections] }

  func screen(of state: Feature.State, viewports: Viewports) -> Screen {
    let table = feature.screen(of: state, idFormat, viewport: viewports["table"])
    return Screen(
      title: fileName, elements: [.init("table", .table(table, commands.table(Self.prefix)))],
      notices: [table.rejection.map { "\($0)" }, state.filterError.map { "\($0)" }].compactMap(\.self).enumerated().map
      {
        Screen.Notice(id: "problem-\($0)", .warning, $1)
      })
  }
}

extension Value {
  /// Creates the value of a JSON text, or returns `nil` if the text is not JSON.
  fileprivate init?(json text: String) {
    guard let node = try? JSONNode(parsing: text), let value = try? node.value else { return nil }
    self = value
  }
}

/// Local rows have no effects.
struct LocalTableHandler: EffectHandler {
  func run(
    _ effect: TableFeature<DataRow>.Effect, send: Send<TableFeature<DataRow>.Action>
  ) async -> TableFeature<DataRow>.Action? {
    preconditionFailure("A table of local rows must not load rows.")
  }
}

extension CommandRun {
  func openTable(at path: String, _ inputOptions: TableInputOptions, isLinear: Bool) async throws {
    let frontEnd = try requireFrontEnd(isLinear: isLinear, alternative: "table view")
    // The full screen reads its keys from the terminal, whatever standard input is.
    if path == "-", isLinear || console.isInteractive {
      throw .usageError("the file cannot be -: standard input is used for \(isLinear ? "the commands" : "the keys")")
    }
    let data = try loadTable(at: path, inputOptions)
    let application = try TableApplication(data, fileName: path == "-" ? "standard input" : path.lastPathComponent)
    let store = Store(
      application.feature, state: application.feature.initialState(data.rows), handler: LocalTableHandler())
    try await frontEnd.show(application, store, bindings: [:], messages: .none, saving: {}) { _ in false }
  }
}
