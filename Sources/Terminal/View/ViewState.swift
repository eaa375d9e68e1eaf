import Forms
import Interface
import Tables
import TerminalIO
import Values

/// What a terminal knows beyond the state of the application: the focus, what is typed, and what lies over the screen.
struct ViewState: Hashable, Sendable {
  /// The size of the terminal.
  var size: TerminalSize
  /// The element that receives keys, or `nil` if there is none.
  var focus: String?
  /// The field with the focus, by element.
  var fields: [String: ElementID] = [:]
  /// The field that each form has focused by itself, by element.
  var formFocus: [String: ElementID] = [:]
  /// The text that is being typed into a field or a cell, or `nil`.
  var edit: Edit?
  /// Whether the text of the focused field is selected, so that the next character replaces it.
  var isTextSelected = false
  /// The search that is being typed, or `nil`.
  var search: Search?
  /// The column whose width is being changed, or `nil`.
  var resize: Resize?
  /// What lies over the screen and receives all keys, or `nil`.
  var overlay: Overlay?
  /// Whether the screen had a sheet when the focus was updated last.
  var hasSheet = false
  /// The answer with the focus, among all answers of a question or of the notices.
  var answerIndex = 0
  /// The command of this answer, by which it is found again when notices come and go.
  var answerCommand: Invocation?
  /// The first visible line of elements that are higher than their area.
  var scrollOffsets: [String: Int] = [:]
  /// The ID of the row that is displayed first in each table, by element.
  var tops: [String: String] = [:]
  /// The number of rows for which each table has room, by element.
  var rowCounts: [String: Int] = [:]
  /// The row with the cursor in tables that have none of their own, by element.
  var cursors: [String: RowCursor] = [:]
  /// The first visible column of tables that are wider than their area.
  var columnOffsets: [String: Int] = [:]
  /// A message about the last key, such as an error, or `nil`.
  var message: Message?
  /// Whether the terminal reports the mouse.
  var isMouseEnabled = true
  /// The colors.
  var theme = Theme.dark
  /// The picture of the spinner, which turns while something is pending.
  var spinnerStep = 0
  /// Whether the user has moved the focus, which otherwise follows the screen.
  var isFocusChosen = false
  /// Whether the last input was a letter that undid or redid a change.
  var isTravelling = false

  /// A text that is being typed.
  struct Edit: Hashable, Sendable {
    /// The element and the field, or the row and the column.
    var target: Target
    var input: TextInput

    enum Target: Hashable, Sendable {
      case field(element: String, id: ElementID)
      case cell(element: String, row: String, column: String)
    }
  }

  /// A search, or the filter of a column, that is being typed.
  struct Search: Hashable, Sendable {
    /// The ID of the table's element.
    let element: String
    let commands: TableCommands
    /// The column, or `nil` for a search in all columns.
    var column: String?
    /// What is typed.
    let label: String
    var input: TextInput

    /// The command for what is typed, or the one that shows all rows again, or `nil` if the table has none.
    var invocation: Invocation? {
      column.map { commands.filter($0, by: Self.filter(input.text)) } ?? commands.search(input.text)
    }

    /// Two points separate the bounds of a range, as in `10..20`.
    private static func filter(_ text: String) -> ColumnFilter? {
      if text.isEmpty { return nil }
      let bounds = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if bounds.count < 2 { return .contains(text) }
      let (least, greatest) = (bounds[0], bounds[1])
      if least.isEmpty, greatest.isEmpty { return nil }
      // The table converts them to the kind of the column.
      return .range(
        from: least.isEmpty ? nil : .text(least), through: greatest.isEmpty ? nil : .text(greatest))
    }
  }

  /// The row with the cursor in a table that has none of its own.
  struct RowCursor: Hashable, Sendable {
    let id: String
    /// Its index, where the cursor stays if the row is gone.
    let index: Int
  }

  /// A column whose width is being changed.
  struct Resize: Hashable, Sendable {
    /// The ID of the table's element.
    let element: String
    let commands: TableCommands
    let column: String
    let title: String
    /// The width in cells.
    var width: Int
  }

  /// A message about the last key.
  struct Message: Hashable, Sendable {
    var text: String
    var isError: Bool
  }

  /// Returns what is being typed into a field or a cell, or its text with the cursor at the end.
  func input(for target: Edit.Target, showing text: String) -> TextInput {
    if let edit, edit.target == target, edit.input.text == text { return edit.input }
    return TextInput(text)
  }

  /// Creates the state of a terminal that has shown nothing yet.
  init(size: TerminalSize) { self.size = size }
}

/// What lies over the screen.
enum Overlay: Hashable, Sendable {
  /// All commands, filtered while typing.
  case palette(PickList)
  /// The keys that work, filtered while typing.
  case help(PickList)
  /// A few choices.
  case choices(title: String, PickList)
  /// The line of a command whose arguments are missing, and the error of the last attempt.
  case commandLine(TextInput, error: String?)

  /// The list of the overlay, or `nil` if it is a command line.
  var list: PickList? {
    get {
      switch self {
      case .palette(let list), .help(let list), .choices(_, let list): list
      case .commandLine: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .palette: self = .palette(newValue)
      case .help: self = .help(newValue)
      case .choices(let title, _): self = .choices(title: title, newValue)
      case .commandLine: break
      }
    }
  }
}

/// A list that is filtered by typing, with one marked item.
struct PickList: Hashable, Sendable {
  var filter = TextInput()
  /// The items that match the filter.
  var items: [Item] = []
  var markedIndex = 0
  /// All items, if they do not depend on the application.
  var allItems: [Item] = []

  /// Creates a list of fixed items.
  init(items: [Item] = []) {
    self.items = items
    allItems = items
  }

  /// An item of the list.
  struct Item: Hashable, Sendable {
    let title: String
    var detail = ""
    /// The name of a key, or an empty text.
    var key = ""
    /// The reason why the item cannot be used, or `nil`.
    var unavailabilityReason: String?
    /// What the item does, or `nil` if it only informs.
    var choice: Choice?
    /// What Tab does with the item, or `nil`.
    var addition: Choice?
  }

  /// What an item does.
  enum Choice: Hashable, Sendable {
    case run(Invocation)
    /// Runs a command, or asks for its arguments, by its path.
    case start(String)
    /// Does what a key does.
    case press(String)
    case perform(ViewAction)
    case theme(Theme)
    /// Asks for the filter of a column.
    case filter(column: String)
    /// Changes the width of a column.
    case resize(column: String)
    /// Quits, although input is lost.
    case quit
    /// Answers the question of a command.
    case answer(Bool)
    /// Only closes the list.
    case dismiss
  }

  var markedItem: Item? { items.indices.contains(markedIndex) ? items[markedIndex] : nil }

  /// Moves the mark, without leaving the list.
  mutating func moveMark(by step: Int) { markedIndex = max(0, min(items.count - 1, markedIndex + step)) }
}

/// An action that concerns only the terminal.
enum ViewAction: String, Hashable, Sendable, CaseIterable {
  case showHelp = "help"
  case showPalette = "palette"
  case chooseTheme = "theme"
  case toggleMouse = "mouse"
  case copyRow = "copy"
  case redraw
  case suspend
  case quit
}
