// What had begun in a slot is written as its number: what it is stands among what is pending, and is told once.

private enum StoreSnapshotKey: String, CodingKey { case situation, begun, told }

/// What was told, as it is written: it has no slot, and never rests.
private struct Told<Effect> {
  let id: Int
  let effect: Effect
}

extension Told: Encodable where Effect: Encodable {}
extension Told: Decodable where Effect: Decodable {}

extension StoreSnapshot: Encodable
where Feature.State: Encodable, Feature.Effect: Encodable, Feature.Slot: Encodable {
  /// Writes the situation and what had begun.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StoreSnapshotKey.self)
    try container.encode(situation, forKey: .situation)
    try container.encode(begun.filter { $0.slot != nil }.map(\.id), forKey: .begun)
    let told = begun.filter { $0.slot == nil }.map { Told(id: $0.id, effect: $0.effect) }
    try container.encode(told, forKey: .told)
  }
}

extension StoreSnapshot: Decodable
where Feature.State: Decodable, Feature.Effect: Decodable, Feature.Slot: Decodable {
  /// Reads what was written, or refuses what could never have been.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StoreSnapshotKey.self)
    let situation = try container.decode(Situation<Feature>.self, forKey: .situation)
    let begun = try container.decode([Int].self, forKey: .begun)
    let told = try container.decode([Told<Feature.Effect>].self, forKey: .told)
    if let fault = Self.fault(of: begun, in: situation.pending) {
      throw DecodingError.dataCorruptedError(forKey: .begun, in: container, debugDescription: fault)
    }
    if let fault = Self.fault(ofTold: told.map(\.id), in: situation.pending) {
      throw DecodingError.dataCorruptedError(forKey: .told, in: container, debugDescription: fault)
    }
    let runs =
      situation.pending.running.filter { begun.contains($0.id) }
      + told.map { Run(id: $0.id, effect: $0.effect, slot: nil, delay: nil) }
    self.init(situation, begun: runs.sorted { $0.id < $1.id })
  }

  /// What forbids that these had begun.
  private static func fault(of begun: [Int], in pending: Pending<Feature.Effect, Feature.Slot>) -> String? {
    let running = Set(pending.running.map(\.id))
    if let stranger = begun.first(where: { !running.contains($0) }) {
      return "run \(stranger) had begun, and is not under way"
    }
    return twice(in: begun).map { "run \($0) had begun twice" }
  }

  /// What forbids that these were told.
  private static func fault(ofTold told: [Int], in pending: Pending<Feature.Effect, Feature.Slot>) -> String? {
    if let stranger = told.first(where: { $0 < 1 || $0 > pending.asked }) {
      return "run \(stranger) was never asked for"
    }
    let asked = (pending.running + pending.waiting).map(\.id)
    return twice(in: asked + told).map { "two runs have the number \($0)" }
  }

  private static func twice(in numbers: [Int]) -> Int? {
    var seen: Set<Int> = []
    return numbers.first { !seen.insert($0).inserted }
  }
}
