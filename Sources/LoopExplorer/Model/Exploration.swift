import Loop

/// A feature, its environment, and everything that can happen in them.
///
/// An exploration lists the actions of the user, the outcomes of each effect, and the events that occur in the
/// environment. The environment is a value, and the in-memory handler of the feature uses the same type. An exploration
/// therefore runs the feature that ships, and its effects change the environment as they do in memory.
public protocol Exploration<Feature, Environment>: Sendable {
  /// The type of the feature.
  associatedtype Feature: Reducer
  where
    Feature.State: Hashable & Codable, Feature.Action: Hashable & Codable, Feature.Effect: Hashable & Codable,
    Feature.Slot: Codable
  /// The type of the environment.
  associatedtype Environment: Hashable & Encodable & Sendable

  /// The feature to explore.
  var feature: Feature { get }

  /// The initial state of the feature and the initial environment.
  var start: (state: Feature.State, environment: Environment) { get }

  /// Returns the actions that the user can send, including those that change nothing in this state.
  func actions(in state: Feature.State) -> [Feature.Action]

  /// Returns the possible outcomes of executing an effect in an environment.
  ///
  /// There is no default implementation. With an exhaustive `switch`, a new effect cannot be left without outcomes.
  func outcomes(of effect: Feature.Effect, in environment: Environment) -> [Outcome<Feature.Action, Environment>]

  /// Returns the environment after a fire-and-forget effect that is executed before anything else happens.
  ///
  /// Returns `nil` if the effect is executed later, in any order.
  func environment(_ environment: Environment, immediatelyExecuting effect: Feature.Effect) -> Environment?

  /// Returns a Boolean value that indicates whether an effect only reads.
  ///
  /// Executing such an effect twice or late never changes the environment.
  func isReadOnly(_ effect: Feature.Effect) -> Bool

  /// The Swift expression that creates this exploration in the source code of a test.
  var sourceExpression: String { get }

  /// Adds the laws of the feature to a new explorer.
  func addLaws(to explorer: inout Explorer<Self>)

  /// Returns the events that can occur in an environment.
  func environmentEvents(in environment: Environment) -> [EnvironmentEvent<Environment>]

  /// Returns the responses that a subscription sends after an event in an environment, or when it has been opened.
  ///
  /// Each of them is delivered later, in a step of its own. A response that already waits to be delivered is not sent a
  /// second time, so that any number of events makes finitely many states. An exploration contains no subscription that
  /// ends by itself.
  ///
  /// - Parameters:
  ///   - subscription: The effect of the open subscription.
  ///   - event: The event, or `nil` if the subscription has just been opened.
  ///   - environment: The environment before the event.
  /// - Returns: The responses, in order.
  func responses(
    to subscription: Feature.Effect, after event: EnvironmentEvent<Environment>?, in environment: Environment
  ) -> [Feature.Action]

  /// Returns a Boolean value that indicates whether a state looks busy to the user.
  func isBusy(_ state: Feature.State) -> Bool

  /// What the state space includes and excludes, which is printed with the report.
  var scope: StateSpaceDescription { get }

  /// Returns the name of the kind of a state, such as "closed".
  ///
  /// Coverage and statecharts group states by kind. There can be at most 64 kinds.
  func kind(of state: Feature.State) -> String

  /// Clears what a state only reports about the last action, such as the reason why it was rejected.
  ///
  /// Nothing that it clears may have an effect on a later step: states that differ only in it are one state of the
  /// exploration. A transcript of a path shows the whole states.
  func clearReports(in state: inout Feature.State)

  /// Returns the normal form of a scenario state, or `nil` if the state is already in normal form.
  ///
  /// States with the same normal form differ only in names that do not matter, such as high version numbers. Without
  /// normalization, a number that only grows makes the state space infinite. Apart from the names, the normal form must
  /// allow the same steps in the same order.
  func normalized(_ scenarioState: borrowing ScenarioState<Self>) -> ScenarioState<Self>?
}

