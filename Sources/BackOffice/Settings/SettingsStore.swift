/// The settings that all programs of a shop share: a port.
public protocol SettingsStore: Sendable {
  /// Returns the settings, or `nil` if none have been stored.
  func settings() async throws(SettingsStoreError) -> OfficeSettings?

  /// Applies a change to the stored settings, or stores others if there are none.
  ///
  /// No other program changes them meanwhile: changes of different settings by several programs are all kept.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - settings: The settings to store, after the change, if none have been stored.
  /// - Returns: The stored settings.
  /// - Throws: An error if they cannot be stored.
  func apply(
    _ change: OfficeSettings.Action, orStore settings: OfficeSettings
  ) async throws(SettingsStoreError) -> OfficeSettings
}

/// The reason why the settings cannot be read or stored.
public struct SettingsStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message for the user.
  public let description: String

  /// Creates an error with a message for the user.
  public init(_ description: String) { self.description = description }
}
