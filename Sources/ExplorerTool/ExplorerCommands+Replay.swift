import ConsoleIO
import LoopHistory
import LoopText
import Loop
import LoopExplorer
import Values

extension ExplorerCommands {
  /// Replays a saved session with the current version of its feature and prints the first difference.
  ///
  /// The file is a transcript or a journal. Its header names the feature.
  ///
  /// - Returns: A Boolean value that indicates whether there is no difference.
  public func replay(_ path: String, by features: [ReplayableFeature]) throws -> Bool {
    let result = try replayResult(of: path, by: features)
    try console.print(result.text)
    return result.divergence == nil
  }

  /// Replays a saved session, and warns about an incomplete last line.
  package func replayResult(of path: String, by features: [ReplayableFeature]) throws -> ReplayResult {
    let replayed: ReplayResult
    do {
      replayed = try replayRecording(try console.readFile(path).withoutBOM, features)
    } catch let failure as FileError {
      throw StepSessionFileError.unreadable(failure.message(at: path.terminalSafe))
    } catch {
      throw StepSessionFileError.unreadable("\(path.terminalSafe): \(error.readableDescription)")
    }
    if let broken = replayed.tornLineError {
      printWarning("\(path.terminalSafe): ignored an incomplete last line: \(broken)")
    }
    return replayed
  }

  /// Replays a transcript or a journal.
  ///
  /// The first line of the file determines its kind. A file can contain several journals, one after the other.
  private func replayRecording(_ bytes: [UInt8], _ features: [ReplayableFeature]) throws -> ReplayResult {
    func feature(_ name: String) throws -> ReplayableFeature {
      if let feature = features.first(where: { $0.name == name }) { return feature }
      let known = features.map(\.name).joined(separator: ", ")
      throw StepSessionError("no replayable feature named \(name.quoted); choose one of: \(known)")
    }
    // Journals in an older format begin with a brace. Their header is parsed so that the error names the format.
    if let first = bytes.first, "({".utf8.contains(first) {
      var total = ReplayResult(stepCount: 0)
      for bytes in Self.journals(in: bytes) where total.divergence == nil {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let heading = try JournalHeader(parsing: String(decoding: line, as: UTF8.self))
        let replayed = try feature(heading.featureName).replayJournal(bytes)
        total = ReplayResult(
          stepCount: total.stepCount + replayed.stepCount, divergence: replayed.divergence,
          tornLineError: replayed.tornLineError)
      }
      return total
    }
    if bytes.starts(with: "transcript".utf8) {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw StepSessionError("the file is not UTF-8 text")
      }
      let transcript = try Transcript(parsing: text)
      return try feature(transcript.feature).replayTranscript(transcript)
    }
    throw StepSessionError("the file is neither a journal nor a transcript")
  }

  /// Returns the journals in a file, each with its header.
  private static func journals(in bytes: [UInt8]) -> [[UInt8]] {
    let header = Array("\n\(JournalHeader.mark)".utf8)
    let starts = [0] + bytes.ranges(of: header).map { $0.lowerBound + 1 } + [bytes.count]
    return zip(starts, starts.dropFirst()).map { Array(bytes[$0..<$1]) }
  }
}

/// A feature whose saved sessions can be replayed.
public struct ReplayableFeature: Sendable {
  let name: String
  fileprivate let replayJournal: @Sendable ([UInt8]) throws -> ReplayResult
  fileprivate let replayTranscript: @Sendable (Transcript) throws -> ReplayResult

  /// Creates a replayable feature with the name of its type.
  public init<Feature: Reducer>(_ feature: Feature)
  where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Codable, Feature.Slot: Codable {
    name = "\(Feature.self)"
    replayJournal = { bytes in
      let document = try JournalDocument<Feature>(reading: bytes)
      return ReplayResult(
        stepCount: document.steps.count, divergence: try document.replay(by: feature),
        tornLineError: document.tornLineError)
    }
    replayTranscript = { transcript in
      ReplayResult(
        stepCount: transcript.steps.count, divergence: try transcript.firstDivergence(by: feature))
    }
  }
}

/// The result of replaying a saved session.
package struct ReplayResult: Sendable {
  package let stepCount: Int
  /// The first difference, or `nil` if the feature behaves as recorded.
  package var divergence: Divergence?
  var tornLineError: JournalError?

  package var text: String {
    divergence.map { "\($0)\n" } ?? "the same: \(stepCount.counted("step"))\n"
  }
}
