internal import LoopProof

extension CommandShell {
  func step(_ words: [String]) throws {
    var options = try Options(words, usage: Help.step)
    let name = try options.rest("the feature", atLeast: 1, atMost: 1)[0]
    guard let begin = plays[name] else { throw .unknown(name, "feature", of: plays.keys.sorted()) }
    var play = try begin()
    console.print("\(play.opening)Type help for what can be typed.\n")
    while let line = console.read("> ") {
      let words = line.split(separator: " ")
      switch words.first {
      case "quit", "exit": return
      case "save": console.print(save(words.dropFirst().joined(separator: " "), play))
      default: console.print(play.take(line))
      }
    }
  }

  private func save(_ name: String, _ play: any Play) -> String {
    if name.isEmpty { return "save under which name?\n" }
    let path = name.contains(".") ? name : name + ".transcript"
    do {
      try console.save(try play.transcript.description, path)
      return "wrote \(path)\n"
    } catch {
      return "not written: \(error)\n"
    }
  }
}
