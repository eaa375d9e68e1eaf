internal import Values

/// What the cells of a column can all be, as far as they have been seen.
struct KindGuess {
  private var canBeNumber = true
  private var canBeInteger = true
  private var areFinite = true
  private var hasFraction = false
  private var hasExponent = false
  private var haveTwoDecimals = true
  private var canBeTruth = true
  private var canBeDay = true
  private var canBeInstant = true
  private var isEmpty = true

  /// Takes the text of a cell in; of nothing nothing is learnt.
  mutating func see(_ text: String) {
    let text = text.trimmed
    if text.isEmpty { return }
    isEmpty = false
    if canBeNumber { seeNumber(text) }
    if canBeTruth { canBeTruth = text.utf8.count <= 5 && ["true", "false"].contains(text.lowercased()) }
    if canBeDay || canBeInstant {
      let isDated = text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
      if canBeDay { canBeDay = isDated && Instant(day: text) != nil }
      if canBeInstant { canBeInstant = isDated && Instant(text) != nil }
    }
  }

  private mutating func seeNumber(_ text: String) {
    guard let shape = NumberShape(text) else {
      canBeNumber = false
      return
    }
    hasFraction = hasFraction || shape.decimals > 0
    hasExponent = hasExponent || shape.hasExponent
    haveTwoDecimals = haveTwoDecimals && shape.decimals == 2 && !shape.hasExponent && Money(text) != nil
    let isInteger = Int64(text) != nil
    canBeInteger = canBeInteger && isInteger
    areFinite = areFinite && (isInteger || Double(text)?.isFinite == true)
  }

  /// What the cells are, and how they are shown.
  var kind: (ColumnKind, CellFormat) {
    if isEmpty { return (.text, .plain) }
    // A whole number that is too long for one is rather the name of something, but where others have fractions.
    if canBeNumber && canBeInteger { return (.integer, .plain) }
    if canBeNumber && areFinite && (hasFraction || hasExponent) {
      return (hasExponent ? .double : haveTwoDecimals ? .money : .decimal, .plain)
    }
    if canBeTruth { return (.boolean, .plain) }
    if canBeDay { return (.date, .date) }
    return (canBeInstant ? .date : .text, .plain)
  }
}

/// How a number is written: no zero stands before its digits, for what has one is rather the name of something.
private struct NumberShape {
  var decimals = 0
  var hasExponent = false

  init?(_ text: String) {
    var bytes = text.utf8[...]
    if bytes.first == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
    let whole = bytes.prefix(while: Self.isDigit)
    if whole.isEmpty || whole.count > 1 && whole.first == UInt8(ascii: "0") { return nil }
    bytes = bytes.dropFirst(whole.count)
    if bytes.first == UInt8(ascii: ".") {
      let fraction = bytes.dropFirst().prefix(while: Self.isDigit)
      if fraction.isEmpty { return nil }
      decimals = fraction.count
      bytes = bytes.dropFirst(fraction.count + 1)
    }
    if bytes.first == UInt8(ascii: "e") || bytes.first == UInt8(ascii: "E") {
      hasExponent = true
      bytes = bytes.dropFirst()
      if bytes.first == UInt8(ascii: "+") || bytes.first == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
      let digits = bytes.prefix(while: Self.isDigit)
      if digits.isEmpty { return nil }
      bytes = bytes.dropFirst(digits.count)
    }
    if !bytes.isEmpty { return nil }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
