// What is pending is written as lists in the order of asking: a dictionary would come in another order in each process.

private enum PendingKey: String, CodingKey { case asked, lines }

extension Pending: Encodable where Effect: Encodable, Slot: Encodable {
  /// Writes the runs of each slot, the one under way first.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PendingKey.self)
    try container.encode(asked, forKey: .asked)
    try container.encode(inOrder, forKey: .lines)
  }
}

extension Pending: Decodable where Effect: Decodable, Slot: Decodable {
  /// Reads what was written, or refuses what could never have been.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PendingKey.self)
    self.init()
    asked = try container.decode(Int.self, forKey: .asked)
    // Numbers are given upwards from here, and there are enough of them.
    if asked < 0 || asked > Int.max / 2 {
      throw DecodingError.dataCorruptedError(
        forKey: .asked, in: container, debugDescription: "\(asked) runs cannot have been asked for")
    }
    for runs in try container.decode([[Run]].self, forKey: .lines) {
      if let fault = put(runs) {
        throw DecodingError.dataCorruptedError(forKey: .lines, in: container, debugDescription: fault)
      }
    }
    let numbers = lines.values.flatMap(\.all).map(\.id)
    if Set(numbers).count < numbers.count {
      throw DecodingError.dataCorruptedError(
        forKey: .lines, in: container, debugDescription: "two runs have the same number")
    }
  }
}

extension Pending {
  /// The runs of each slot, in the order in which those under way were asked for.
  fileprivate var inOrder: [[Run]] {
    lines.values.sorted { $0.running.id < $1.running.id }.map(\.all)
  }

  /// Fills a slot, and says what forbids it.
  fileprivate mutating func put(_ runs: [Run]) -> String? {
    guard let first = runs.first, let slot = first.slot else { return "a run is pending in no slot" }
    if lines[slot] != nil { return "two runs are under way in one slot" }
    var last = 0
    for run in runs {
      if run.slot != slot { return "a run waits behind another slot's" }
      if run.id <= last || run.id > asked { return "run \(run.id) is out of order" }
      last = run.id
    }
    lines[slot] = Line(running: first, waiting: Array(runs.dropFirst()))
    return nil
  }
}

private enum RunKey: String, CodingKey { case id, effect, slot, delay }

extension Pending.Run: Decodable where Effect: Decodable, Slot: Decodable {
  /// Reads what was written, or refuses a rest that no run ever had.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: RunKey.self)
    let delay = try container.decodeIfPresent(Duration.self, forKey: .delay)
    self.init(
      id: try container.decode(Int.self, forKey: .id), effect: try container.decode(Effect.self, forKey: .effect),
      slot: try container.decodeIfPresent(Slot.self, forKey: .slot), delay: delay)
    if self.delay != delay {
      throw DecodingError.dataCorruptedError(
        forKey: .delay, in: container,
        debugDescription: "run \(id) rests for less than nothing, or for more than a hundred years")
    }
  }
}
