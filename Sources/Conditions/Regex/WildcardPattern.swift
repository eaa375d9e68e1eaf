import Values

/// A pattern for `LIKE`: `*` matches any text, `?` matches one character, and a backslash escapes the next character.
struct WildcardPattern: Hashable, Sendable {
  private enum Element: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    case anyScalar
    case anyText
  }

  private let elements: [Element]

  init(_ text: String) {
    var elements: [Element] = []
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "*": if elements.last != .anyText { elements.append(.anyText) }
      case "?": elements.append(.anyScalar)
      case "\\": elements.append(.scalar(scalars.popFirst() ?? scalar))
      default: elements.append(.scalar(scalar))
      }
    }
    self.elements = elements
  }

  /// Returns whether the pattern matches the whole text.
  ///
  /// After a mismatch it retries at the last `*` only: the part before that need not be matched again.
  func matches(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    var (index, place) = (scalars.startIndex, 0)
    var retry: (index: String.Index, place: Int)?
    while index < scalars.endIndex {
      if place < elements.count, elements[place] == .anyText {
        retry = (index, place)
        place += 1
      } else if place < elements.count, elements[place] == .anyScalar || elements[place] == .scalar(scalars[index]) {
        index = scalars.index(after: index)
        place += 1
      } else if let (from, several) = retry {
        index = scalars.index(after: from)
        retry = (index, several)
        place = several + 1
      } else {
        return false
      }
    }
    return elements[place...].allSatisfy { $0 == .anyText }
  }
}

extension WildcardPattern {
  /// The equivalent regular expression.
  var patternNode: PatternNode {
    .sequence(
      elements.map { element in
        switch element {
        case .scalar(let scalar): .scalar(scalar)
        case .anyScalar: .set(.all)
        case .anyText: .anyText
        }
      })
  }

  /// The equivalent pattern for SQLite's `GLOB`, which escapes with brackets.
  var globPattern: String {
    text(anyScalar: "?", anyText: "*") { "*?[".unicodeScalars.contains($0) ? "[\($0)]" : "\($0)" }
  }

  /// The equivalent pattern for SQL's `LIKE`, with the backslash as escape.
  var sqlLikePattern: String {
    text(anyScalar: "_", anyText: "%") { "%_\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
  }

  private func text(anyScalar: String, anyText: String, escaping: (Unicode.Scalar) -> String) -> String {
    elements.map { element in
      switch element {
      case .scalar(let scalar): escaping(scalar)
      case .anyScalar: anyScalar
      case .anyText: anyText
      }
    }.joined()
  }
}
