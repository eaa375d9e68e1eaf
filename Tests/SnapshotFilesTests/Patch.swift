/// A strict implementation of `patch`: no fuzz, no offset, and every context line and every count is checked.
struct Patch {
  struct PatchError: Error {
    let message: String
  }

  private let lines: [[UInt8]]

  init(_ text: String) throws {
    lines = Self.lines(of: text)
    if let last = lines.last, last.last != UInt8(ascii: "\n") {
      throw PatchError(message: "the last line has no line feed")
    }
  }

  func apply(to text: String) throws -> String {
    let old = Self.lines(of: text)
    var new: [[UInt8]] = []
    var (oldPlace, index) = (0, lines.isEmpty ? 0 : 2)
    while index < lines.count {
      let header = try HunkHeader(lines[index])
      index += 1
      let start = header.oldCount == 0 ? header.oldStart : header.oldStart - 1
      guard oldPlace <= start, start + header.oldCount <= old.count else {
        throw PatchError(message: "\(header) is outside of the text")
      }
      new += old[oldPlace..<start]
      oldPlace = start
      guard new.count == (header.newCount == 0 ? header.newStart : header.newStart - 1) else {
        throw PatchError(message: "\(header) does not begin at line \(new.count + 1) of the new text")
      }
      let (oldEnd, newEnd) = (oldPlace + header.oldCount, new.count + header.newCount)
      while oldPlace < oldEnd || new.count < newEnd {
        try applyLine(&index, old, &oldPlace, &new)
      }
      guard oldPlace == oldEnd, new.count == newEnd else { throw PatchError(message: "\(header) has wrong counts") }
    }
    return String(decoding: (new + old[oldPlace...]).joined(), as: UTF8.self)
  }

  private func applyLine(_ index: inout Int, _ old: [[UInt8]], _ oldPlace: inout Int, _ new: inout [[UInt8]]) throws {
    guard index < lines.count, let marker = lines[index].first else {
      throw PatchError(message: "a hunk is too short")
    }
    var line = Array(lines[index].dropFirst())
    index += 1
    if index < lines.count, lines[index].first == UInt8(ascii: "\\") {
      line.removeLast()
      index += 1
    }
    if marker != UInt8(ascii: "+") {
      guard oldPlace < old.count, old[oldPlace] == line else {
        throw PatchError(message: "line \(oldPlace + 1) differs")
      }
      oldPlace += 1
    }
    if marker != UInt8(ascii: "-") { new.append(line) }
  }

  private static func lines(of text: String) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var isEnded = true
    for byte in text.utf8 {
      if isEnded { lines.append([]) }
      lines[lines.count - 1].append(byte)
      isEnded = byte == UInt8(ascii: "\n")
    }
    return lines
  }

  private struct HunkHeader {
    let oldStart, oldCount, newStart, newCount: Int

    init(_ line: [UInt8]) throws {
      let text = String(decoding: line, as: UTF8.self)
      guard let match = text.wholeMatch(of: /@@ -(\d+),(\d+) \+(\d+),(\d+) @@\n/),
        let oldStart = Int(match.1), let oldCount = Int(match.2), let newStart = Int(match.3),
        let newCount = Int(match.4)
      else { throw PatchError(message: "not a hunk header: \(text)") }
      (self.oldStart, self.oldCount, self.newStart, self.newCount) = (oldStart, oldCount, newStart, newCount)
    }
  }
}
