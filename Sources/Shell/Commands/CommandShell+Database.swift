import Analytics
import BackOffice
import ConsoleIO
import Interface
import Loop
import Programs
import Shop
import Tables
import Values

extension ProgramCommand where Context == CommandShell {
  static var databaseCommands: [ProgramCommand] {
    [
      ProgramCommand(
        "database check", "look for damage in the database",
        Argument.flag("repair", "rebuild indexes and numbers of events that are missing or wrong"),
        notes: """
          Prints a line for each problem. Without problems, the exit status is 0. Repairing changes no product, event or \
          session.
          """,
        examples: ["", "--database shop.db --repair"]
      ) { try await $0.checkDatabase(repairs: $1) },
      ProgramCommand(
        "database backup", "copy the database to a file",
        Argument.text("file", "the new file").positional.suggesting(.files),
        Argument.flag("yes", "replace an existing file without asking; required if standard input is not a terminal"),
        notes: "Other programs can use the database meanwhile.", examples: ["shop-monday.db"]
      ) { try await $0.backUpDatabase(to: $1, isConfirmed: $2) },
      ProgramCommand(
        "database restore", "replace all data by that of a backup",
        Argument.text("file", "the backup").positional.suggesting(.files),
        Argument.flag("yes", "replace all data without asking; required if standard input is not a terminal"),
        notes: """
          Replaces all of the data, or nothing if it fails. Events that wait to be sent are kept. A database that is \
          damaged, or that a newer version of backroom has written, is kept under another name.
          """,
        examples: ["shop-monday.db"]
      ) { try await $0.restoreDatabase(from: $1, isConfirmed: $2) },
      ProgramCommand(
        "database copy", "copy all data to an empty database, also of another kind",
        OfficeOptions.copiedDatabase("from", "the database: a path, or postgres://USER@HOST/NAME"),
        OfficeOptions.copiedDatabase("to", "the database without data, or a new file"),
        notes: """
          Copies all of the data, or nothing if it fails, and compares numbers and digests of the rows before it ends. The \
          option --database is not used. What other programs change meanwhile is not copied.
          """,
        examples: ["shop.db postgres://ada@db.example/shop", "postgres://ada@db.example/shop shop.db"]
      ) { try await $0.copyDatabase(from: $1, to: $2) },
      ProgramCommand(
        "database migrate", "change an older database to the current format",
        notes: """
          Every command does so when it opens the database, after a backup with the name DATABASE.version-N; this \
          command does nothing else.
          """,
        examples: [""]
      ) { try await $0.migrateDatabase() },
      ProgramCommand(
        "database vacuum", "make the file of the database smaller",
        notes: "Makes the file as small as possible, for example after many deletions.", examples: [""]
      ) { try await $0.vacuumDatabase() },
    ]
  }
}

extension CommandShell {
  fileprivate func checkDatabase(repairs: Bool) async throws {
    var problems = try await withDatabase { try await $0.problems() }
    var repaired: [String] = []
    if repairs, !problems.isEmpty {
      do { try await withDatabase { try await $0.repair() } } catch {
        printNote(problems.joined(separator: "\n"))
        throw error
      }
      let found = problems
      problems = try await withDatabase { try await $0.problems() }
      repaired = found.filter { !problems.contains($0) }
    }
    let lines = repaired.map { "repaired: \($0)\n" } + problems.map { "\($0)\n" }
    try print(
      .report(
        ["problems": .list(problems.map { .text($0) }), "repaired": .list(repaired.map { .text($0) })],
        text: lines.isEmpty ? "no problems found\n" : lines.joined()))
    if problems.isEmpty { return }
    throw CommandError(
      status: .data, message: "the database is damaged: \(problems.count.counted("problem"))",
      suggestion: (repairs ? "" : "'backroom database check --repair' rebuilds indexes and numbers of events, ")
        + "'backroom database restore FILE' restores a backup")
  }

  fileprivate func backUpDatabase(to path: String, isConfirmed: Bool) async throws {
    var isDone = try await withDatabase { try await $0.backUp(to: path, overwriting: isConfirmed) }
    if !isDone {
      try requireTerminal(orUsing: "--yes to replace \(path.terminalSafe)")
      guard try confirm("Replace \(path.terminalSafe)?") else {
        throw CommandError(status: .failure, message: "nothing was written")
      }
      isDone = try await withDatabase { try await $0.backUp(to: path, overwriting: true) }
    }
    try print(.report(["file": .text(path)], text: "backed up to \(path.terminalSafe)\n"))
  }

