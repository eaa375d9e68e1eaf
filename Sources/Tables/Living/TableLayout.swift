/// How the columns are laid out.
public struct TableLayout: Hashable, Codable, Sendable {
  /// The columns from the first to the last, hidden ones too.
  public internal(set) var order: [String]
  /// The columns that are not shown.
  public internal(set) var hidden: Set<String>
  /// How wide a person made columns.
  public internal(set) var widths: [String: Int] = [:]
  /// How far the columns are scrolled sideways.
  public internal(set) var offset = 0

  init<Row>(_ columns: [Column<Row>]) {
    order = columns.map(\.id)
    hidden = Set(columns.filter { !$0.isVisible }.map(\.id))
  }

  /// Nothing is wider: so the widths of all columns can be added up.
  static func bounded(_ width: Int) -> Int { min(max(0, width), Int(Int32.max)) }

  /// The columns that are shown, in their order.
  public var visible: [String] { order.filter { !hidden.contains($0) } }
}
