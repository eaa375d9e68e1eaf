import Loop
import Tables

/// The shop's products as a table, and the sheet that edits one of them.
///
/// The rows of the table are the only copy of the products. The table sorts, filters, selects, moves and edits them.
/// The editor receives only the product that an action concerns, and its changes are written to the table.
public struct ProductListFeature: Reducer {
  /// The table of all products.
  public static let table = TableFeature<Product>.grid(Product.columns) {
    $0.selection = .multiple
    $0.supportsMoves = true
    $0.supportsDeletions = true
    $0.reportsCellChanges = true
    $0.haveSameContents = { $0.hasSameContent(as: $1) }
    $0.changePolicy = .afterConfirmation
    $0.thirdHeaderClick = .removesSort
    $0.navigation = .cells
    $0.aggregates = [Aggregate(.sum, "price"), Aggregate(.sum, "price", of: .selected)]
  }

  static let editor = ChildCases<ProductEditor, Self>(
    action: Action.editor, effect: Effect.editor, slot: Slot.editor)

  let editor = ProductEditor()
  var table: TableFeature<Product> { Self.table }

  /// Creates the feature.
  public init() {}

  /// The state of the product list.
  public struct State: Hashable, Codable, Sendable {
    /// The products by position, with the sort order, the filters, the selection and the pending operations.
    public package(set) var table: TableFeature<Product>.State
    /// The load status of the list.
    public package(set) var listStatus: ListStatus
    /// The visible sheet.
    public package(set) var sheet = SheetStatus.closed
    /// The sheets that were closed during a save, until the save has succeeded or the sheet is opened again.
    public package(set) var savingSheets: [Product.ID: SavingSheet] = [:]

    /// Creates a state with loaded products, or an empty state whose list is not loaded.
    public init(products: [Product]? = nil) {
      table = ProductListFeature.table.initialState(products?.sortedByPosition ?? [])
      listStatus = products == nil ? .notLoaded : .loaded
    }
  }

  /// A user action, or a response of the product store.
  public enum Action: Hashable, Codable, Sendable {
    /// An action of the editor, which loads the list and edits products in a sheet.
    case editor(ProductEditor.Action)
    /// An action of the table, or a response to one of its effects.
    case table(TableFeature<Product>.Action)
    /// The undo of an action in a sheet.
    case undone(UndoOperation)
  }

  /// A request to the product store.
  public enum Effect: Hashable, Codable, Sendable {
    /// An effect of the editor.
    case editor(ProductEditor.Effect)
    /// Delete a product.
    case delete(Product.ID)
    /// Store a deleted product again.
    case restore(TableFeature<Product>.PositionedRow)
    /// Save a product that was edited in the table. It replaces this version, or is inserted if the version is `nil`.
    case save(Product, over: Int?)
    /// Move products to another position.
    case move(TableFeature<Product>.Move)
  }

  /// The slots of the effects.
  ///
  /// All writes of a product share one slot with its saves in the sheet, so their responses arrive in the order of the
  /// requests.
  public enum Slot: Hashable, Codable, Sendable {
    /// A slot of the editor.
    case editor(ProductEditor.Slot)
    /// The moves, one at a time.
    case moves
  }

  /// Reduces an action.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .editor(let action): reduceEditor(action, &state)
    case .table(let action): reduceTableAction(action, &state)
    case .undone(let change): applyUndo(change, &state)
    }
  }

  /// Returns `true`: every run continues after the sheet is closed.
  public func isActive(_ slot: Slot, in state: State) -> Bool { true }
}

extension ProductListFeature.State {
  /// The stored products by position, without changes in the table.
  public var products: [Product] { table.allRows.compactMap { self[$0.id] } }

  /// The stored product with this identifier, without changes in the table.
  public subscript(id: Product.ID) -> Product? {
    if let draft = table.drafts[id] { draft.storedRow } else { table[id] }
  }

  /// The state of the editor with all products.
  package var editorState: ProductEditor.State { editorState(with: products) }

  /// Returns the state of the editor with these products only.
  func editorState(with products: [Product]) -> ProductEditor.State {
    var editor = ProductEditor.State(products: products)
    (editor.listStatus, editor.sheet, editor.savingSheets) = (listStatus, sheet, savingSheets)
    return editor
  }
}

extension ProductListFeature.State {
  /// Decodes a state, and sorts and filters its table once.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let decoded = try container.decode(TableFeature<Product>.State.self, forKey: .table)
    table = ProductListFeature.table.normalizedIfDecoded(decoded)
    listStatus = try container.decode(ListStatus.self, forKey: .listStatus)
    sheet = try container.decode(SheetStatus.self, forKey: .sheet)
    savingSheets = try container.decode([Product.ID: SavingSheet].self, forKey: .savingSheets)
  }
}

extension Store where Feature == ProductListFeature {
  /// A binding to whether the sheet is open, which works like that of a store of the editor.
  public var isSheetOpen: StateBinding<Bool> {
    binding(\.sheet.isOpen) { isOpen in isOpen ? nil : .editor(.form(.cancelTapped)) }
  }
}
