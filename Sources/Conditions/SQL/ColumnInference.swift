import Values

extension Condition {
  /// The columns of a table for which the condition can be evaluated, inferred from the constants in its comparisons.
  ///
  /// A column has the widest type of its constants: a reference that is compared with 20 and with 19.99 is a real. A
  /// reference that is compared with incompatible types, such as a number and a text, has no column. A column has the
  /// name of the reference, without the dollar sign unless that name is ambiguous.
  package var inferredColumns: [Reference: SQLColumn] {
    ColumnInference(of: clause, knownValues: KnownValues()).columns
  }
}

/// Infers columns from comparisons.
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
    var collector = InferredTypeCollector(knownValues: knownValues)
    collector.collect(clause)
    var counts: [String: Int] = [:]
    for reference in collector.references { counts[reference.columnName, default: 0] += 1 }
    for reference in collector.references {
      // $a and a are different references and need different columns.
      let name = counts[reference.columnName] == 1 ? reference.columnName : reference.description
      switch collector.typesByReference[reference, default: []].columnKind {
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
  case text = "texts"
  case instant = "instants"
  case list = "lists"
}

/// Collects the types of the values with which each reference is compared.
private struct InferredTypeCollector {
  let knownValues: KnownValues
  private(set) var references: [Reference] = []
  private(set) var typesByReference: [Reference: Set<InferredType>] = [:]

  init(knownValues: KnownValues) { self.knownValues = knownValues }

  mutating func collect(_ clause: Clause) {
    for comparison in clause.comparisons {
      collect(comparison.left, comparison.comparisonOperator, comparison.right)
      collect(comparison.right, comparison.comparisonOperator.mirrored, comparison.left)
    }
  }

  private mutating func collect(
    _ read: ConditionExpression, _ relation: ComparisonOperator?, _ other: ConditionExpression
  ) {
    guard let reference = read.reference, reference.canBeColumn, read.stepsAfterReference.isEmpty,
      read.value(given: knownValues) == nil
    else { return }
    if typesByReference[reference] == nil { references.append(reference) }
    let value = relation == nil ? nil : other.value(given: knownValues)
    typesByReference[reference, default: []].formUnion(
      relation.flatMap { $0.inferredTypes(comparedWith: value ?? .null) } ?? [])
  }
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
    case .text: self = .text
    case .instant: self = .instant
    case .list, .object: self = .list
    }
  }
}

extension Set<InferredType> {
  /// The type of a column that can hold all of these, or the reason why there is none.
  fileprivate var columnKind: Result<SQLColumn.Kind, TranslationError> {
    if isSubset(of: [.boolean, .integer, .real]), !isEmpty {
      return .success(contains(.real) ? .real : contains(.integer) ? .integer : .boolean)
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
    let root = if case .variable(let name) = root { [name] } else { [String]() }
    return (root + keys).joined(separator: ".")
  }

  fileprivate var canBeColumn: Bool {
    switch root {
    case .object: !keys.isEmpty
    case .variable: true
    case .now, .random: false
    }
  }
}
