/// Accepts or rejects the new texts of a folder, and reports what it does.
///
/// It does not depend on a terminal: one closure receives the output, including line feeds, and another one provides
/// the answers.
package struct SnapshotReview {
  /// The folder.
  package let folder: SnapshotFolder

  private let output: (String) -> Void

  /// Creates a review of a folder that writes to the given closure.
  package init(_ folder: SnapshotFolder, output: @escaping (String) -> Void) {
    self.folder = folder
    self.output = output
  }

  /// Returns the given names in order, without duplicates.
  ///
  /// A name may have the suffix `.new` of its new text. Throws an error if one of the names has no new text.
  package func resolveNames(_ given: [String]) throws(SnapshotError) -> [String] {
    let namesToReview = try folder.namesToReview()
    let names = given.map { SnapshotFolder.name(ofNewTextFile: $0) ?? $0 }
    let unknown = names.filter { !namesToReview.contains($0) }
    if !unknown.isEmpty { throw .nothingToReview(unknown, remaining: namesToReview) }
    return namesToReview.filter(names.contains)
  }

  /// Writes the differences that the new texts would make, in a format for `patch -p0` in the folder.
  package func showDifferences(of names: [String]) {
    for name in names { output(difference(of: name)) }
  }

  /// Shows the difference of each new text and asks what to do with it, until no texts or no answers are left.
  ///
  /// Returns the names that are still to review.
  package func reviewInteractively(_ names: [String], readAnswer: (String) -> String?) throws(SnapshotError)
    -> [String]
  {
    var left: [String] = []
    for (index, name) in names.enumerated() {
      output("\(index + 1) of \(names.count): \(name)\n\(Self.escapingControlCharacters(in: difference(of: name)))")
      switch Self.readChoice(asking: readAnswer) {
      case .accept: try accept([name])
      case .reject: try reject([name])
      case .skip: left.append(name)
      case .quit: return left + names[index...]
      }
    }
    return left
  }

  /// Accepts the new texts of the given names.
  package func accept(_ names: [String]) throws(SnapshotError) {
    try applyToEach(to: names, label: "Accepted") { name throws(SnapshotError) in try folder.accept(name) }
  }

  /// Rejects the new texts of the given names.
  package func reject(_ names: [String]) throws(SnapshotError) {
    try applyToEach(to: names, label: "Rejected") { name throws(SnapshotError) in try folder.reject(name) }
  }

  /// Applies a decision to every name, and then throws the first error.
  private func applyToEach(
    to names: [String], label done: String, _ apply: (String) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    var first: SnapshotError?
    for name in names {
      do {
        try apply(name)
        output("\(done) \(name)\n")
      } catch { first = first ?? error }
    }
    if let first { throw first }
  }
}

extension SnapshotReview {
  private enum Choice: String, CaseIterable {
    case accept, reject, skip, quit
  }

  /// Asks until the answer is a choice or its first letter.
  ///
  /// Without an answer the choice is `quit`.
  private static func readChoice(asking answer: (String) -> String?) -> Choice {
    while let line = answer("Accept, reject, skip or quit? [a/r/s/q] ") {
      let word = line.lowercased().filter { !$0.isWhitespace }
      if let choice = Choice.allCases.first(where: { $0.rawValue == word || $0.rawValue.prefix(1) == word }) {
        return choice
      }
    }
    return .quit
  }

  /// Returns the difference of a new text, or the reason why it cannot be compared.
  ///
  /// Such a text can still be accepted or rejected.
  private func difference(of name: String) -> String {
    do {
      let difference = try folder.diff(of: name)
      return difference.isEmpty ? "\(name): no line differs\n" : difference.description
    } catch {
      return "\(error)\n"
    }
  }

  /// Replaces control characters with visible text such as `^M` and `^[`, so that a text cannot send commands to the
  /// terminal.
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
