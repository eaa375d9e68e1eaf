import Values

extension Lexer {
  /// Reads a placeholder such as `%@` and returns its argument.
  mutating func lexArgument() throws(ConditionError) -> Token.Kind {
    let (start, position) = (offset, position)
    let isInserted = isAtInsertion
    advance()
    while nextByte == UInt8(ascii: "l") && offset < start + 3 { advance() }
    let letter = nextScalar
    if letter != nil { advanceByScalar() }
    let placeholder = text(in: start..<offset).escapedForTerminal
    guard let letter, "@KdiufF".unicodeScalars.contains(letter) else {
      throw ConditionError(
        at: position, found: letter == nil ? "the end of the text" : placeholder, expected: "%@, %K, %d or %f",
        hint: letter?.properties.isWhitespace == true ? "there is no operator for the remainder" : nil)
    }
    // In an interpolated text, every argument already has a position.
    if insertionOffsets != nil && !isInserted {
      throw ConditionError(
        at: position, found: placeholder, expected: "an interpolated value", hint: "there are no other arguments")
    }
    guard let argument = arguments.popFirst() else {
      throw ConditionError(
        at: position, found: "no more arguments", expected: "an argument for \(placeholder)",
        hint: argumentCount == 1 ? "1 is given" : "\(argumentCount) are given")
    }
    let (isWhole, isReal) = ("diu".unicodeScalars.contains(letter), "fF".unicodeScalars.contains(letter))
    switch argument {
    case .variable(let name) where letter == "@": return .variable(name)
    case .value(let value) where letter == "@": return .argument(value.replacingNonFiniteNumbers)
    case .value(.text(let keys)) where letter == "K": return .keyPath(keys)
    case .value(.integer(let integer)) where isWhole: return .argument(.integer(integer))
    case .value(.boolean(let isTrue)) where isWhole: return .argument(.integer(isTrue ? 1 : 0))
    case .value(.integer(let integer)) where isReal: return .argument(.real(Double(integer)))
    case .value(.real(let real)) where isReal: return .argument(Value(finiteOrNull: real))
    case .value(.money(let money)) where isReal: return .argument(.money(money))
    case .value, .variable:
      let found =
        switch argument {
        case .value(let value): value.conditionLiteral
        case .variable(let name): "$\(name)"
        }
      let expected = letter == "K" ? "a text that is a key" : isReal ? "a number" : "a whole number"
      throw ConditionError(at: position, found: found.excerpt, expected: "\(expected) for \(placeholder)")
    }
  }

  func rejectUnusedArguments() throws(ConditionError) {
    if arguments.isEmpty { return }
    let used = argumentCount - arguments.count
    throw ConditionError(
      at: position, found: "\(argumentCount)", expected: used.counted("argument"),
      hint: "a placeholder in quotation marks is text and takes no argument")
  }
}
