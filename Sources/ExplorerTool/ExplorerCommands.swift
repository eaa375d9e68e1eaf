import ConsoleIO
import LoopExplorer
import Programs

/// What the commands `explore`, `step` and `replay` do, for any feature that has an exploration.
@MainActor package struct ExplorerCommands {
  /// The name of the program, which prefixes warnings.
  let program: String
  let console: Console

  package init(program: String, console: Console) { (self.program, self.console) = (program, console) }

  /// Creates the commands for a run of a program.
  init(_ context: some ProgramContext) {
    self.init(program: context.run.programName, console: context.console)
  }

  /// Explores the space of a feature, with a line of progress on a terminal.
  package func report(of feature: any NamedExploration, _ options: ExplorationOptions) throws -> ExplorationReport {
    defer { console.eraseProgress() }
    return try feature.explore(showingProgress(options))
  }

  /// Makes random walks through a feature, with a line of progress on a terminal.
  package func report(
    of feature: any NamedExploration, _ request: WalkRequest, _ options: ExplorationOptions
  ) throws -> WalkReport {
    defer { console.eraseProgress() }
    return try feature.walk(request, showingProgress(options))
  }

  /// Returns options with a closure that replaces the line of progress, if the console shows one.
  private func showingProgress(_ options: ExplorationOptions) -> ExplorationOptions {
    guard console.showsProgress else { return options }
    var options = options
    // An exploration runs where it was started.
    options.onProgress = { [console] progress in MainActor.assumeIsolated { console.showProgress("\(progress)") } }
    return options
  }

  func printWarning(_ message: String) { console.printError("\(program): \(message)\n") }
}

extension ExplorationReport {
  package var verdict: ExplorationVerdict { findings.isEmpty ? (isVerified ? .verified : .bounded) : .violated }

  /// Returns the drawings, after the report unless the space is verified.
  package func text(with drawings: [CoverageDrawing]) -> String {
    (drawings.isEmpty || !isVerified ? "\(self)\n" : "") + drawings.map(text(of:)).joined()
  }

  package func text(of drawing: CoverageDrawing) -> String {
    switch drawing {
    case .matrix: coverage.matrix
    case .statechart: coverage.statechart
    }
  }
}

/// The verdict of an exploration.
package enum ExplorationVerdict: String, Sendable {
  /// Every state was explored, and every law holds.
  case verified
  /// A limit was reached, and no law was broken until then.
  case bounded
  /// A law was broken.
  case violated
}

/// A drawing of what an exploration covered.
package enum CoverageDrawing: Sendable {
  /// A table of actions and responses by kind of state.
  case matrix
  /// The transitions between kinds of states, as a Mermaid diagram.
  case statechart
}
