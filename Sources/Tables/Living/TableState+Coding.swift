extension Table.State: Hashable {
  /// Whether both hold the same and were asked the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.query == right.query && left.beside == right.beside && left.selection == right.selection
      && left.cursor == right.cursor && left.hovered == right.hovered && left.page == right.page
      && left.top == right.top && left.height == right.height && left.width == right.width
      && left.layout == right.layout
      && left.grouping == right.grouping && left.editing == right.editing && left.drafts == right.drafts
      && left.errands == right.errands && left.moves == right.moves && left.moveFailure == right.moveFailure
      && left.drag == right.drag && left.remote == right.remote && left.rows == right.rows
  }

  /// Takes in what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(query)
    hasher.combine(beside)
    hasher.combine(selection)
    hasher.combine(cursor)
    hasher.combine(hovered)
    hasher.combine(page)
    hasher.combine(top)
    hasher.combine(height)
    hasher.combine(width)
    hasher.combine(layout)
    hasher.combine(grouping)
    hasher.combine(editing)
    hasher.combine(drafts)
    hasher.combine(errands)
    hasher.combine(moves)
    hasher.combine(moveFailure)
    hasher.combine(drag)
    hasher.combine(remote)
    hasher.combine(rows)
  }
}

extension Table.State: Codable where Row: Codable, Row.ID: Codable {
  private enum CodingKeys: CodingKey {
    case rows, query, beside, selection, cursor, hovered, page, top, height, width, layout, grouping, editing, drafts
    case errands, moves, moveFailure, drag, remote
  }

  /// Reads a state; its rows are arranged when a table takes it in.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rows = try container.decode(RowStore<Row>.self, forKey: .rows)
    query = try container.decode(TableQuery.self, forKey: .query)
    beside = try container.decode(Beside.self, forKey: .beside)
    selection = try container.decode(Selection<Row.ID>.self, forKey: .selection)
    cursor = try container.decodeIfPresent(Table.Cursor.self, forKey: .cursor)
    hovered = try container.decodeIfPresent(Row.ID.self, forKey: .hovered)
    page = try container.decode(TablePage.self, forKey: .page)
    top = try container.decodeIfPresent(Row.ID.self, forKey: .top)
    height = try container.decodeIfPresent(Int.self, forKey: .height)
    width = try container.decodeIfPresent(Int.self, forKey: .width)
    layout = try container.decode(TableLayout.self, forKey: .layout)
    grouping = try container.decodeIfPresent(String.self, forKey: .grouping)
    editing = try container.decodeIfPresent(Table.Editing.self, forKey: .editing)
    drafts = try container.decode([Row.ID: Table.Draft].self, forKey: .drafts)
    errands = try container.decode([Row.ID: Table.Errand].self, forKey: .errands)
    moves = try container.decode([Table.Move].self, forKey: .moves)
    moveFailure = try container.decodeIfPresent(String.self, forKey: .moveFailure)
    drag = try container.decodeIfPresent(Table.Drag.self, forKey: .drag)
    remote = try container.decodeIfPresent(RemoteRows.self, forKey: .remote)
    if !(0...TablePage.most).contains(page.number) || page.size != page.size.map(TablePage.bounded) {
      throw DecodingError.dataCorruptedError(forKey: .page, in: container, debugDescription: "there is no such page")
    }
    if height != height.map(TablePage.bounded) {
      throw DecodingError.dataCorruptedError(
        forKey: .height, in: container, debugDescription: "so many rows cannot be in sight")
    }
  }

  /// Writes what is compared.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rows, forKey: .rows)
    try container.encode(query, forKey: .query)
    try container.encode(beside, forKey: .beside)
    try container.encode(selection, forKey: .selection)
    try container.encodeIfPresent(cursor, forKey: .cursor)
    try container.encodeIfPresent(hovered, forKey: .hovered)
    try container.encode(page, forKey: .page)
    try container.encodeIfPresent(top, forKey: .top)
    try container.encodeIfPresent(height, forKey: .height)
    try container.encodeIfPresent(width, forKey: .width)
    try container.encode(layout, forKey: .layout)
    try container.encodeIfPresent(grouping, forKey: .grouping)
    try container.encodeIfPresent(editing, forKey: .editing)
    try container.encode(drafts, forKey: .drafts)
    try container.encode(errands, forKey: .errands)
    try container.encode(moves, forKey: .moves)
    try container.encodeIfPresent(moveFailure, forKey: .moveFailure)
    try container.encodeIfPresent(drag, forKey: .drag)
    try container.encodeIfPresent(remote, forKey: .remote)
  }
}
