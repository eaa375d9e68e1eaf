import TestInputs
import Testing

@testable import Values

/// The table of folded scalars gives the results of Foundation.
@Suite struct `Folding` {
  private static let options = [
    StringCompareOptions(ignoresCase: true), StringCompareOptions(ignoresAccents: true),
    StringCompareOptions(ignoresCase: true, ignoresAccents: true),
  ]

  private func expectEqual(_ text: String, _ options: StringCompareOptions) {
    let (folded, expected) = (options.folded(text), options.foldedByFoundation(text))
    // This avoids `#expect`, because it is slower than folding.
    if !folded.utf8.elementsEqual(expected.utf8) {
      let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }
      Issue.record("\(scalars) is folded to \(folded.debugDescription), not \(expected.debugDescription)")
    }
  }

  /// A usual run tests every third scalar.
  @Test(arguments: options)
  func `of every scalar, alone and between others, is that of Foundation`(_ options: StringCompareOptions) {
    let table = FoldingTable.table(ignoresCase: options.ignoresCase, ignoresAccents: options.ignoresAccents)
    // Foundation folds a text with a scalar that the table does not know.
    for number in stride(from: 0x80 as UInt32, through: 0x1FFFF, by: caseCount(3, exhaustive: 1)) {
      guard let scalar = Unicode.Scalar(number), table.folded(String(scalar)) != nil else { continue }
      expectEqual(String(scalar), options)
      expectEqual("A\(scalar)é\(scalar)\(scalar)Σ", options)
    }
    for plane in 2...0x10 {
      for scalar in [UInt32(plane) << 16, UInt32(plane) << 16 | 0xFFFD] {
        #expect(Unicode.Scalar(scalar).map { table.folded("\($0)") } == .some(nil))
      }
    }
  }

  @Test(arguments: options)
  func `of random texts is that of Foundation`(_ options: StringCompareOptions) {
    let blocks: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x80...0x58F, 0x80...0x24F, 0x370...0x52F, 0x1E00...0x1FFF, 0x2000...0x20CF, 0x300...0x36F,
      0x3000...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x1100...0x11FF, 0x590...0x7FF, 0x900...0xEFF,
      0xFB00...0xFFFF, 0x1F300...0x1FAFF,
    ]
    var state: UInt64 = 7
    func random(below count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for _ in 0..<10_000 {
      let (first, second) = (blocks[random(below: blocks.count)], blocks[random(below: blocks.count)])
      var text = String.UnicodeScalarView()
      for _ in 0...random(below: 12) {
        let block = random(below: 3) == 0 ? second : first
        if let scalar = Unicode.Scalar(block.lowerBound + UInt32(random(below: block.count))) { text.append(scalar) }
      }
      expectEqual(String(text), options)
    }
  }

  @Test func `uses the table for ordinary names`() {
    let table = FoldingTable.table(ignoresCase: true, ignoresAccents: true)
    for (name, folded) in [
      ("Ёлка Пётр", "елка петр"), ("Łukasz Dvořák", "łukasz dvorak"), ("Nguyễn", "nguyen"), ("ΆΓΙΟΣ", "αγιοσ"),
      ("王秀英", "王秀英"), ("김민준", "김민준"), ("Straße", "strasse"), ("שלום", "שלום"), ("Tea 🍵", "tea 🍵"),
    ] {
      #expect(table.folded(name) == folded)
    }
    #expect(table.folded("e\u{301}") == nil)
  }
}
