internal import Conditions
internal import Documents
internal import Tables
internal import TabularData
internal import Values

/// What a line of JSON says that a person does to a table.
struct TableRequest {
  /// What each request may say beside what it is about.
  private static let companions: [String: Set<String>] = [
    "sort": ["add", "order"], "click": ["shift"], "toggle": [], "selectAll": [], "invert": [], "filter": [],
    "search": [], "delete": [], "move": ["before", "after"], "page": ["size"], "size": [], "hover": [], "key": [],
    "edit": [],
    "undo": [], "redo": [],
  ]

  /// What it is about.
  let subject: String
  private let members: [String: Value]

  init(_ line: [UInt8]) throws(TableRequestError) {
    let value: Value
    do throws(DocumentError) {
      value = try JSONNode(parsing: line.withoutBOM).value
    } catch {
      throw TableRequestError("\(error)")
    }
    guard case .object(let members) = value else {
      throw TableRequestError("a request is an object, and not \(value.messageExcerpt)")
    }
    let subjects = members.keys.filter { Self.companions[$0] != nil }.sorted()
    // A size may stand alone, or beside a page.
    guard let subject = subjects.first, subjects.count == 1 || subjects == ["page", "size"] else {
      let known = Self.companions.keys.sorted().joined(separator: ", ")
      throw TableRequestError(
        subjects.isEmpty
          ? "a request is about one of \(known)"
          : "a request is about one thing, and not \(subjects.joined(separator: " and "))")
    }
    let others = members.keys.filter { $0 != subject && Self.companions[subject]?.contains($0) != true }.sorted()
    if let other = others.first { throw TableRequestError("\(other.quotedExcerpt) makes no sense beside \(subject)") }
    self.subject = subject
    self.members = members
  }

  /// What it says under its subject.
  var value: Value { members[subject] ?? .null }

  subscript(_ name: String) -> Value? { members[name] }

  var unknownOperationError: TableRequestError { TableRequestError("nothing can be done about \(subject)") }

  func text() throws(TableRequestError) -> String {
    guard case .text(let text) = value else {
      throw TableRequestError("\(subject) is a text, and not \(value.messageExcerpt)")
    }
    return text
  }

  func optionalText() throws(TableRequestError) -> String? { value == .null ? nil : try text() }

  func boolean() throws(TableRequestError) -> Bool {
    guard case .boolean(let isTrue) = value else {
      throw TableRequestError("\(subject) is true or false, and not \(value.messageExcerpt)")
    }
    return isTrue
  }

  func requireTrue() throws(TableRequestError) {
    if try !boolean() { throw TableRequestError("\(subject) is true, or is not asked for") }
  }

  func flag(_ name: String) throws(TableRequestError) -> Bool {
    switch members[name] {
    case nil: return false
    case .boolean(let isTrue)?: return isTrue
    case let other?: throw TableRequestError("\(name) is true or false, and not \(other.messageExcerpt)")
    }
  }

  func condition(forColumns columns: [DataColumn]) throws(TableRequestError) -> Condition? {
    guard let text = try optionalText() else { return nil }
    do throws(ConditionError) {
      return try Condition(parsing: text).convertingTextsToDates(comparedWith: columns)
    } catch {
      throw TableRequestError("\(error)")
    }
  }

  static func integer(_ value: Value, named name: String, atLeast least: Int64) throws(TableRequestError) -> Int {
    guard case .integer(let count) = value, count >= least else {
      throw TableRequestError("\(name) is a whole number from \(least) on, and not \(value.messageExcerpt)")
    }
    return Int(count)
  }
}
