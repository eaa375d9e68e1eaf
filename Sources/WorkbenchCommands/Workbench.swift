import Analytics
import BackOffice
import Explorations
import ExplorerTool
import Forms
import Loop
import LoopExplorer
import LoopHistory
import Programs
import Shop

/// The program for developers: tables and forms of files, conditions, and the states of features.
@MainActor public enum Workbench {
  /// Returns the program.
  ///
  /// - Parameters:
  ///   - features: The features that can be explored, in order of name, or `nil` for those of the shop.
  ///   - frontEnd: The front end on the full screen of a terminal, or `nil`.
  /// - Returns: The program.
  public static func program(
    exploring features: [any NamedExploration]? = nil, frontEnd: (any FrontEnd)?
  ) -> Program<CommandRun> {
    Program(
      "workbench", version: "1.0.0", summary: "tables, forms, conditions and features for developers",
      frontEnd: frontEnd,
      commands: ProgramCommand.tableCommands + ProgramCommand.formCommands + [ProgramCommand.conditionCommand]
        + ProgramCommand.explorerCommands(
          features ?? ExploredFeatures.all, replaying: replayableFeatures, notes: featureNotes))
  }

  private static var replayableFeatures: [ReplayableFeature] {
    [
      ReplayableFeature(ProductEditor()), ReplayableFeature(ProductListFeature()),
      ReplayableFeature(UndoFeature(ProductListFeature())), ReplayableFeature(UndoFeature(BackOffice())),
      ReplayableFeature(EventListFeature()), ReplayableFeature(FormFeature(validationDelay: nil)),
    ]
  }

  private static let featureNotes = """
      editor, adding    the product editor, while another user changes products, and while a product is added
      filter, recording the filter of the event list, and recording events
      back-office       both tabs of the back office, undoing and redoing
      changes           the products in the back office, while another program changes them
      export            the export of products, while another program creates the file
      import, import-shared
                        the import of products, while another user changes the file, and products too
      outbox, outbox-batch, outbox-shared
                        sending recorded events: equal ones, a batch, and while another program sends them
      form              a sign-up form with a remotely validated name and a hidden address
      selection, reloading, deletion
                        the product list: selecting, sorting, reloading, deleting, undoing and redoing
      two-phase-commit  seven resource managers that all commit or all abort, with a known number of states
      table-…           a table of four rows, one feature for each part of its behavior
    """
}
