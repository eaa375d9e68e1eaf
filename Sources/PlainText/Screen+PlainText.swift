import Documents
import Interface
import Values

extension Screen {
  /// Returns the screen as lines of text without colors, for pipes, logs, screen readers and tests.
  ///
  /// Characters of the data that a terminal could interpret, or that change the direction of text, are escaped.
  ///
  /// - Parameters:
  ///   - width: The number of terminal columns that no line exceeds, which is at least 1. Without a number, lines can
  ///     have any length and nothing is cut.
  ///   - commandText: A closure that returns the text of a command, such as `text(of:)` of a `CommandTable`. Without a
  ///     closure, all arguments are written with their names.
  /// - Returns: The lines, each with a line feed.
  /// - Complexity: Proportional to the size of the screen and the length of the result.
  public func plainText(width: Int? = nil, commandText: ((Invocation) -> String)? = nil) -> String {
    var lines = WrappedLines(width: width, commandText: commandText ?? \.textWithNames)
    lines.append(self)
    return lines.text
  }
}

extension Screen.Element {
  /// Returns the element as lines of text without colors, for example a table that a command prints.
  ///
  /// - Parameters:
  ///   - width: The number of terminal columns that no line exceeds, which is at least 1. Without a number, lines can
  ///     have any length and nothing is cut.
  ///   - commandText: A closure that returns the text of a command, such as `text(of:)` of a `CommandTable`. Without a
  ///     closure, all arguments are written with their names.
  /// - Returns: The lines, each with a line feed.
  /// - Complexity: Proportional to the size of the screen and the length of the result.
  public func plainText(width: Int? = nil, commandText: ((Invocation) -> String)? = nil) -> String {
    var lines = WrappedLines(width: width, commandText: commandText ?? \.textWithNames)
    lines.append(content)
    return lines.text
  }
}

extension Screen.Progress {
  /// The part of the work that is done, from 0 to 1, or `nil` if it is unknown how much there is to do.
  package var fraction: Double? {
    // Without anything to do, the work is complete.
    totalCount.map { $0 > 0 ? max(0, min(1, Double(completedCount) / Double($0))) : 1 }
  }
}

extension Invocation {
  /// The command line with the name of each argument.
  ///
  /// Its words can be parsed by a table of commands.
  var textWithNames: String {
    let arguments = arguments.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return ([path] + arguments.map { "--\($0.key)=\($0.value.commandLineWord)" }).joined(separator: " ")
  }
}

extension Value {
  fileprivate var commandLineWord: String {
    switch self {
    case .text(let text): text.jsonQuoted
    case .money(let money): "\(money)"
    case .instant(let instant): "\(instant)"
    case .null, .boolean, .integer, .real: jsonText
    case .list, .object: jsonText.jsonQuoted
    }
  }
}

extension WrappedLines {
  fileprivate mutating func append(_ screen: Screen) {
    if !screen.title.isEmpty { append(pieces: [screen.title] + screen.status) }
    if !screen.tabs.isEmpty { append(pieces: screen.tabs.map { $0.isSelected ? "[\($0.title)]" : $0.title }) }
    append(screen.elements)
    if let sheet = screen.sheet { append(sheet) }
    appendSeparator()
    for notice in screen.notices { append(notice) }
    for progress in screen.progress { append(progress) }
  }

  private mutating func append(_ elements: [Screen.Element]) {
    for element in elements {
      appendSeparator()
      append(element.content)
    }
  }

  fileprivate mutating func append(_ content: Screen.Content) {
    switch content {
    case .table(let table, _): append(table)
    case .form(let form, _): append(form)
    case .counters(let counters): for counter in counters { append(counter) }
    case .chart(let chart):
      append(chart)
      appendFailure(chart.error, chart.retry)
    case .text(let paragraphs):
      for paragraph in paragraphs {
        appendSeparator()
        append(linesOf: paragraph)
      }
    }
  }

  private mutating func append(_ sheet: Screen.Sheet) {
    appendSeparator()
    append(fittedLine: String(repeating: "─", count: min(width ?? 40, 40)))
    append(sheet.title)
    append(sheet.elements)
    guard let question = sheet.question else { return }
    appendSeparator()
    append(question.text)
    append(question.answers)
  }

  private mutating func append(_ answers: [Screen.Answer]) {
    for answer in answers { append("[\(answer.title)] \(commandText(answer.command))", indent: 2) }
  }

  private mutating func append(_ notice: Screen.Notice) {
    switch notice.kind {
    case .information: append(notice.text)
    case .warning, .error: append(.labeled(notice.kind.rawValue, notice.text))
    }
    append(notice.answers)
  }

  private mutating func append(_ progress: Screen.Progress) {
    if let fraction = progress.fraction {
      let (filled, percentage) = (Int(fraction * 10), "\(Int(fraction * 100)) %")
      let bar = "[" + String(repeating: "#", count: filled) + .spaces(10 - filled) + "]"
      append(pieces: [bar, percentage] + progress.title.split(separator: " ").map(String.init), separator: " ")
    } else {
      append(.labeled(progress.title, "\(progress.completedCount) done"))
    }
    if let cancel = progress.cancel { append([Screen.Answer("cancel", cancel)]) }
  }

  private mutating func append(_ counter: Screen.Counter) {
    let parts = [counter.text, counter.isOutdated ? "outdated" : nil, counter.isLoading ? "loading…" : nil].compactMap(
      \.self)
    append(.labeled(counter.title, parts.isEmpty ? "unknown" : parts.joined(separator: ", ")))
    appendFailure(counter.error, counter.retry)
  }

  private mutating func appendFailure(_ error: String?, _ retry: Invocation?) {
    if let error { append("! could not be loaded: \(error)", indent: 2) }
    if let retry { append([Screen.Answer("retry", retry)]) }
  }
}
