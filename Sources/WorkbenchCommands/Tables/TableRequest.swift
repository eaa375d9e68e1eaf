import Conditions
import Documents
import Interface
import Programs
import Tables
import TabularData
import Values

/// A request in JSON to perform an action of a user on a table.
struct TableRequest {
  enum Operation: String, CaseIterable {
    case click, delete, edit, filter, hover, invert, key, move, page, redo, search, selectAll, size, sort, toggle, undo

    /// The other members that a request can have.
    var otherMembers: Set<String> {
      switch self {
      case .sort: ["add", "order"]
      case .click: ["shift"]
      case .move: ["before", "after"]
      case .page: ["size"]
      case .delete, .edit, .filter, .hover, .invert, .key, .redo, .search, .selectAll, .size, .toggle, .undo: []
      }
    }
  }

  let operation: Operation
  private let members: [String: Value]

  init(_ line: [UInt8]) throws(TableRequestError) {
    let value: Value
    do throws(DocumentError) {
      value = try JSONNode(parsing: line).value
    } catch {
      throw TableRequestError("\(error)")
    }
    guard case .object(let members) = value else {
      throw TableRequestError("a request must be an object, not \(value.messageExcerpt)")
    }
    let operations = Operation.allCases.filter { members[$0.rawValue] != nil }
    // A size is an operation, but can also be a member of a page request.
    guard let operation = operations.first, operations.count == 1 || operations == [.page, .size] else {
      let names = (operations.isEmpty ? Operation.allCases : operations).map(\.rawValue)
      throw TableRequestError(
        operations.isEmpty
          ? "a request must have one of the operations \(names.joined(separator: ", "))"
          : "a request must have one operation, not \(names.joined(separator: " and "))")
    }
    let allowed = operation.otherMembers.union([operation.rawValue])
    if let other = members.keys.filter({ !allowed.contains($0) }).min() {
      throw TableRequestError("\(other.quotedExcerpt) cannot be used with \(operation)")
    }
    self.operation = operation
    self.members = members
  }

  /// The value of the operation's member.
  var value: Value { members[operation.rawValue] ?? .null }

  subscript(_ name: String) -> Value? { members[name] }

  func text() throws(TableRequestError) -> String {
    guard case .text(let text) = value else {
      throw TableRequestError("\(operation) must be a string, not \(value.messageExcerpt)")
    }
    return text
  }

  func optionalText() throws(TableRequestError) -> String? { value == .null ? nil : try text() }

  func boolean() throws(TableRequestError) -> Bool { try boolean(operation.rawValue) ?? false }

  func requireTrue() throws(TableRequestError) {
    if try !boolean() { throw TableRequestError("\(operation) must be true") }
  }

  /// Returns a Boolean member, or `nil` if it is missing.
  func boolean(_ name: String) throws(TableRequestError) -> Bool? {
    switch members[name] {
    case nil: return nil
    case .boolean(let isTrue)?: return isTrue
    case let other?: throw TableRequestError("\(name) must be true or false, not \(other.messageExcerpt)")
    }
  }

  /// Returns a condition with its types checked against the columns, or `nil` if there is none.
  func condition(on rows: some Sequence<DataRow>, _ columns: [Column<DataRow>]) throws(TableRequestError) -> Condition?
  {
    guard let text = try optionalText() else { return nil }
    do throws(ConditionError) {
      return try Condition(parsing: text).checkingTypes(against: columns, rows)
    } catch {
      throw TableRequestError("\(error)")
    }
  }

  /// Returns a member that is a whole number, or `nil` if it is missing.
  func integer(_ name: String, atLeast least: Int64) throws(TableRequestError) -> Int? {
    guard let value = members[name] else { return nil }
    guard case .integer(let count) = value, count >= least else {
      throw TableRequestError("\(name) must be a whole number of at least \(least), not \(value.messageExcerpt)")
    }
    return Int(count)
  }
}

/// The error of an invalid request.
struct TableRequestError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
