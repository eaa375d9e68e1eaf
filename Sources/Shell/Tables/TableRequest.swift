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

  init(_ line: [UInt8]) throws(TableRefusal) {
    let value: Value
    do throws(DocumentFault) {
      value = try JSONNode(parsing: line.withoutMark).value
    } catch {
      throw TableRefusal("\(error)")
    }
    guard case .object(let members) = value else { throw TableRefusal("a request is an object, and not \(value.told)") }
    let subjects = members.keys.filter { Self.companions[$0] != nil }.sorted()
    // A size may stand alone, or beside a page.
    guard let subject = subjects.first, subjects.count == 1 || subjects == ["page", "size"] else {
      let known = Self.companions.keys.sorted().joined(separator: ", ")
      throw TableRefusal(
        subjects.isEmpty
          ? "a request is about one of \(known)"
          : "a request is about one thing, and not \(subjects.joined(separator: " and "))")
    }
    let others = members.keys.filter { $0 != subject && Self.companions[subject]?.contains($0) != true }.sorted()
    if let other = others.first { throw TableRefusal("\(other.short) makes no sense beside \(subject)") }
    self.subject = subject
    self.members = members
  }

  /// What it says under its subject.
  var value: Value { members[subject] ?? .null }

  subscript(_ name: String) -> Value? { members[name] }

  var unknown: TableRefusal { TableRefusal("nothing can be done about \(subject)") }

  func text() throws(TableRefusal) -> String {
    guard case .text(let text) = value else { throw TableRefusal("\(subject) is a text, and not \(value.told)") }
    return text
  }

  func optionalText() throws(TableRefusal) -> String? { value == .null ? nil : try text() }

  func truth() throws(TableRefusal) -> Bool {
    guard case .boolean(let isTrue) = value else {
      throw TableRefusal("\(subject) is true or false, and not \(value.told)")
    }
    return isTrue
  }

  func expectTrue() throws(TableRefusal) {
    if try !truth() { throw TableRefusal("\(subject) is true, or is not asked for") }
  }

  func flag(_ name: String) throws(TableRefusal) -> Bool {
    switch members[name] {
    case nil: return false
    case .boolean(let isTrue)?: return isTrue
    case let other?: throw TableRefusal("\(name) is true or false, and not \(other.told)")
    }
  }

  func condition(over columns: [DataColumn]) throws(TableRefusal) -> Condition? {
    guard let text = try optionalText() else { return nil }
    do throws(ConditionFault) {
      return try Condition(parsing: text).readingDates(in: columns)
    } catch {
      throw TableRefusal("\(error)")
    }
  }

  static func count(_ value: Value, _ name: String, from least: Int64) throws(TableRefusal) -> Int {
    guard case .integer(let count) = value, count >= least else {
      throw TableRefusal("\(name) is a whole number from \(least) on, and not \(value.told)")
    }
    return Int(count)
  }
}
