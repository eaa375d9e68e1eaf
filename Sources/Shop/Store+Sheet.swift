public import Loop

extension Store where Feature == ProductEditor {
  /// Whether the sheet is open, for a front end that wants to write it.
  ///
  /// Writing false is the cancel button, which a changed draft may answer with a question; writing true does nothing,
  /// for a sheet opens on a product.
  public var isSheetOpen: TwoWay<Bool> {
    twoWay(\.sheet.isOpen) { $0 ? nil : .form(.cancelTapped) }
  }
}
