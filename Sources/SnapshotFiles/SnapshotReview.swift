/// Settles the new texts of a folder, and says what it does.
///
/// It knows no terminal: what is said goes out through a closure and carries its own newlines, and answers come in
/// through another.
package struct SnapshotReview {
  /// The folder whose new texts are settled.
  package let folder: SnapshotFolder

  private let say: (String) -> Void

  /// Makes a review of a folder, which speaks through a closure.
  package init(_ folder: SnapshotFolder, output say: @escaping (String) -> Void) {
    self.folder = folder
    self.say = say
  }

  /// The unsettled names that somebody means, in order and each once; it fails if one of them is not unsettled.
  ///
  /// The name of a new text, ending in `.new`, means the name it belongs to.
  package func resolveNames(_ given: [String]) throws(SnapshotError) -> [String] {
    let unsettled = try folder.namesToReview()
    let meant = given.map { SnapshotFolder.name(ofNewTextFile: $0) ?? $0 }
    let unknown = meant.filter { !unsettled.contains($0) }
    if !unknown.isEmpty { throw .nothingToSettle(unknown, unsettled: unsettled) }
    return unsettled.filter(meant.contains)
  }

  /// Says what each new text would change, as `patch -p0` takes it within the folder.
  package func showDifferences(of names: [String]) {
    for name in names { say(difference(of: name)) }
  }

  /// Shows each new text and asks what to do with it, until there are no more texts or no more answers.
  ///
  /// Returns what is still unsettled.
  package func reviewInteractively(_ names: [String], readAnswer answer: (String) -> String?) throws(SnapshotError)
    -> [String]
  {
    var left: [String] = []
    for (place, name) in names.enumerated() {
      say("\(place + 1) of \(names.count): \(name)\n\(Self.escapingControlCharacters(in: difference(of: name)))")
      switch Self.readChoice(answer) {
      case .accept: try accept([name])
      case .reject: try reject([name])
      case .skip: left.append(name)
      case .quit: return left + names[place...]
      }
    }
    return left
  }

  /// Accepts the new texts of these names.
  package func accept(_ names: [String]) throws(SnapshotError) {
    try applyDecision(to: names, label: "Accepted") { name throws(SnapshotError) in try folder.accept(name) }
  }

  /// Rejects the new texts of these names.
  package func reject(_ names: [String]) throws(SnapshotError) {
    try applyDecision(to: names, label: "Rejected") { name throws(SnapshotError) in try folder.reject(name) }
  }

  /// Settles all that can be, and says then what could not.
  private func applyDecision(
    to names: [String], label done: String, _ settle: (String) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    var first: SnapshotError?
    for name in names {
      do {
        try settle(name)
        say("\(done) \(name)\n")
      } catch { first = first ?? error }
    }
    if let first { throw first }
  }
}

extension SnapshotReview {
  private enum Choice: String, CaseIterable {
    case accept, reject, skip, quit
  }

  /// Asks until the answer is a choice or the first letter of one; no answer quits.
  private static func readChoice(_ answer: (String) -> String?) -> Choice {
    while let line = answer("Accept, reject, skip or quit? [a/r/s/q] ") {
      let word = line.lowercased().filter { !$0.isWhitespace }
      if let choice = Choice.allCases.first(where: { $0.rawValue == word || $0.rawValue.prefix(1) == word }) {
        return choice
      }
    }
    return .quit
  }

  /// A snapshot that cannot be compared can still be settled, so the reason stands where its difference would.
  private func difference(of name: String) -> String {
    do {
      let difference = try folder.diff(of: name)
      return difference.isEmpty ? "\(name): no line differs\n" : difference.description
    } catch {
      return "\(error)\n"
    }
  }

  /// Spells control characters, as `^M` and `^[`, so that a text shows what it has and cannot command the terminal.
  private static func escapingControlCharacters(in text: String) -> String {
    var legible = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: legible.unicodeScalars.append(scalar)
      case 0x00...0x1F, 0x7F: legible += "^" + String(UnicodeScalar(UInt8(scalar.value) ^ 0x40))
      case 0x80...0x9F: legible += "<U+\(String(scalar.value, radix: 16, uppercase: true))>"
      default: legible.unicodeScalars.append(scalar)
      }
    }
    return legible
  }
}
