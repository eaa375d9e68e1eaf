import Values

extension Lexer {
  /// Reads a placeholder such as `%@` and returns its argument.
  mutating func lexArgument() throws(ConditionError) -> Token.Kind {
    let (start, position) = (scanner.offset, scanner.position)
    let isInserted = scanner.isAtInsertion
    scanner.advance()
    while scanner.nextByte == UInt8(ascii: "l") && scanner.offset < start + 3 { scanner.advance() }
    let letter = scanner.nextScalar
    if letter != nil { scanner.advanceByScalar() }
    let mark = scanner.text(in: start..<scanner.offset).escapedForTerminal
    guard let letter, "@KdiufF".unicodeScalars.contains(letter) else {
      throw ConditionError(
        at: position, found: letter == nil ? "the end of the text" : mark, expected: "%@, %K, %d or %f",
        hint: letter?.properties.isWhitespace == true ? "there is no operator for the remainder" : nil)
    }
    try scanner.rejectPlaceholderInInterpolation(mark, isInserted: isInserted, at: position)
    let argument = try scanner.nextArgument(for: mark, at: position)
    let (isWhole, isReal) = ("diu".unicodeScalars.contains(letter), "fF".unicodeScalars.contains(letter))
    switch argument {
    case .variable(let name) where letter == "@": return .variable(name)
    case .value(let value) where letter == "@": return .argument(value.replacingNonFiniteNumbers)
    case .value(.text(let keys)) where letter == "K": return .keyPath(keys)
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
