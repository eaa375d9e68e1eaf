extension [Product] {
  /// The products sorted by position and identifier, so that the order is the same in every process.
  var sortedByPosition: [Product] { sorted { ($0.position, $0.id.rawValue) < ($1.position, $1.id.rawValue) } }
}

extension ProductEditor.State {
  /// The drafts whose save failed after their sheet was closed.
  ///
  /// Tapping the row of such a draft reopens its sheet. The draft of a new product appears in no other list.
  public var unsavedDrafts: [Product] { savingSheets.values.filter { !$0.form.isSaving }.map(\.draft).sortedByPosition }
}
