internal import Values

/// What the cells of a column can all be, as far as they have been seen.
struct KindGuess {
  private var canBeNumber = true
  private var canBeInteger = true
  private var canBeReal = true
  private var canBeMoney = true
  private var hasExponent = false
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
    guard let number = WrittenNumber(text), !number.hasZeroInFront, number.isKept else {
      canBeNumber = false
      return
    }
    canBeInteger = canBeInteger && number.isWhole
    canBeReal = canBeReal && (!number.isWhole || number.isShort || number.real != nil)
    hasExponent = hasExponent || number.hasExponent
    canBeMoney = canBeMoney && number.decimals == 2 && !number.hasExponent && Money(text)?.exactValue != nil
  }

  /// What the cells are, and how they are shown.
  var kind: (ColumnKind, CellFormat) {
    if isEmpty { return (.text, .plain) }
    if canBeNumber {
      if canBeInteger { return (.integer, .plain) }
      if canBeMoney { return (.money, .plain) }
      return (canBeReal ? hasExponent ? .double : .decimal : .text, .plain)
    }
    if canBeTruth { return (.boolean, .plain) }
    if canBeDay { return (.date, .date) }
    return (canBeInstant ? .date : .text, .plain)
  }
}
