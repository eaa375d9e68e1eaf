public import Values

/// What a row of a living form holds, and how it came to it.
public struct Field: Hashable, Codable, Sendable {
  /// What stands in the row.
  public package(set) var entry: Entry
  /// What the row goes back to when the form is reset.
  public internal(set) var initial: Value
  /// Whether a person has been here.
  public internal(set) var isTouched = false
  /// What the world said is wrong with what stands here.
  public internal(set) var reports: [String] = []
  /// How far the world has come in judging the value.
  public internal(set) var inquiry = Inquiry.none

  /// Begins with a value.
  init(_ value: Value) {
    entry = .value(value)
    initial = value
  }

  /// What a row holds that is new.
  init(of row: RowDefinition) { self.init(row.kindOrItsValues.kept(row.value) ?? .null) }

  /// Takes something else; what the world reported was about what stood here before.
  mutating func hold(_ other: Entry) {
    if entry == other { return }
    entry = other
    reports = []
  }
}

/// What stands in a row.
public enum Entry: Hashable, Codable, Sendable {
  /// A value.
  case value(Value)
  /// A text as it was typed, and the value that it stands for; nil where it stands for none.
  case typed(String, as: Value?)

  /// What was typed, if it stands for nothing that the row takes.
  public var misunderstood: String? { if case .typed(let text, as: nil) = self { text } else { nil } }

  /// The value; what stands for none is nothing.
  func value(_ kind: RowKind) -> Value {
    switch self {
    case .value(let value): value
    case .typed(_, as: let value): value ?? kind.emptyValue
    }
  }
}

/// How far the world has come in judging a value.
public enum Inquiry: Hashable, Codable, Sendable {
  /// It has not been asked.
  case none
  /// It is asked about a value.
  case asked(Value)
  /// It has told what is wrong with a value: nothing, if the list is empty.
  case answered(Value, [String])
  /// It could not be asked, and why.
  case failed(Value, String)

  /// Whether an answer is awaited.
  public var isAsked: Bool { if case .asked = self { true } else { false } }

  /// What it was asked about.
  public var about: Value? {
    switch self {
    case .none: nil
    case .asked(let value), .answered(let value, _), .failed(let value, _): value
    }
  }
}
