import Forms
import Loop
import Tables

/// The actions of the user that a part of an application has rejected.
public struct Rejections: Hashable, Sendable {
  /// The reason why the last action was rejected, or `nil` if it was accepted.
  public let reason: String?
  /// The number of rejected actions.
  public let count: Int

  /// Creates the rejections of a part.
  public init(reason: String?, count: Int) { (self.reason, self.count) = (reason, count) }
}

extension TableFeature.State {
  /// The actions that the table has rejected.
  public var rejections: Rejections { Rejections(reason: rejection.map { "\($0)" }, count: rejectionCount) }
}

extension FormFeature.State {
  /// The submissions that have ended at an error, with the first error.
  public var rejections: Rejections {
    let row = refusedSubmissionCount > 0 ? screen.sections.lazy.flatMap(\.rows).first { !$0.errors.isEmpty } : nil
    let reason = row.map { $0.errors[0].description(withName: $0.title ?? $0.tag ?? $0.id.rawValue) }
    return Rejections(reason: reason, count: refusedSubmissionCount)
  }
}

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
  var commands: CommandTable<Feature> { get }

  /// The data that programs can read, each with the command that reads it.
  var resources: [ReadableResource] { get }

  /// Returns the visible interface of a state for a front end, which has room for some rows of each table.
  func screen(of state: Feature.State, viewports: Viewports) -> Screen

  /// Returns the rejections of each part of the application that rejects actions, always in the same order.
  func rejections(in state: Feature.State) -> [Rejections]

  /// Returns whether the runs in a slot are no work that a command waits for, such as sending what could not be sent
  /// before.
  func isBackground(_ slot: Feature.Slot, in state: Feature.State) -> Bool

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

  /// None.
  public var resources: [ReadableResource] { [] }

  /// Returns none: the application rejects no action.
  public func rejections(in state: Feature.State) -> [Rejections] { [] }

  /// Returns the reason why an action was rejected since an earlier state, or `nil` if none was.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - former: The rejections in the earlier state.
  /// - Returns: The reason.
  public func newRejection(in state: Feature.State, since former: [Rejections]) -> String? {
    zip(former, rejections(in: state)).lazy.compactMap { $1.count > $0.count ? $1.reason : nil }.first
  }

  /// Returns `false`: commands wait for all work.
  public func isBackground(_ slot: Feature.Slot, in state: Feature.State) -> Bool { false }

  /// Returns `false`: the application keeps all input.
  public func hasUnsavedInput(_ state: Feature.State) -> Bool { false }

  /// Returns `nil`: no form of the application has passwords.
  public func action(typing password: Secret, into field: ElementID, ofForm group: String) -> Feature.Action? {
    nil
  }
}
