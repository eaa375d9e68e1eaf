import ConsoleIO
import LoopExplorer

/// The commands `explore`, `step` and `replay`, for any feature that has an exploration.
///
/// A program parses its command line, looks up the feature and calls one of these methods.
@MainActor public struct ExplorerCommands {
  /// The name of the program, which prefixes warnings.
  let program: String
  let console: Console

  /// Creates the commands of a program.
  public init(program: String, console: Console) {
    self.program = program
    self.console = console
  }

  /// Explores the space of a feature and prints the report.
  ///
  /// If drawings are requested and the space is verified, only the drawings are printed, so that another program can
  /// read them.
  ///
  /// - Returns: The verdict on the laws of the feature.
  public func explore(
    _ feature: any NamedExploration, _ options: ExplorationOptions = ExplorationOptions(),
    drawings: [CoverageDrawing] = []
  ) throws -> ExplorationVerdict {
    let report = try report(of: feature, options)
    try console.print(report.text(with: drawings))
    return report.verdict
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

  /// Makes random walks through a feature and prints the report.
  ///
  /// - Returns: A Boolean value that indicates whether no law was broken.
  public func walk(
    _ feature: any NamedExploration, _ request: WalkRequest, _ options: ExplorationOptions = ExplorationOptions()
  ) throws -> Bool {
    let walked = try report(of: feature, request, options)
    try console.print("\(walked)\n")
    return walked.finding == nil
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
public enum ExplorationVerdict: String, Sendable {
  /// Every state was explored, and every law holds.
  case verified
  /// A limit was reached, and no law was broken until then.
  case bounded
  /// A law was broken.
  case violated
}

/// A drawing of what an exploration covered.
public enum CoverageDrawing: Sendable {
  /// A table of actions and responses by kind of state.
  case matrix
  /// The transitions between kinds of states, as a Mermaid diagram.
  case statechart
}

/// The reason why a saved session could not be read or written.
public enum StepSessionFileError: Error {
  /// The file cannot be replayed or resumed.
  case unreadable(String)
  /// The transcript cannot be written.
  case unwritable(String)
}
