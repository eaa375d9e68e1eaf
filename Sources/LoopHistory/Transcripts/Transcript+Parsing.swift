import LoopText

extension Transcript {
  /// Parses the text of a transcript.
  ///
  /// - Throws: A `TranscriptError` that says which line is not as expected, or that the last step is incomplete.
  public init(parsing text: String) throws(TranscriptError) {
    let recording = try TranscriptFile(parsing: text)
    if let error = recording.incompleteStepError { throw error }
    self = recording.transcript
  }
}

/// A transcript that was read from a file, which may end in the middle of a step.
///
/// A killed process or a full disk can leave such a file. Each complete step is followed by an empty line.
public struct TranscriptFile: Sendable {
  /// The transcript, without an incomplete last step.
  public private(set) var transcript = Transcript(
    feature: "", initialStateLines: [], initialPendingLines: [], steps: [], finalStateLines: [])
  /// The error of an incomplete last step, or `nil` if the last step is complete.
  public private(set) var incompleteStepError: TranscriptError?
  /// The number of bytes from the beginning to the end of the last complete step.
  ///
  /// This is the offset at which to write the next step.
  public private(set) var endOfSteps = 0

  /// Reads the bytes of a file.
  ///
  /// The last step may end within a character.
  public init(reading bytes: some Collection<UInt8>) throws(TranscriptError) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let count = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? lines.count
    let error = TranscriptError(line: count + 1, message: "not UTF-8 text")
    if count < lines.count - 1 { throw error }
    let incompleteLine = count < lines.count ? [""] : []
    try self.init(parsing: lines[..<count].map { String(decoding: $0, as: UTF8.self) } + incompleteLine)
    if count < lines.count { incompleteStepError = error }
  }

  /// Reads the recordings in the bytes of a file, one after the other.
  ///
  /// A log has one for each program that has written to it.
  package static func all(in bytes: [UInt8]) throws(TranscriptError) -> [TranscriptFile] {
    let header = Array("\n\(Transcript.mark)".utf8)
    let starts = [0] + bytes.ranges(of: header).map { $0.lowerBound + 1 } + [bytes.count]
    var files: [TranscriptFile] = []
    for (start, end) in zip(starts, starts.dropFirst()) {
      let precedingLineCount = bytes[..<start].count { $0 == UInt8(ascii: "\n") }
      var file = TranscriptFile()
      do throws(TranscriptError) {
        file = try TranscriptFile(readingPart: bytes[start..<end], of: bytes)
        file.incompleteStepError = file.incompleteStepError?.movedDown(by: precedingLineCount)
      } catch {
        // A program was killed while it began a recording. The other ones are whole.
        file.incompleteStepError = error.movedDown(by: precedingLineCount)
        guard error == .incomplete, starts.count > 2 else {
          throw error.movedDown(by: precedingLineCount)
        }
      }
      files.append(file)
    }
    return files
  }

  /// Reads a part of a file, which may have been cut within its last line before the next part was appended.
  private init(readingPart part: ArraySlice<UInt8>, of bytes: [UInt8]) throws(TranscriptError) {
    do throws(TranscriptError) { try self.init(reading: part) } catch {
      // The program that appended the next part has ended the line. A complete step ends with two line feeds.
      if part.endIndex == bytes.endIndex || part.suffix(2).elementsEqual("\n\n".utf8) { throw error }
      try self.init(reading: part.dropLast())
    }
  }

  private init() {}

  init(parsing text: String) throws(TranscriptError) {
    try self.init(parsing: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  private init(parsing lines: [String]) throws(TranscriptError) {
    var reader = TranscriptBlockReader(lines: lines)
    try readBeginning(&reader)
    while let block = try reader.nextBlock() {
      if block.heading == "finally" {
        guard reader.hasLineFeedAtEnd, block.lines.last.map(Transcript.isLastLine) != false else {
          incompleteStepError = TranscriptError(line: block.number, message: "the end is incomplete")
          return
        }
        transcript.finalStateLines = block.lines
        if let next = try reader.nextBlock() {
          throw TranscriptError(line: next.number, message: "expected the end after \"finally\"")
        }
        return
      }
      guard block.isComplete else {
        incompleteStepError = TranscriptError(line: block.number, message: "the last step is incomplete")
        return
      }
      try readStep(block)
      endOfSteps = reader.byteCount
    }
  }

  private mutating func readBeginning(_ reader: inout TranscriptBlockReader) throws(TranscriptError) {
    try readHeader(try reader.nextLine() ?? "")
    let name = "feature "
    guard let line = try reader.nextLine() else { throw .incomplete }
    guard line.hasPrefix(name) else {
      if name.hasPrefix(line), reader.headingOfNextBlock == nil { throw .incomplete }
      throw TranscriptError(line: 2, message: "expected \"feature\" and its name")
    }
    transcript.feature = String(line.dropFirst(name.count))
    guard let given = try reader.nextBlock(), given.isComplete else { throw .incomplete }
    guard given.heading == "given" else { throw TranscriptError(line: given.number, message: "expected \"given\"") }
    transcript.initialStateLines = given.lines
    if reader.headingOfNextBlock == "pending", let pending = try reader.nextBlock() {
      if !pending.isComplete { throw .incomplete }
      transcript.initialPendingLines = pending.lines
    }
    endOfSteps = reader.byteCount
  }

  private func readHeader(_ line: String) throws(TranscriptError) {
    let expected = "\(Transcript.mark)\(Transcript.format)"
    if line == expected { return }
    if !line.isEmpty && expected.hasPrefix(line) { throw .incomplete }
    func mismatch(_ kind: String, _ found: some StringProtocol) -> TranscriptError {
      TranscriptError(
        line: 1,
        message: "the \(kind) has format \(found), but this version reads format \(Transcript.format); record it again")
    }
    if line.hasPrefix(Transcript.mark), let found = Int(line.dropFirst(Transcript.mark.count)) {
      throw mismatch("transcript", "\(found)")
    }
    // A journal was another format for recordings.
    for mark in ["(journal: ", "{\"journal\":"] where line.hasPrefix(mark) {
      throw mismatch("journal", line.dropFirst(mark.count).prefix { $0.isNumber })
    }
    throw TranscriptError(line: 1, message: "not a transcript: it does not begin with \"\(expected)\"")
  }

  private mutating func readStep(_ block: TranscriptBlockReader.Block) throws(TranscriptError) {
    let removal = Transcript.removalMark
    if block.heading.hasPrefix(removal) {
      guard let count = Int(block.heading.dropFirst(removal.count)),
        (1...max(1, transcript.steps.count)).contains(count),
        !transcript.steps.isEmpty
      else {
        throw TranscriptError(
          line: block.number,
          message: "\(block.heading) is out of range; the number of steps is \(transcript.steps.count)")
      }
      return transcript.steps.removeLast(count)
    }
    guard let cause = Transcript.Cause(parsing: block.heading) else {
      throw TranscriptError(
        line: block.number,
        message: "expected a step that begins with sent, delivered, ended, environment or removed, or \"finally\"")
    }
    transcript.steps.append(.init(input: block.input, cause: cause, changes: block.lines))
  }
}

extension Transcript {
  /// Returns a Boolean value that indicates whether a line can be the last one of a final state: that of the last pending
  /// run, or the one that says that none is pending.
  fileprivate static func isLastLine(_ line: String) -> Bool { line.hasPrefix("pending: ") && !line.hasSuffix(",") }
}

extension TranscriptError {
  fileprivate static let incomplete = TranscriptError(
    line: 1, message: "the transcript is incomplete, and has no step")

  /// Returns the error in a text with more lines before it.
  fileprivate func movedDown(by count: Int) -> TranscriptError {
    TranscriptError(line: line.map { $0 + count }, message: message)
  }
}

/// Reads lines, and blocks of lines: a heading, indented lines, and an empty line at the end.
private struct TranscriptBlockReader {
  struct Block {
    var input: String?
    var heading: String
    var lines: [String] = []
    /// The number of the line of the heading, from 1.
    var number: Int
    /// Whether an empty line follows.
    var isComplete = false
  }

  let lines: [String]
  private var index = 0
  /// The number of bytes of the lines that were read.
  private(set) var byteCount = 0

  init(lines: [String]) { self.lines = lines }

  /// Reads the next line, or returns `nil` at the end.
  mutating func nextLine() throws(TranscriptError) -> String? {
    guard index < lines.count else { return nil }
    let line = lines[index]
    index += 1
    if line.unicodeScalars.contains("\r") {
      throw TranscriptError(line: index, message: "the line contains a carriage return; use a line feed alone")
    }
    // The last line has no line feed.
    byteCount += line.utf8.count + (index < lines.count ? 1 : 0)
    return line
  }

  /// Whether the text ends with a line feed.
  var hasLineFeedAtEnd: Bool { lines.last?.isEmpty == true }

  private mutating func skipEmptyLines() throws(TranscriptError) {
    while index < lines.count, lines[index].isEmpty { _ = try nextLine() }
  }

  var headingOfNextBlock: String? { lines[index...].first { !$0.isEmpty } }

  /// Reads the next block, or returns `nil` if only empty lines follow.
  mutating func nextBlock() throws(TranscriptError) -> Block? {
    try skipEmptyLines()
    guard var heading = try nextLine() else { return nil }
    var input: String?
    if heading.hasPrefix(Transcript.inputMark) {
      input = String(heading.dropFirst(Transcript.inputMark.count))
      heading = try nextLine() ?? ""
    }
    var block = Block(input: input, heading: heading, number: index)
    while index < lines.count, lines[index].hasPrefix("  "), let line = try nextLine() {
      block.lines.append(String(line.dropFirst(2)))
    }
    // The part after the last line feed may be the beginning of a line.
    guard index < lines.count - 1 else { return block }
    guard lines[index].isEmpty else {
      throw TranscriptError(line: index + 1, message: "expected an indented line, or an empty line after the step")
    }
    block.isComplete = true
    try skipEmptyLines()
    return block
  }
}

extension Transcript.Cause {
  fileprivate init?(parsing line: String) {
    guard let space = line.firstIndex(of: " ") else { return nil }
    let rest = line[line.index(after: space)...]
    func parseSlotAndAction() -> (slot: String, action: String)? {
      // The slot or the action may contain a string with an arrow. The separator is the first arrow that follows a
      // complete value.
      for arrow in rest.ranges(of: " => ") {
        let slot = String(rest[..<arrow.lowerBound])
        if (try? CanonicalValue(parsing: slot)) != nil { return (slot, String(rest[arrow.upperBound...])) }
      }
      return nil
    }
    switch line[..<space] {
    case "sent": self = .sent(action: String(rest))
    case "environment": self = .environment(event: String(rest))
    case "delivered":
      guard let answer = parseSlotAndAction() else { return nil }
      self = .delivered(slot: answer.slot, action: answer.action)
    case "ended":
      guard let answer = parseSlotAndAction() else { return nil }
      self = .ended(slot: answer.slot, action: answer.action)
    default: return nil
    }
  }
}
