internal import Values

extension Condition {
  /// A column for each reference that is compared with a constant, as what it is compared with lets guess.
  ///
  /// It is called as the reference is, without the dollar sign. Where nobody has said what a table looks like, this is what
  /// it would have to look like.
  public var guessedColumns: [Reference: SQLColumn] {
    var guess = ColumnGuess()
    guess.take(clause)
    return guess.columns
  }
}

private struct ColumnGuess {
  var columns: [Reference: SQLColumn] = [:]

  mutating func take(_ clause: Clause) {
    switch clause {
    case .constant: break
    case .not(let clause): take(clause)
    case .all(let clauses), .any(let clauses): for clause in clauses { take(clause) }
    case .comparison(let comparison):
      take(comparison.left, comparison.right)
      take(comparison.right, comparison.left)
    }
  }

  private mutating func take(_ read: Expression, _ given: Expression) {
    guard let reference = read.reference, columns[reference] == nil, let value = given.valueWithoutReading,
      let kind = SQLColumn.Kind(of: value)
    else { return }
    columns[reference] = SQLColumn(reference.plainName, kind)
  }
}

extension SQLColumn.Kind {
  /// What a column would hold that had this value in it, or one of these.
  fileprivate init?(of value: Value) {
    switch value {
    case .boolean: self = .boolean
    case .integer: self = .integer
    case .real: self = .real
    case .text: self = .text
    case .instant: self = .instant
    case .list(let values):
      guard let kind = values.lazy.compactMap(Self.init).first else { return nil }
      self = kind
    case .null, .object: return nil
    }
  }
}

extension Reference {
  /// Its name and its keys, with points between them.
  fileprivate var plainName: String {
    let root = if case .variable(let name) = root { [name] } else { [String]() }
    return (root + keys).joined(separator: ".")
  }
}
