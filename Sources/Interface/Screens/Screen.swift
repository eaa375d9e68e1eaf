import Forms
import Tables
import Values

/// The visible interface of an application as a value: a pure function of its state, without cells, colors or pixels.
///
/// A front end draws a screen once, and then applies the ``ScreenDifference`` after each batch of actions.
public struct Screen: Hashable, Codable, Sendable {
  /// The title.
  public var title: String
  /// What concerns the whole program, each in a few words, such as whether a server answers.
  public var status: [String]
  /// The tabs, one of them selected.
  ///
  /// The list is empty if there is only one place.
  public var tabs: [Tab]
  /// The parts of the selected tab, from top to bottom, with unique IDs.
  public var elements: [Element]
  /// The sheet above the elements, which takes all input, or `nil`.
  public var sheet: Sheet?
  /// What the user should know, the newest last.
  public var notices: [Notice]
  /// The work that takes long.
  public var progress: [Progress]
  /// The commands that belong to no part of the screen.
  public var commands: ScreenCommands

  /// Creates a screen.
  public init(
    title: String, status: [String] = [], tabs: [Tab] = [], elements: [Element] = [], sheet: Sheet? = nil,
    notices: [Notice] = [],
    progress: [Progress] = [], commands: ScreenCommands = ScreenCommands()
  ) {
    self.title = title
    self.status = status
    self.tabs = tabs
    self.elements = elements
    self.sheet = sheet
    self.notices = notices
    self.progress = progress
    self.commands = commands
  }

  /// Returns the groups of the commands whose keys work: those of the sheet or else of all elements, beginning with that
  /// of the element with the focus.
  public func commandGroups(focus id: String? = nil) -> [String] {
    let active = activeElements
    return (active.filter { $0.id == id } + active.filter { $0.id != id }).compactMap(\.commandGroup)
  }

  /// The parts that take input: those of the sheet if one is open, otherwise all.
  public var activeElements: [Element] { sheet?.elements ?? elements }

  /// The parts of the screen and those of the sheet.
  package var allElements: [Element] { elements + (sheet?.elements ?? []) }

  /// A place that the user can go to.
  public struct Tab: Hashable, Codable, Sendable, Identifiable {
    /// The ID.
    public let id: String
    /// The title.
    public let title: String
    /// A Boolean value that indicates whether the screen shows this tab.
    public let isSelected: Bool

    /// Creates a tab.
    public init(id: String, title: String, isSelected: Bool) {
      self.id = id
      self.title = title
      self.isSelected = isSelected
    }
  }

  /// A part of a screen.
  public struct Element: Hashable, Sendable, Identifiable {
    /// The ID, which is unique on the screen.
    public let id: String
    /// What the element shows, and what the user can do with it.
    public var content: Content

    /// Creates an element.
    public init(_ id: String, _ content: Content) {
      self.id = id
      self.content = content
    }

    /// The name of the group of the element's commands, or `nil` if it has none.
    public var commandGroup: String? {
      switch content {
      case .table(_, let commands): commands.group
      case .form(_, let commands): commands.group
      case .counters, .chart, .text: nil
      }
    }
  }

  /// What an element shows.
  public enum Content: Hashable, Sendable {
    /// A table with its visible rows, and its commands.
    case table(TableScreen<String>, TableCommands = TableCommands())
    /// A form with its visible fields, and its commands.
    case form(FormScreen, FormCommands = FormCommands())
    /// Values that are loaded, such as counts.
    case counters([Counter])
    /// Numbers as bars.
    case chart(Chart)
    /// Paragraphs of text.
    case text([String])
  }

  /// A value that is loaded.
  public struct Counter: Hashable, Codable, Sendable, Identifiable {
    /// The ID.
    public let id: String
    /// What is counted.
    public let title: String
    /// The value, or `nil` if it is unknown.
    public let text: String?
    /// A Boolean value that indicates whether the value is being loaded.
    public let isLoading: Bool
    /// A Boolean value that indicates whether the value may have changed since it was loaded.
    public let isOutdated: Bool
    /// The reason why the value could not be loaded, or `nil`.
    public let error: String?
    /// The command that tries again, or `nil`.
    public let retry: Invocation?

