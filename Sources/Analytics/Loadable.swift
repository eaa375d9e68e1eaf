/// A value that is loaded: the last result and the status of the current request.
public struct Loadable<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The last value that was loaded for the current query, or `nil`.
  public private(set) var value: Value?
  /// The status of the last request.
  ///
  /// The last value stays while it is loaded again and if that fails.
  public package(set) var status = LoadStatus.notLoaded

  /// A Boolean value that indicates whether the value may have changed, because it could not be loaded again.
  public var isOutdated: Bool { value != nil && status.isFailed }

  /// Creates a value that has not been requested.
  package init() {}

  /// Stores a loaded value.
  package mutating func finishLoading(with value: Value) {
    self.value = value
    status = .loaded
  }
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

  /// The failure, or `nil` if the request has not failed.
  public var failure: EventSourceError? { if case .failed(let failure) = self { failure } else { nil } }

  /// A Boolean value that indicates whether the request has failed.
  public var isFailed: Bool { failure != nil }
}
