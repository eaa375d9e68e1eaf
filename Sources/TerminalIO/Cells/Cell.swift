import Values

/// One column of one row: a character, or a further column of the wide character before it.
struct Cell: Equatable {
  /// The scalar of the character, or the key of its text in the table of the grid if there are several scalars.
  var content: UInt32
  var style: TextStyle
  /// The number of columns of the character, or zero if the cell belongs to the character before it.
  var width: UInt8

  static func blank(_ style: TextStyle) -> Cell { Cell(content: 0x20, style: style, width: 1) }
  static func continuation(_ style: TextStyle) -> Cell { Cell(content: 0, style: style, width: 0) }

  /// The bit of a content that is the key of a text.
  static let clusterBit: UInt32 = 1 << 31

  var isCluster: Bool { content & Self.clusterBit != 0 }
  var isBlank: Bool { content == 0x20 }

  /// A Boolean value that indicates whether all terminals agree on the width of the character, and draw it on its own.
  var isPlain: Bool { content &- 0x20 < 0x5F || UInt32.plainWidth(ofScalar: content) > 0 }

  /// The cell without the parts of its style that are invisible.
  var visible: Cell { isBlank ? .blank(style.ofBlank) : self }
}

extension UInt32 {
  /// The width of a character that consists of this scalar, or zero if it can be invisible, has a width on which
  /// terminals differ, or combines with a character beside it.
  ///
  /// These are the characters of most texts. All others take the slow path: they are drawn at explicit positions.
  static func plainWidth(ofScalar scalar: UInt32) -> Int {
    switch scalar {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF,  // Latin
      0x391...0x3A1, 0x3A3...0x3FF, 0x400...0x481, 0x48A...0x52F,  // Greek and Cyrillic
      0x1E00...0x1EFF, 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF,  // Latin, punctuation, currencies
      0x2190...0x2319, 0x2500...0x25FC, 0x2800...0x28FF:  // Arrows, mathematics, boxes, Braille
      1
    case 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFC, 0xAC00...0xD7A3: 2  // Kana, ideographs, Hangul
    default: 0
    }
  }
}

extension Character {
  /// The parts of the character that are shown as a unit, with their widths.
  ///
  /// An invisible character becomes an escape of several parts. A mark without a base is shown on a dotted circle.
  var shownParts: [(text: String, width: Int)] {
    let text = String(self)
    let shown = text.escapedForTerminal
    if shown == text || text == "\t" { return [shown.shownPart] }
    return shown.map { String($0).shownPart }
  }
}

extension String {
  /// The number of bytes of a character that are shown, because a text of thousands of marks is one.
  private static let longestCluster = 64

  fileprivate var shownPart: (text: String, width: Int) {
    var text = self
    while text.utf8.count > Self.longestCluster { text.unicodeScalars.removeLast() }
    let width = text.terminalWidth
    return width == 0 ? ("◌" + text, 1) : (text, width)
  }
}
