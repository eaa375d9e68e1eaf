import ConsoleIO
import Interface
import Values

extension Program {
  /// Returns the command that prints scripts for the completion of some commands and of itself.
  static func completionCommand(
    ofProgram name: String, _ options: [SharedOptions], _ commands: [ProgramCommand<Context>],
    callingWith callWords: [String], passing passedOptions: [String]
  ) -> ProgramCommand<Context> {
    let shell = Argument.choice("shell", "the shell", of: CompletionScript.Shell.self).positional
    let description = CommandDescription(
      "completions", "print a script with which a shell completes commands", shell.descriptions,
      notes: "The shell completes commands, options and their values.",
      examples: [
        "bash >~/.local/share/bash-completion/completions/\(name)", "zsh >~/.zfunc/_\(name)",
        "fish >~/.config/fish/completions/\(name).fish",
      ])
    let script = CompletionScript(
      program: name, options: options,
      commands: commands.map { ($0.description, $0.options) } + [(description, [])],
      callingWith: callWords, passing: passedOptions)
    return ProgramCommand(description, []) { context, words in
      let shell = try shell.content(of: try description.arguments(ofWords: words))
      try context.console.print(script.text(for: shell))
    }
  }
}

/// A script with which a shell completes command lines of the program.
struct CompletionScript {
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
  /// The values of shared options.
  private let sharedValues: [(option: String, words: [String])]
  private let program: String
  /// The words that each call of the program begins with.
  private let callWords: [String]
  /// The options with a value that calls of the program pass on.
  private let passedOptions: [String]

  /// Creates a script.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - shared: The options that commands have in common.
  ///   - commands: The commands of the program, with the shared options that they list.
  ///   - callWords: The words that each call of the program begins with.
  ///   - passedOptions: The options with a value that calls of the program pass on, such as `--database`.
  init(
    program: String, options shared: [SharedOptions],
    commands: [(description: CommandDescription, options: [SharedOptions])], callingWith callWords: [String],
    passing passedOptions: [String]
  ) {
    self.program = program
    self.callWords = callWords
    let shared = .output + SharedOptions.display + shared
    sharedValues = shared.flatMap(\.parameters).compactMap { parameter in
      if case .words(let words)? = parameter.suggestions { ("--\(parameter.name)", words) } else { nil }
    }
    // A pattern of a shell cannot be empty.
    self.passedOptions = passedOptions.isEmpty ? ["--none"] : passedOptions
    let help: Candidate = ("help", "explain a command")
    var groups: [(name: String, candidates: [Candidate])] = []
    for command in commands {
      var words = command.description.path.split(separator: " ").map(String.init)
      let word = words.removeLast()
      guard !words.isEmpty else {
        groups.append((word, []))
        continue
      }
      let name = words.joined(separator: " ")
      let index = groups.firstIndex { $0.name == name } ?? groups.endIndex
      if index == groups.endIndex { groups.append((name, [])) }
      groups[index].candidates.append((word, command.description.summary))
    }
    let top = groups.filter { !$0.name.contains(" ") }.map { group -> Candidate in
      let summary = commands.first { $0.description.path == group.name }?.description.summary
      return (group.name, summary ?? group.candidates.map(\.word).joinedWithOr)
    }
    let lists = [("", top + [help]), ("help", top)] + groups.filter { !$0.candidates.isEmpty }
    operands = lists.map { ($0, .words($1)) }
    let common = shared.filter(\.isCommon).flatMap(\.optionNames) + ["--help"]
    options = [("", common + ["--version"])]
    for (description, shared) in commands {
      let (path, parameters) = (description.path, description.parameters)
      let named = parameters.filter { !$0.isPositional }
      options.append((path, named.map { "--\($0.name)" } + shared.flatMap(\.optionNames) + common))
      operands += Source(parameters.first(where: \.isPositional)).map { [(path, $0)] } ?? []
      values += named.filter { !$0.isFlag }.compactMap { parameter in
        Source(parameter).map { (path, "--\(parameter.name)", $0) }
      }
    }
  }

  func text(for shell: Shell) -> String {
    switch shell {
    case .bash: candidateFunction + bashFunction
    case .zsh: "#compdef \(program)\n" + candidateFunction + zshFunction
    case .fish: fishText
    }
  }

  /// The words of all commands and groups, quoted.
  private var paths: [String] { Set(operands.map(\.path) + options.map(\.path)).subtracting([""]).sorted() }

  /// The words with which a call of the program begins.
  private var call: String { ([program] + callWords).joined(separator: " ") }