    /// Creates a counter.
    public init(
      id: String, title: String, text: String?, isLoading: Bool = false, isOutdated: Bool = false,
      error: String? = nil, retry: Invocation? = nil
    ) {
      self.id = id
      self.title = title
      self.text = text
      self.isLoading = isLoading
      self.isOutdated = isOutdated
      self.error = error
      self.retry = retry
    }
  }

  /// Numbers as bars.
  public struct Chart: Hashable, Codable, Sendable {
    /// What the bars show.
    public let title: String
    /// The bars, in order.
    public let bars: [Bar]
    /// A Boolean value that indicates whether the numbers are being loaded.
    public let isLoading: Bool
    /// A Boolean value that indicates whether the numbers may have changed since they were loaded.
    public let isOutdated: Bool
    /// The reason why the numbers could not be loaded, or `nil`.
    public let error: String?
    /// The command that tries again, or `nil`.
    public let retry: Invocation?

    /// Creates a chart.
    public init(
      title: String, bars: [Bar], isLoading: Bool = false, isOutdated: Bool = false, error: String? = nil,
      retry: Invocation? = nil
    ) {
      self.title = title
      self.bars = bars
      self.isLoading = isLoading
      self.isOutdated = isOutdated
      self.error = error
      self.retry = retry
    }

    /// A number with a label.
    public struct Bar: Hashable, Codable, Sendable {
      /// The label.
      public let label: String
      /// The number, which is not negative.
      public let value: Double
      /// The number as text.
      public let text: String

      /// Creates a bar.
      public init(label: String, value: Double, text: String) {
        self.label = label
        self.value = value
        self.text = text
      }
    }
  }

  /// A part of the interface above all others, such as an editor or a question.
  public struct Sheet: Hashable, Codable, Sendable {
    /// The title.
    public var title: String
    /// The parts of the sheet, from top to bottom.
    public var elements: [Element]
    /// A question that must be answered before anything else, or `nil`.
    public var question: Question?

    /// Creates a sheet.
    public init(title: String, elements: [Element], question: Question? = nil) {
      self.title = title
      self.elements = elements
      self.question = question
    }
  }

  /// A question with the commands that answer it.
  public struct Question: Hashable, Codable, Sendable {
    /// The question.
    public let text: String
    /// The answers, the safest first.
    public let answers: [Answer]

    /// Creates a question.
    public init(_ text: String, answers: [Answer]) {
      self.text = text
      self.answers = answers
    }
  }

  /// An answer to a question.
  public struct Answer: Hashable, Codable, Sendable {
    /// The label.
    public let title: String
    /// The command.
    public let command: Invocation
    /// A Boolean value that indicates whether the user changes the arguments before the command runs, such as a wrong
    /// file name.
    public let changesArguments: Bool

    /// Creates an answer.
    public init(_ title: String, _ command: Invocation, changingArguments: Bool = false) {
      self.title = title
      self.command = command
      changesArguments = changingArguments
    }
  }

  /// Something that the user should know.
  public struct Notice: Hashable, Codable, Sendable, Identifiable {
    /// The kind of a notice.
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable { case information, warning, error }

    /// The ID.
    public let id: String
    /// The kind.
    public let kind: Kind
    /// The text.
    public let text: String
    /// What the user can do about it, such as undo or retry.
    public let answers: [Answer]

    /// Creates a notice.
    public init(id: String, _ kind: Kind, _ text: String, answers: [Answer] = []) {
      self.id = id
      self.kind = kind
      self.text = text
      self.answers = answers
    }
  }

  /// Work that takes long.
  public struct Progress: Hashable, Codable, Sendable, Identifiable {
    /// The ID.
    public let id: String
    /// What is being done.
    public let title: String
    /// How much is done.
    public let completedCount: Int
    /// How much there is to do, or `nil` if that is unknown.
    public let totalCount: Int?
    /// The command that cancels the work, or `nil`.
    public let cancel: Invocation?

    /// Creates a progress report.
    public init(id: String, title: String, completedCount: Int, totalCount: Int?, cancel: Invocation? = nil) {
      self.id = id
      self.title = title
      self.completedCount = completedCount
      self.totalCount = totalCount
      self.cancel = cancel
    }
  }
}
