import ConsoleIO
import Interface
import Loop
import Terminal
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows applications on the full screen of the terminal.
public struct TerminalFrontEnd: FrontEnd {
  private let environment: [String: String]
  private let paths: (String) -> [String]
  /// The path of the file with the name of the colors, or `nil`.
  private let themePath: String?

  /// Creates a front end for the terminal of the process.
  ///
  /// - Parameters:
  ///   - programName: The name of the program, whose folder of settings has the chosen colors.
  ///   - console: The console of the process.
  public init(programName: String, on console: Console) {
    environment = console.environment
    paths = console.paths
    themePath = console.folder("XDG_CONFIG_HOME", orInHome: ".config").map { "\($0)/\(programName)/theme" }
  }

  /// Shows an application until the user quits, or until the closure returns true for a state.
  public func show<App: Application>(
    _ application: App, _ store: Store<App.Feature>, bindings: [String: Invocation],
    messages: AsyncStream<String>, saving save: @escaping @MainActor () async -> Void,
    until isFinished: @escaping (App.Feature.State) -> Bool
  ) async throws {
    // Without the file, the colors are those for the environment.
    let theme = themePath.flatMap { try? contentsOfFile(at: $0, mustBeRegular: true) }.map {
      String(decoding: $0, as: UTF8.self).trimmed
    }
    let screen = FullScreen(
      application, store: store, environment: environment, bindings: bindings, themeName: theme, paths: paths
    ) { name in
      if let themePath { writeSetting(name, at: themePath) }
    }
    try await screen.run(showing: messages, saving: save, until: isFinished)
  }
}

/// Writes a setting into a file, and creates its folder if it is missing.
///
/// The settings of this function are not worth an error: without the file, the program uses its defaults.
private func writeSetting(_ value: String, at path: String) {
  createFolders(of: path)
  guard let file = fopen(path, "w") else { return }
  fputs(value + "\n", file)
  fclose(file)
}
