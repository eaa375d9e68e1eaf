import TerminalIO
import Testing

/// The bytes of changes that an application makes most often, in a terminal of 120 columns and 40 rows.
@Suite struct `Sizes of frames` {
  private let size = TerminalSize(columns: 120, rows: 40)

  /// Draws a table of products.
  private func table(first: Int, highlighted: Int) -> CellGrid {
    var frame = CellGrid(size)
    frame.write("  Name                          Price", column: 0, row: 0, style: TextStyle(.bold))
    for row in 1..<size.rows - 1 {
      let product = first + row
      let background: TerminalColor = product == highlighted ? .palette(236) : .default
      frame.fill(
        CellArea(column: 0, row: row, columns: size.columns, rows: 1), style: TextStyle(background: background))
      let values = ["\(product)", "Product number \(product)", "\(product).99", "in stock", "2026-11-23", "Kitchen"]
      for (text, column) in zip(values, [2, 10, 50, 65, 80, 100]) {
        frame.write(text, column: column, row: row, style: TextStyle(background: background))
      }
    }
    frame.write("\(highlighted) of 10000", column: 0, row: size.rows - 1)
    return frame
  }

  private func bytes(from old: CellGrid?, to new: CellGrid) -> Int {
    var encoder = FrameEncoder(depth: .trueColor, features: [.backgroundErase, .synchronizedOutput])
    var bytes: [UInt8] = []
    if let old { encoder.encode(old, into: &bytes) }
    bytes = []
    encoder.encode(new, into: &bytes)
    return bytes.count
  }

  @Test func `a moved highlight needs less than 200 bytes`() {
    let count = bytes(from: table(first: 0, highlighted: 10), to: table(first: 0, highlighted: 11))
    #expect(count < 200, "\(count) bytes")
  }

  @Test func `scrolling by a row needs less than 350 bytes`() {
    let count = bytes(from: table(first: 100, highlighted: 138), to: table(first: 101, highlighted: 139))
    #expect(count < 350, "\(count) bytes")
  }

  @Test func `a whole frame needs less than 6 KB`() {
    let count = bytes(from: nil, to: table(first: 100, highlighted: 138))
    #expect(count < 6_000, "\(count) bytes")
  }
}
