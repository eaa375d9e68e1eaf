import ConsoleIO
import Interface
import Values

/// A shell for which the program prints a script.
private enum Shell: String, CaseIterable { case bash, zsh, fish }

/// What a word of a command line can be.
struct Completion {
  /// The words, each with what it means or an empty text.
  var candidates: [(word: String, summary: String)] = []
  /// Whether the word can be the path of a file.
  var acceptsFiles = false

  /// The lines that the scripts read: a word, a tab and its meaning.
  ///
  /// If a line has no word, the script suggests files.
  var text: String {
    candidates.map { "\($0.word)\t\($0.summary)\n" }.joined() + (acceptsFiles ? "\tfiles\n" : "")
  }
}

extension Program {
  /// Returns the command that prints scripts for shells.
  ///
  /// The scripts ask the program for the candidates, so that these always fit its version, the database and the session.
  static func completionCommand(ofProgram name: String) -> ProgramCommand<Context> {
    ProgramCommand(
      "completions", "print a script with which a shell completes commands",
      Argument.choice("shell", "the shell", of: Shell.self).positional, options: [],
      notes: """
        The shell completes commands, options and their values, and the commands of the application with their arguments. \
        The script calls '\(name) completions words -- WORD…', which prints what the last word can be.
        """,
      examples: [
        "bash >~/.local/share/bash-completion/completions/\(name)", "zsh >~/.zfunc/_\(name)",
        "fish >~/.config/fish/completions/\(name).fish",
      ]
    ) { context, shell in
      try context.console.print(shell.script(ofProgram: name))
    }
  }

  /// Returns what the last of the words of a command line can be.
  func completion(of words: [String], on console: Console) async -> Completion {
    let line = CompletedLine(words, in: self, home: console.environment["HOME"])
    let word = line.word
    var completion = Completion()
    func add(_ suggestions: ParameterDescription.Suggestions?, prefix: String = "") async {
      switch suggestions {
      case .words(let words): completion.candidates += words.map { (prefix + $0, "") }
      case .lines(let call):
        let lines = await self.lines(
          ofCall: line.passedOptions + call.split(separator: " ").map(String.init), on: console)
        completion.candidates += lines.map { (prefix + $0, "") }
      case .files: completion.acceptsFiles = prefix.isEmpty
      case nil: break
      }
    }
    if let parameter = line.openOption {
      await add(parameter.valueSuggestions)
    } else if let command = line.command, let complete = command.complete, !line.rest.isEmpty || !word.hasPrefix("-") {
      for suggestions in complete(line.rest, word) { await add(suggestions) }
    } else if word.hasPrefix("-"), !line.hasEndedOptions {
      if let (parameter, name) = line.option(assignedIn: word) {
        await add(parameter.valueSuggestions, prefix: "\(name)=")
      } else {
        completion.candidates = line.optionNames.map { ($0, "") }
      }
    } else {
      completion.candidates = line.nextWords
      await add(line.command?.description.positionalParameter(at: line.operandCount)?.valueSuggestions)
    }
    completion.candidates = completion.candidates.filter { $0.word.hasPrefix(word) }
    return completion
  }

  /// Returns what the program prints for other words, or nothing if they fail.
  private func lines(ofCall words: [String], on console: Console) async -> [String] {
    var (output, silent) = ("", console)
    (silent.print, silent.printStyled) = ({ output += $0 }, { output += $0 })
    (silent.printError, silent.printStyledError) = ({ _ in }, { _ in })
    (silent.outputWidth, silent.outputHeight) = (nil, nil)
    guard await run(completionWords + words, on: silent) == .success else { return [] }
    return output.split(separator: "\n").map(String.init)
  }
}

/// The words of a command line, as far as they are typed.
@MainActor private struct CompletedLine<Context: ProgramContext> {
  /// The word at the cursor.
  let word: String
  /// The command, or `nil` while its name is not complete.
  private(set) var command: ProgramCommand<Context>?
  /// The words after the name of a command that reads them by itself.
  private(set) var rest: [String] = []
  /// The option whose value is the word at the cursor, or `nil`.
  private(set) var openOption: ParameterDescription?
  /// Whether all further words are operands.
  private(set) var hasEndedOptions = false
  /// The options that calls of the program pass on, such as `--database=PATH`.
  private(set) var passedOptions: [String] = []
  private var operands: [String] = []
  private let program: Program<Context>
  private let home: String?
  private let shared: [SharedOptions]

  init(_ words: [String], in program: Program<Context>, home: String?) {
    self.program = program
    self.home = home
    shared = .output + SharedOptions.display + program.options
    word = words.last ?? ""
    for earlier in words.dropLast() { read(earlier) }
  }

