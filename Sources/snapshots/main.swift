import Foundation

func say(_ text: String) {
  print(text, terminator: "")
}

func complain(_ text: String) {
  FileHandle.standardError.write(Data(text.utf8))
}

func ask(_ question: String) -> String? {
  say(question)
  fflush(nil)
  let answer = readLine()
  // Who ends the input leaves the cursor behind the question.
  if answer == nil { say("\n") }
  return answer
}

let isTerminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0
let program = Program(say: say, complain: complain, ask: isTerminal ? { ask($0) } : nil)
exit(program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
