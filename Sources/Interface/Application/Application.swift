import Loop

/// A feature with its screen and its commands: all that a front end needs.
///
/// A front end draws the ``Screen``, turns input into an ``Invocation``, and sends the action of the invocation. It knows
/// neither the state nor the actions, so it serves any application.
public protocol Application: Sendable {
  /// The feature.
  associatedtype Feature: Reducer

  /// The feature.
  var feature: Feature { get }

  /// The commands of the user, in the order in which help lists them.
  var commands: CommandTable<Feature.State, Feature.Action> { get }

  /// Returns the visible interface of a state.
  func screen(of state: Feature.State) -> Screen
}
