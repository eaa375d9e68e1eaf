import ConsoleIO
import Interface
import Values

extension ProgramContext {
  /// Prints the result of a command in the requested format, with a pager if it is longer than the terminal.
  ///
  /// - Parameters:
  ///   - output: The result.
  ///   - fields: The fields to print, or `nil` for those of the option. An empty list stands for all.
  /// - Throws: An error if the output cannot be written, or has no such field.
  public func print(_ output: CommandAnswer, fields: [String]? = nil) throws {
    let options = options.output
    let isTable = options.format == .table
    var style = AnswerStyle(width: isTable ? console.outputWidth : nil)
    // Only the text of records is known to contain no escape sequences of the data.
    if isTable, !output.isReport { style.isColored = usesColors(onTerminal: console.outputWidth != nil) }
    let pieces: TextPieces
    do throws(InvocationError) {
      pieces = try output.pieces(as: options.format, fields: fields ?? options.fields, in: style)
    } catch {
      throw CommandError(error)
    }
    func printText(_ text: String) throws { try style.isColored ? console.printStyled(text) : console.print(text) }
    guard let height = console.outputHeight, options.usesPager, !pagerCommand.trimmed.isEmpty, !console.isDumbTerminal
    else { return try pieces.forEachBlock(printText) }
    let text = pieces.joined()
    if text.count(where: \.isNewline) >= height {
      let pagerText = style.isColored ? text : text.withoutTerminalControls
      if try console.showInPager(pagerText, pagerCommand) { return }
    }
    try printText(text)
  }

  /// Prints the result of a command that has stored a change.
  ///
  /// - Throws: If the result cannot be printed, an error which says that the change is stored.
  public func printChange(_ output: CommandAnswer) throws { try reportingChange { try print(output) } }

  /// Prints something after a change was stored, and says so if that fails.
  func reportingChange(_ print: () throws -> Void) throws {
    let note = "; the change is stored, do not repeat it"
    do {
      try print()
    } catch let error as StandardOutputError {
      let reason = if case .systemError(let reason) = error { reason } else { "its reader has closed it" }
      throw CommandError(status: .output, message: "cannot write to standard output: \(reason)\(note)")
    } catch var error as CommandError {
      error.message += note
      throw error
    }
  }

  /// The shell command of the pager.
  private var pagerCommand: String {
    // Without less, the text is printed.
    options.output.pager ?? console.environment["PAGER"] ?? "command -v less >/dev/null || exit 127; exec less -FRX"
  }

  /// How error messages are printed.
  var errorStyle: AnswerStyle { AnswerStyle(isColored: usesColors(onTerminal: console.isErrorTerminal)) }

  private func usesColors(onTerminal isTerminal: Bool) -> Bool {
    let environment = console.environment
    switch options.output.color {
    case .always: return true
    case .never: return false
    case .auto:
      if !environment["NO_COLOR", default: ""].isEmpty { return false }
      if !["", "0"].contains(environment["CLICOLOR_FORCE", default: ""]) { return true }
      return isTerminal && !console.isDumbTerminal
    }
  }

  /// Prints a note on standard error, only for people.
  public func printNote(_ note: String) {
    if !options.output.format.isJSON { console.printError("\(note)\n") }
  }
}

extension TextPieces {
  /// Passes the text to a closure in blocks of at least 64 kilobytes, except the last one.
  fileprivate func forEachBlock(_ body: (String) throws -> Void) throws {
    var block = ""
    for piece in self {
      block += piece
      if block.utf8.count >= 65_536 {
        try body(block)
        block = ""
      }
    }
    if !block.isEmpty { try body(block) }
  }
}

extension CommandAnswer {
  fileprivate var isReport: Bool {
    switch self {
    case .list, .row, .record: false
    case .summary, .report: true
    }
  }
}