extension Exploration {
  /// A call of the initializer without arguments, as in `EditorExploration()`.
  public var sourceExpression: String {
    let name = String(reflecting: Self.self)
    if name.contains("<") { return "\(Self.self)()" }
    // Removes the module, and contexts without a name.
    return name.split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }.joined(separator: ".") + "()"
  }

  /// Adds no laws.
  public func addLaws(to explorer: inout Explorer<Self>) {}

  /// Returns `nil`: every fire-and-forget effect is executed later.
  public func environment(_ environment: Environment, immediatelyExecuting effect: Feature.Effect) -> Environment? {
    nil
  }

  /// Returns `false`: every effect may change the environment.
  public func isReadOnly(_ effect: Feature.Effect) -> Bool { false }

  /// Returns no events.
  public func environmentEvents(in environment: Environment) -> [EnvironmentEvent<Environment>] { [] }

  /// Returns no responses.
  public func responses(
    to subscription: Feature.Effect, after event: EnvironmentEvent<Environment>?, in environment: Environment
  ) -> [Feature.Action] { [] }

  /// Returns `false`: no state looks busy.
  public func isBusy(_ state: Feature.State) -> Bool { false }

  /// An empty scope.
  public var scope: StateSpaceDescription { StateSpaceDescription() }

  /// Returns `any`: all states are of one kind.
  public func kind(of state: Feature.State) -> String { "any" }

  /// Clears nothing.
  public func clearReports(in state: inout Feature.State) {}

  /// Returns `nil`: every state is in normal form.
  public func normalized(_ scenarioState: borrowing ScenarioState<Self>) -> ScenarioState<Self>? { nil }
}

/// A possible result of executing an effect.
///
/// The outcomes of an effect in one environment have different names.
public struct Outcome<Action: Sendable, Environment: Sendable>: Sendable {
  /// The name of the outcome.
  public let name: String
  /// The actions that the feature receives, in order.
  public let responses: [Action]
  /// The environment after the execution.
  public let environment: Environment
}

extension Outcome {
  /// Creates an outcome.
  public init(_ name: String, _ responses: Action..., in environment: Environment) {
    self.init(name, responses: responses, in: environment)
  }

  /// Creates an outcome with a list of responses.
  public init(_ name: String, responses: [Action], in environment: Environment) {
    self.init(name: name, responses: responses, environment: environment)
  }

  /// Returns this outcome of a child's effect as an outcome of its parent's effect.
  public func lift<Parent>(_ action: (Action) -> Parent) -> Outcome<Parent, Environment> {
    lift(action) { $0 }
  }

  /// Returns this outcome of a child's effect as an outcome of its parent's effect in the parent's environment.
  public func lift<Parent, ParentEnvironment>(
    _ action: (Action) -> Parent, in environment: (Environment) -> ParentEnvironment
  ) -> Outcome<Parent, ParentEnvironment> {
    Outcome<Parent, ParentEnvironment>(
      name: name, responses: responses.map(action), environment: environment(self.environment))
  }
}

/// A change of the environment that is caused neither by the user nor by the feature.
public struct EnvironmentEvent<Environment: Sendable>: Sendable {
  /// The name of the event.
  public let name: String
  /// The environment after the event.
  public let environment: Environment

  /// Creates an event.
  public init(_ name: String, in environment: Environment) {
    self.name = name
    self.environment = environment
  }

  /// Returns this event in a part of an environment as an event of the whole.
  public func lift<Parent>(_ environment: (Environment) -> Parent) -> EnvironmentEvent<Parent> {
    EnvironmentEvent<Parent>(name, in: environment(self.environment))
  }
}

/// A description of a state space: the included and the excluded behavior.
///
/// An exploration proves nothing about what its state space excludes.
///
/// ```swift
/// var scope: StateSpaceDescription {
///   StateSpaceDescription(includes: ["one product", "one new name"], excludes: ["a second product", "prices"])
/// }
/// ```
public struct StateSpaceDescription: Hashable, Sendable, CustomStringConvertible {
  /// Short descriptions of what the state space includes.
  public let includes: [String]
  /// Short descriptions of what the feature can do outside the state space.
  public internal(set) var excludes: [String]

  /// Creates a scope.
  ///
  /// An empty scope is not printed.
  public init(includes: [String] = [], excludes: [String] = []) {
    self.includes = includes
    self.excludes = excludes
  }

  /// Two lines: the included and the excluded behavior.
  public var description: String {
    [("with", includes), ("without", excludes)].filter { !$0.1.isEmpty }
      .map { "\($0.0): \($0.1.joined(separator: ", "))" }.joined(separator: "\n")
  }
}
