extension Outcome {
  /// Restates an outcome of a child's effect as one of its parent's.
  public func lift<Parent>(_ action: (Action) -> Parent) -> Outcome<Parent, World> {
    Outcome<Parent, World>(name, answers: answers.map(action), in: world)
  }

  private init(_ name: String, answers: [Action], in world: World) {
    self.name = name
    self.answers = answers
    self.world = world
  }
}
