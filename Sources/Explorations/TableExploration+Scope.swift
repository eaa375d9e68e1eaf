internal import LoopExplorer

extension TableExploration.Situation {
  /// What is in the space, and what is not.
  var scope: ExplorationScope {
    switch self {
    case .acting:
      ExplorationScope(
        includes: [
          "four rows, of which two can be moved and two deleted", "editing, saving, moving and deleting at once",
          "a keeper who hears of each change before the next", Self.undoing,
        ], excludes: ["a keeper who fails", "typing", "sorting and filtering", "somebody else"])
    case .arranging:
      ExplorationScope(
        includes: [
          "four rows",
          "sorting by two columns, searching, filtering, a condition that reads what stands beside the rows",
          "grouping", "selecting everything",
        ], excludes: ["selecting one by one", "pages and layout", "changes of data"])
    case .browsing:
      ExplorationScope(
        includes: ["four rows in windows of two", "the keys that go through rows and pages", "selecting ranges"],
        excludes: ["sorting and filtering", "changes of data", "somebody else"])
    case .carrying:
      ExplorationScope(
        includes: ["four rows, of which two can be moved", "carrying and moving", Self.undoing],
        excludes: ["sorting and filtering", "other changes of data", "somebody else"])
    case .cells:
      ExplorationScope(
        includes: ["four rows on pages of two", "the keys that go through cells", "hiding a column"],
        excludes: ["typing", "sorting and filtering", "changes of data"])
    case .changing:
      ExplorationScope(
        includes: ["editing, saving, moving and deleting", "somebody else who changes and deletes"],
        excludes: ["typing", "undoing", "reading again"])
    case .correcting:
      ExplorationScope(
        includes: ["four rows in windows of two", "typing into a cell and saving", "turning the page", Self.undoing],
        excludes: ["sorting and filtering", "moving and deleting", "somebody else"])
    case .disputing:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "editing and saving one of them, reading again",
          "somebody else who changes and deletes it",
        ], excludes: ["typing", "moving and deleting", "undoing"])
    case .emptying:
      ExplorationScope(
        includes: [
          "four rows in windows of two, of which two can be deleted, alone or both", "selecting them",
          "turning the page",
        ], excludes: ["undoing", "sorting and filtering", "editing and moving", "somebody else"])
    case .filling:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "typing into cells by mouse and keys",
          "a text that is no price, a row that takes none", "saving", "turning the page",
        ], excludes: ["undoing", "sorting and filtering", "moving and deleting", "somebody else"])
    case .fitting:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "columns put elsewhere, hidden, made wider and scrolled",
          "pages, height, scrolling", "settings",
        ], excludes: ["searching and filtering", "selecting", "changes of data", "somebody else"])
    case .following:
      ExplorationScope(
        includes: [
          "rows that come, change, go and are replaced", "sorting, filtering, selecting, hovering", "an edited row",
        ], excludes: ["typing and saving", "moving and deleting"])
    case .furnishing:
      ExplorationScope(
        includes: [
          "four rows", "columns put elsewhere, hidden, made wider and scrolled", "pages, height, scrolling", "settings",
          "sorting and grouping",
        ], excludes: ["searching and filtering", "selecting", "changes of data"])
    case .hauling:
      ExplorationScope(
        includes: [
          "four rows in windows of two, of which one can be moved", "carrying it, letting it fall",
          "the keys that go through cells", "all rows replaced",
        ], excludes: ["undoing", "sorting and filtering", "editing and deleting"])
    case .heeding:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "hearing of rows that come, change and go", "sorting, selecting, hovering",
          "an edited row",
        ], excludes: ["typing and saving", "moving and deleting", "turning the page"])
    case .insisting:
      ExplorationScope(
        includes: [
          "editing one row, typing into it, and saving it at once", "somebody else who changes it and deletes it",
        ],
        excludes: ["a keeper who fails", "undoing", "sorting and filtering", "moving and deleting"])
    case .leafing:
      ExplorationScope(
        includes: ["four rows in windows of two", "sorting, selecting everything, deleting"],
        excludes: ["selecting one by one", "editing and moving", "somebody else"])
    case .looking:
      ExplorationScope(
        includes: ["four rows on pages of two", "sorting, filtering, selecting, hovering, the keyboard"],
        excludes: ["grouping, searching, layout", "changes of data"])
    case .meeting:
      ExplorationScope(
        includes: ["typing into one cell", "somebody else who changes its row, deletes it, or replaces all rows"],
        excludes: ["saving", "sorting and filtering", "undoing"])
    case .mending:
      ExplorationScope(
        includes: [
          "editing one row, saving, reverting", "somebody else who changes it and deletes it", Self.undoing,
        ], excludes: ["typing", "sorting and filtering", "moving and deleting"])
    case .ordering:
      ExplorationScope(
        includes: [
          "four rows, of which two can be moved", "sorting, filtering, pages of two", "moving by name and offset",
        ],
        excludes: ["carrying", "undoing", "other changes of data", "somebody else"])
    case .picking:
      ExplorationScope(
        includes: ["four rows in windows of two", "selecting one by one, ranges and everything", "turning the page"],
        excludes: ["the keys", "sorting and filtering", "changes of data", "somebody else"])
    case .recovering:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "deleting one of them", "turning the page, reading again", Self.undoing,
        ],
        excludes: ["deleting several", "sorting and filtering", "editing and moving", "somebody else"])
    case .removing:
      ExplorationScope(
        includes: [
          "four rows, of which two neighbours can be deleted, alone or both", "bringing back again", Self.undoing,
        ],
        excludes: [
          "deleting one while another is being deleted", "sorting and filtering", "editing and moving", "somebody else",
        ])
    case .seeking:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "searching, a condition",
          "selecting everything, writing the selection, hovering",
        ],
        excludes: ["sorting", "changes of data", "somebody else"])
    case .settling:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "editing one row, saving, reverting, reading again",
          "somebody else who changes it and deletes it", Self.undoing,
        ], excludes: ["typing", "sorting and filtering", "moving and deleting"])
    case .shifting:
      ExplorationScope(
        includes: ["four rows in windows of two, of which one can be moved", "turning the page", Self.undoing],
        excludes: ["sorting and filtering", "editing and deleting", "somebody else"])
    case .sifting:
      ExplorationScope(
        includes: [
          "four rows in windows of two",
          "sorting, filtering a column, a condition that reads what stands beside the rows", "grouping",
        ],
        excludes: ["searching", "turning the page", "selecting", "changes of data", "somebody else"])
    case .stepping:
      ExplorationScope(
        includes: ["four rows on pages of two", "the keys that go through rows", "selecting, writing the selection"],
        excludes: ["sorting and filtering", "changes of data"])
    case .surviving:
      ExplorationScope(
        includes: [
          "editing two rows that have others before and behind them", "somebody else who deletes them", Self.undoing,
        ], excludes: ["saving and reverting", "typing", "sorting and filtering", "moving and deleting"])
    case .typing:
      ExplorationScope(
        includes: [
          "typing into cells by mouse and keys", "a text that is no price, a row that takes none", "saving",
          "somebody else who changes and deletes",
        ], excludes: ["hearing of others but by saving", "undoing", "sorting and filtering"])
    }
  }

  private static let undoing = "undoing and redoing the last step"
}
