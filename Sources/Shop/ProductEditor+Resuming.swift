public import Loop

extension ProductEditor: Resumable {
  /// The list is read again; a save may have been carried out, so a person decides what is done next.
  ///
  /// Its draft says that the store was not reached. Where it was, the next save meets a conflict with itself, and is
  /// acknowledged.
  public func resume(_ effect: Effect, in state: State) -> Resumption<Action> {
    switch effect {
    case .loadProducts: .again
    case .insert(let product), .update(let product, _): .givenUp(hearing: .saveFailed(product.id, .offline))
    }
  }
}
