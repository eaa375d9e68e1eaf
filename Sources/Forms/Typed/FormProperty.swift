import Conditions
import Values

/// A property that a row or a list of rows edits.
struct FormProperty<Root>: Sendable {
  let tag: String
  /// The values that represent instances, in words.
  let expectedValues: String
  /// Returns the value of the property in the representation of the row.
  let read: @Sendable (Root) -> Value
  /// Assigns the content of the row to the property, and returns `false` if it does not represent an instance.
  let write: @Sendable (inout Root, Value) -> Bool

  init<Property: ValueRepresentable & SendableMetatype>(
    tag: String, path: any WritableKeyPath<Root, Property> & Sendable, kind: RowKind, isList: Bool = false
  ) {
    self.tag = tag
    expectedValues = Property.expectedValues ?? kind.expectedInput
    read = { root in
      let value = root[keyPath: path].value
      if isList, case .list(let values) = value { return .list(values.map { kind.normalized($0) ?? $0 }) }
      return kind.normalized(value) ?? value
    }
    write = { root, content in
      guard let instance = Property(rowContent: content) else { return false }
      root[keyPath: path] = instance
      return true
    }
  }
}

extension ValueRepresentable {
  /// Creates the instance that the content of a row represents.
  ///
  /// An empty row is null or, for a type without null, the empty text.
  init?(rowContent value: Value) {
    let values: [Value] = value == .null || value == .text("") ? [.null, .text("")] : [value]
    guard let instance = values.lazy.compactMap({ Self($0) }).first else { return nil }
    self = instance
  }
}

/// The rows of a ``TypedForm`` in its conditions, by property.
///
/// `$0.seats <= 10` is the condition `$seats <= 10`, if the row of the property `seats` has the tag `seats`.
@dynamicMemberLookup public struct FormTerms<Root> {
  private let tags: [PartialKeyPath<Root>: String]

  init(_ references: [(path: PartialKeyPath<Root>, tag: String)]) {
    tags = Dictionary(references.map { ($0.path, $0.tag) }) { first, _ in first }
  }

  /// The term that reads the row of a property.
  ///
  /// The form reports a property without a row as an unknown tag.
  public subscript<Property>(dynamicMember path: KeyPath<Root, Property>) -> Term {
    .variable(tags[path] ?? "\(path)")
  }
}
