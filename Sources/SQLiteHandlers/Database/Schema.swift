import Analytics

/// The tables and indexes of a database, and the migrations that lead to them.
struct Schema: Sendable {
  /// The scripts that lead from each version to the next, the first of which creates version 1.
  ///
  /// A migration that has been released must not change.
  let migrations: [String]

  /// The version of a database after all migrations.
  var version: Int { migrations.count }

  /// The schema of this program.
  static let current = Schema(migrations: [
    products + events + outbox + sessions + changeCounts + derived, stock, changeLog,
  ])

  /// The number that marks the databases of this program: the letters "BRm1".
  ///
  /// Those from before the first release have another one.
  static let applicationID = 0x4252_6D31

  /// The products, and the last version of each deleted product, in version 1.
  ///
  /// No version is used again.
  ///
  /// `key` is the ID in a form in which equal IDs have equal scalars: "é" can be one scalar or two.
  private static let products = """
    CREATE TABLE product (
      number INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      price INTEGER NOT NULL,
      position INTEGER NOT NULL,
      version INTEGER NOT NULL
    );
    CREATE TABLE product_tag (
      product INTEGER NOT NULL REFERENCES product (number) ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      tag TEXT NOT NULL,
      PRIMARY KEY (product, ordinal)
    ) WITHOUT ROWID;
    CREATE TABLE deleted_product (key TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;

    """

  /// The stock of the products, where -1 stands for one that is not counted.
  private static let stock = "ALTER TABLE product ADD COLUMN stock INTEGER NOT NULL DEFAULT -1;"

  /// The recorded changes of the products, and the owners of the sessions, which are unknown for those before.
  private static let changeLog = """
    CREATE TABLE change_log (
      number INTEGER PRIMARY KEY,
      time INTEGER NOT NULL,
      author TEXT NOT NULL,
      summary TEXT NOT NULL
    );
    ALTER TABLE session ADD COLUMN owner TEXT NOT NULL DEFAULT '';
    """

  /// The events, and the IDs of their batches, so that none is stored twice.
  private static let events = """
    CREATE TABLE event (
      number INTEGER PRIMARY KEY,
      user BLOB NOT NULL CHECK (length(user) = 16),
      flag INTEGER NOT NULL,
      action TEXT NOT NULL,
      timestamp INTEGER NOT NULL
    );
    CREATE TABLE event_batch (id BLOB PRIMARY KEY CHECK (length(id) = 16)) WITHOUT ROWID;

    """

  /// The events that wait to be sent to servers, and the IDs of their batches.
  ///
  /// A number is never used again. In the columns `claim_end` and `copies_before`, -1 stands for no value.
  private static let outbox = """
    CREATE TABLE outbox (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      server TEXT NOT NULL,
      user BLOB NOT NULL CHECK (length(user) = 16),
      flag INTEGER NOT NULL,
      action TEXT NOT NULL,
      timestamp INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      claim_end INTEGER NOT NULL DEFAULT -1,
      copies_before INTEGER NOT NULL DEFAULT -1,
      failure TEXT NOT NULL DEFAULT '',
      refused INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE outbox_batch (id BLOB PRIMARY KEY CHECK (length(id) = 16)) WITHOUT ROWID;

    """

  /// The saved sessions.
  ///
  /// Those that could not be restored have negative numbers.
  private static let sessions = """
    CREATE TABLE session (
      number INTEGER PRIMARY KEY,
      schema INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      has_input INTEGER NOT NULL,
      contents BLOB NOT NULL
    );

    """

  /// How often the products and the events have been changed.
  private static let changeCounts = """
    CREATE TABLE change_count (part TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO change_count (part, count) VALUES ('events', 0), ('products', 0);

    """

  /// What can be rebuilt from the rest: the indexes, and the numbers of events of each hour, flag and kind of action.
  ///
  /// The indexes of the events contain all columns, so that events are filtered and sorted without reading their rows.
  /// Events of the same time are in the order in which they were stored: a list without their number after the time
  /// would have to be sorted. Hours are those of UTC.
  static let derived = """
    CREATE INDEX product_position ON product (position);
    CREATE INDEX event_time ON event (timestamp DESC, number, user, flag, action);
    CREATE INDEX event_user ON event (user, timestamp DESC, number, flag, action);
    CREATE INDEX outbox_event ON outbox (user, timestamp);
    CREATE TABLE event_count (
      start INTEGER NOT NULL,
      flag INTEGER NOT NULL,
      action TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (start, flag, action)
    ) WITHOUT ROWID;
    \(countsOfEvents)

    """

