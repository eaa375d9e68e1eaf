import BackOffice
import ConsoleIO
import Interface
import LoopExplorer
import Values

extension ShellCommand {
  static var completionCommand: ShellCommand {
    ShellCommand(
      "completions", "print a script with which a shell completes commands",
      Argument.choice("shell", "the shell", of: CompletionScript.Shell.self).positional, options: [],
      notes: "The shell completes commands, options and their values.",
      examples: [
        "bash >~/.local/share/bash-completion/completions/backroom", "zsh >~/.zfunc/_backroom",
        "fish >~/.config/fish/completions/backroom.fish",
      ]
    ) { shell, name in
      let script = CompletionScript(
        commands: all(features: shell.features), officeCommands: shell.application.commands.listed.map(\.path))
      try shell.console.print(script.text(for: name))
    }
  }
}

/// A script with which a shell completes command lines of the program.
@MainActor struct CompletionScript {
  enum Shell: String, CaseIterable { case bash, zsh, fish }

  private typealias Candidate = (word: String, summary: String)

  /// Where the candidates for a word come from.
  private enum Source {
    case words([Candidate])
    /// The lines that the program prints if it is called with these words.
    case call(String)

    init?(_ parameter: ParameterDescription?) {
      switch parameter?.suggestions {
      case .words(let words): self = .words(words.map { ($0, "") })
      case .lines(let call): self = .call(call)
      case .files, nil: return nil
      }
    }
  }

  /// The words that can follow each command or group of commands.
  private var operands: [(path: String, source: Source)] = []
  private var options: [(path: String, names: [String])] = []
  private var values: [(path: String, option: String, source: Source)] = []
  /// The options with values that every command has.
  private let commonValues = [("-o", OutputFormat.allCases.map(\.rawValue)), ("--color", ["auto", "always", "never"])]

  /// Creates a script.
  ///
  /// - Parameters:
  ///   - commands: The commands of the program.
  ///   - officeCommands: The commands of the back office, which follow `do`.
  init(commands: [ShellCommand], officeCommands: [String]) {
    let help: Candidate = ("help", "explain a command")
    var groups: [(name: String, candidates: [Candidate])] = []
    for command in commands {
      let path = command.path
      if path.count == 1 { groups.append((path[0], [])) }
      guard path.count > 1 else { continue }
      if groups.last?.name != path[0] { groups.append((path[0], [])) }
      groups[groups.count - 1].candidates.append((path[1], command.description.summary))
    }
    let top = groups.map { group -> Candidate in
      let summary = commands.first { $0.name == group.name }?.description.summary
      return (group.name, summary ?? group.candidates.map(\.word).joinedWithOr)
    }
    let lists =
      [("", top + [help]), ("help", top)] + groups.filter { !$0.candidates.isEmpty }
      + [("do", officeCommands.map { ($0, "") })]
    operands = lists.map { ($0, .words($1)) }
    let common = ShellOptions.commonOptions + ["--help"]
    options = [("", common + ["--version"])] + commands.map { ($0.name, $0.optionNames + common) }
    for command in commands {
      let parameters = command.description.parameters
      operands += Source(parameters.first(where: \.isPositional)).map { [(command.name, $0)] } ?? []
      values += parameters.filter { !$0.isPositional && !$0.isFlag }.compactMap { parameter in
        Source(parameter).map { (command.name, "--\(parameter.name)", $0) }
      }
    }
  }

  func text(for shell: Shell) -> String {
    switch shell {
    case .bash: candidateFunction + Self.bashFunction
    case .zsh: "#compdef backroom\n" + candidateFunction + Self.zshFunction
    case .fish: fishText
    }
  }

  /// The words of all commands and groups, quoted.
  private var paths: [String] { Set(operands.map(\.path) + options.map(\.path)).subtracting([""]).sorted() }

