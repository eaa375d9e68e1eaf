import Values

/// Infers the columns of a table for which a condition can be evaluated from the constants in its comparisons.
///
/// A column has the widest type of its constants: a reference that is compared with 20 and with 19.99 is a real. A
/// reference that is compared with incompatible types, such as a number and a text, has no column.
struct ColumnInference {
  /// A reference whose type is unknown.
  struct UntypedColumn {
    var name: String
    /// The reason why the type is unknown.
    var reason: String
  }

  private(set) var columns: [Reference: SQLColumn] = [:]
  private(set) var untypedColumns: [Reference: UntypedColumn] = [:]

  init(of clause: Clause, knownValues: KnownValues) {
    var kindsByReference: [Reference: Set<Value.Kind>] = [:]
    func recordInferredKinds(
      _ side: ConditionExpression, _ comparisonOperator: ComparisonOperator?, _ other: ConditionExpression
    ) {
      guard let reference = side.wholeReference, reference.canBeColumn, knownValues.value(of: side) == nil else {
        return
      }
      let kinds = comparisonOperator?.inferredKinds(comparedWith: knownValues.value(of: other) ?? .null) ?? []
      kindsByReference[reference, default: []].formUnion(kinds)
    }
    for comparison in clause.comparisons {
      recordInferredKinds(comparison.left, comparison.comparisonOperator, comparison.right)
      recordInferredKinds(comparison.right, comparison.comparisonOperator.mirrored, comparison.left)
    }
    let referencesByName = Dictionary(grouping: kindsByReference.keys, by: \.columnName)
    for (reference, kinds) in kindsByReference {
      // $a and a are different references and need different columns.
      let isUnique = referencesByName[reference.columnName]?.count == 1
      let name = isUnique ? reference.columnName : reference.description
      switch kinds.columnKind {
      case .success(let kind): columns[reference] = SQLColumn(name, kind)
      case .failure(let error):
        untypedColumns[reference] = UntypedColumn(
          name: name, reason: "\(reference.description.excerpt) \(error.reason)")
      }
    }
  }
}

extension ComparisonOperator {
  /// Returns the kinds of values that the left side can have, given the value on the right.
  fileprivate func inferredKinds(comparedWith value: Value) -> Set<Value.Kind> {
    switch (self, value) {
    case (.isIn, .list(let values)), (.between, .list(let values)): Set(values.compactMap(\.comparedKind))
    case (.isIn, .object(let members)): Set(members.values.compactMap(\.comparedKind))
    case (.isIn, .text), (.contains, .text), (.beginsWith, .text), (.endsWith, .text), (.like, .text),
      (.matches, .text):
      [.text]
    case (.contains, .null), (.isIn, _), (.between, _), (.beginsWith, _), (.endsWith, _), (.like, _), (.matches, _): []
    case (.contains, _): [.list]
    case (.equal, _), (.notEqual, _), (.less, _), (.lessOrEqual, _), (.greater, _), (.greaterOrEqual, _):
      value.comparedKind.map { [$0] } ?? []
    }
  }
}

extension Value {
  /// The kind of the value, where an object is a list of its members.
  fileprivate var comparedKind: Kind? { kind == .object ? .list : kind }
}

extension Set<Value.Kind> {
  /// The type of a column that can hold all of these, or the reason why there is none.
  fileprivate var columnKind: Result<SQLColumn.Kind, TranslationError> {
    if isSubset(of: [.boolean, .integer, .real, .money]), !isEmpty {
      return .success(
        contains(.real) ? .real : contains(.money) ? .money : contains(.integer) ? .integer : .boolean)
    }
    switch self {
    case [.text]: return .success(.text)
    case [.instant]: return .success(.instant)
    case []: return .failure(TranslationError("is not compared with a constant, so the type of its column is unknown"))
    case [.list]: return .failure(TranslationError("is used as a list, and a column holds one value"))
    default:
      let names = Value.Kind.allCases.filter(contains).map { $0 == .money ? "amounts of money" : "\($0.rawValue)s" }
      return .failure(
        TranslationError("is compared with \(names.joined(separator: " and with ")), which no column can hold together")
      )
    }
  }
}

extension Reference {
  /// The name and the keys, with points between them.
  fileprivate var columnName: String {
    if case .variable(let name) = root { ([name] + keys).joined(separator: ".") } else { keys.joined(separator: ".") }
  }

  fileprivate var canBeColumn: Bool {
    switch root {
    case .object: !keys.isEmpty
    case .variable: true
    case .now, .random: false
    }
  }
}
