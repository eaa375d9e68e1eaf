import Forms
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

  /// Returns the visible interface of a state for a front end, which has room for some rows of each table.
  func screen(of state: Feature.State, viewports: Viewports) -> Screen

  /// Returns a Boolean value that indicates whether the user loses input by quitting in a state.
  func hasUnsavedInput(_ state: Feature.State) -> Bool

  /// Returns the action with which the user types a password into a field, or `nil` if no field accepts one.
  ///
  /// A password has no command, so that no front end prints or records it.
  ///
  /// - Parameters:
  ///   - password: The whole content of the field.
  ///   - field: The ID of the field.
  ///   - group: The group of the form's commands.
  /// - Returns: The action, or `nil`.
  func action(typing password: Secret, into field: ElementID, ofForm group: String) -> Feature.Action?
}

extension Application {
  /// Returns the visible interface of a state, with all rows of the pages of tables.
  public func screen(of state: Feature.State) -> Screen { screen(of: state, viewports: Viewports()) }

  /// Returns `false`: the application keeps all input.
  public func hasUnsavedInput(_ state: Feature.State) -> Bool { false }

  /// Returns `nil`: no form of the application has passwords.
  public func action(typing password: Secret, into field: ElementID, ofForm group: String) -> Feature.Action? {
    nil
  }
}
