import Loop
import LoopHistory
import TestInputs
import Testing

@Suite struct `A file of a transcript` {
  /// The text of a transcript without an end, as it is written one step at a time.
  private func writtenText(stepCount: Int, seed: UInt64) throws -> (beginning: String, steps: [String]) {
    let session = RandomBakerySession(stepCount: stepCount, seed: seed)
    var writer = try TranscriptWriter(from: session.start)
    let beginning = writer.beginning
    let steps = try zip(session.steps, session.loopStates.dropFirst()).map { step, loopState in
      let step = try writer.step(for: .stepTaken(step), leadingTo: loopState.state)
      return "\(try #require(step))\n\n"
    }
    return (beginning, steps)
  }

  @Test(arguments: 0..<20) func `written one step at a time equals the text of the whole`(seed: UInt64) throws {
    let (beginning, steps) = try writtenText(stepCount: 100, seed: seed)
    let text = beginning + steps.joined()
    let recording = try TranscriptFile(reading: Array(text.utf8))
    #expect(recording.transcript.description == text)
    #expect(recording.incompleteStepError == nil)
    #expect(recording.endOfSteps == text.utf8.count)
    var ended = try RandomBakerySession(stepCount: 100, seed: seed).transcript
    #expect(try TranscriptFile(reading: Array("\(ended)".utf8)).endOfSteps == text.utf8.count)
    ended.finalStateLines = []
    #expect(ended == recording.transcript)
  }

  /// A killed process can leave any prefix of the last step.
  @Test func `that ends anywhere has all complete steps and reports the incomplete step`() throws {
    let (beginning, steps) = try writtenText(stepCount: 12, seed: 9)
    let bytes = Array((beginning + steps.joined()).utf8)
    var ends = [beginning.utf8.count]
    for step in steps { ends.append(ends[ends.count - 1] + step.utf8.count) }
    for length in 0..<beginning.utf8.count {
      #expect(throws: TranscriptError.self) { try TranscriptFile(reading: bytes[..<length]) }
    }
    for length in beginning.utf8.count...bytes.count {
      let recording = try TranscriptFile(reading: bytes[..<length])
      let completeCount = ends.count { $0 <= length } - 1
      #expect(recording.transcript.steps.count == completeCount, "\(length)")
      #expect(recording.endOfSteps == ends[completeCount])
      #expect((recording.incompleteStepError == nil) == (length == ends[completeCount]))
    }
  }

  @Test func `has no steps that were removed`() throws {
    let (beginning, steps) = try writtenText(stepCount: 10, seed: 1)
    let text = beginning + steps.joined() + "removed 4\n\n" + steps[6...7].joined()
    let recording = try TranscriptFile(reading: Array(text.utf8))
    #expect(recording.transcript.description == beginning + steps[..<8].joined())
    #expect(recording.endOfSteps == text.utf8.count)
  }

