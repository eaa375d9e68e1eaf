// A started run that has a slot is encoded as its ID only, because the pending runs contain the run itself.

private enum StoreSessionCodingKey: String, CodingKey { case situation, begun, told }

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
    try container.encode(situation, forKey: .situation)
    try container.encode(begun.filter { $0.slot != nil }.map(\.id), forKey: .begun)
    let told = begun.filter { $0.slot == nil }.map { FireAndForgetRun(id: $0.id, effect: $0.effect) }
    try container.encode(told, forKey: .told)
  }
}

extension StoreSession: Decodable
where Feature.State: Decodable, Feature.Effect: Decodable, Feature.Slot: Decodable {
  /// Decodes a session, and throws an error if its runs are inconsistent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StoreSessionCodingKey.self)
    let situation = try container.decode(LoopState<Feature>.self, forKey: .situation)
    let begun = try container.decode([Int].self, forKey: .begun)
    let told = try container.decode([FireAndForgetRun<Feature.Effect>].self, forKey: .told)
    if let fault = Self.problem(withStarted: begun, in: situation.pending) {
      throw DecodingError.dataCorruptedError(forKey: .begun, in: container, debugDescription: fault)
    }
    if let fault = Self.problem(withFireAndForget: told.map(\.id), in: situation.pending) {
      throw DecodingError.dataCorruptedError(forKey: .told, in: container, debugDescription: fault)
    }
    let runs =
      situation.pending.running.filter { begun.contains($0.id) }
      + told.map { Run(id: $0.id, effect: $0.effect, slot: nil, delay: nil) }
    self.init(situation, startedRuns: runs.sorted { $0.id < $1.id })
  }

  /// Returns what is wrong with the IDs of started runs, or `nil` if they are valid.
  private static func problem(withStarted begun: [Int], in pending: PendingRuns<Feature.Effect, Feature.Slot>)
    -> String?
  {
    let running = Set(pending.running.map(\.id))
    if let stranger = begun.first(where: { !running.contains($0) }) {
      return "run \(stranger) is marked as started, but is not the current run of a slot"
    }
    return firstDuplicate(in: begun).map { "run \($0) is marked as started twice" }
  }

  /// Returns what is wrong with the IDs of fire-and-forget runs, or `nil` if they are valid.
  private static func problem(withFireAndForget told: [Int], in pending: PendingRuns<Feature.Effect, Feature.Slot>)
    -> String?
  {
    if let stranger = told.first(where: { $0 < 1 || $0 > pending.asked }) {
      return "run \(stranger) has an ID that was never assigned"
    }
    let asked = (pending.running + pending.queued).map(\.id)
    return firstDuplicate(in: asked + told).map { "two runs have the ID \($0)" }
  }

  private static func firstDuplicate(in numbers: [Int]) -> Int? {
    var seen: Set<Int> = []
    return numbers.first { !seen.insert($0).inserted }
  }
}
