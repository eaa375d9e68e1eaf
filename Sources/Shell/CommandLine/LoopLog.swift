import BackOffice
import ConsoleIO
import ExplorerTool
import Loop
import LoopHistory

/// Appends a journal of the back office to a file, one line for each turn of the loop.
///
/// A line is written before the effects of its turn start, so that a crash loses none. The file has a journal for each
/// command that used the back office.
@MainActor final class LoopLog {
  typealias Feature = UndoFeature<BackOffice>

  private let file: AppendableFile
  private let path: String
  private var writer: JournalWriter<Feature>
  private var isBegun = false
  private var observation: ObservationToken?
  /// The error after which nothing more was written.
  private(set) var failure: StepSessionFileError?

  init(of office: Store<Feature>, at path: String, in console: Console) throws {
    self.path = path
    let recording = office.recordJournal()
    writer = try JournalWriter(from: recording.journal.start)
    recording.stop()
    do throws(FileError) {
      file = try console.openForAppending(path)
    } catch {
      throw StepSessionFileError.unwritable(error.message(at: path.terminalSafe))
    }
    if !zip(file.initialBytes, JournalHeader.mark.utf8).allSatisfy(==) {
      throw StepSessionFileError.unreadable("\(path.terminalSafe) is not a journal; choose another name")
    }
    observation = office.onEvent { [unowned office] event in
      guard case .stepTaken(let entry) = event else { return }
      self.append(entry, leadingTo: office.state)
    }
  }

  func stop() { observation?.cancel() }

  private func append(_ entry: Journal<Feature>.Entry, leadingTo state: Feature.State) {
    if failure != nil { return }
    do {
      let line = try writer.makeStep(entry, leadingTo: state).line
      // An earlier program may have ended in the middle of a line.
      let isWithinLine = !isBegun && file.initialBytes.last.map { $0 != UInt8(ascii: "\n") } == true
      let start = isBegun ? "" : (isWithinLine ? "\n" : "") + writer.header + "\n"
      try file.append(start + line + "\n")
      isBegun = true
    } catch let error as FileError {
      failure = .unwritable("\(error.message(at: path.terminalSafe)); the log is incomplete")
    } catch {
      failure = .unwritable("\(path.terminalSafe): \(error); the log is incomplete")
    }
  }
}
