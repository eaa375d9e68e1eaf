// A started run that has a slot is encoded as its ID only, because the pending runs contain the run itself.

private enum StoreSessionCodingKey: String, CodingKey { case loopState, startedRuns, fireAndForget }

extension StoreSession: Encodable
where
  Feature.State: Encodable, Feature.Effect: Encodable, Feature.Slot: Encodable, Feature.Action: Encodable
{
  /// Encodes the loop state and the started runs.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StoreSessionCodingKey.self)
    try container.encode(loopState, forKey: .loopState)
    try container.encode(startedRuns.filter { $0.slot != nil }.map(\.id), forKey: .startedRuns)
    try container.encode(startedRuns.filter { $0.slot == nil }, forKey: .fireAndForget)
  }
}

extension StoreSession: Decodable
where
  Feature.State: Decodable, Feature.Effect: Decodable, Feature.Slot: Decodable, Feature.Action: Decodable
{
  /// Decodes a session, and throws an error if its runs are inconsistent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StoreSessionCodingKey.self)
    let loopState = try container.decode(LoopState<Feature>.self, forKey: .loopState)
    let startedIDs = try container.decode([Int].self, forKey: .startedRuns)
    let fireAndForgetRuns = try container.decode([Run].self, forKey: .fireAndForget)
    let pending = loopState.pending
    let current = Set(pending.running.map(\.id))
    if let id = startedIDs.first(where: { !current.contains($0) }) {
      throw container.invalidValueError(
        for: .startedRuns, "run \(id) is marked as started, but is not the current run of a slot")
    }
    if let id = Self.firstDuplicate(in: startedIDs) {
      throw container.invalidValueError(for: .startedRuns, "run \(id) is marked as started twice")
    }
    let fireAndForgetIDs = fireAndForgetRuns.map(\.id)
    if let id = fireAndForgetIDs.first(where: { $0 < 1 || $0 > pending.lastRunID }) {
      throw container.invalidValueError(for: .fireAndForget, "run \(id) has an ID that was never assigned")
    }
    if let id = Self.firstDuplicate(in: (pending.running + pending.queued).map(\.id) + fireAndForgetIDs) {
      throw container.invalidValueError(for: .fireAndForget, "two runs have the ID \(id)")
    }
    if let run = fireAndForgetRuns.first(where: { $0.slot != nil }) {
      throw container.invalidValueError(for: .fireAndForget, "run \(run.id) has a slot")
    }
    let runs = pending.running.filter { startedIDs.contains($0.id) } + fireAndForgetRuns
    self.init(loopState, startedRuns: runs.sorted { $0.id < $1.id })
  }

  private static func firstDuplicate(in numbers: [Int]) -> Int? {
    var seen: Set<Int> = []
    return numbers.first { !seen.insert($0).inserted }
  }
}
