/// A value that is loaded: the last result and the status of the current request.
public struct Loadable<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The last value that was loaded for the current query, or `nil`.
  public private(set) var value: Value?
  /// The status of the last request.
  public private(set) var status = LoadStatus.notLoaded

  /// Creates a value that has not been requested.
  package init() {}

  /// Marks the value as loading, and keeps the last result.
  package mutating func startLoading() { status = .loading }

  /// Removes the value and its status, because the query has changed.
  package mutating func reset() { self = Self() }

  /// Stores a loaded value.
  package mutating func finishLoading(with value: Value) {
    self.value = value
    status = .loaded
  }

  /// Marks the request as failed, and keeps the last result.
  package mutating func failLoading(with failure: EventSourceError) { status = .failed(failure) }
}

extension Loadable: Codable where Value: Codable {}

/// The status of a request.
public enum LoadStatus: Hashable, Codable, Sendable {
  /// The value has not been requested.
  case notLoaded
  /// The value is being loaded.
  case loading
  /// The value was loaded.
  case loaded
  /// The value could not be loaded.
  case failed(EventSourceError)

  /// A Boolean value that indicates whether the request has failed.
  public var isFailed: Bool { if case .failed = self { true } else { false } }
}
