/// The load status of the product list.
public enum ListStatus: Hashable, Codable, Sendable {
  /// The list has not been requested.
  case notLoaded
  /// The list is being loaded.
  case loading
  /// The list was loaded.
  case loaded
  /// The list could not be loaded.
  case failed(ProductStoreError)
}
