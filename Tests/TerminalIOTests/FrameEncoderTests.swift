import TerminalFixtures
import TerminalIO
import TestInputs
import Testing
import Values

@Suite struct `Frame encoder` {
  /// Draws random frames one after the other, and checks what a terminal shows after each.
  private func checkFrames(_ count: Int, seed: UInt64, joinsScalars: Bool) {
    var random = RandomFrames(seed: seed)
    var frameCount = 0
    while frameCount < count {
      let (depth, features) = (random.depth(), random.features())
      var encoder = FrameEncoder(depth: depth, features: features)
      var terminal = TerminalModel(random.size(), features: features, joinsScalars: joinsScalars)
      var frame = random.frame(terminal.size)
      for _ in 0..<20 {
        var bytes: [UInt8] = []
        encoder.encode(frame, into: &bytes)
        terminal.receive(bytes)
        frameCount += 1
        if let difference = terminal.difference(from: frame, depth: depth) {
          Issue.record(
            "frame \(frameCount), \(terminal.size), \(features), \(depth): \(difference)\nafter \(String(decoding: bytes, as: UTF8.self).debugDescription)"
          )
          return
        }
        switch random.numbers.randomInt(below: 12) {
        case 0:
          terminal.resize(to: random.size())
          frame = random.frame(terminal.size)
          encoder.invalidate()
        case 1: frame = random.frame(terminal.size)
        default: for _ in 0...random.numbers.randomInt(below: 2) { random.draw(into: &frame) }
        }
      }
    }
  }

  @Test func `the bytes of each frame make a terminal show its cells`() {
    checkFrames(caseCount(1_500, exhaustive: 8_000), seed: 1, joinsScalars: true)
  }

  @Test func `characters of uncertain width do not move or destroy others`() {
    checkFrames(caseCount(500, exhaustive: 5_000), seed: 2, joinsScalars: false)
  }

  /// Returns a list beside a pane, from a row of the list on.
  ///
  /// In the last row, a number of the list is where the other rows have the end of the pane, if there is one.
  private func listBesidePane(from first: Int, paneEnd: String = "") -> CellGrid {
    var frame = CellGrid(TerminalSize(columns: 60, rows: 20))
    for row in 0..<20 {
      frame.write("pane \(row * 7919 % 1000)", column: 0, row: row, style: .plain)
      let end = row == 19 && !paneEnd.isEmpty ? " \(first)" : paneEnd
      frame.write(end, column: 18, row: row, style: .plain)
      frame.write("│ row \((first + row) * 7907 % 100_003)", column: 20, row: row, style: .plain)
    }
    return frame
  }

  @Test(arguments: [(.horizontalMargins, 60), ([], 400)] as [(TerminalFeatures, Int)])
  func `a list beside a pane scrolls between margins`(features: TerminalFeatures, maximumByteCount: Int) {
    var encoder = FrameEncoder(depth: .mono, features: features)
    var terminal = TerminalModel(TerminalSize(columns: 60, rows: 20), features: features)
    for first in 0..<3 {
      var bytes: [UInt8] = []
      encoder.encode(listBesidePane(from: first), into: &bytes)
      terminal.receive(bytes)
      #expect(terminal.difference(from: listBesidePane(from: first), depth: .mono) == nil)
      if first > 0 { #expect(bytes.count < maximumByteCount) }
    }
  }

  @Test(arguments: ["日", "👩‍👩‍👧"], [true, false])
  func `margins do not divide a wide character`(character: String, joinsScalars: Bool) {
    let features = TerminalFeatures.horizontalMargins
    var encoder = FrameEncoder(depth: .mono, features: features)
    var terminal = TerminalModel(TerminalSize(columns: 60, rows: 20), features: features, joinsScalars: joinsScalars)
    for first in 0..<3 {
      var bytes: [UInt8] = []
      let frame = listBesidePane(from: first, paneEnd: character)
      encoder.encode(frame, into: &bytes)
      terminal.receive(bytes)
      #expect(terminal.difference(from: frame, depth: .mono) == nil)
    }
  }

  @Test func `an equal frame needs no bytes`() {
    var random = RandomFrames(seed: 3)
    for _ in 0..<100 {
      var encoder = FrameEncoder(depth: .trueColor, features: .synchronizedOutput)
      let frame = random.frame(TerminalSize(columns: 30, rows: 8))
      var bytes: [UInt8] = []
      encoder.encode(frame, into: &bytes)
      bytes = []
      encoder.encode(frame, into: &bytes)
      #expect(bytes.isEmpty)
    }
  }
}
