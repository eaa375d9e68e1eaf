import TerminalIO
import Testing

@Test func `sizes are compared by columns and rows`() {
  #expect(TerminalSize(columns: 80, rows: 24) != TerminalSize(columns: 24, rows: 80))
}