  /// Adds the numbers of all events to an empty table.
  static let countsOfEvents = """
    INSERT INTO event_count (start, flag, action, count)
    SELECT \(EventHour.startSQL(of: "timestamp")), flag, action, count(*) FROM event GROUP BY 1, 2, 3;
    """
}

extension SQLiteConnection {
  /// Checks that the file is a database of this program, and creates or migrates its tables.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - keepsEarlierVersion: Whether a file is copied before it is migrated.
  /// - Throws: An error if the file cannot be used. It has not been changed then.
  func prepareSchema(_ schema: Schema, keepsEarlierVersion: Bool = true) throws(DatabaseError) {
    try checkApplication(schema)
    try useWriteAheadLog()
    try runScript(Self.settings)
    versionWhenOpened = try schemaVersion()
    if versionWhenOpened >= schema.version { return }
    var copyPath: String?
    do throws(DatabaseError) {
      try transaction { () throws(DatabaseError) in
        // Another process may have migrated the file in the meantime.
        let version = try schemaVersion()
        if version >= schema.version { return }
        if version > 0, keepsEarlierVersion { copyPath = try backUp(beforeMigratingFrom: version) }
        for script in schema.migrations[version...] { try runScript(script) }
        try runScript("PRAGMA application_id = \(Schema.applicationID);\nPRAGMA user_version = \(schema.version)")
      }
      copyBeforeMigration = copyPath
    } catch {
      // The file still has the earlier version.
      if let copyPath { removeDatabaseFiles(copyPath) }
      throw error
    }
  }

  /// Throws an error if a file that cannot be changed is not a database of this version.
  func checkReadOnlySchema(_ schema: Schema) throws(DatabaseError) {
    try checkApplication(schema)
    versionWhenOpened = try schemaVersion()
    if versionWhenOpened == schema.version { return }
    throw DatabaseError(
      path,
      .cannotOpen(
        "it has the earlier format \(versionWhenOpened), and nothing can be written to migrate it; open it or a copy of it once "
          + "where that is possible"))
  }

  /// The settings of each connection.
  ///
  /// On Darwin, only a full fsync reaches the disk; other systems ignore the setting. An import of a million rows leaves
  /// a log of a gigabyte unless its size is limited.
  private static let settings = """
    PRAGMA foreign_keys = TRUE;
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = TRUE;
    PRAGMA checkpoint_fullfsync = TRUE;
    PRAGMA journal_size_limit = 67108864
    """

  /// Returns the version of the schema, which is 0 in an empty file.
  func schemaVersion() throws(DatabaseError) -> Int { try integer("PRAGMA user_version") ?? 0 }

  /// Throws an error if the file belongs to another program or to a newer version of this one.
  private func checkApplication(_ schema: Schema) throws(DatabaseError) {
    // One statement, because another process may create the tables at the same time.
    try run(
      """
      SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)
      FROM pragma_application_id, pragma_user_version
      """
    ) { row throws(DatabaseError) in
      let (application, version, objectCount) = (row.int(0), row.int(1), row.int(2))
      if application == Schema.applicationID {
        if version < 1 { throw DatabaseError(path, .corrupt("its format is \(version)")) }
        if version > schema.version { throw DatabaseError(path, .newer(version: version)) }
      } else if version != 0 || objectCount != 0 {
        throw DatabaseError(path, .belongsToAnotherProgram)
      }
    }
  }

  /// Lets processes read while another writes.
  func useWriteAheadLog() throws(DatabaseError) {
    var mode = ""
    try run("PRAGMA journal_mode") { row throws(DatabaseError) in mode = row.text(0) }
    if mode != "wal" && mode != "memory" { try run("PRAGMA journal_mode = WAL") }
  }
}
