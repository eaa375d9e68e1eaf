public import Values

/// What is wrong with a form, and where.
public struct FormFault: Error, Hashable, Sendable {
  /// What kind of thing is wrong.
  public enum Kind: String, Hashable, Codable, Sendable {
    /// The text is not JSON.
    case json
    /// A key that forms do not have.
    case unknownKey
    /// A value of another type than the one that is wanted there.
    case wrongType
    /// A value that makes no sense there, such as a kind that there is not.
    case wrongValue
    /// A tag that cannot be the name of a variable.
    case wrongTag
    /// A tag that something else has.
    case duplicateTag
    /// A condition that cannot be read.
    case condition
    /// A condition reads a tag that nothing has.
    case unknownTag
    /// A condition reads what a form cannot give.
    case unreadable
    /// What is read leads back to itself.
    case cycle
  }

  /// What kind of thing is wrong.
  public let kind: Kind
  /// Where it stands in the form.
  public let path: FormPath
  /// The tag of the row or the section that it stands in.
  public let tag: String?
  /// What is wrong, without the place.
  public let message: String
  /// Where it stands in the text of a condition, if it does.
  public let conditionPosition: TextPosition?
  /// Where it stands in the document, if the form was read from one.
  public internal(set) var position: TextPosition?

  init(
    _ kind: Kind, at path: FormPath, tag: String?, _ message: String, conditionPosition: TextPosition? = nil
  ) {
    self.kind = kind
    self.path = path
    self.tag = tag
    self.message = message
    self.conditionPosition = conditionPosition
  }

  /// The fault, and beneath it the line of the document with a caret.
  public func shown(in text: String) -> String { shown(in: TextLines(text)) }

  fileprivate func shown(in lines: TextLines) -> String {
    position.map { "\(self)\n\(lines.pointed($0))" } ?? description
  }
}

extension FormFault: CustomStringConvertible {
  /// The place, whose fault it is, the key, and what is wrong.
  public var description: String {
    let owner = tag.map { "\"\($0.printable)\"" } ?? path.owner
    let place = [owner, path.key].filter { !$0.isEmpty }.joined(separator: ", ")
    return [position.map(\.description) ?? "", place, message].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

/// Everything that is wrong with a form.
public struct FormFaults: Error, Hashable, Sendable {
  /// What is wrong, in the order of the document; never nothing.
  public let list: [FormFault]

  /// Each fault with its line and a caret, one below the other.
  public func shown(in text: String) -> String {
    let lines = TextLines(text)
    return list.map { $0.shown(in: lines) }.joined(separator: "\n")
  }
}

extension FormFaults: CustomStringConvertible {
  /// The faults, one below the other.
  public var description: String { list.map(\.description).joined(separator: "\n") }
}

/// Where something stands in a form: keys and places, from the outermost.
public struct FormPath: Hashable, Sendable {
  /// One step inwards.
  enum Step: Hashable, Sendable {
    /// What is under a key.
    case key(String)
    /// What is in a place of a list, from 0.
    case place(Int)
  }

  /// The steps.
  var steps: [Step]

  static func section(_ section: Int) -> FormPath { FormPath(steps: [.key("sections"), .place(section)]) }

  static func row(_ row: Int, in section: Int) -> FormPath {
    FormPath(steps: [.key("sections"), .place(section), .key("rows"), .place(row)])
  }

  static func + (path: FormPath, key: String) -> FormPath { FormPath(steps: path.steps + [.key(key)]) }
  static func + (path: FormPath, place: Int) -> FormPath { FormPath(steps: path.steps + [.place(place)]) }
}

extension FormPath: CustomStringConvertible {
  /// The path, as in `sections[1].rows[0].hidden`.
  public var description: String { Self.text(steps[...]) }

  /// The steps up to the row or the section.
  fileprivate var owner: String { Self.text(steps[..<split]) }

  /// The steps within the row or the section.
  var key: String { Self.text(steps[split...]) }

  private var split: Int {
    if steps.count >= 4, steps[2] == .key("rows"), case .place = steps[3] { return 4 }
    if steps.count >= 2, steps[0] == .key("sections"), case .place = steps[1] { return 2 }
    return 0
  }

  private static func text(_ steps: ArraySlice<Step>) -> String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += (text.isEmpty ? "" : ".") + key.printable
      case .place(let place): text += "[\(place)]"
      }
    }
  }
}
