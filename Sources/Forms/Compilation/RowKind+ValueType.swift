import Conditions
import Values

extension RowKind {
  /// Returns the type that the values of a row have in conditions, or `nil` if they can have different types.
  func valueType(options: [RowOption]) -> ValueType? {
    switch self {
    case .text, .multilineText, .password, .email, .url, .phone: .text
    case .integer, .decimal, .money, .slider, .stepper: .number
    case .boolean: .boolean
    case .date, .dateTime: .instant
    case .time: .timeOfDay
    case .singleChoice, .segmented: .common(of: options.map(\.value))
    case .multipleChoice: .list(of: .common(of: options.map(\.value)))
    case .button, .info: nil
    }
  }
}

extension RowDefinition {
  /// The type that the values of the row have in conditions.
  var valueType: ValueType? { effectiveKind.valueType(options: options) }
}
