public import Loop

extension ProductEditor.Action {
  /// What it means that a front end writes whether the sheet is open.
  ///
  /// Writing false is the cancel button, which a changed draft may answer with a question; writing true does nothing, for a
  /// sheet opens on a product.
  public static func sheetWritten(isOpen: Bool) -> Self? { isOpen ? nil : .form(.cancelTapped) }
}

extension Store where Feature == ProductEditor {
  /// Whether the sheet is open, for a front end that wants to write it.
  public var isSheetOpen: TwoWay<Bool> {
    twoWay(\.sheet.isOpen) { .sheetWritten(isOpen: $0) }
  }
}

extension Store where Feature == Catalogue {
  /// Whether the sheet is open, for a front end that wants to write it.
  public var isSheetOpen: TwoWay<Bool> {
    twoWay(\.editor.sheet.isOpen) { isOpen in ProductEditor.Action.sheetWritten(isOpen: isOpen).map { .editor($0) } }
  }
}
