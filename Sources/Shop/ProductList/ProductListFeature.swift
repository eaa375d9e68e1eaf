import Loop
import Tables
import Values

/// The shop's products as a table, and the sheet that edits one of them.
///
/// The rows of the table are the only copy of the products. The table sorts, filters, selects, moves and edits them.
/// The editor reports what it learns about stored products, which becomes rows.
///
/// The list is loaded again when a response may be newer than a load in progress, or older than a known version.
public struct ProductListFeature: Reducer {
  /// The table of all products.
  public static let table = EditableTable<Product>.grid(Product.columns + [Product.valueColumn]) {
    $0.supportsMoves = true
    $0.supportsDeletions = true
    $0.reportsCellChanges = true
    $0.haveSameContents = { $0.hasSameContent(as: $1) }
    $0.changePolicy = .afterConfirmation
    $0.view.selection = .multiple
    $0.view.thirdHeaderClick = .removesSort
    $0.view.navigation = .cells
    $0.view.aggregates = [Aggregate.Scope.filtered, .selected].map {
      Aggregate(.sum, "value", of: $0, title: "value in stock")
    }
  }

  static let editor = ChildCases<ProductEditor, Self>(
    action: Action.editor, effect: Effect.editor, slot: { _ in .writes })

  let editor = ProductEditor()
  var table: EditableTable<Product> { Self.table }

  /// Creates the feature.
  public init() {}

  /// The state of the product list.
  public struct State: Hashable, Codable, Sendable {
    /// The products by position, with the sort order, the filters, the selection and the pending operations.
    @CopyOnWrite public package(set) var table: EditableTable<Product>.State
    /// The load status of the list.
    public package(set) var listStatus: ListStatus
    /// The sheet, and the sheets that were closed during a save.
    public package(set) var editor = ProductEditor.State()
    /// The progress of a change of many products, or `nil` before the store reports one.
    public package(set) var writeProgress: WriteProgress?
    /// The changes of many products at once.
    public package(set) var edits = ProductEditsStatus.idle

    /// Creates a state with loaded products, or an empty state whose list is not loaded.
    public init(products: [Product]? = nil) {
      table = ProductListFeature.table.initialState(products?.sortedByPosition ?? [])
      listStatus = products == nil ? .notLoaded : .loaded
    }

    /// Clears the reasons why the last action of the table and the last edits were rejected.
    package mutating func clearRejection() {
      // A write copies the table.
      if table.view.rejection != nil { table.view.rejection = nil }
      if case .refused = edits { edits = .idle }
    }
  }

  /// The progress of a change of many products.
  public struct WriteProgress: Hashable, Codable, Sendable {
    /// The number of products that are changed so far.
    public let completedCount: Int
    /// The number of products.
    public let totalCount: Int

    /// Creates a progress.
    package init(completedCount: Int, totalCount: Int) {
      self.completedCount = completedCount
      self.totalCount = totalCount
    }
  }

  /// A user action, or a response of the product store.
  public enum Action: Hashable, Codable, Sendable {
    /// The list appeared. The first time, it is loaded.
    case appeared
    /// The user reloaded the list.
    case reloadTapped
    /// The user opened a product, or the sheet that was closed during its save.
    case rowTapped(Product.ID)
    /// The list was loaded.
    case productsLoaded([Product])
    /// The list could not be loaded.
    case loadFailed(ProductStoreError)
    /// The store has made a part of a change of many products.
    case writeProgressed(WriteProgress)
    /// The user cancelled the change of many products that is being made, or has read why it was not made.
    case cancelWriteTapped
    /// The user changed products, or took changes back: all of them together, or none.
    case editsMade([ProductEdit])
    /// The changes were stored. The products are those that were stored by them.
    case editsStored([Product])
    /// The changes were not stored.
    case editsFailed(ProductTransactionError)
    /// An action of the editor, in which a product is added or changed.
    case editor(ProductEditor.Action)
    /// An action of the table, or a response to one of its effects.
    case table(EditableTable<Product>.Action)
  }

