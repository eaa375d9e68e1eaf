import Values

extension RowKind {
  /// Creates the kind of the rows for properties of a type.
  init<Property: ValueRepresentable>(of type: Property.Type) {
    let kind = Value.Kind(of: type)
    self = kind != .list && type.valueChoices != nil ? .singleChoice : RowKind(of: kind)
  }
}

extension [Validator] {
  /// Returns the bounds of an integer type for a row of numbers, as far as they are narrower than those of 64 bits with a
  /// sign.
  static func bounds(of type: any ValueConvertible.Type, in kind: RowKind) -> [Validator] {
    guard kind.supportsRange, let integers = typeWithoutOptional(type) as? any FixedWidthInteger.Type else { return [] }
    let (least, most) = bounds(of: integers)
    return least == .min && most == .max
      ? [] : [.range(min: least == .min ? nil : .integer(least), max: most == .max ? nil : .integer(most))]
  }

  private static func bounds<Integer: FixedWidthInteger>(of type: Integer.Type) -> (least: Int64, most: Int64) {
    (Int64(clamping: type.min), Int64(clamping: type.max))
  }
}
