public import Tables
public import Values

/// The settings of the shop.
public struct OfficeSettings: Hashable, Codable, Sendable {
  /// The name of the time zone, such as `Europe/Berlin`.
  public private(set) var timeZoneName = "UTC"
  /// The time zone in which days begin.
  public private(set) var timeZone = TimeZoneRules.utc
  /// The first day of a week.
  public private(set) var firstWeekday = Weekday.monday
  /// The filters of the products that have a name.
  public private(set) var productPresets: [Preset<RowFilter>] = []
  /// How amounts of money are shown.
  public private(set) var moneyFormat = MoneyFormat()
  /// The time zone of the shop while a program uses another one, or `nil`.
  private var replacedTimeZone: NamedTimeZone?
  /// The status of a time zone that was picked but is not used yet, or `nil`.
  public private(set) var timeZoneRequest: TimeZoneRequest?
  /// The number of changes that are being stored, or `nil` if none is.
  private var pendingChangeCount: Int?
  /// The changes that could not be stored, in their order, or `nil` if there are none.
  ///
  /// They are used all the same, and stored with the next change, or when the settings are loaded again.
  private var unstoredChanges: [Action]?
  /// The reason why the settings could not be loaded, or a change not be stored, last, or `nil`.
  public private(set) var storeFailure: String?

  private struct NamedTimeZone: Hashable, Codable, Sendable {
    let name: String
    let zone: TimeZoneRules
  }

  /// The status of a time zone that was picked.
  public enum TimeZoneRequest: Hashable, Codable, Sendable {
    /// The time zone is being loaded.
    case loading(name: String)
    /// The time zone could not be loaded.
    case failed(name: String, reason: String)
  }

  /// Creates the settings of a shop in UTC whose weeks begin on Monday.
  public init() {}

  /// An action of the user, or a response.
  public enum Action: Hashable, Codable, Sendable {
    /// The settings of the shop were loaded.
    case restored(OfficeSettings)
    /// A change was stored, and these are the settings of the shop now.
    case stored(OfficeSettings)
    /// A change could not be stored.
    indirect case storingFailed(Action, reason: String)
    /// The settings of the shop could not be loaded.
    case loadingFailed(reason: String)
    /// The user picked the first day of a week.
    case firstWeekdayPicked(Weekday)
    /// The user saved a filter of the products under a name, in place of an earlier one with this name.
    case productPresetSaved(Preset<RowFilter>)
    /// The user removed a named filter of the products.
    case productPresetRemoved(name: String)
    /// The user picked a currency, or none.
    case currencyPicked(String)
    /// The user picked the separator of thousands.
    case groupingPicked(MoneyFormat.Grouping)
    /// The user picked a time zone.
    case timeZonePicked(name: String)
    /// The time zone was loaded.
    case timeZoneLoaded(name: String, TimeZoneRules)
    /// This program uses another time zone than the shop, which keeps its own.
    case timeZoneReplaced(name: String, TimeZoneRules)
    /// The time zone could not be loaded.
    case timeZoneFailed(name: String, reason: String)

    /// A Boolean value that indicates whether the action is no choice of the user.
    var isResponse: Bool {
      switch self {
      case .timeZoneLoaded, .timeZoneFailed, .restored, .stored, .storingFailed, .loadingFailed: true
      case .firstWeekdayPicked, .productPresetSaved, .productPresetRemoved, .currencyPicked, .groupingPicked,
        .timeZonePicked, .timeZoneReplaced:
        false
      }
    }
  }

  /// The settings for a saved session, in which the time zone is that of the shop.
  var savedSettings: OfficeSettings {
    var saved = self
    if case .failed? = saved.timeZoneRequest { saved.timeZoneRequest = nil }
    if let shop = saved.replacedTimeZone.take() { (saved.timeZoneName, saved.timeZone) = (shop.name, shop.zone) }
    return saved
  }

  /// The settings that all programs share.
  var sharedSettings: OfficeSettings {
    var shared = savedSettings
    shared.storeFailure = nil
    (shared.timeZoneRequest, shared.pendingChangeCount, shared.unstoredChanges) = (nil, nil, nil)
    return shared
  }

  /// Returns the settings after a change.
  package func applying(_ change: Action) -> OfficeSettings {
    var changed = self
    _ = changed.apply(change)
    return changed.sharedSettings
  }

  /// Uses the settings of the shop, in which this program can use another time zone.
  ///
  /// What is being stored is newer: the shop's settings come with the response. What could not be stored is newer, too.
  package mutating func use(_ shared: OfficeSettings) {
    if isStoring { return }
    let (unstored, failure) = (unstoredChanges, storeFailure)
    var new = shared.sharedSettings
    for change in unstored ?? [] { new = new.applying(change) }
    if replacedTimeZone != nil {
      new.replacedTimeZone = NamedTimeZone(name: new.timeZoneName, zone: new.timeZone)
      (new.timeZoneName, new.timeZone) = (timeZoneName, timeZone)
    }
    new.timeZoneRequest = timeZoneRequest
    (new.unstoredChanges, new.storeFailure) = (unstored, unstored == nil ? nil : failure)
    self = new
  }

