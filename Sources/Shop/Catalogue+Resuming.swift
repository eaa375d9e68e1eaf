public import Loop

extension Catalogue: Resumable {
  /// A deletion may have been carried out, and somebody may have made the product anew since: a person decides.
  public func resume(_ effect: Effect, in state: State) -> Resumption<Action> {
    switch effect {
    case .editor(let effect): ProductEditor().resume(effect, in: state.editor).lift(Action.editor)
    case .delete(let id): .givenUp(hearing: .deleteFailed(id, .offline))
    }
  }
}
