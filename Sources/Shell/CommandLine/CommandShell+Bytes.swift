extension CommandShell {
  /// Runs one command line as the system hands it over, without the program's name.
  ///
  /// A word that is no text is refused: what stood in its place would be something that nobody typed.
  public func run(bytes words: [[UInt8]]) async -> ExitStatus {
    var texts: [String] = []
    for (place, word) in words.enumerated() {
      guard let text = String(validating: word, as: UTF8.self) else {
        console.complain(
          "backroom: word \(place + 1) of the command line, \(word.withEscapes), is not UTF-8\n")
        return .usage
      }
      texts.append(text)
    }
    return await run(texts)
  }
}

extension [UInt8] {
  /// The bytes in quotation marks, with a number for each that is no character of ASCII to be seen.
  fileprivate var withEscapes: String {
    let shown = prefix(40).map { byte in
      (0x20...0x7E).contains(byte)
        ? String(Unicode.Scalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "\"\(shown.joined())\(count > 40 ? "…" : "")\""
  }
}
