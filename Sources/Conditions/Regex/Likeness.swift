internal import Values

/// A pattern for `LIKE`: `*` is any text, `?` one character, and a backslash takes the meaning of what is behind it.
struct Likeness: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    case one
    case several
  }

  private let parts: [Part]

  init(_ text: String) {
    var parts: [Part] = []
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "*": if parts.last != .several { parts.append(.several) }
      case "?": parts.append(.one)
      case "\\": parts.append(.scalar(scalars.popFirst() ?? scalar))
      default: parts.append(.scalar(scalar))
      }
    }
    self.parts = parts
  }

  /// Whether the whole text is like it.
  ///
  /// Where it fails, it goes back to the last `*` and no further: what stood before that has found its place.
  func matches(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    var (index, place) = (scalars.startIndex, 0)
    var retry: (index: String.Index, place: Int)?
    while index < scalars.endIndex {
      if place < parts.count, parts[place] == .several {
        retry = (index, place)
        place += 1
      } else if place < parts.count, parts[place] == .one || parts[place] == .scalar(scalars[index]) {
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
    return parts[place...].allSatisfy { $0 == .several }
  }
}

extension Likeness {
  /// The same as a pattern.
  var node: PatternNode {
    .sequence(
      parts.map { part in
        switch part {
        case .scalar(let scalar): .scalar(scalar)
        case .one: .set(.all)
        case .several: .anything
        }
      })
  }

  /// The same for SQLite's `GLOB`, in which brackets take the meaning of what is in them.
  var glob: String {
    parts.map { part in
      switch part {
      case .scalar(let scalar): "*?[".unicodeScalars.contains(scalar) ? "[\(scalar)]" : String(scalar)
      case .one: "?"
      case .several: "*"
      }
    }.joined()
  }

  /// The same for SQL's `LIKE`, with a backslash for escape.
  var like: String {
    parts.map { part in
      switch part {
      case .scalar(let scalar): "%_\\".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
      case .one: "_"
      case .several: "%"
      }
    }.joined()
  }
}