  /// A function for bash and zsh that prints the candidates for a word.
  private var candidateFunction: String {
    func branch(_ patterns: [String], _ words: [String]) -> String {
      "      \(patterns.joined(separator: "|"))) printf '%s\\n' \(words.joined(separator: " ")) ;;\n"
    }
    func branch(_ words: String, _ source: Source) -> String {
      switch source {
      case .words(let candidates): branch(["\"\(words)\""], candidates.map(\.word))
      case .call(let call): "      \"\(words)\") _\(program)_lines \(call) ;;\n"
      }
    }
    let valueBranches =
      sharedValues.map { branch(($0 == "--output" ? ["*\" -o\""] : []) + ["*\" \($0)\""], $1) }
      + values.map { branch("\($0.path) \($0.option)", $0.source) }
    let wordBranches = operands.map { branch($0.path, $0.source) }
    let optionBranches = options.map { branch(["\"\($0.path)\""], $0.names) }
    return """
      # Prints what the program prints for a completion.
      _\(program)_lines() {
        \(call) "${shared[@]}" "$@" 2>/dev/null </dev/null
      }

      # _\(program)_candidates WORD PREVIOUS EARLIER...
      _\(program)_candidates() {
        local word=$1 previous=$2 found= earlier option=
        local -a shared=()
        shift 2
        for earlier in "$@"; do
          # Bash divides --option=value into three words.
          case "$option$earlier" in
            \(passedOptions.joined(separator: "|"))) option="$earlier="; continue ;;
            \(passedOptions.map { "\($0)==" }.joined(separator: "|"))) continue ;;
            \(passedOptions.map { "\($0)=*" }.joined(separator: "|"))) shared+=("$option$earlier") ;;
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

  private var bashFunction: String {
    """
    _\(program)() {
      local word=${COMP_WORDS[COMP_CWORD]} last=$((COMP_CWORD - 1)) candidate
      # Bash divides --option=value into three words.
      if [[ $word == "=" ]]; then word=; elif [[ ${COMP_WORDS[last]} == "=" ]]; then last=$((last - 1)); fi
      COMPREPLY=()
      while IFS= read -r candidate; do
        if [[ -n $candidate && $candidate == "$word"* ]]; then COMPREPLY+=("$(printf '%q' "$candidate")"); fi
      done < <(_\(program)_candidates "$word" "${COMP_WORDS[last]}" "${COMP_WORDS[@]:1:COMP_CWORD-1}")
    }
    complete -o default -F _\(program) \(program)

    """
  }

  private var zshFunction: String {
    """
    _\(program)() {
      local -a candidates
      candidates=(${(f)"$(_\(program)_candidates "${words[CURRENT]}" "${words[CURRENT-1]}" ${words[2,CURRENT-1]})"})
      if (( $#candidates )); then compadd -- $candidates; else _files; fi
    }
    if [[ $funcstack[1] == _\(program) ]]; then _\(program) "$@"; else compdef _\(program) \(program); fi

    """
  }

  private var fishText: String {
    func lines(_ path: String, _ arguments: String) -> String {
      "complete -c \(program) -n '__\(program)_at \"\(path)\"' \(arguments)\n"
    }
    let wordLines = operands.flatMap { path, source in
      switch source {
      case .words(let candidates):
        candidates.map { lines(path, "-f -a '\($0.word)'" + ($0.summary.isEmpty ? "" : " -d '\($0.summary)'")) }
      case .call(let call): [lines(path, "-f -a '(__\(program)_lines \(call))'")]
      }
    }
    let optionLines = options.flatMap { path, names in
      names.map { name in
        let common = sharedValues.first { $0.option == name }?.words
        let values =
          switch values.first(where: { $0.path == path && $0.option == name })?.source {
          case .words(let candidates)?: candidates.map(\.word).joined(separator: " ")
          case .call(let call)?: "(__\(program)_lines \(call))"
          case nil: common?.joined(separator: " ")
          }
        let short = name == "--output" ? "-s o " : ""
        let list = values.map { " -x -a '\($0)'" } ?? ""
        return lines(path, "\(short)-l \(name.dropFirst(2))\(list)")
      }
    }
    return """
      # Prints what the program prints for a completion.
      function __\(program)_lines
        set -l shared
        set -l words (commandline -opc)
        for index in (seq (count $words))
          switch $words[$index]
            case \(passedOptions.joined(separator: " "))
              test $index -lt (count $words); and set -a shared "$words[$index]="$words[(math $index + 1)]
            case \(passedOptions.map { "'\($0)=*'" }.joined(separator: " "))
              set -a shared $words[$index]
          end
        end
        \(call) $shared $argv 2>/dev/null </dev/null
      end
      function __\(program)_at
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
