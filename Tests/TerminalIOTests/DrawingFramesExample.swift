import TerminalFixtures
import TerminalIO
import Testing

/// Draws a menu with a selected item.
func drawMenu(_ items: [String], selected: Int, in size: TerminalSize) -> CellGrid {
  var grid = CellGrid(size)
  for (row, item) in items.enumerated() {
    grid.write(item, column: 1, row: row, limit: size.columns - 2)
  }
  let selection = CellArea(column: 0, row: selected, columns: size.columns, rows: 1)
  grid.restyle(selection) { $0.attributes.insert(.reverse) }
  return grid
}

/// The code that the guide of frames shows.
@Suite struct `The guide of frames` {
  @Test func `sends the terminal what changes`() {
    let size = TerminalSize(columns: 10, rows: 3)
    var encoder = FrameEncoder(depth: .trueColor, features: .backgroundErase)
    var bytes: [UInt8] = []
    encoder.encode(drawMenu(["Open", "Save"], selected: 0, in: size), into: &bytes)
    let whole = bytes.count
    encoder.encode(drawMenu(["Open", "Save"], selected: 1, in: size), into: &bytes)
    let change = bytes.count - whole

    var terminal = TerminalModel(size, features: .backgroundErase)
    terminal.receive(bytes)
    let frame = drawMenu(["Open", "Save"], selected: 1, in: size)
    #expect(terminal.difference(from: frame, depth: .trueColor) == nil)
    #expect(change < 50)
  }
}
