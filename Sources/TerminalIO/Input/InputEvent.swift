/// Something that a terminal sends to a program.
public enum InputEvent: Hashable, Sendable {
  /// A key was pressed, or repeats because it is held.
  case key(KeyStroke)
  /// Text was pasted.
  ///
  /// A text of more than 4 MiB arrives in several events.
  case paste(String)
  /// The mouse was used.
  case mouse(MouseEvent)
  /// The terminal's window got (`true`) or lost the keyboard focus.
  case focus(Bool)
  /// The terminal answers a question.
  case report(TerminalReport)
}

/// A use of the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// A button of the mouse.
  public enum Button: Hashable, Sendable {
    /// A button.
    case left, middle, right
  }

  /// A direction in which the wheel scrolls.
  public enum Direction: Hashable, Sendable {
    /// A direction.
    case up, down, left, right
  }

  /// What was done.
  public enum Action: Hashable, Sendable {
    /// A button was pressed.
    case press(Button)
    /// A button was released.
    case release(Button)
    /// The mouse was moved with a pressed button.
    case drag(Button)
    /// The mouse was moved without a pressed button.
    case move
    /// The wheel was turned.
    case scroll(Direction)
  }

  /// What was done.
  public var action: Action
  /// The column, counted from zero.
  public var column: Int
  /// The row, counted from zero.
  public var row: Int
  /// The modifier keys that were held.
  public var modifiers: KeyStroke.Modifiers

  /// Creates an event.
  public init(_ action: Action, column: Int, row: Int, modifiers: KeyStroke.Modifiers = []) {
    self.action = action
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}

/// An answer of the terminal.
public enum TerminalReport: Hashable, Sendable {
  /// The answer to `CSI c`: the terminal's attributes.
  ///
  /// Every terminal gives this answer, so it also ends the answers to earlier questions.
  case attributes([Int])
  /// The answer to `CSI ? n $ p`: whether the terminal has a mode.
  case mode(Int, isSupported: Bool)
  /// The answer to `CSI ? u`: the flags of the extended keyboard.
  case keyboard(flags: Int)
  /// The answer to `OSC 10 ; ?`: the color of text.
  case foreground(red: UInt8, green: UInt8, blue: UInt8)
  /// The answer to `OSC 11 ; ?`: the color behind text.
  case background(red: UInt8, green: UInt8, blue: UInt8)
}