  /// Returns the changes that are stored after an action, which are counted: those that could not be stored before, and
  /// a new one.
  mutating func changesToStore(after action: Action, before: OfficeSettings) -> [Action] {
    var new: [Action] = []
    switch action {
    case .stored, .storingFailed, .loadingFailed, .timeZoneFailed, .timeZoneReplaced: return []
    case .restored: if isStoring { return [] }
    case .firstWeekdayPicked, .productPresetSaved, .productPresetRemoved, .currencyPicked, .groupingPicked,
      .timeZonePicked, .timeZoneLoaded:
      new = sharedSettings == before.sharedSettings ? [] : [action]
    }
    let changes = (unstoredChanges ?? []) + new
    if changes.isEmpty { return [] }
    (unstoredChanges, storeFailure) = (nil, nil)
    pendingChangeCount = (pendingChangeCount ?? 0) + changes.count
    return changes
  }

  private mutating func endStoring() { pendingChangeCount = pendingChangeCount.flatMap { $0 > 1 ? $0 - 1 : nil } }

  /// A Boolean value that indicates whether changes are being stored.
  public var isStoring: Bool { pendingChangeCount != nil }

  /// A Boolean value that indicates whether a time zone is being loaded.
  public var isLoadingTimeZone: Bool { if case .loading? = timeZoneRequest { true } else { false } }

  /// Reduces an action, and returns the name of the time zone to load, or `nil`.
  mutating func apply(_ action: Action) -> String? {
    switch action {
    case .restored(let settings): use(settings)
    case .stored(let settings):
      endStoring()
      use(settings)
    case .storingFailed(let change, let reason):
      endStoring()
      unstoredChanges = (unstoredChanges ?? []) + [change]
      storeFailure = reason
    case .loadingFailed(let reason): storeFailure = reason
    case .firstWeekdayPicked(let weekday): firstWeekday = weekday
    case .productPresetSaved(let preset): productPresets.save(preset.query, named: preset.name)
    case .productPresetRemoved(let name): productPresets.removeAll { $0.name == name }
    case .currencyPicked(let currency): moneyFormat.currency = currency.trimmed
    case .groupingPicked(let grouping): moneyFormat.grouping = grouping
    case .timeZonePicked(let name):
      timeZoneRequest = name == timeZoneName ? nil : .loading(name: name)
      return name == timeZoneName ? nil : name
    case .timeZoneLoaded(let name, let zone):
      (timeZoneName, timeZone, timeZoneRequest, replacedTimeZone) = (name, zone, nil, nil)
    case .timeZoneReplaced(let name, let zone):
      replacedTimeZone = replacedTimeZone ?? NamedTimeZone(name: timeZoneName, zone: timeZone)
      (timeZoneName, timeZone) = (name, zone)
    case .timeZoneFailed(let name, let reason): timeZoneRequest = .failed(name: name, reason: reason)
    }
    return nil
  }
}

/// The source of time zones: a port that the database of the system implements.
public protocol TimeZoneSource: Sendable {
  /// Returns the time zone with a name, such as `Europe/Berlin`.
  func timeZone(named name: String) async throws(TimeZoneError) -> TimeZoneRules
}

/// The time zones in the files that most Unix systems have.
public struct TimeZoneFiles: TimeZoneSource {
  private let readFile: @Sendable (_ path: String) -> [UInt8]?

  private static let folder = "/usr/share/zoneinfo"

  /// Creates a source.
  ///
  /// - Parameter readFile: A closure that returns the bytes of a file, or `nil` if it cannot be read.
  public init(readFile: @escaping @Sendable (_ path: String) -> [UInt8]?) { self.readFile = readFile }

  /// Returns the path of the file of a time zone.
  ///
  /// The name cannot lead out of the folder.
  private static func path(ofName name: String) throws(TimeZoneError) -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty
        && part.unicodeScalars.allSatisfy {
          $0.isASCII && ($0.properties.isAlphabetic || "0123456789_+-".unicodeScalars.contains($0))
        }
    }
    if isName { return "\(folder)/\(name)" }
    throw .invalidName
  }

  /// Returns the time zone with a name, such as `Europe/Berlin`.
  public func timeZone(named name: String) throws(TimeZoneError) -> TimeZoneRules {
    try Self.timeZone(named: name, readFile: readFile)
  }

  /// Returns the time zone with a name, from the file that a closure reads.
  package static func timeZone(
    named name: String, readFile: (_ path: String) -> [UInt8]?
  ) throws(TimeZoneError) -> TimeZoneRules {
    if name == "UTC" { return .utc }
    guard let bytes = readFile(try path(ofName: name)) else { throw TimeZoneError("no such time zone in \(folder)") }
    return try TimeZoneRules(parsing: bytes)
  }
}

extension TimeZoneError {
  /// The error for a text that is not the name of a time zone.
  package static let invalidName = TimeZoneError("expected a name such as Europe/Berlin, or UTC")
}
