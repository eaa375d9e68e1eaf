public import Forms
public import Loop

/// An application of which only the commands work that keep the data as they are.
public struct ReadOnlyApplication<Base: Application>: Application {
  private let base: Base
  /// The commands, of which those that change data are unavailable.
  public let commands: CommandTable<Base.Feature>

  /// Creates the application.
  public init(_ base: Base) {
    self.base = base
    commands = CommandTable(
      base.commands.commands.map { command in
        command.effect.keepsData ? command : command.unavailable { _ in "this program only reads the data" }
      })
  }

  /// The feature.
  public var feature: Base.Feature { base.feature }

  /// The data that programs can read.
  public var resources: [ReadableResource] { base.resources }

  /// Returns the visible interface of a state.
  public func screen(of state: Base.Feature.State, viewports: Viewports) -> Screen {
    base.screen(of: state, viewports: viewports)
  }

  /// Returns the rejections of each part of the application.
  public func rejections(in state: Base.Feature.State) -> [Rejections] { base.rejections(in: state) }

  /// Returns whether the runs in a slot are no work that a command waits for.
  public func isBackground(_ slot: Base.Feature.Slot, in state: Base.Feature.State) -> Bool {
    base.isBackground(slot, in: state)
  }

  /// Returns whether the user loses input by quitting in a state.
  public func hasUnsavedInput(_ state: Base.Feature.State) -> Bool { base.hasUnsavedInput(state) }

  /// Returns `nil`: nothing can be typed.
  public func action(
    typing password: Secret, into field: ElementID, ofForm group: String
  ) -> Base.Feature.Action? {
    nil
  }
}
