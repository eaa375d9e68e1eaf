import LoopExplorer
internal import LoopText

/// A play's journal in a file: each step is there before it is shown.
@MainActor struct SessionJournal {
  private let path: String
  private let file: GrowingFile
  private let commands: ExplorerCommands

  /// Goes on where the file ends, or begins a new one.
  ///
  /// What is no journal of this play is refused and stays as it is.
  init(at path: String, of play: inout ExplorationPlay<some Exploration>, for commands: ExplorerCommands) throws {
    self.path = path
    self.commands = commands
    do throws(FileFailure) {
      file = try commands.console.openToAdd(path)
    } catch {
      throw SessionError.notWritten(error.message(at: path.visible))
    }
    if file.bytes.isEmpty {
      try add(try play.beginJournal() + "\n")
    } else {
      try takeUp(&play)
    }
  }

  /// Adds what the journal lacks.
  ///
  /// A step that cannot be kept ends the session: it would be forgotten without a word.
  func keep(_ play: inout ExplorationPlay<some Exploration>) throws {
    let lines = try play.newLines()
    if !lines.isEmpty { try addLines(lines) }
  }

  private func takeUp(_ play: inout ExplorationPlay<some Exploration>) throws {
    let taken: TakenUp
    do {
      taken = try play.resume(file.bytes)
    } catch {
      throw SessionError.unreadable("\(path.visible): \(error.explained); it was left as it is")
    }
    if let broken = taken.broken {
      commands.warn("\(path.visible): left out, for it broke off: \(broken)")
    }
    do throws(FileFailure) {
      if taken.length < file.bytes.count { try file.cut(taken.length) }
    } catch {
      throw SessionError.notWritten(error.message(at: path.visible))
    }
    if file.bytes[taken.length - 1] != UInt8(ascii: "\n") { try add("\n") }
    if !taken.missing.isEmpty {
      commands.warn("\(path.visible): its last step was told in part, and is completed")
      try addLines(taken.missing)
    }
    try commands.console.print("\(path.visible): \(taken.steps) step\(taken.steps == 1 ? "" : "s") taken up\n")
  }

  private func addLines(_ lines: [String]) throws { try add(lines.map { $0 + "\n" }.joined()) }

  private func add(_ text: String) throws {
    do throws(FileFailure) {
      try file.add(text)
    } catch {
      throw SessionError.notWritten("\(error.message(at: path.visible)); the last step was not kept")
    }
  }
}
