import BackOffice
import ConsoleIO
import ExplorerTool
import Interface
import Loop
import LoopHistory

/// Appends a transcript of the back office to a file, one step at a time.
///
/// A step is written before its effects start, so that a crash loses none. The file has a transcript for each program
/// that used the back office.
@MainActor final class LoopLog {
  typealias Feature = UndoFeature<BackOffice>

  private let file: AppendableFile
  private let path: String
  private var writer: TranscriptWriter<Feature>
  private var isBegun = false
  private var observation: ObservationToken?
  /// The error after which nothing more was written.
  private(set) var failure: StepSessionFileError?

  /// Begins a transcript of a store that runs a command line, which is the input of the first step.
  init(of office: Store<Feature>, running words: [String], at path: String, in console: Console) throws {
    self.path = path
    writer = try TranscriptWriter(from: office.session.loopState)
    if !words.isEmpty { writer.input = words.map(\.commandLineWord).joined(separator: " ") }
    do throws(FileError) {
      file = try console.openForAppending(path)
    } catch {
      throw StepSessionFileError.unwritable(error.message(at: path.terminalSafe))
    }
    // A transcript in another format or of another feature could not be replayed afterwards, either.
    if !file.initialBytes.isEmpty, !file.initialBytes.starts(with: writer.header.utf8) {
      throw StepSessionFileError.unreadable("\(path.terminalSafe) is not a log of this version; choose another name")
    }
    observation = office.onEvent { [unowned office] event in self.append(event, leadingTo: office.state) }
  }

  func stop() { observation?.cancel() }

  private func append(_ event: StoreEvent<Feature>, leadingTo state: Feature.State) {
    if failure != nil { return }
    do {
      guard let step = try writer.step(for: event, leadingTo: state) else { return }
      // An earlier program may have ended in the middle of a line.
      let isWithinLine = !isBegun && file.initialBytes.last.map { $0 != UInt8(ascii: "\n") } == true
      try file.append((isWithinLine ? "\n" : "") + (isBegun ? "" : writer.beginning) + step.text)
      isBegun = true
    } catch let error as FileError {
      failure = .unwritable("\(error.message(at: path.terminalSafe)); the log is incomplete")
    } catch {
      failure = .unwritable("\(path.terminalSafe): \(error); the log is incomplete")
    }
  }
}