  fileprivate func restoreDatabase(from path: String, isConfirmed: Bool) async throws {
    // A server has a tool of its own for that, which the error names.
    if case .server = connector.location.database { _ = try await withDatabase { try await $0.restore(from: path) } }
    if !isConfirmed { try requireTerminal(orUsing: "--yes to replace all data") }
    let loss =
      await connector.connection.hasUnstoredInputInSavedSessions()
      ? "The unsaved drafts or events of saved sessions are lost." : nil
    if !isConfirmed, try !confirm((loss.map { "\($0) " } ?? "") + "Replace all data by that of \(path.terminalSafe)?") {
      throw CommandError(status: .failure, message: "nothing was changed")
    }
    let kept = try await withDatabase { try await $0.restore(from: path) }
    if isConfirmed, let loss { printNote(loss) }
    if let kept {
      printNote(
        "The former database is now \(kept.path.terminalSafe). "
          + (kept.isOutboxRestored
            ? "Its events that wait to be sent were restored."
            : "Its events that wait to be sent could not be read, and are not restored."))
    }
    try print(.report(["file": .text(path)], text: "restored from \(path.terminalSafe)\n"))
  }

  fileprivate func copyDatabase(from source: DatabaseLocation, to target: DatabaseLocation) async throws {
    let locations = try (
      connector.location.replacingDatabase(by: source, named: "FROM", mustExist: true),
      connector.location.replacingDatabase(by: target, named: "TO", mustExist: false)
    )
    let connections = (connector.connection(with: locations.0), connector.connection(with: locations.1))
    let result: Result<[(table: StoredTable, rowCount: Int)], any Error>
    do { result = .success(try await copyData(of: connections.0, to: connections.1)) } catch {
      result = .failure(error)
    }
    run.console.eraseProgress()
    await connections.0.close()
    await connections.1.close()
    let counts = try result.get().filter { $0.rowCount > 0 }
    let lines = counts.map { "\($0.rowCount.counted("row")) of \($0.table.name)\n" }
    try print(
      .report(
        [
          "from": .text(source.text), "to": .text(target.text),
          "rows": .object(
            Dictionary(uniqueKeysWithValues: counts.map { ($0.table.name, .integer(Int64($0.rowCount))) })),
        ],
        text: "copied \(source.text.terminalSafe) to \(target.text.terminalSafe), and verified the copy\n"
          + lines.joined()))
  }

  private func copyData(
    of source: OfficeConnection, to target: OfficeConnection
  ) async throws -> [(table: StoredTable, rowCount: Int)] {
    let console = run.console
    return try await withDatabase(source.database) { source in
      try await withDatabase(target.database) { target in
        guard let source = source as? any CopyableDatabase, let target = target as? any CopyableDatabase else {
          throw CommandError(status: .unavailable, message: "this build has no databases that can be copied")
        }
        return try await source.copy(to: target) { step, count, total in
          await console.showProgress("\(step): \(count) of \(total.counted("row"))")
        }
      }
    }
  }

  fileprivate func migrateDatabase() async throws {
    let (from, to) = try await withDatabase { try await $0.migrate() }
    try print(
      .report(
        ["from": .integer(Int64(from)), "to": .integer(Int64(to))],
        text: from == to ? "the database has the current format, \(to)\n" : "migrated from format \(from) to \(to)\n"))
  }

  fileprivate func vacuumDatabase() async throws {
    let (before, after) = try await withDatabase { try await $0.vacuum() }
    try print(
      .report(
        ["before": .integer(Int64(before)), "after": .integer(Int64(after))],
        text: "\(before) bytes before, \(after) bytes now\n"))
  }
}

extension CommandShell {
  private func withDatabase<Result: Sendable>(
    _ body: (any DatabaseTools) async throws -> Result
  ) async throws -> Result {
    try await withDatabase(database, body)
  }

  private func withDatabase<Result: Sendable>(
    _ database: (any DatabaseTools)?, _ body: (any DatabaseTools) async throws -> Result
  ) async throws -> Result {
    guard let database else { throw CommandError(status: .unavailable, message: "there is no database in this build") }
    do {
      return try await body(database)
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError(status: .unavailable, message: "\(error)".terminalSafe)
    }
  }
}
