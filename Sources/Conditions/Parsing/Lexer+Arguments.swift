internal import Values

extension Lexer {
  /// Reads a placeholder such as `%@` and returns its argument.
  mutating func lexArgument() throws(ConditionError) -> Token.Kind {
    let (start, position) = (source.place, source.position)
    let isInserted = source.isAtInsertion
    source.advance()
    while source.nextByte == UInt8(ascii: "l") && source.place < start + 3 { source.advance() }
    let letter = source.nextScalar
    if letter != nil { source.advanceByScalar() }
    let mark = source.text(in: start..<source.place).escapedForTerminal
    guard let letter, "@KdiufF".unicodeScalars.contains(letter) else {
      throw ConditionError(
        at: position, found: letter == nil ? "the end of the text" : mark, expected: "%@, %K, %d or %f",
        hint: letter?.properties.isWhitespace == true ? "there is no operator for the remainder" : nil)
    }
    try source.rejectPlaceholderInInterpolation(mark, isInserted: isInserted, at: position)
    let argument = try source.nextArgument(for: mark, at: position)
    let (isWhole, isReal) = ("diu".unicodeScalars.contains(letter), "fF".unicodeScalars.contains(letter))
    switch argument {
    case .variable(let name) where letter == "@": return .variable(name)
    case .value(let value) where letter == "@": return .argument(value.replacingNonFiniteNumbers)
    case .value(.text(let keys)) where letter == "K": return .keys(keys)
    case .value(.integer(let integer)) where isWhole: return .argument(.integer(integer))
    case .value(.boolean(let isTrue)) where isWhole: return .argument(.integer(isTrue ? 1 : 0))
    case .value(.integer(let integer)) where isReal: return .argument(.real(Double(integer)))
    case .value(.real(let real)) where isReal: return .argument(Value(finiteOrNull: real))
    default:
      let expected = letter == "K" ? "a text that is a key" : isReal ? "a number" : "a whole number"
      throw ConditionError(at: position, found: argument.excerpt, expected: "\(expected) for \(mark)")
    }
  }
}

extension ConditionArgument {
  fileprivate var excerpt: String {
    switch self {
    case .value(let value): value.conditionLiteral.excerpt
    case .variable(let name): "$\(name)".excerpt
    }
  }
}
