// Runs are encoded as arrays in request order: the order of a dictionary differs between processes.

private enum PendingRunsCodingKey: String, CodingKey { case lastRunID, queues }

extension PendingRuns: Encodable
where Feature.Effect: Encodable, Feature.Slot: Encodable, Feature.Action: Encodable {
  /// Encodes the runs of each slot, the current run first.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PendingRunsCodingKey.self)
    try container.encode(lastRunID, forKey: .lastRunID)
    let runs = queues.values.sorted { $0.running.id < $1.running.id }.map(\.allRuns)
    try container.encode(runs, forKey: .queues)
  }
}

extension PendingRuns: Decodable
where Feature.Effect: Decodable, Feature.Slot: Decodable, Feature.Action: Decodable {
  /// Decodes pending runs, and throws an error if they violate an invariant.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PendingRunsCodingKey.self)
    self.init()
    lastRunID = try container.decode(Int.self, forKey: .lastRunID)
    // Later IDs are counted up from this one and must not overflow.
    if lastRunID < 0 || lastRunID > Int.max / 2 {
      throw container.invalidValueError(for: .lastRunID, "\(lastRunID) is not a valid run ID")
    }
    for runs in try container.decode([[Run]].self, forKey: .queues) {
      if let failure = fillSlotReturningViolation(with: runs) {
        throw container.invalidValueError(for: .queues, failure)
      }
    }
    let numbers = queues.values.flatMap(\.allRuns).map(\.id)
    if Set(numbers).count < numbers.count {
      throw container.invalidValueError(for: .queues, "two runs have the same ID")
    }
  }
}

extension PendingRuns {
  /// Adds the runs of one slot, or returns a description of the invariant that they violate.
  fileprivate mutating func fillSlotReturningViolation(with runs: [Run]) -> String? {
    guard let first = runs.first, let slot = first.slot else { return "a pending run has no slot" }
    if queues[slot] != nil { return "two runs are current in one slot" }
    var last = 0
    for run in runs {
      if run.slot != slot { return "a queued run belongs to another slot" }
      if run.id <= last || run.id > lastRunID { return "the ID of run \(run.id) is out of order" }
      last = run.id
    }
    queues[slot] = SlotQueue(running: first, queued: Array(runs.dropFirst()))
    return nil
  }
}

extension KeyedDecodingContainer {
  /// Returns an error for a value that violates an invariant.
  func invalidValueError(for key: Key, _ description: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: description)
  }
}
