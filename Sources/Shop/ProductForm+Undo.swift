public import Forms
public import Loop

extension ProductForm: Undoable {
  /// What can be undone in the form is what can be undone in its rows.
  public typealias Change = Form.Change

  /// Tells what brings back what stood in the rows.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, Change> {
    switch action {
    case .fields(let action):
      let compensation = Form().compensation(of: action, in: state.fields)
      if case .actions = compensation, state.isAsking { return .notNow }
      return compensation.lift(Action.fields) { $0 }
    case .cancelTapped, .discardTapped, .keepEditingTapped: return .pause
    }
  }
}
