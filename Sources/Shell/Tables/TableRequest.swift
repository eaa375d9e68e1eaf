import Conditions
import Documents
import Tables
import TabularData
import Values

/// A request in JSON to perform an action of a user on a table.
struct TableRequest {
  /// The operations, with the other members that each allows.
  private static let allowedMembers: [String: Set<String>] = [
    "sort": ["add", "order"], "click": ["shift"], "toggle": [], "selectAll": [], "invert": [], "filter": [],
    "search": [], "delete": [], "move": ["before", "after"], "page": ["size"], "size": [], "hover": [], "key": [],
    "edit": [],
    "undo": [], "redo": [],
  ]

  /// The name of the operation.
  let operation: String
  private let members: [String: Value]

  init(_ line: [UInt8]) throws(TableRequestError) {
    let value: Value
    do throws(DocumentError) {
      value = try JSONNode(parsing: line.withoutBOM).value
    } catch {
      throw TableRequestError("\(error)")
    }
    guard case .object(let members) = value else {
      throw TableRequestError("a request must be an object, not \(value.messageExcerpt)")
    }
    let operations = members.keys.filter { Self.allowedMembers[$0] != nil }.sorted()
    // A size is an operation, but can also be a member of a page request.
    guard let operation = operations.first, operations.count == 1 || operations == ["page", "size"] else {
      let known = Self.allowedMembers.keys.sorted().joined(separator: ", ")
      throw TableRequestError(
        operations.isEmpty
          ? "a request must have one of the operations \(known)"
          : "a request must have one operation, not \(operations.joined(separator: " and "))")
    }
    let others = members.keys.filter { $0 != operation && Self.allowedMembers[operation]?.contains($0) != true }
      .sorted()
    if let other = others.first {
      throw TableRequestError("\(other.quotedExcerpt) cannot be used with \(operation)")
    }
    self.operation = operation
    self.members = members
  }

  /// The value of the operation's member.
  var value: Value { members[operation] ?? .null }

  subscript(_ name: String) -> Value? { members[name] }

  var unknownOperationError: TableRequestError { TableRequestError("unknown operation \(operation)") }

  func text() throws(TableRequestError) -> String {
    guard case .text(let text) = value else {
      throw TableRequestError("\(operation) must be a string, not \(value.messageExcerpt)")
    }
    return text
  }

  func optionalText() throws(TableRequestError) -> String? { value == .null ? nil : try text() }

  func boolean() throws(TableRequestError) -> Bool {
    guard case .boolean(let isTrue) = value else {
      throw TableRequestError("\(operation) must be true or false, not \(value.messageExcerpt)")
    }
    return isTrue
  }

  func requireTrue() throws(TableRequestError) {
    if try !boolean() { throw TableRequestError("\(operation) must be true") }
  }

  func flag(_ name: String) throws(TableRequestError) -> Bool {
    switch members[name] {
    case nil: return false
    case .boolean(let isTrue)?: return isTrue
    case let other?: throw TableRequestError("\(name) must be true or false, not \(other.messageExcerpt)")
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
      throw TableRequestError("\(name) must be a whole number of at least \(least), not \(value.messageExcerpt)")
    }
    return Int(count)
  }
}
