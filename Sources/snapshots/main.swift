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
  // At the end of the input the cursor is still after the question.
  if answer == nil { writeOutput("\n") }
  return answer
}

let isTerminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0
let program = SnapshotsProgram(
  writeOutput: writeOutput, writeError: writeError, readAnswer: isTerminal ? { askQuestion($0) } : nil)
exit(program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
