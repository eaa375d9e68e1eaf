import Testing

/// The screen of a terminal, as far as a line uses it.
struct TerminalModel {
  let columns: Int
  /// The cells; the second cell of a wide character is empty text.
  private(set) var rows: [[String]] = [[]]
  private(set) var row = 0
  private(set) var column = 0
  /// The widths of the characters that are not one column wide.
  let wide: Set<Character>

  init(columns: Int, wide: Set<Character>) {
    self.columns = columns
    self.wide = wide
  }

  mutating func show(_ text: String) {
    var characters = Array(text)[...]
    while let character = characters.popFirst() {
      switch character {
      case "\r\n":
        column = 0
        lineFeed()
      case "\r": column = 0
      case "\n": lineFeed()
      case "\u{1B}":
        #expect(characters.popFirst() == "[")
        var number = ""
        while let digit = characters.first, digit.isNumber {
          number.append(digit)
          characters.removeFirst()
        }
        control(characters.popFirst() ?? " ", Int(number) ?? 1)
      default: put(character)
      }
    }
  }

  private mutating func lineFeed() {
    row += 1
    if row == rows.count { rows.append([]) }
  }

  private mutating func control(_ final: Character, _ number: Int) {
    switch final {
    case "A":
      #expect(number <= row, "the cursor moves above the screen")
      row = max(0, row - number)
    case "C": column = min(columns - 1, column + number)
    case "J":
      rows[row] = Array(rows[row].prefix(column))
      rows.removeSubrange((row + 1)...)
    case "m": break
    default: Issue.record("unexpected sequence: \(number) \(final)")
    }
  }

  private mutating func put(_ character: Character) {
    let width = wide.contains(character) ? 2 : 1
    #expect(column + width <= columns, "\(character) does not fit into the row")
    while rows[row].count < column + width { rows[row].append(" ") }
    rows[row][column] = String(character)
    if width == 2 { rows[row][column + 1] = "" }
    column += width
  }
}
