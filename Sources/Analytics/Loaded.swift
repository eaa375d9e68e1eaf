/// A value from elsewhere: the last one that arrived, and how the question for the next stands.
public struct Loadable<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The last value that arrived, as long as it answers what is asked for.
  public private(set) var value: Value?
  /// How the question stands.
  public private(set) var status = LoadStatus.unasked

  /// Begins with nothing asked for.
  package init() {}

  /// Takes in that it is asked for again.
  ///
  /// The last value stays in sight.
  package mutating func startLoading() { status = .loading }

  /// Takes in that something else is asked for from now on.
  package mutating func reset() { self = Self() }

  /// Takes the answer in.
  package mutating func finishLoading(with value: Value) {
    self.value = value
    status = .loaded
  }

  /// Takes in that there is no answer.
  package mutating func failLoading(with failure: EventSourceError) { status = .failed(failure) }
}

extension Loadable: Codable where Value: Codable {}

/// How a question stands.
public enum LoadStatus: Hashable, Codable, Sendable {
  /// Nobody has asked yet.
  case unasked
  /// The answer is awaited.
  case loading
  /// It has arrived.
  case loaded
  /// It could not be had.
  case failed(EventSourceError)

  /// Whether it could not be had.
  public var isFailed: Bool { if case .failed = self { true } else { false } }
}
