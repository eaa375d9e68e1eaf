import ConsoleIO
import LoopHistory
import LoopText
import Loop
import LoopExplorer
import Programs
import Values

extension ExplorerCommands {
  /// Replays the transcripts in a file with the current versions of their features, and warns about an incomplete last
  /// step.
  ///
  /// A transcript names its feature. A file can contain several, one after the other.
  package func replayResult(of path: String, by features: [ReplayableFeature]) throws -> ReplayResult {
    var total = ReplayResult(stepCount: 0)
    do {
      for recording in try TranscriptFile.all(in: try console.readFile(path).withoutBOM) where total.divergence == nil {
        warnAboutIncompleteStep(of: recording, at: path)
        let name = recording.transcript.feature
        // The recording was cut off before its first step.
        if name.isEmpty { continue }
        guard let feature = features.first(where: { $0.name == name }) else {
          let known = features.map(\.name).joined(separator: ", ")
          throw StepSessionError("no replayable feature named \(name.quoted); choose one of: \(known)")
        }
        total.divergence = try feature.firstDivergence(recording.transcript)
        total.stepCount += recording.transcript.steps.count
      }
    } catch let failure as FileError {
      throw CommandError.dataError(failure.message(at: path.terminalSafe))
    } catch {
      throw CommandError.dataError("\(path.terminalSafe): \(error.readableDescription)")
    }
    return total
  }

  func warnAboutIncompleteStep(of recording: TranscriptFile, at path: String) {
    guard let error = recording.incompleteStepError else { return }
    printWarning("\(path.terminalSafe): ignored an incomplete last step: \(error)")
  }
}

/// A feature whose transcripts can be replayed.
public struct ReplayableFeature: Sendable {
  let name: String
  fileprivate let firstDivergence: @Sendable (Transcript) throws -> Divergence?

  /// Creates a replayable feature with the name of its type.
  public init<Feature: Reducer>(_ feature: Feature)
  where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Codable, Feature.Slot: Codable {
    name = "\(Feature.self)"
    firstDivergence = { try $0.firstDivergence(by: feature) }
  }
}

/// The result of replaying the transcripts of a file.
package struct ReplayResult: Sendable {
  package var stepCount: Int
  /// The first difference, or `nil` if the feature behaves as recorded.
  package var divergence: Divergence?

  package var text: String {
    divergence.map { "\($0)\n" } ?? "the same: \(stepCount.counted("step"))\n"
  }
}
