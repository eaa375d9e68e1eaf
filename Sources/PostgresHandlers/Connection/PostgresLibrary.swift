import CPostgreSQL

/// The libpq library, which is loaded when the first server is used.
enum PostgresLibrary {
  /// The oldest version of the library and of servers that was tested.
  static let minimumVersion: Int32 = 150_000

  /// The oldest version that was tested, for messages.
  static var minimumVersionText: String { versionText(minimumVersion) }

  /// Loads the library.
  ///
  /// - Parameter address: The server that it is loaded for, which an error names.
  /// - Throws: An error if the library is missing or too old.
  static func load(for address: String) throws(PostgresError) {
    if let reason = unsafe cpostgresql_load() {
      throw PostgresError(address, .libraryMissing(unsafe String(cString: reason)))
    }
    try check(cpostgresql_libVersion(), for: address)
  }

  /// Throws an error if a version of the library is too old.
  static func check(_ version: Int32, for address: String) throws(PostgresError) {
    if version < minimumVersion { throw PostgresError(address, .libraryTooOld(version: versionText(version))) }
  }

  /// Returns the text of a version, such as `15.4`.
  static func versionText(_ number: Int32) -> String { "\(number / 10_000).\(number % 10_000)" }
}

/// The codes of the C interface that the module uses.
enum PostgresCode {
  static let connectionIsGood: Int32 = 0

  static let commandSucceeded: Int32 = 1
  static let rowsFollow: Int32 = 2
  static let copyBegins: Int32 = 4

  static let transactionIsIdle: Int32 = 0

  /// The severity in English.
  static let severityField: Int32 = 86
  static let sqlStateField: Int32 = 67
  static let messageField: Int32 = 77
  static let detailField: Int32 = 68
}
