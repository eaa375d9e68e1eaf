internal import Values

/// A condition as items of a URL's query, as far as it can be said there.
public struct QueryTranslation: Hashable, Sendable {
  /// One item: `name=value`, neither of them escaped yet.
  public struct Item: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: String
  }

  /// The items, in the order of the text.
  public let items: [Item]
  /// What cannot be said in a query.
  public let rest: [Untranslated]
}

extension Condition {
  /// Says the condition in the items of a URL's query, given a name for each reference that has one.
  ///
  /// An item says that something is the same as a boolean, a whole number, a text or an instant, and all items together that
  /// all of it is so. A name that was taken is not taken again: servers do not agree what that means.
  public func queryItems(_ names: [Reference: String]) -> QueryTranslation {
    var items: [QueryTranslation.Item] = []
    var rest: [Untranslated] = []
    for clause in clause.conjuncts {
      let item = clause.queryItem(names)
      if let item, !items.contains(where: { $0.name == item.name }) {
        items.append(item)
      } else {
        let reason =
          item.map { "the name \($0.name) is taken" }
          ?? "an item says only that something with a name is the same as a boolean, a whole number, a text or an instant"
        rest.append(Untranslated(condition: Condition(clause), position: clause.position, reason: reason))
      }
    }
    return QueryTranslation(items: items, rest: rest)
  }
}

extension Clause {
  fileprivate func queryItem(_ names: [Reference: String]) -> QueryTranslation.Item? {
    guard case .comparison(let comparison) = self, comparison.relation == .equal, comparison.folding == .none,
      comparison.quantifier == nil
    else { return nil }
    let isReadFirst = comparison.left.reference != nil
    let (read, given) = isReadFirst ? (comparison.left, comparison.right) : (comparison.right, comparison.left)
    guard let reference = read.reference, read.stepsBehindReference.isEmpty, let name = names[reference],
      let value = given.valueWithoutReading?.queryValue
    else { return nil }
    return QueryTranslation.Item(name: name, value: value)
  }
}

extension Value {
  /// The value as text, where there is one that everybody writes.
  fileprivate var queryValue: String? {
    switch self {
    case .boolean(let isTrue): "\(isTrue)"
    case .integer(let integer): "\(integer)"
    case .text(let text): text
    case .instant(let instant): "\(instant)"
    case .null, .real, .list, .object: nil
    }
  }
}
