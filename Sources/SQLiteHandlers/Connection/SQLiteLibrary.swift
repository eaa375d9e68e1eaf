import CSQLite

/// The SQLite library, which is loaded when the first database is opened.
enum SQLiteLibrary {
  /// The version with which translated conditions work: 3.32.0.
  private static let minimumVersion: Int32 = 3_032_000

  /// The oldest version that works, for messages.
  static var minimumVersionText: String { versionText(minimumVersion) }

  /// Loads the library.
  ///
  /// - Parameter path: The database that it is loaded for, which an error names.
  /// - Throws: An error if the library is missing or too old.
  static func load(for path: String) throws(DatabaseError) {
    if let reason = unsafe csqlite_load() { throw DatabaseError(path, .libraryMissing(unsafe String(cString: reason))) }
    let version = csqlite_libversion_number()
    if version < minimumVersion { throw DatabaseError(path, .libraryTooOld(version: versionText(version))) }
  }

  private static func versionText(_ number: Int32) -> String {
    "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)"
  }
}

/// The result codes and flags of the C interface that the module uses.
enum SQLiteCode {
  static let ok: Int32 = 0
  static let error: Int32 = 1
  static let busy: Int32 = 5
  static let locked: Int32 = 6
  static let readOnly: Int32 = 8
  /// The log and the shared memory cannot be created in a read-only folder.
  static let readOnlyDirectory: Int32 = 1544
  static let interrupted: Int32 = 9
  static let inputOutput: Int32 = 10
  static let corrupt: Int32 = 11
  static let full: Int32 = 13
  static let cannotOpen: Int32 = 14
  static let tooBig: Int32 = 18
  static let notADatabase: Int32 = 26
  static let row: Int32 = 100
  static let done: Int32 = 101

  static let openReadOnly: Int32 = 0x1
  static let openReadWrite: Int32 = 0x2
  static let openCreate: Int32 = 0x4
  static let openURI: Int32 = 0x40
  static let openNoMutex: Int32 = 0x8000
  /// The flag for statements that are kept for later.
  static let preparePersistent: UInt32 = 0x1

  static let typeOfBlob: Int32 = 4
  static let typeOfNull: Int32 = 5
}
