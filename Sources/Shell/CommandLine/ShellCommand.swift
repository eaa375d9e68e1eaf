/// A command of the command line: its name, its help, and what it does.
@MainActor struct ShellCommand {
  /// The words of the command, such as `products list`.
  let name: String
  let summary: String
  let help: String
  let run: @MainActor (CommandShell, inout CommandArguments) async throws -> Void

  init(
    _ name: String, _ summary: String, _ help: String,
    run: @escaping @MainActor (CommandShell, inout CommandArguments) async throws -> Void
  ) {
    (self.name, self.summary, self.help, self.run) = (name, summary, help, run)
  }

  /// The words of the name.
  var path: [String] { name.split(separator: " ").map(String.init) }

  /// All commands, given the names of the features for `explore` and `step`.
  static func all(features: [String]) -> [ShellCommand] {
    [
      .init("products list", "list products", Help.productsList) { try await $0.listProducts(&$1) },
      .init("products show", "show products", Help.productsShow) { try await $0.showProducts(&$1) },
      .init("products add", "add a product", Help.productsAdd) { try await $0.addProduct(&$1) },
      .init("products edit", "change a product", Help.productsEdit) { try await $0.editProduct(&$1) },
      .init("products move", "change the order of products", Help.productsMove) { try await $0.moveProducts(&$1) },
      .init("products delete", "delete products", Help.productsDelete) { try await $0.deleteProducts(&$1) },
      .init("products import", "import products from a file", Help.productsImport) { try await $0.importProducts(&$1) },
      .init("products export", "export products to a file", Help.productsExport) { try await $0.exportProducts(&$1) },
      .init("events list", "list events", Help.eventsList) { try await $0.listEvents(&$1) },
      .init("events count", "count events and users", Help.eventsCount) { try await $0.countEvents(&$1) },
      .init("events users", "list users with their numbers of events", Help.eventsUsers) {
        try await $0.listEventUsers(&$1)
      },
      .init("events timeline", "count events by day, week or month, by action or by flag", Help.eventsTimeline) {
        try await $0.countEventsByPeriod(&$1)
      },
      .init("events record", "record an event", Help.eventsRecord) { try await $0.recordEvent(&$1) },
      .init("events sample", "record made-up events", Help.eventsSample) { try await $0.recordSampleEvents(&$1) },
      .init("events outbox", "list, send or discard events that wait to be sent to a server", Help.eventsOutbox) {
        try await $0.runOutboxCommand(&$1)
      },
      .init("sample", "fill an empty shop with sample data", Help.sample) { try await $0.addSampleData(&$1) },
      .init("database check", "look for damage in the database", Help.databaseCheck) {
        try await $0.checkDatabase(&$1)
      },
      .init("database backup", "copy the database to a file", Help.databaseBackUp) {
        try await $0.backUpDatabase(&$1)
      },
      .init("database restore", "replace all data by that of a backup", Help.databaseRestore) {
        try await $0.restoreDatabase(&$1)
      },
      .init("database migrate", "change an older database to the current format", Help.databaseMigrate) {
        try await $0.migrateDatabase(&$1)
      },
      .init("database vacuum", "make the file of the database smaller", Help.databaseVacuum) {
        try await $0.vacuumDatabase(&$1)
      },
      .init("do", "do anything in the back office, step by step, and print its screen", Help.do) {
        try await $0.runDoCommand(&$1)
      },
      .init("commands", "list everything that can be done in the back office", Help.commands) {
        try $0.runCommandsCommand(&$1)
      },
      .init("step", "run a feature by hand, one step at a time", Help.step(features)) { try $0.runStepCommand(&$1) },
      .init("replay", "replay a saved session and report where it diverges", Help.replay) {
        try $0.runReplayCommand(&$1)
      },
      .init("explore", "explore every state of a feature and check its laws", Help.explore(features)) {
        try $0.runExploreCommand(&$1)
      },
      .init("condition check", "parse a condition and evaluate it", Help.conditionCheck) { try $0.checkCondition(&$1) },
      .init("form check", "validate a form file and report all errors", Help.formCheck) { try $0.checkForm(&$1) },
      .init("form show", "print a form with given values", Help.formShow) { try $0.showForm(&$1) },
      .init("form fill", "fill in a form interactively", Help.formFill) { try $0.fillForm(&$1) },
      .init("form open", "fill in a form on the full screen", Help.formOpen) { try await $0.openForm(&$1) },
      .init("form prove", "find rows that are never visible and conditions that never change", Help.formProve) {
        try $0.proveForm(&$1)
      },
      .init("table view", "sort, filter, aggregate and print the rows of a file", Help.tableView) {
        try $0.viewTable(&$1)
      },
      .init("table open", "browse the rows of a file on the full screen", Help.tableOpen) {
        try await $0.openTable(&$1)
      },
      .init("table types", "print the inferred types of the columns of a file", Help.tableTypes) {
        try $0.printTypes(&$1)
      },
      .init("table drive", "control a table with JSON requests, one per line", Help.tableDrive) {
        try $0.driveTable(&$1)
      },
      .init("completions", "print a script with which a shell completes commands", Help.completions) {
        try $0.printCompletions(&$1)
      },
    ]
  }
}
