import Foundation
import Loop
import Tables
import Testing
import Values

/// A combination of appearance, selection and data, by the name that it has in the guide.
private struct TableVariant: CustomTestStringConvertible, Sendable {
  enum Data: String, CaseIterable { case values, bound, references }

  let appearance: TableAppearance
  let selection: SelectionMode
  let data: Data

  static let all = [TableAppearance.list, .stack, .grid].flatMap { appearance in
    [SelectionMode.none, .single, .multiple].flatMap { selection in
      Data.allCases.map { TableVariant(appearance: appearance, selection: selection, data: $0) }
    }
  }

  /// The row of the guide's table, and the name in it.
  var guideText: (row: String, name: String) {
    let number =
      switch selection {
      case .none: ""
      case .single: "1"
      case .multiple: "M"
      }
    let names = ["", "B", "C"].map { "Tabler\(appearance.name.capitalized)\(number)\($0)" }
    let row = "| `.\(appearance.name)` | `.\(selection)` | \(names.joined(separator: " | ")) |"
    return (row, names[Data.allCases.firstIndex(of: data) ?? 0])
  }

  var testDescription: String { guideText.name }

  struct Lamp: Identifiable, Hashable, Sendable {
    let id: Int
    var price: Int
    var version = 1
  }

  func table() throws -> EditableTable<Lamp> {
    let price = Column("price", \Lamp.price, editable: \.price)
    return try EditableTable(
      appearance, columns: [Column("id", \.id), data == .values ? Column("price", \.price) : price],
      options: EditingOptions {
        $0.view.selection = selection
        $0.savesCommittedCells = data != .values
      })
  }
}

@Suite private struct `The table variant` {
  private let lamps = [
    TableVariant.Lamp(id: 1, price: 30), TableVariant.Lamp(id: 2, price: 20), TableVariant.Lamp(id: 3, price: 10),
  ]

  @Test(arguments: TableVariant.all)
  func `is listed in the guide`(variant: TableVariant) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let guide = try String(
      contentsOf: folder.appending(path: "Sources/Tables/Tables.docc/UsingTables.md"), encoding: .utf8)
    #expect(guide.split(separator: "\n").contains { $0 == variant.guideText.row })
  }

  @Test(arguments: TableVariant.all)
  func `has its titles inside or outside of the scrolled rows, and may need columns`(variant: TableVariant) throws {
    let screen = try variant.table().screen(of: variant.table().initialState(lamps))
    #expect(screen.appearance.scrollsHeader == (variant.appearance.name == "list"))
    #expect(screen.headers.map(\.title) == ["id", "price"])
    let withoutColumns = Result { try TableFeature<TableVariant.Lamp>(variant.appearance, columns: []) }
    let needsColumns = (try? withoutColumns.get()) == nil
    #expect(needsColumns == (variant.appearance.name == "grid"))
  }

  @Test(arguments: TableVariant.all)
  func `selects no row, one or several, and keeps them while it is sorted and filtered`(variant: TableVariant) throws {
    let table = try variant.table().view
    var state = table.initialState(lamps)
    for action in [TableFeature<TableVariant.Lamp>.Action.selection(.rowToggled(1)), .selection(.rowToggled(2))] {
      _ = table.reduce(&state, action)
    }
    let selected: Set<Int> =
      switch variant.selection {
      case .none: []
      case .single: [2]
      case .multiple: [1, 2]
      }
    _ = table.reduce(&state, .sortChanged([SortKey("price")]))
    #expect(table.screen(of: state).rows.map(\.id) == [3, 2, 1])
    #expect(Set(table.screen(of: state).rows.filter(\.isSelected).map(\.id)) == selected)
    _ = table.reduce(&state, .columnFilterChanged("price", .range(from: 15)))
    #expect(table.screen(of: state).rows.map(\.id) == [2, 1])
    #expect(table.screen(of: state).counts.selected == selected.count)
  }

  @Test(arguments: TableVariant.all)
  func `shows values, changes their source, or follows objects`(variant: TableVariant) throws {
    let table = try variant.table()
    var state = table.initialState(lamps)
    func price() -> String? { table.screen(of: state).rows.first?.cells.last?.text }
    _ = table.reduce(&state, .editBegan(1, "price"))
    _ = table.reduce(&state, .cellTextChanged("31"))
    let effects = table.reduce(&state, .editCommitted)
    if variant.data == .values {
      #expect(effects == .none && price() == "30")
      #expect(state.editedCell == nil && state.drafts.isEmpty)
      return
    }
    // The edit goes straight into the source, and the table waits for its answer.
    let edited = TableVariant.Lamp(id: 1, price: 31)
    #expect(effects.instructions.compactMap(\.effect) == [.save(edited, over: lamps[0])])
    #expect(price() == "31" && state.drafts[1]?.status == .saving)
    _ = table.reduce(&state, .saveCompleted(TableVariant.Lamp(id: 1, price: 31, version: 2)))
    #expect(state.drafts.isEmpty && state[1]?.version == 2)
    if variant.data == .references {
      // The object has changed by itself.
      _ = table.reduce(&state, .view(.rowUpserted(TableVariant.Lamp(id: 1, price: 32, version: 3))))
      #expect(price() == "32")
    }
  }
}
