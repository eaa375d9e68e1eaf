/// One execution of an effect.
///
/// It never changes. It is a class, because lists of runs are copied often, and the actions in a run can be large.
public final class EffectRun<Feature: Reducer>: Sendable, Identifiable {
  /// The ID of the run.
  ///
  /// IDs increase in request order.
  public let id: Int
  /// The effect to run.
  public let effect: Feature.Effect
  /// The slot of the run, or `nil` for a fire-and-forget effect.
  public let slot: Feature.Slot?
  /// The delay before the run starts, between zero and one hundred years.
  public let delay: Duration?
  /// The action that the feature receives if the response is lost, or `nil` for a fire-and-forget effect.
  public let lostResponse: Feature.Action?
  /// What happens to the run after its process was terminated.
  public let restart: RestartPolicy<Feature.Action>
  /// A Boolean value that indicates whether the run responds any number of times until it is cancelled.
  public let isSubscription: Bool

  init(
    id: Int, effect: Feature.Effect, slot: Feature.Slot?, delay: Duration?, lostResponse: Feature.Action?,
    restart: RestartPolicy<Feature.Action>, isSubscription: Bool = false
  ) {
    self.isSubscription = isSubscription
    self.id = id
    self.effect = effect
    self.slot = slot
    self.delay = delay.map { min(max($0, .zero), Self.maximumDelay) }
    self.lostResponse = lostResponse
    self.restart = restart
  }

  convenience init(id: Int, _ request: RunRequest<Feature>) {
    self.init(
      id: id, effect: request.effect, slot: request.slot, delay: request.delay, lostResponse: request.lostResponse,
      restart: request.restart, isSubscription: request.isSubscription)
  }

  convenience init(id: Int, fireAndForget effect: Feature.Effect, runsAgainAfterRestart runsAgain: Bool) {
    // Without a lost response, there is nothing to report.
    self.init(
      id: id, effect: effect, slot: nil, delay: nil, lostResponse: nil, restart: runsAgain ? .runAgain : .reportLost)
  }

  /// The action that the feature receives in place of the response after a restart, or `nil` if there is none.
  var actionAfterRestart: Feature.Action? {
    switch restart {
    case .runAgain: nil
    case .reportLost: lostResponse
    case .report(let action): action
    }
  }

  /// The longest delay.
  ///
  /// A clock adds the delay to the current time, and an overflow would trap.
  static var maximumDelay: Duration { .seconds(100 * 31_557_600) }
}

extension EffectRun: Equatable where Feature.Effect: Equatable, Feature.Action: Equatable {
  /// Returns a Boolean value that indicates whether two runs have the same ID, slot and contents.
  public static func == (left: EffectRun, right: EffectRun) -> Bool {
    left === right || left.id == right.id && left.slot == right.slot && left.hasSameContents(as: right)
  }

  /// Returns a Boolean value that indicates whether everything but the IDs and the slots is equal.
  func hasSameContents(as other: EffectRun) -> Bool {
    effect == other.effect && delay == other.delay && lostResponse == other.lostResponse && restart == other.restart
      && isSubscription == other.isSubscription
  }
}

extension EffectRun: Hashable where Feature.Effect: Hashable, Feature.Action: Hashable {
  /// Hashes the ID, the slot and the contents.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(slot)
    hashContents(into: &hasher)
  }

  /// Hashes everything but the ID and the slot.
  func hashContents(into hasher: inout Hasher) {
    hasher.combine(effect)
    hasher.combine(delay)
    hasher.combine(lostResponse)
    hasher.combine(restart)
    hasher.combine(isSubscription)
  }
}

extension EffectRun: CustomStringConvertible {
  /// The effect and the slot.
  public var description: String { slot.map { "\(effect) in \($0)" } ?? "\(effect)" }
}

private enum RunCodingKey: String, CodingKey { case id, effect, slot, delay, lostResponse, restart, isSubscription }

extension EffectRun: Encodable
where Feature.Effect: Encodable, Feature.Slot: Encodable, Feature.Action: Encodable {
  /// Encodes the run.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: RunCodingKey.self)
    try container.encode(id, forKey: .id)
    try container.encode(effect, forKey: .effect)
    try container.encodeIfPresent(slot, forKey: .slot)
    try container.encodeIfPresent(delay, forKey: .delay)
    try container.encodeIfPresent(lostResponse, forKey: .lostResponse)
    try container.encode(restart, forKey: .restart)
    if isSubscription { try container.encode(true, forKey: .isSubscription) }
  }
}

extension EffectRun: Decodable
where Feature.Effect: Decodable, Feature.Slot: Decodable, Feature.Action: Decodable {
  /// Decodes a run, and throws an error if its delay is out of range or if it has a slot and no lost response.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: RunCodingKey.self)
    let delay = try container.decodeIfPresent(Duration.self, forKey: .delay)
    self.init(
      id: try container.decode(Int.self, forKey: .id),
      effect: try container.decode(Feature.Effect.self, forKey: .effect),
      slot: try container.decodeIfPresent(Feature.Slot.self, forKey: .slot), delay: delay,
      lostResponse: try container.decodeIfPresent(Feature.Action.self, forKey: .lostResponse),
      restart: try container.decode(RestartPolicy<Feature.Action>.self, forKey: .restart),
      isSubscription: try container.decodeIfPresent(Bool.self, forKey: .isSubscription) ?? false)
    if self.delay != delay {
      throw container.invalidValueError(
        for: .delay, "the delay of run \(id) is negative or longer than one hundred years")
    }
    if (slot == nil) != (lostResponse == nil) {
      throw container.invalidValueError(for: .lostResponse, "run \(id) needs a slot and a lost response, or neither")
    }
  }
}
