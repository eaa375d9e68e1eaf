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
    var typesByReference: [Reference: Set<InferredType>] = [:]
    func recordInferredTypes(
      _ side: ConditionExpression, _ comparisonOperator: ComparisonOperator?, _ other: ConditionExpression
    ) {
      guard let reference = side.wholeReference, reference.canBeColumn, knownValues.value(of: side) == nil else {
        return
      }
      let types = comparisonOperator?.inferredTypes(comparedWith: knownValues.value(of: other) ?? .null) ?? []
      typesByReference[reference, default: []].formUnion(types)
    }
    for comparison in clause.comparisons {
      recordInferredTypes(comparison.left, comparison.comparisonOperator, comparison.right)
      recordInferredTypes(comparison.right, comparison.comparisonOperator.mirrored, comparison.left)
    }
    let referencesByName = Dictionary(grouping: typesByReference.keys, by: \.columnName)
    for (reference, types) in typesByReference {
      // $a and a are different references and need different columns.
      let isUnique = referencesByName[reference.columnName]?.count == 1
      let name = isUnique ? reference.columnName : reference.description
      switch types.columnKind {
      case .success(let kind): columns[reference] = SQLColumn(name, kind)
      case .failure(let error):
        untypedColumns[reference] = UntypedColumn(
          name: name, reason: "\(reference.description.excerpt) \(error.reason)")
      }
    }
  }
}

/// The type of a value in a comparison.
private enum InferredType: String, Hashable, CaseIterable {
  case boolean = "booleans"
  case integer = "integers"
  case real = "reals"
  case money = "amounts of money"
  case text = "texts"
  case instant = "instants"
  case list = "lists"
}

extension ComparisonOperator {
  /// Returns the types that the left side must have, given the value on the right.
  fileprivate func inferredTypes(comparedWith value: Value) -> Set<InferredType> {
    switch (self, value) {
    case (.isIn, .list(let values)), (.between, .list(let values)): Set(values.compactMap(InferredType.init))
    case (.isIn, .object(let members)): Set(members.values.compactMap(InferredType.init))
    case (.isIn, .text), (.contains, .text), (.beginsWith, .text), (.endsWith, .text), (.like, .text),
      (.matches, .text):
      [.text]
    case (.contains, .null), (.isIn, _), (.between, _), (.beginsWith, _), (.endsWith, _), (.like, _), (.matches, _): []
    case (.contains, _): [.list]
    case (.equal, _), (.notEqual, _), (.less, _), (.lessOrEqual, _), (.greater, _), (.greaterOrEqual, _):
      InferredType(value).map { [$0] } ?? []
    }
  }
}

extension InferredType {
  fileprivate init?(_ value: Value) {
    switch value {
    case .null: return nil
    case .boolean: self = .boolean
    case .integer: self = .integer
    case .real: self = .real
    case .money: self = .money
    case .text: self = .text
    case .instant: self = .instant
    case .list, .object: self = .list
    }
  }
}

extension Set<InferredType> {
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
      let names = InferredType.allCases.filter(contains).map(\.rawValue)
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
