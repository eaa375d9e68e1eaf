public import Loop
public import Tables

/// The shop's products as a table, and the sheet that edits one of them.
///
/// The rows of the table are the only copy of the products. The table sorts, filters, selects, moves and edits them; the
/// editor is handed the one product that an action concerns, and what it learns from the store goes into the table.
public struct ProductListFeature: Reducer {
  /// The table of all products.
  public static let table: TableFeature<Product> = {
    let options = TableOptions<Product> {
      $0.selection = .several
      $0.handlesMoves = true
      $0.handlesDeletions = true
      $0.notesChanges = true
      $0.changes = .asked
      $0.thirdPress = .restores
      $0.navigation = .cells
    }
    do throws(TableError) {
      return try TableFeature(.grid, columns: Product.columns, options: options)
    } catch {
      preconditionFailure("The columns of a product are distinct: \(error)")
    }
  }()

  let editor = ProductEditor()
  var table: TableFeature<Product> { Self.table }

  /// Creates the feature.
  public init() {}

  /// The products, how they are shown, and the sheets.
  public struct State: Hashable, Codable, Sendable {
    /// The products in the shopkeeper's order, how they are sorted, filtered and selected, and what is under way with them.
    public package(set) var table: TableFeature<Product>.State
    /// Whether the products have been read.
    public package(set) var list: ListStatus
    /// The sheet in sight.
    public package(set) var sheet = SheetStatus.closed
    /// The sheets that were closed before their save was answered.
    public package(set) var aside: [Product.ID: SavingSheet] = [:]

    /// Creates a state with products that have been read, or with none and a list that has not.
    public init(products: [Product]? = nil) {
      table = ProductListFeature.table.initialState(products?.sortedByPosition ?? [])
      list = products == nil ? .unread : .read
    }
  }

  /// What a person does, and what the store answers.
  public enum Action: Hashable, Codable, Sendable {
    /// An action of the list's reading, or of the sheet.
    case editor(ProductEditor.Action)
    /// An action of the table, or an answer to what the table asked for.
    case table(TableFeature<Product>.Action)
    /// An undo of something that was done in the sheet.
    case takenBack(UndoOperation)
  }

  /// What the store is asked for.
  public enum Effect: Hashable, Codable, Sendable {
    /// An effect of the editor.
    case editor(ProductEditor.Effect)
    /// Delete a product.
    case delete(Product.ID)
    /// Store a product that was deleted.
    case restore(TableFeature<Product>.PositionedRow)
    /// Store a product that was edited in the table over this version, or as a new one if no version is stored.
    case save(Product, over: Int?)
    /// Move products to another place in the shopkeeper's order.
    case move(TableFeature<Product>.Move)
  }

  /// The slots of the effects.
  ///
  /// Whatever is written of one product shares a slot with its saves in the sheet, so that no answer overtakes another.
  public enum Slot: Hashable, Codable, Sendable {
    /// A slot of the editor.
    case editor(ProductEditor.Slot)
    /// Products are moved, one move after the other.
    case order
  }

  /// Reduces an action.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .editor(let action): reduceEditor(action, &state)
    case .table(let action): reduceTableAction(action, &state)
    case .takenBack(let change): applyUndo(change, &state)
    }
  }

  /// Returns whether a slot still serves anything: every slot outlives the sheet.
  public func isAlive(_ slot: Slot, in state: State) -> Bool { true }
}

extension ProductListFeature.State {
  /// The products as they are stored, in the shopkeeper's order.
  public var products: [Product] { table.allRows.compactMap { self[$0.id] } }

  /// The product with this identifier as it is stored, without what was edited in the table.
  public subscript(id: Product.ID) -> Product? {
    if let draft = table.drafts[id] { draft.stored } else { table[id] }
  }

  /// The state of an editor of all products.
  package var editorState: ProductEditor.State { editorState(with: products) }

  /// The state of an editor that knows no other products than these.
  func editorState(with products: [Product]) -> ProductEditor.State {
    var editor = ProductEditor.State(products: products)
    (editor.list, editor.sheet, editor.aside) = (list, sheet, aside)
    return editor
  }
}

extension Store where Feature == ProductListFeature {
  /// A binding to whether the sheet is open.
  public var isSheetOpen: StateBinding<Bool> {
    binding(\.sheet.isOpen) { isOpen in
      ProductEditor.Action.sheetPresentationChanged(isOpen: isOpen).map { .editor($0) }
    }
  }
}
