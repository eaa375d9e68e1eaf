import ConsoleIO
import Interface
import Values

/// A command of a program: how it is called, what its help says, and what it does.
///
/// ```swift
/// ProgramCommand<CommandRun>("notes count", "count the notes of a file", Argument.text("file", "the file").positional) {
///   run, file in
///   let count = try run.readFile(at: file).count { $0 == UInt8(ascii: "\n") }
///   try run.print(.report(["notes": .integer(Int64(count))], text: "\(count) notes\n"))
/// }
/// ```
@MainActor public struct ProgramCommand<Context: ProgramContext> {
  /// The words, the parameters and the help of the command.
  public let description: CommandDescription
  /// The options that it has in common with other commands, besides those of all commands.
  let options: [SharedOptions]
  /// Returns what a word can be after other words, or `nil` if the parameters say it.
  let complete: ((_ earlier: [String], _ word: String) -> [ParameterDescription.Suggestions])?
  private let body: @MainActor (Context, [String]) async throws -> Void

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: The words of the command, such as `products list`: one, or a group and others.
  ///   - summary: What it does, in one line.
  ///   - inputs: The parameters.
  ///   - options: The options that it has in common with other commands.
  ///   - notes: What a user should know besides.
  ///   - examples: The arguments of useful calls.
  ///   - run: A closure that runs the command with the contents of the inputs.
  public init<each Input: CommandInput>(
    _ name: String, _ summary: String, _ inputs: repeat each Input, options: [SharedOptions] = .output,
    notes: String = "", examples: [String] = [],
    run: @escaping @MainActor (Context, repeat (each Input).Content) async throws -> Void
  ) {
    var parameters: [ParameterDescription] = []
    for input in repeat each inputs { parameters += input.descriptions }
    let description = CommandDescription(name, summary, parameters, notes: notes, examples: examples)
    self.init(description, options) { context, words in
      let values = try description.arguments(ofWords: words)
      try await run(context, repeat try (each inputs).content(of: values))
    }
  }

  /// Creates a command that reads the words after its name by itself.
  package init(
    _ description: CommandDescription, _ options: [SharedOptions] = .output,
    completing complete: ((_ earlier: [String], _ word: String) -> [ParameterDescription.Suggestions])? = nil,
    running body: @escaping @MainActor (Context, [String]) async throws -> Void
  ) {
    (self.description, self.options, self.complete, self.body) = (description, options, complete, body)
  }

  /// The words of the command, such as `products list`.
  var name: String { description.path }

  /// The words of the name.
  package var path: [String] { name.split(separator: " ").map(String.init) }

  /// Runs the command with the words after its name.
  ///
  /// - Throws: The help as an error with the status success if the words ask for it.
  func run(_ words: [String], in context: Context) async throws {
    if words.prefix(while: { $0 != "--" }).contains(where: ["--help", "-h"].contains) {
      throw CommandError(status: .success, message: help(in: context.run))
    }
    let usage = description.usageLine(calledWith: "\(context.run.programName) \(name)")
    if let option = context.run.options.givenOptions.first(where: { !options.contains($0) }) {
      throw .usageError("unknown option \(option.quoted)", usage: usage)
    }
    do { try await body(context, words) } catch let error as InvocationError { throw CommandError(error, usage: usage) }
  }

  /// Returns the text that explains the command.
  private func help(in run: CommandRun) -> String {
    description.help(calledWith: "\(run.programName) \(name)", more: options.flatMap(\.parameters))
  }
}

extension CommandError {
  /// Creates the error for a command line that is not valid.
  ///
  /// The usage helps if the words are wrong, but not if only a value is.
  package init(_ error: InvocationError, usage: String? = nil) {
    let needsUsage = [.unknownParameter, .missingParameter, .invalidText].contains(error.code)
    self.init(
      status: error.code.exitStatus,
      // An excerpt of a condition has lines of its own.
      message: error.message.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).terminalSafe }
        .joined(separator: "\n"),
      suggestion: error.hint?.terminalSafe,
      usage: needsUsage ? usage : nil)
  }
}