  private mutating func read(_ word: String) {
    if let parameter = openOption {
      openOption = nil
      pass(parameter, word)
    } else if !hasEndedOptions, word == "--" {
      hasEndedOptions = true
    } else if command?.complete != nil, hasEndedOptions || !isShared(word) {
      rest.append(word)
    } else if !hasEndedOptions, word.hasPrefix("-"), word.count > 1 {
      if let (parameter, name, value) = option(word) {
        if let value { pass(parameter, value) } else if !parameter.isFlag, name != "--json" { openOption = parameter }
      }
    } else {
      operands.append(word)
      command = program.commands.filter { operands.starts(with: $0.path) }.max { $0.path.count < $1.path.count }
    }
  }

  /// Returns whether a word is an option of all commands, which can stand anywhere.
  private func isShared(_ word: String) -> Bool { OptionValues(program.options).option(ofWord: word) != nil }

  private mutating func pass(_ parameter: ParameterDescription, _ typed: String) {
    // A shell would replace this.
    let value = typed.hasPrefix("~/") ? (home.map { $0 + typed.dropFirst() } ?? typed) : typed
    if program.completionOptions.contains("--\(parameter.name)") {
      passedOptions.append("--\(parameter.name)=\(value)")
    }
  }

  /// Returns the option that a word names, with the value in the same word.
  private func option(_ word: String) -> (parameter: ParameterDescription, name: String, value: String?)? {
    if let (name, parameter, value) = OptionValues(program.options).option(ofWord: word) {
      return (parameter, name, value)
    }
    let name = String(word.prefix { $0 != "=" })
    let parameter = command?.description.parameters.first { !$0.isPositional && "--\($0.name)" == name }
    return parameter.map { ($0, name, name == word ? nil : String(word.dropFirst(name.count + 1))) }
  }

  /// Returns the option to which a word assigns a value.
  func option(assignedIn word: String) -> (parameter: ParameterDescription, name: String)? {
    option(word).flatMap { $0.value == nil || !word.contains("=") ? nil : ($0.parameter, $0.name) }
  }

  /// The number of words after the name of the command.
  var operandCount: Int { operands.count - (command?.path.count ?? 0) }

  /// The options that can follow.
  var optionNames: [String] {
    let own = command?.description.parameters.filter { !$0.isPositional }.map { "--\($0.name)" } ?? []
    let common = shared.filter(\.isCommon).flatMap(\.optionNames) + ["--help"]
    if let command { return own + command.options.flatMap(\.optionNames) + common }
    return operands.isEmpty ? common + ["--version"] : common
  }

  /// The words that can follow in the name of a command.
  var nextWords: [(word: String, summary: String)] {
    let isHelp = operands.first == "help"
    let typed = isHelp ? Array(operands.dropFirst()) : operands
    var next: [(word: String, summary: String)] = []
    for command in program.commands where command.path.starts(with: typed) && command.path.count > typed.count {
      let word = command.path[typed.count]
      let isWhole = command.path.count == typed.count + 1
      if !next.contains(where: { $0.word == word }) { next.append((word, isWhole ? command.description.summary : "")) }
    }
    return operands.isEmpty ? next + [("help", "explain a command")] : next
  }
}

extension Shell {
  /// Returns a script that completes command lines of a program.
  fileprivate func script(ofProgram name: String) -> String {
    switch self {
    case .bash:
      """
      _\(name)() {
        local line typed=${COMP_LINE:0:COMP_POINT} last=${COMP_WORDS[COMP_CWORD]}
        local -a words
        COMPREPLY=()
        # Bash divides words at colons and equals signs, and replaces only the part after the last one.
        read -ra words <<< "${typed//[\\'\\"]/}"
        if [[ $typed == *' ' ]]; then words+=(""); fi
        if [[ $last == [=:] ]]; then last=; fi
        local before=${words[${#words[@]} - 1]%"$last"}
        while IFS= read -r line; do
          line=${line#"$before"}
          if [[ -n ${line%%$'\\t'*} ]]; then COMPREPLY+=("$(printf '%q' "${line%%$'\\t'*}")")
          else compopt -o default 2>/dev/null
          fi
        done < <(\(name) completions words -- "${words[@]:1}" 2>/dev/null </dev/null)
      }
      complete -F _\(name) \(name)

      """
    case .zsh:
      """
      #compdef \(name)
      _\(name)() {
        local line
        local -a found
        for line in "${(@f)$(\(name) completions words -- "${(@Q)words[2,CURRENT]}" 2>/dev/null </dev/null)}"; do
          if [[ -n ${line%%$'\\t'*} ]]; then found+=("${line%%$'\\t'*}")
          elif [[ -n $line ]]; then _files
          fi
        done
        if (( $#found )); then compadd -- $found; fi
      }
      if [[ $funcstack[1] == _\(name) ]]; then _\(name) "$@"; else compdef _\(name) \(name); fi

      """
    case .fish:
      """
      function __\(name)_candidates
        set -l words (commandline -opc)[2..] (commandline -ct)
        for line in (\(name) completions words -- $words 2>/dev/null </dev/null)
          if test "$line" = \\tfiles
            __fish_complete_path (commandline -ct)
          else
            echo $line
          end
        end
      end
      complete -c \(name) -f -a '(__\(name)_candidates)'

      """
    }
  }
}
