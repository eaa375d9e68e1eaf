/// The difference between two texts in unified format, as input for `patch`.
///
/// ```swift
/// print(UnifiedDiff(of: "Shop/lamp.txt", from: "Lamp\n", to: "Desk lamp\n"), terminator: "")
/// // --- Shop/lamp.txt
/// // +++ Shop/lamp.txt
/// // @@ -1,1 +1,1 @@
/// // -Lamp
/// // +Desk lamp
/// ```
///
/// The law: applying the difference to the old text with `patch` gives the new text, byte for byte. Therefore lines are
/// compared as bytes, not as Swift strings: two encodings of the same accented letter differ, and LF differs from CRLF.
/// Both headers have the same name, so that `patch -p0` never has to choose between two files.
public struct UnifiedDiff: Hashable, Sendable, CustomStringConvertible {
  /// The difference as text.
  ///
  /// Every line ends with a line feed. The text is empty if the texts are equal.
  public let description: String

  /// A Boolean value that indicates whether the texts are equal.
  public var isEmpty: Bool { description.isEmpty }

  /// Compares two versions of the file with the given name.
  package init(of name: String, from old: String, to new: String) {
    let script = Self.editScript(from: Self.lines(of: old), to: Self.lines(of: new))
    let hunks = Self.hunks(of: script)
    guard !hunks.isEmpty else {
      description = ""
      return
    }
    var text = "--- \(Self.headerName(name))\n+++ \(Self.headerName(name))\n"
    for hunk in hunks { Self.write(script[hunk], to: &text) }
    description = text
  }
}

extension UnifiedDiff {
  private typealias Line = ArraySlice<UInt8>

  /// One line of the difference, and the number of lines of each text before it.
  private struct DiffLine {
    enum Marker: String {
      case kept = " "
      case removed = "-"
      case inserted = "+"
    }

    let marker: Marker
    let line: Line
    let oldLinesBefore: Int
    let newLinesBefore: Int
  }

  private static let contextLines = 3

  /// Splits a text after each line feed.
  ///
  /// A last line without a line feed differs from the same line with one.
  private static func lines(of text: String) -> [Line] {
    let bytes = Array(text.utf8)
    var lines: [Line] = []
    var start = 0
    for end in bytes.indices where bytes[end] == UInt8(ascii: "\n") {
      lines.append(bytes[start...end])
      start = end + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  private static func editScript(from old: [Line], to new: [Line]) -> [DiffLine] {
    let changes = Self.changes(from: old, to: new)
    var steps: [DiffLine] = []
    var (oldPlace, newPlace) = (0, 0)
    while oldPlace < old.count || newPlace < new.count {
      let isRemoved = oldPlace < old.count && changes.isRemoved[oldPlace]
      let isInserted = !isRemoved && newPlace < new.count && changes.isInserted[newPlace]
      let marker: DiffLine.Marker = isRemoved ? .removed : isInserted ? .inserted : .kept
      let line = isInserted ? new[newPlace] : old[oldPlace]
      steps.append(DiffLine(marker: marker, line: line, oldLinesBefore: oldPlace, newLinesBefore: newPlace))
      if !isInserted { oldPlace += 1 }
      if !isRemoved { newPlace += 1 }
    }
    return steps
  }

  /// Returns the ranges of changed lines with their context.
  ///
  /// Ranges whose contexts touch are merged.
  private static func hunks(of script: [DiffLine]) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for index in script.indices where script[index].marker != .kept {
      let start = max(0, index - contextLines)
      let end = min(script.count, index + contextLines + 1)
      if let last = hunks.last, start <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<end
      } else {
        hunks.append(start..<end)
      }
    }
    return hunks
  }

  private static func write(_ hunk: ArraySlice<DiffLine>, to text: inout String) {
    guard let first = hunk.first else { return }
    let old = range(after: first.oldLinesBefore, count: hunk.count { $0.marker != .inserted })
    let new = range(after: first.newLinesBefore, count: hunk.count { $0.marker != .removed })
    text += "@@ -\(old) +\(new) @@\n"
    for step in hunk {
      text += step.marker.rawValue
      text += String(decoding: step.line, as: UTF8.self)
      if step.line.last != UInt8(ascii: "\n") { text += "\n\\ No newline at end of file\n" }
    }
  }

  /// Returns a range of lines for a hunk header.
  ///
  /// Lines count from 1. An empty range names the line before it, such as `0,0` in an empty file.
  private static func range(after before: Int, count: Int) -> String {
    "\(count == 0 ? before : before + 1),\(count)"
  }

  /// Returns a name in the form that `patch` reads.
  ///
  /// A name with spaces ends with a tab. A name that could break the header line is quoted as in C.
  private static func headerName(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\"" && $0 != "\\" }
    if isPlain { return name.utf8.contains(UInt8(ascii: " ")) ? name + "\t" : name }
    let quoted = name.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "\""): "\\\""
      case UInt8(ascii: "\\"): "\\\\"
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\" + String(0o1000 + Int(byte), radix: 8).dropFirst()
      }
    }
    return "\"\(quoted.joined())\""
  }

  /// Returns which lines are removed from one text and inserted in another.
  ///
  /// The smallest difference is computed only for up to 2,000 lines, in both texts together, which takes at most 50
  /// milliseconds: the time of `CollectionDifference` grows with the square of the number of changes.
  private static func changes(from old: [Line], to new: [Line]) -> (isRemoved: [Bool], isInserted: [Bool]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let (oldPart, newPart) = (old[start..<old.count - end], new[start..<new.count - end])
    let isThorough = oldPart.count + newPart.count <= 2_000
    var isRemoved = old.indices.map { !isThorough && oldPart.indices.contains($0) }
    var isInserted = new.indices.map { !isThorough && newPart.indices.contains($0) }
    guard isThorough else { return (isRemoved, isInserted) }
    for change in newPart.difference(from: oldPart) {
      switch change {
      case .remove(let offset, _, _): isRemoved[start + offset] = true
      case .insert(let offset, _, _): isInserted[start + offset] = true
      }
    }
    return (isRemoved, isInserted)
  }
}
