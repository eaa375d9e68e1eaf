import Foundation

func writeOutput(_ text: String) {
  print(text, terminator: "")
}

func writeError(_ text: String) {
  FileHandle.standardError.write(Data(text.utf8))
}

func askQuestion(_ question: String) -> String? {
  writeOutput(question)
  fflush(nil)
  let answer = readLine()
  // Who ends the input leaves the cursor behind the question.
  if answer == nil { writeOutput("\n") }
  return answer
}

let isTerminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0
let program = SnapshotsProgram(say: writeOutput, complain: writeError, ask: isTerminal ? { askQuestion($0) } : nil)
exit(program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
