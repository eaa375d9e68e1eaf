import LoopHistory
import LoopText
public import Loop
internal import LoopExplorer

extension ExplorerCommands {
  /// Replays a saved session by its feature as it is today and prints the first difference.
  ///
  /// The file is a transcript or a journal, and says which feature it is of.
  ///
  /// - Returns: A Boolean value that indicates whether there is no difference.
  public func replay(_ path: String, by features: [ReplayableFeature]) throws -> Bool {
    let replayed: ReplayResult
    do {
      replayed = try replaySession(try console.load(path), features)
    } catch let failure as FileError {
      throw StepSessionFileError.unreadable(failure.message(at: path.terminalSafe))
    } catch {
      throw StepSessionFileError.unreadable("\(path.terminalSafe): \(error.readableDescription)")
    }
    if let broken = replayed.broken { printWarning("\(path.terminalSafe): left out, for it broke off: \(broken)") }
    guard let divergence = replayed.divergence else {
      try console.print("the same: \(replayed.steps) step\(replayed.steps == 1 ? "" : "s")\n")
      return true
    }
    try console.print("\(divergence)\n")
    return false
  }

  /// Replays a file whose first line says whether it is a transcript or a journal.
  private func replaySession(_ bytes: [UInt8], _ features: [ReplayableFeature]) throws -> ReplayResult {
    func feature(_ name: String) throws -> ReplayableFeature {
      if let feature = features.first(where: { $0.name == name }) { return feature }
      let known = features.map(\.name).joined(separator: ", ")
      throw StepSessionError("\(name.quoted) is no feature that can be run again; those are \(known)")
    }
    // A journal in an older format began with a brace; its heading is parsed to report that format.
    if let first = bytes.first, "({".utf8.contains(first) {
      let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
      let heading = try JournalHeader(parsing: String(decoding: line, as: UTF8.self))
      return try feature(heading.feature).replayJournal(bytes)
    }
    if bytes.starts(with: "transcript".utf8) {
      guard let text = String(validating: bytes, as: UTF8.self) else { throw StepSessionError("it is not UTF-8 text") }
      let transcript = try Transcript(parsing: text)
      return try feature(transcript.feature).replayTranscript(transcript)
    }
    throw StepSessionError("it is neither a journal nor a transcript")
  }
}

/// A feature whose saved sessions can be replayed.
public struct ReplayableFeature: Sendable {
  let name: String
  fileprivate let replayJournal: @Sendable ([UInt8]) throws -> ReplayResult
  fileprivate let replayTranscript: @Sendable (Transcript) throws -> ReplayResult

  /// Creates a replayable feature, known by the name of its type.
  public init<Feature: Reducer>(_ feature: Feature)
  where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Codable, Feature.Slot: Codable {
    name = "\(Feature.self)"
    replayJournal = { bytes in
      let document = try JournalDocument<Feature>(reading: bytes)
      return ReplayResult(
        steps: document.steps.count, divergence: try document.replay(by: feature), broken: document.broken)
    }
    replayTranscript = { transcript in
      ReplayResult(steps: transcript.steps.count, divergence: try transcript.firstDivergence(by: feature), broken: nil)
    }
  }
}

/// The result of replaying a saved session.
private struct ReplayResult {
  let steps: Int
  let divergence: Divergence?
  let broken: JournalError?
}
