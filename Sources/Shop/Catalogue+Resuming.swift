public import Loop

extension Catalogue: Resumable {
  /// What was deleted or had back may have been, and somebody may have changed it since: a person decides.
  public func resume(_ effect: Effect, in state: State) -> Resumption<Action> {
    switch effect {
    case .editor(let effect): ProductEditor().resume(effect, in: state.editor).lift(Action.editor)
    case .delete(let id): .givenUp(hearing: .deleteFailed(id, .offline))
    case .restore(let product): .givenUp(hearing: .restoreFailed(product.id, .offline))
    }
  }
}
