internal import Analytics
internal import Forms
internal import Loop
internal import LoopProof
internal import Shop

extension CommandShell {
  func replay(_ words: [String]) throws {
    let options = try Options(words, help: Help.replay)
    let path = try options.rest("the file", atLeast: 1, atMost: 1)[0]
    let replayed: Replayed
    do {
      replayed = try Replayed(try console.load(path))
    } catch let failure as FileFailure {
      throw ShellFailure.data(failure.message(at: path.visible))
    } catch {
      throw ShellFailure.data("\(path.visible): \(error.explained)")
    }
    if let broken = replayed.broken {
      console.complain("backroom: \(path.visible): left out, for it broke off: \(broken)\n")
    }
    guard let divergence = replayed.divergence else {
      return try console.print("the same: \(replayed.steps) step\(replayed.steps == 1 ? "" : "s")\n")
    }
    try console.print("\(divergence)\n")
    throw ShellFailure(status: .failure, message: "\(path.visible) is not what the feature does today")
  }
}

/// What running a saved session again came to.
private struct Replayed {
  let steps: Int
  let divergence: Divergence?
  let broken: JournalFault?

  /// Tells by the first line whether it is a transcript or a journal.
  init(_ bytes: [UInt8]) throws {
    if bytes.starts(with: "{".utf8) {
      let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
      let heading = try JournalHeading(parsing: String(decoding: line, as: UTF8.self))
      self = try Self.feature(heading.feature).journal(bytes)
    } else if bytes.starts(with: "transcript".utf8) {
      guard let text = String(validating: bytes, as: UTF8.self) else { throw PlayFault("it is not UTF-8 text") }
      let transcript = try Transcript(parsing: text)
      self = try Self.feature(transcript.feature).transcript(transcript)
    } else {
      throw PlayFault("it is neither a journal nor a transcript")
    }
  }

  fileprivate init(steps: Int, divergence: Divergence?, broken: JournalFault? = nil) {
    self.steps = steps
    self.divergence = divergence
    self.broken = broken
  }

  /// Everything that the program knows how to run again.
  private static let features: [any Replaying] = [
    Replayer(feature: ProductEditor()), Replayer(feature: Catalogue()), Replayer(feature: Undoing(Catalogue())),
    Replayer(feature: EventList()), Replayer(feature: Form(pause: nil)),
  ]

  private static func feature(_ name: String) throws -> any Replaying {
    if let feature = features.first(where: { $0.name == name }) { return feature }
    let known = features.map(\.name)
    throw PlayFault("\(name.quoted) is no feature that can be run again; those are \(known.joined(separator: ", "))")
  }
}

/// Runs what was saved of one feature again.
private protocol Replaying: Sendable {
  var name: String { get }
  func journal(_ bytes: [UInt8]) throws -> Replayed
  func transcript(_ transcript: Transcript) throws -> Replayed
}

private struct Replayer<Feature: Reducer>: Replaying
where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Codable, Feature.Slot: Codable {
  let feature: Feature
  var name: String { "\(Feature.self)" }

  func journal(_ bytes: [UInt8]) throws -> Replayed {
    let document = try JournalDocument<Feature>(reading: bytes)
    return Replayed(
      steps: document.steps.count, divergence: try document.replay(by: feature), broken: document.broken)
  }

  func transcript(_ transcript: Transcript) throws -> Replayed {
    Replayed(steps: transcript.steps.count, divergence: try transcript.divergence(by: feature))
  }
}
