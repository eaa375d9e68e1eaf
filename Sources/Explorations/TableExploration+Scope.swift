internal import LoopExplorer

extension TableExploration.Space {
  /// What is in the space, and what is not.
  var scope: Scope {
    switch self {
    case .acting:
      Scope(
        holds: [
          "four rows, of which two can be moved and two deleted", "editing, saving, moving and deleting at once",
          "a keeper who hears of each change before the next", Self.undoing,
        ], leavesOut: ["a keeper who fails", "typing", "sorting and filtering", "somebody else"])
    case .arranging:
      Scope(
        holds: [
          "four rows",
          "sorting by two columns, searching, filtering, a condition that reads what stands beside the rows",
          "grouping", "selecting everything",
        ], leavesOut: ["selecting one by one", "pages and layout", "changes of data"])
    case .browsing:
      Scope(
        holds: ["four rows in windows of two", "the keys that go through rows and pages", "selecting ranges"],
        leavesOut: ["sorting and filtering", "changes of data", "somebody else"])
    case .carrying:
      Scope(
        holds: ["four rows, of which two can be moved", "carrying and moving", Self.undoing],
        leavesOut: ["sorting and filtering", "other changes of data", "somebody else"])
    case .cells:
      Scope(
        holds: ["four rows on pages of two", "the keys that go through cells", "hiding a column"],
        leavesOut: ["typing", "sorting and filtering", "changes of data"])
    case .changing:
      Scope(
        holds: ["editing, saving, moving and deleting", "somebody else who changes and deletes"],
        leavesOut: ["typing", "undoing", "reading again"])
    case .correcting:
      Scope(
        holds: ["four rows in windows of two", "typing into a cell and saving", "turning the page", Self.undoing],
        leavesOut: ["sorting and filtering", "moving and deleting", "somebody else"])
    case .disputing:
      Scope(
        holds: [
          "four rows in windows of two", "editing and saving one of them, reading again",
          "somebody else who changes and deletes it",
        ], leavesOut: ["typing", "moving and deleting", "undoing"])
    case .emptying:
      Scope(
        holds: [
          "four rows in windows of two, of which two can be deleted, alone or both", "selecting them",
          "turning the page",
        ], leavesOut: ["undoing", "sorting and filtering", "editing and moving", "somebody else"])
    case .filling:
      Scope(
        holds: [
          "four rows in windows of two", "typing into cells by mouse and keys",
          "a text that is no price, a row that takes none", "saving", "turning the page",
        ], leavesOut: ["undoing", "sorting and filtering", "moving and deleting", "somebody else"])
    case .fitting:
      Scope(
        holds: [
          "four rows in windows of two", "columns put elsewhere, hidden, made wider and scrolled",
          "pages, height, scrolling", "settings",
        ], leavesOut: ["searching and filtering", "selecting", "changes of data", "somebody else"])
    case .following:
      Scope(
        holds: [
          "rows that come, change, go and are replaced", "sorting, filtering, selecting, hovering", "an edited row",
        ], leavesOut: ["typing and saving", "moving and deleting"])
    case .furnishing:
      Scope(
        holds: [
          "four rows", "columns put elsewhere, hidden, made wider and scrolled", "pages, height, scrolling", "settings",
          "sorting and grouping",
        ], leavesOut: ["searching and filtering", "selecting", "changes of data"])
    case .hauling:
      Scope(
        holds: [
          "four rows in windows of two, of which one can be moved", "carrying it, letting it fall",
          "the keys that go through cells", "all rows replaced",
        ], leavesOut: ["undoing", "sorting and filtering", "editing and deleting"])
    case .heeding:
      Scope(
        holds: [
          "four rows in windows of two", "hearing of rows that come, change and go", "sorting, selecting, hovering",
          "an edited row",
        ], leavesOut: ["typing and saving", "moving and deleting", "turning the page"])
    case .insisting:
      Scope(
        holds: [
          "editing one row, typing into it, and saving it at once", "somebody else who changes it and deletes it",
        ],
        leavesOut: ["a keeper who fails", "undoing", "sorting and filtering", "moving and deleting"])
    case .leafing:
      Scope(
        holds: ["four rows in windows of two", "sorting, selecting everything, deleting"],
        leavesOut: ["selecting one by one", "editing and moving", "somebody else"])
    case .looking:
      Scope(
        holds: ["four rows on pages of two", "sorting, filtering, selecting, hovering, the keyboard"],
        leavesOut: ["grouping, searching, layout", "changes of data"])
    case .meeting:
      Scope(
        holds: ["typing into one cell", "somebody else who changes its row, deletes it, or replaces all rows"],
        leavesOut: ["saving", "sorting and filtering", "undoing"])
    case .mending:
      Scope(
        holds: [
          "editing one row, saving, reverting", "somebody else who changes it and deletes it", Self.undoing,
        ], leavesOut: ["typing", "sorting and filtering", "moving and deleting"])
    case .ordering:
      Scope(
        holds: [
          "four rows, of which two can be moved", "sorting, filtering, pages of two", "moving by name and offset",
        ],
        leavesOut: ["carrying", "undoing", "other changes of data", "somebody else"])
    case .picking:
      Scope(
        holds: ["four rows in windows of two", "selecting one by one, ranges and everything", "turning the page"],
        leavesOut: ["the keys", "sorting and filtering", "changes of data", "somebody else"])
    case .recovering:
      Scope(
        holds: [
          "four rows in windows of two", "deleting one of them", "turning the page, reading again", Self.undoing,
        ],
        leavesOut: ["deleting several", "sorting and filtering", "editing and moving", "somebody else"])
    case .removing:
      Scope(
        holds: [
          "four rows, of which two neighbours can be deleted, alone or both", "bringing back again", Self.undoing,
        ],
        leavesOut: [
          "deleting one while another is being deleted", "sorting and filtering", "editing and moving", "somebody else",
        ])
    case .seeking:
      Scope(
        holds: [
          "four rows in windows of two", "searching, a condition",
          "selecting everything, writing the selection, hovering",
        ],
        leavesOut: ["sorting", "changes of data", "somebody else"])
    case .settling:
      Scope(
        holds: [
          "four rows in windows of two", "editing one row, saving, reverting, reading again",
          "somebody else who changes it and deletes it", Self.undoing,
        ], leavesOut: ["typing", "sorting and filtering", "moving and deleting"])
    case .shifting:
      Scope(
        holds: ["four rows in windows of two, of which one can be moved", "turning the page", Self.undoing],
        leavesOut: ["sorting and filtering", "editing and deleting", "somebody else"])
    case .sifting:
      Scope(
        holds: [
          "four rows in windows of two",
          "sorting, filtering a column, a condition that reads what stands beside the rows", "grouping",
        ],
        leavesOut: ["searching", "turning the page", "selecting", "changes of data", "somebody else"])
    case .stepping:
      Scope(
        holds: ["four rows on pages of two", "the keys that go through rows", "selecting, writing the selection"],
        leavesOut: ["sorting and filtering", "changes of data"])
    case .surviving:
      Scope(
        holds: [
          "editing two rows that have others before and behind them", "somebody else who deletes them", Self.undoing,
        ], leavesOut: ["saving and reverting", "typing", "sorting and filtering", "moving and deleting"])
    case .typing:
      Scope(
        holds: [
          "typing into cells by mouse and keys", "a text that is no price, a row that takes none", "saving",
          "somebody else who changes and deletes",
        ], leavesOut: ["hearing of others but by saving", "undoing", "sorting and filtering"])
    }
  }

  private static let undoing = "undoing and redoing the last step"
}
