import BackOffice
import Foundation
import Loop
import Synchronization

/// The settings of the shop, which are stored beside the sessions.
public struct SharedSettings: SettingsStore {
  private let sessions: any OfficeSessionStore

  /// The version of the encoded settings.
  ///
  /// It increases when earlier programs can no longer decode them.
  private static let schema = 1

  /// Creates a store of the settings beside the sessions.
  public init(besides sessions: any OfficeSessionStore) { self.sessions = sessions }

  /// Returns the settings, or `nil` if none have been stored.
  public func settings() async throws(SettingsStoreError) -> OfficeSettings? {
    let data: SessionData?
    do throws(SessionStoreError) { data = try await sessions.settings() } catch { throw Self.failure(error) }
    return try data.map { data throws(SettingsStoreError) in try Self.decode(data) }
  }

  /// Applies a change to the stored settings, or stores others if there are none.
  public func apply(
    _ change: OfficeSettings.Action, orStore settings: OfficeSettings
  ) async throws(SettingsStoreError) -> OfficeSettings {
    let result = Mutex<Result<OfficeSettings, SettingsStoreError>>(.success(settings))
    do throws(SessionStoreError) {
      try await sessions.updateSettings { data in
        result.withLock { result in
          do throws(SettingsStoreError) {
            let changed = try data.map { data throws(SettingsStoreError) in try Self.decode(data).applying(change) }
            let stored = changed ?? settings
            result = .success(stored)
            return try Self.encode(stored)
          } catch {
            result = .failure(error)
            return nil
          }
        }
      }
    } catch {
      throw Self.failure(error)
    }
    return try result.withLock { $0 }.get()
  }

  private static func decode(_ data: SessionData) throws(SettingsStoreError) -> OfficeSettings {
    if data.schema > schema { throw damaged("a newer version of backroom has stored them") }
    do { return try JSONDecoder().decode(OfficeSettings.self, from: Data(data.bytes)) } catch {
      throw damaged("\(error)")
    }
  }

  private static func encode(_ settings: OfficeSettings) throws(SettingsStoreError) -> SessionData {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do { return SessionData(schema: schema, bytes: Array(try encoder.encode(settings))) } catch {
      throw damaged("\(error)")
    }
  }

  private static func damaged(_ reason: String) -> SettingsStoreError {
    SettingsStoreError("The stored settings cannot be used: \(reason).")
  }

  private static func failure(_ error: SessionStoreError) -> SettingsStoreError {
    switch error {
    case .damaged(let place, let reason), .inaccessible(let place, let reason):
      SettingsStoreError("The settings in \(place) cannot be read or stored: \(reason).")
    }
  }
}
