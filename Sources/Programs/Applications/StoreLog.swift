import ConsoleIO
import Interface
import Loop
import LoopHistory
import Values

/// Appends a transcript of a store to a file, one step at a time.
///
/// A step is written before its effects start, so that a crash loses none. The file has a transcript for each program
/// that used the store.
@MainActor package final class StoreLog<Feature: Reducer>
where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Codable, Feature.Slot: Codable {
  private let file: AppendableFile
  private let path: String
  private var writer: TranscriptWriter<Feature>
  private var isBegun = false
  private var observation: ObservationToken?
  /// The error after which nothing more was written.
  package private(set) var failure: CommandError?

  /// Begins a transcript of a store that runs a command line, which is the input of the first step.
  package init(of store: Store<Feature>, running words: [String], at path: String, in console: Console) throws {
    self.path = path
    writer = try TranscriptWriter(from: store.session.loopState)
    if !words.isEmpty { writer.input = words.map(\.commandLineWord).joined(separator: " ") }
    do throws(FileError) {
      file = try console.openForAppending(path)
    } catch {
      throw CommandError(status: .output, message: error.message(at: path.terminalSafe))
    }
    // A transcript in another format or of another feature could not be replayed afterwards, either.
    if !file.initialBytes.isEmpty, !file.initialBytes.starts(with: writer.header.utf8) {
      throw .dataError("\(path.terminalSafe) is not a log of this version; choose another name")
    }
    observation = store.onEvent { [unowned store] event in self.append(event, leadingTo: store.state) }
  }

  /// Ends the transcript.
  package func stop() { observation?.cancel() }

  private func append(_ event: StoreEvent<Feature>, leadingTo state: Feature.State) {
    if failure != nil { return }
    let name = path.terminalSafe
    do {
      guard let step = try writer.step(for: event, leadingTo: state) else { return }
      // An earlier program may have ended in the middle of a line.
      let isWithinLine = !isBegun && file.initialBytes.last.map { $0 != UInt8(ascii: "\n") } == true
      try file.append((isWithinLine ? "\n" : "") + (isBegun ? "" : writer.beginning) + step.text)
      isBegun = true
    } catch let error as FileError {
      failure = CommandError(status: .output, message: "\(error.message(at: name)); the log is incomplete")
    } catch {
      failure = CommandError(status: .output, message: "\(name): \(error); the log is incomplete")
    }
  }
}
