public import Loop

/// A feature, and the world it is played in: what can be done, and what can come of each effect.
///
/// The world is a value, the very one that a handler in memory keeps, so the feature that is played is the one that
/// ships, and what it asks for is really done.
public protocol Exploration<Feature, Environment>: Sendable {
  /// The feature that is played.
  associatedtype Feature: Reducer
  where
    Feature.State: Hashable & Codable, Feature.Action: Hashable & Codable, Feature.Effect: Hashable & Codable,
    Feature.Slot: Codable
  /// What is outside of it.
  associatedtype Environment: Hashable & Encodable & Sendable

  /// The feature that is played.
  var feature: Feature { get }

  /// Where the play begins.
  var start: (state: Feature.State, world: Environment) { get }

  /// What a person can do, whether or not it makes sense in this state.
  func actions(in state: Feature.State) -> [Feature.Action]

  /// What can come of an effect when it is carried out in this world: a required switch over the effects, so that a new
  /// one cannot silently have none.
  func outcomes(of effect: Feature.Effect, in world: Environment) -> [Outcome<Feature.Action, Environment>]

  /// The world after it was told an effect that it takes in before anything else happens; none where it does so later, and
  /// in any order.
  func environment(_ world: Environment, immediatelyExecuting effect: Feature.Effect) -> Environment?

  /// What the feature hears of an effect whose answer was lost after the deed.
  func responsesWhenLost(of effect: Feature.Effect) -> [Feature.Action]

  /// Whether an effect only reads: to carry it out twice, late or unheard changes nothing, in any world.
  func isReadOnly(_ effect: Feature.Effect) -> Bool

  /// What can happen in the world by itself.
  func environmentEvents(in world: Environment) -> [EnvironmentEvent<Environment>]

  /// Whether a person who sees this state would wait for something.
  func isBusy(_ state: Feature.State) -> Bool

  /// What the space holds and what it leaves out, which is printed with what an exploration came to.
  var scope: ExplorationScope { get }

  /// What kind of state this is: a short name, such as "closed".
  ///
  /// Charts and the coverage of an exploration are drawn by kinds; there are at most 64.
  func kind(of state: Feature.State) -> String

  /// Restates a moment that differs from others in nothing that matters, such as in how high its version numbers are;
  /// none where it stays as it is.
  ///
  /// Without it a number that only grows makes the space endless. Renaming must leave what can happen next as it is, in the
  /// same order, but for the names.
  func normalized(_ moment: borrowing ScenarioState<Self>) -> ScenarioState<Self>?
}

extension Exploration {
  /// What is told is carried out later.
  public func environment(_ world: Environment, immediatelyExecuting effect: Feature.Effect) -> Environment? { nil }

  /// Nothing is heard: to lose this answer is no fault that the world knows.
  public func responsesWhenLost(of effect: Feature.Effect) -> [Feature.Action] { [] }

  /// Every effect may change the world.
  public func isReadOnly(_ effect: Feature.Effect) -> Bool { false }

  /// Nothing happens by itself.
  public func environmentEvents(in world: Environment) -> [EnvironmentEvent<Environment>] { [] }

  /// Nobody ever waits.
  public func isBusy(_ state: Feature.State) -> Bool { false }

  /// Nothing is said of it.
  public var scope: ExplorationScope { ExplorationScope() }

  /// All states are of one kind.
  public func kind(of state: Feature.State) -> String { "any" }

  /// Every difference matters.
  public func normalized(_ moment: borrowing ScenarioState<Self>) -> ScenarioState<Self>? { nil }
}

/// One way in which an effect can end; each that is possible in a world has another name.
public struct Outcome<Action: Sendable, Environment: Sendable>: Sendable {
  /// What it is called.
  public let name: String
  /// What the feature hears, in order.
  public let answers: [Action]
  /// The world after the deed.
  public let world: Environment

  /// Makes an outcome.
  public init(_ name: String, _ answers: Action..., in world: Environment) {
    self.name = name
    self.answers = answers
    self.world = world
  }
}

/// Something that somebody else does.
public struct EnvironmentEvent<Environment: Sendable>: Sendable {
  /// What it is called.
  public let name: String
  /// The world after it.
  public let world: Environment

  /// Makes a happening.
  public init(_ name: String, in world: Environment) {
    self.name = name
    self.world = world
  }
}

extension Outcome {
  /// Restates an outcome of a child's effect as one of its parent's.
  public func lift<Parent>(_ action: (Action) -> Parent) -> Outcome<Parent, Environment> {
    Outcome<Parent, Environment>(name, responses: answers.map(action), in: world)
  }

  private init(_ name: String, responses answers: [Action], in world: Environment) {
    self.name = name
    self.answers = answers
    self.world = world
  }
}