  @Test func `keeps the input of a step on one line`() throws {
    for (input, line) in [("products.sort price", "> products.sort price"), ("a\nb", #"> "a\nb""#), ("", #"> """#)] {
      var stepper = try FeatureStepper(Bakery(), state: .init())
      stepper.input = input
      try stepper.send(.doorOpened)
      try stepper.send(.doorClosed)
      let transcript = try stepper.transcript
      #expect(transcript.description.contains("\n\n\(line)\nsent doorOpened\n\nsent doorClosed\n  isOpen"))
      #expect(try Transcript(parsing: "\(transcript)") == transcript)
      #expect(try transcript.replay(by: Bakery()) == transcript)
    }
  }

  @Test func `can contain several transcripts, of which each can be incomplete`() throws {
    let (beginning, steps) = try writtenText(stepCount: 3, seed: 2)
    let text = beginning + steps[0] + steps[1].dropLast() + beginning + steps[0] + beginning
    let recordings = try TranscriptFile.all(in: Array(text.utf8))
    #expect(recordings.map(\.transcript.steps.count) == [1, 1, 0])
    #expect(recordings.map { $0.incompleteStepError == nil } == [false, true, true])
  }

  @Test func `whose recordings begin after one that was cut off has the others, with the lines of the file`() throws {
    let (beginning, steps) = try writtenText(stepCount: 2, seed: 2)
    for cut in ["transcript 3", "transcript 3\nfeat", String(beginning.dropLast(3))] {
      let text = "\(cut)\n" + beginning + steps[0] + steps[1].dropLast()
      let recordings = try TranscriptFile.all(in: Array(text.utf8))
      #expect(recordings.map(\.transcript.steps.count) == [0, 1])
      #expect(recordings[0].incompleteStepError?.description == "line 1: the transcript is incomplete, and has no step")
      let line = text.dropLast(steps[1].count - 1).split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(recordings[1].incompleteStepError?.line == line)
      #expect(throws: TranscriptError.self) { try TranscriptFile.all(in: Array(cut.utf8)) }
    }
  }

  /// A program that continues the file of a killed one ends its line.
  @Test func `whose first recording was cut anywhere has the others`() throws {
    let (beginning, steps) = try writtenText(stepCount: 12, seed: 9)
    let lamp = beginning.replacing("log: []", with: #"log: ["größe"]"#)
    let text = Array((lamp + steps.joined()).utf8)
    #expect(lamp != beginning && steps.joined().utf8.contains { $0 >= 0x80 }, "characters of several bytes can be cut")
    for length in "transcript 3\n".utf8.count..<text.count {
      let cut = text.prefix(length)
      let recordings = try TranscriptFile.all(in: cut + (cut.last == UInt8(ascii: "\n") ? [] : [0x0A]) + text)
      #expect(recordings.count == 2 && recordings.last?.transcript.steps.count == 12, "\(length)")
      if length >= lamp.utf8.count {
        #expect(recordings.first?.transcript == (try TranscriptFile(reading: cut).transcript), "\(length)")
      }
    }
  }

  @Test func `with an invalid step is an error, also if another recording follows`() throws {
    let (beginning, steps) = try writtenText(stepCount: 1, seed: 1)
    for invalid in ["foo\n\n", "removed 9\n\n"] {
      let text = beginning + invalid + beginning + steps[0]
      #expect(throws: TranscriptError.self) { try TranscriptFile.all(in: Array(text.utf8)) }
    }
  }

  @Test func `that ends within the final state has all steps and no final state`() throws {
    var stepper = try FeatureStepper(Bakery(), state: .init())
    for action in [.ordered("pie"), .ordered("bun"), .timerSet(seconds: 3)] as [Bakery.Action] {
      try stepper.send(action)
    }
    let transcript = try stepper.transcript
    // A file that ends after one of several runs must not look as if the others were not pending.
    #expect(transcript.finalStateLines.count { $0.hasPrefix("pending: ") } == 3)
    let text = transcript.description
    let start = text.utf8.count - text.split(separator: "\nfinally\n")[1].utf8.count
    for length in start + 1..<text.utf8.count {
      let recording = try TranscriptFile(reading: Array(text.utf8.prefix(length)))
      #expect(recording.transcript.steps == transcript.steps)
      #expect(recording.transcript.finalStateLines.isEmpty && recording.incompleteStepError != nil, "\(length)")
      #expect(try recording.transcript.firstDivergence(by: Bakery()) == nil)
    }
  }

  @Test func `that is not UTF-8 is an error with the line, except in the last line`() throws {
    let (beginning, steps) = try writtenText(stepCount: 1, seed: 1)
    let bytes = Array((beginning + steps[0]).utf8)
    let line = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    let fault = #expect(throws: TranscriptError.self) { try TranscriptFile(reading: bytes + [0xFF, 0x0A, 0x0A]) }
    #expect(fault?.description == "line \(line): not UTF-8 text")
    let recording = try TranscriptFile(reading: bytes + [0x73, 0xFF])
    #expect(recording.transcript.steps.count == 1 && recording.endOfSteps == bytes.count)
    #expect(recording.incompleteStepError?.description == "line \(line): not UTF-8 text")
    #expect(throws: TranscriptError.self) { try TranscriptFile(reading: [0xFF]) }
    #expect(throws: TranscriptError.self) { try TranscriptFile(reading: []) }
  }
}
