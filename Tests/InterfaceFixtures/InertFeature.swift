import Loop

/// A feature whose actions change nothing, for tests of its commands.
package struct InertFeature<State: Sendable, Action: Sendable>: Reducer {
  package func reduce(_ state: inout State, _ action: Action) -> Effects<Self> { .none }
}
