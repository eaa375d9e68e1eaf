public import Loop

extension EventList: Resumable {
  /// To ask twice does no harm.
  public func resume(_ effect: Effect, in state: State) -> Resumption<Action> {
    switch effect {
    case .load: .again
    }
  }
}