  /// A request to the product store.
  public enum Effect: Hashable, Codable, Sendable {
    /// Load the list.
    case loadProducts
    /// An effect of the editor.
    case editor(ProductEditor.Effect)
    /// Delete products: all of them, or none.
    case delete([Product.ID])
    /// Store deleted products again: all of them, or none.
    case restore([EditableTable<Product>.PositionedRow])
    /// Save a product that was edited in the table. It replaces this version, or is inserted if the version is `nil`.
    case save(Product, over: Int?)
    /// Make changes of the stored products: all of them, or none.
    case change([ProductChange])
    /// Make moves of products, one after the other: all of them, or none.
    case move([EditableTable<Product>.Move])
    /// Cancel the change that is being made, which then reports its failure.
    case cancelWrite
  }

  /// The slots of the effects.
  public enum Slot: Hashable, Codable, Sendable {
    /// The loads of the list.
    case list
    /// The changes of the stored products, in the table and in the sheet.
    ///
    /// They run one at a time, in the order in which the user made them.
    case writes
  }

  /// Reduces an action.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .appeared: return state.listStatus == .notLoaded ? loadList(&state) : .none
    case .reloadTapped:
      // Then the user has seen why a change was not made.
      if !state.isStoringEdits { state.edits = .idle }
      return loadList(&state)
    case .rowTapped(let id):
      guard let product = state.productToOpen(withID: id) else { return .none }
      return reduceEditor(.rowTapped(product), &state)
    case .productsLoaded(let products):
      state.listStatus = .loaded
      return replaceRows(with: products, &state)
    case .loadFailed(let failure):
      state.listStatus = .failed(failure)
      return .none
    case .writeProgressed(let progress):
      state.writeProgress = progress
      return .none
    case .cancelWriteTapped:
      if state.edits.failure != nil { state.edits = .idle }
      // The change ends as a failure, or as a success if it is too late.
      return state.isStoringEdits || state.writeProgress != nil
        ? .fireAndForget(.cancelWrite, runsAgainAfterRestart: false) : .none
    case .editsMade(let edits): return storeEdits(edits, &state)
    case .editsStored(let products): return finishEdits(products, &state)
    case .editsFailed(let error): return failEdits(error, &state)
    case .editor(let action): return reduceEditor(action, &state)
    case .table(let action): return reduceTableAction(action, &state)
    }
  }

  /// Returns `true`: every run continues after the sheet is closed.
  public func isActive(_ slot: Slot, in state: State) -> Bool { true }
}

extension ProductListFeature.State {
  /// The stored products by position, without changes in the table.
  public var products: [Product] { table.view.allRows.compactMap { self[$0.id] } }

  /// The stored product with this identifier, without changes in the table.
  public subscript(id: Product.ID) -> Product? {
    if let draft = table.drafts[id] { draft.storedRow } else { table[id] }
  }

  /// A Boolean value that indicates whether there is a draft that is not stored.
  public var hasUnstoredInput: Bool {
    editor.sheet.form?.isChanged == true || !editor.savingSheets.isEmpty || !table.drafts.isEmpty
      || table.editedCell != nil
  }

  /// Returns the product that can be opened: it is in the list, or its sheet was closed during its save.
  package func productToOpen(withID id: Product.ID) -> Product? { self[id] ?? editor.savingSheets[id]?.draft }
}

extension ProductListFeature.State {
  /// Decodes a state, and sorts and filters its table once.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let decoded = try container.decode(EditableTable<Product>.State.self, forKey: .table)
    table = ProductListFeature.table.normalizedIfDecoded(decoded)
    listStatus = try container.decode(ListStatus.self, forKey: .listStatus)
    editor = try container.decode(ProductEditor.State.self, forKey: .editor)
    writeProgress = try container.decodeIfPresent(ProductListFeature.WriteProgress.self, forKey: .writeProgress)
    edits = try container.decodeIfPresent(ProductEditsStatus.self, forKey: .edits) ?? .idle
  }
}

extension Store where Feature == ProductListFeature {
  /// A binding to whether the sheet is open.
  ///
  /// Writing `false` cancels the sheet, which asks for confirmation if the draft has changes. Writing `true` does
  /// nothing, because a sheet needs a product.
  public var isSheetOpen: StateBinding<Bool> {
    binding(\.editor.sheet.isOpen) { isOpen in isOpen ? nil : .editor(.form(.cancelTapped)) }
  }
}
