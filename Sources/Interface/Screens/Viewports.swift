import Tables

/// The room that a front end has for the rows of tables.
///
/// A front end asks for a screen with its viewports. The screen of a million rows then contains only the displayed ones.
/// Viewports are no part of the state, so that front ends of different sizes can share one.
public struct Viewports: Hashable, Codable, Sendable {
  /// The number of rows for which there is room in each table, or `nil` if all rows of a page are displayed.
  public var rowCount: Int?
  /// The number of rows for which there is room in some tables, by the ID of the element.
  public var rowCounts: [String: Int]
  /// The row that each table displayed first the last time, by the ID of the element.
  public var tops: [String: String]
  /// Whether each table is scrolled so that the row at the cursor is displayed.
  public var followsCursor: Bool

  /// Creates the room for some rows of each table.
  public init(
    rowCount: Int? = nil, rowCounts: [String: Int] = [:], tops: [String: String] = [:], followsCursor: Bool = true
  ) {
    self.rowCount = rowCount
    self.rowCounts = rowCounts
    self.tops = tops
    self.followsCursor = followsCursor
  }

  /// The viewport of the table in an element, or `nil` if all rows of a page are displayed.
  public subscript(element: String) -> TableViewport<String>? {
    (rowCounts[element] ?? rowCount).map {
      TableViewport(top: tops[element], rowCount: $0, followsCursor: followsCursor)
    }
  }
}

extension TableFeature {
  /// Returns everything that a view of the table shows, with the IDs of rows as text.
  public func screen(
    of state: State, _ format: RowIDFormat<Row.ID>, viewport: TableViewport<String>? = nil
  ) -> TableScreen<String> {
    screen(of: state, viewport: viewport?.mapID(format.id)).mapIDs(format.text)
  }
}

extension EditableTable {
  /// Returns everything that a view of the table shows, with the IDs of rows as text.
  public func screen(
    of state: State, _ format: RowIDFormat<Row.ID>, viewport: TableViewport<String>? = nil
  ) -> TableScreen<String> {
    screen(of: state, viewport: viewport?.mapID(format.id)).mapIDs(format.text)
  }
}

extension TableViewport<String> {
  fileprivate func mapID<RowID>(_ transform: (String) -> RowID?) -> TableViewport<RowID> {
    TableViewport<RowID>(top: top.flatMap(transform), rowCount: rowCount, followsCursor: followsCursor)
  }
}