  /// A function for bash and zsh that prints the candidates for a word.
  private var candidateFunction: String {
    func branch(_ patterns: [String], _ words: [String]) -> String {
      "      \(patterns.joined(separator: "|"))) printf '%s\\n' \(words.joined(separator: " ")) ;;\n"
    }
    func branch(_ words: String, _ source: Source) -> String {
      switch source {
      case .words(let candidates): branch(["\"\(words)\""], candidates.map(\.word))
      case .call(let call): "      \"\(words)\") _backroom_lines \(call) ;;\n"
      }
    }
    let valueBranches =
      commonValues.map { branch($0 == "-o" ? ["*\" -o\"", "*\" --output\""] : ["*\" \($0)\""], $1) }
      + values.map { branch("\($0.path) \($0.option)", $0.source) }
    let wordBranches = operands.map { branch($0.path, $0.source) }
    let optionBranches = options.map { branch(["\"\($0.path)\""], $0.names) }
    return """
      # Prints lines about the shop of the command line, unless that would create its database.
      _backroom_lines() {
        local file=${database:-${BACKROOM_DATABASE:-${XDG_DATA_HOME:-$HOME/.local/share}/backroom/shop.db}}
        if [ -e "$file" ]; then backroom ${database:+"--database=$database"} "$@" 2>/dev/null </dev/null; fi
      }

      # _backroom_candidates WORD PREVIOUS EARLIER...
      _backroom_candidates() {
        local word=$1 previous=$2 found= earlier option= database=
        shift 2
        for earlier in "$@"; do
          # Bash divides --option=value into three words.
          case "$option$earlier" in
            --database|--database=|--database==) option="--database="; continue ;;
            --database=*) database=${earlier#--database=} ;;
          esac
          option=
          case "${found:+$found }$earlier" in
            \(paths.map { "\"\($0)\"" }.joined(separator: "|"))) found="${found:+$found }$earlier" ;;
          esac
        done
        case "$found $previous" in
      \(valueBranches.joined())      *) case "$word" in
          -*) case "$found" in
      \(optionBranches.joined())      esac ;;
          *) case "$found" in
      \(wordBranches.joined())      esac ;;
          esac ;;
        esac
      }

      """
  }

  private static let bashFunction = """
    _backroom() {
      local word=${COMP_WORDS[COMP_CWORD]} last=$((COMP_CWORD - 1)) candidate
      # Bash divides --option=value into three words.
      if [[ $word == "=" ]]; then word=; elif [[ ${COMP_WORDS[last]} == "=" ]]; then last=$((last - 1)); fi
      COMPREPLY=()
      while IFS= read -r candidate; do
        if [[ -n $candidate && $candidate == "$word"* ]]; then COMPREPLY+=("$(printf '%q' "$candidate")"); fi
      done < <(_backroom_candidates "$word" "${COMP_WORDS[last]}" "${COMP_WORDS[@]:1:COMP_CWORD-1}")
    }
    complete -o default -F _backroom backroom

    """

  private static let zshFunction = """
    _backroom() {
      local -a candidates
      candidates=(${(f)"$(_backroom_candidates "${words[CURRENT]}" "${words[CURRENT-1]}" ${words[2,CURRENT-1]})"})
      if (( $#candidates )); then compadd -- $candidates; else _files; fi
    }
    if [[ $funcstack[1] == _backroom ]]; then _backroom "$@"; else compdef _backroom backroom; fi

    """

  private var fishText: String {
    func lines(_ path: String, _ arguments: String) -> String {
      "complete -c backroom -n '__backroom_at \"\(path)\"' \(arguments)\n"
    }
    let wordLines = operands.flatMap { path, source in
      switch source {
      case .words(let candidates):
        candidates.map { lines(path, "-f -a '\($0.word)'" + ($0.summary.isEmpty ? "" : " -d '\($0.summary)'")) }
      case .call(let call): [lines(path, "-f -a '(__backroom_lines \(call))'")]
      }
    }
    let optionLines = options.flatMap { path, names in
      names.map { name in
        let common = commonValues.first { $0.0 == name || $0.0 == "-o" && name == "--output" }?.1
        let values =
          switch values.first(where: { $0.path == path && $0.option == name })?.source {
          case .words(let candidates)?: candidates.map(\.word).joined(separator: " ")
          case .call(let call)?: "(__backroom_lines \(call))"
          case nil: common?.joined(separator: " ")
          }
        let short = name == "--output" ? "-s o " : ""
        let list = values.map { " -x -a '\($0)'" } ?? ""
        return lines(path, "\(short)-l \(name.dropFirst(2))\(list)")
      }
    }
    return """
      # Prints lines about the shop of the command line, unless that would create its database.
      function __backroom_lines
        set -l database
        set -l words (commandline -opc)
        for index in (seq (count $words))
          switch $words[$index]
            case --database
              test $index -lt (count $words); and set database $words[(math $index + 1)]
            case '--database=*'
              set database (string replace -- --database= '' $words[$index])
          end
        end
        set -l file $database $BACKROOM_DATABASE $XDG_DATA_HOME/backroom/shop.db
        test -z "$database$BACKROOM_DATABASE$XDG_DATA_HOME"; and set file $HOME/.local/share/backroom/shop.db
        test -e "$file[1]"; or return
        set -l option
        test -n "$database"; and set option --database=$database
        backroom $option $argv 2>/dev/null </dev/null
      end
      function __backroom_at
        set -l found
        for word in (commandline -opc)[2..]
          if contains -- (string join -- ' ' $found $word) \(paths.map { "'\($0)'" }.joined(separator: " "))
            set -a found $word
          end
        end
        set -l path (string join -- ' ' $found)
        test "$path" = "$argv"
      end
      \((wordLines + optionLines).joined())
      """
  }
}
