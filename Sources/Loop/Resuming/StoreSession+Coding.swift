// A started run that has a slot is encoded as its ID only, because the pending runs contain the run itself.

private enum StoreSessionCodingKey: String, CodingKey { case loopState, startedRuns, fireAndForget }

/// A fire-and-forget run as it is encoded: it has no slot and no delay.
private struct FireAndForgetRun<Effect> {
  let id: Int
  let effect: Effect
}

extension FireAndForgetRun: Encodable where Effect: Encodable {}
extension FireAndForgetRun: Decodable where Effect: Decodable {}

extension StoreSession: Encodable
where Feature.State: Encodable, Feature.Effect: Encodable, Feature.Slot: Encodable {
  /// Encodes the loop state and the started runs.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StoreSessionCodingKey.self)
    try container.encode(loopState, forKey: .loopState)
    try container.encode(startedRuns.filter { $0.slot != nil }.map(\.id), forKey: .startedRuns)
    let fireAndForgetRuns = startedRuns.filter { $0.slot == nil }.map { FireAndForgetRun(id: $0.id, effect: $0.effect) }
    try container.encode(fireAndForgetRuns, forKey: .fireAndForget)
  }
}

extension StoreSession: Decodable
where Feature.State: Decodable, Feature.Effect: Decodable, Feature.Slot: Decodable {
  /// Decodes a session, and throws an error if its runs are inconsistent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StoreSessionCodingKey.self)
    let loopState = try container.decode(LoopState<Feature>.self, forKey: .loopState)
    let startedIDs = try container.decode([Int].self, forKey: .startedRuns)
    let fireAndForgetRuns = try container.decode([FireAndForgetRun<Feature.Effect>].self, forKey: .fireAndForget)
    if let problem = Self.problem(withStarted: startedIDs, in: loopState.pending) {
      throw DecodingError.dataCorruptedError(forKey: .startedRuns, in: container, debugDescription: problem)
    }
    if let problem = Self.problem(withFireAndForget: fireAndForgetRuns.map(\.id), in: loopState.pending) {
      throw DecodingError.dataCorruptedError(forKey: .fireAndForget, in: container, debugDescription: problem)
    }
    let runs =
      loopState.pending.running.filter { startedIDs.contains($0.id) }
      + fireAndForgetRuns.map { Run(id: $0.id, effect: $0.effect, slot: nil, delay: nil) }
    self.init(loopState, startedRuns: runs.sorted { $0.id < $1.id })
  }

  /// Returns what is wrong with the IDs of started runs, or `nil` if they are valid.
  private static func problem(withStarted startedIDs: [Int], in pending: PendingRuns<Feature.Effect, Feature.Slot>)
    -> String?
  {
    let running = Set(pending.running.map(\.id))
    if let id = startedIDs.first(where: { !running.contains($0) }) {
      return "run \(id) is marked as started, but is not the current run of a slot"
    }
    return firstDuplicate(in: startedIDs).map { "run \($0) is marked as started twice" }
  }

  /// Returns what is wrong with the IDs of fire-and-forget runs, or `nil` if they are valid.
  private static func problem(withFireAndForget ids: [Int], in pending: PendingRuns<Feature.Effect, Feature.Slot>)
    -> String?
  {
    if let id = ids.first(where: { $0 < 1 || $0 > pending.lastRunID }) {
      return "run \(id) has an ID that was never assigned"
    }
    let pendingIDs = (pending.running + pending.queued).map(\.id)
    return firstDuplicate(in: pendingIDs + ids).map { "two runs have the ID \($0)" }
  }

  private static func firstDuplicate(in numbers: [Int]) -> Int? {
    var seen: Set<Int> = []
    return numbers.first { !seen.insert($0).inserted }
  }
}
