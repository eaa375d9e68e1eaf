/// The tables and indexes of a database, and the migrations that lead to them.
enum Schema {
  /// The number that marks the databases of this program: the letters "Back".
  static let applicationID = 0x4261_636B

  /// The version of a database after all migrations.
  static var latestVersion: Int { migrations.count }

  /// The migrations: the first creates version 1, and each of the others leads from a version to the next.
  ///
  /// A migration that has been released must not change.
  static let migrations = [
    products + events, sessions, eventCounts, outbox, userCounts + dayCounts + changeCounts, userGroupCounts,
    batches, groupCounts + userDayCounts,
  ]

  /// The version whose numbers of groups of users must be filled after its migration.
  static let groupCountsVersion = 8

  /// The products.
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
    CREATE INDEX product_position ON product (position);
    CREATE TABLE product_tag (
      product INTEGER NOT NULL REFERENCES product (number) ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      tag TEXT NOT NULL,
      PRIMARY KEY (product, ordinal)
    ) WITHOUT ROWID;

    """

  /// The events.
  ///
  /// Each index ends with the time in descending order, so that a filter and the order of the list use one index.
  /// Events of the same time are in the order in which they were stored.
  private static let events = """
    CREATE TABLE event (
      number INTEGER PRIMARY KEY,
      user BLOB NOT NULL CHECK (length(user) = 16),
      flag INTEGER NOT NULL,
      action TEXT NOT NULL,
      timestamp INTEGER NOT NULL
    );
    CREATE INDEX event_time ON event (timestamp DESC);
    CREATE INDEX event_user ON event (user, timestamp DESC);
    CREATE INDEX event_flag ON event (flag, timestamp DESC);
    CREATE INDEX event_action ON event (action, timestamp DESC);
    CREATE INDEX event_flag_action ON event (flag, action, timestamp DESC);

    """

  /// The numbers of events of each hour, flag and kind of action.
  private static let eventCounts = """
    CREATE TABLE event_count (
      start INTEGER NOT NULL,
      flag INTEGER NOT NULL,
      action TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (start, flag, action)
    ) WITHOUT ROWID;
    INSERT INTO event_count (start, flag, action, count)
    SELECT timestamp - (timestamp % 3600000 + 3600000) % 3600000, flag, action, count(*) FROM event GROUP BY 1, 2, 3;

    """

  /// The saved session in row 1, and earlier ones that could not be restored.
  private static let sessions = """
    CREATE TABLE session (
      number INTEGER PRIMARY KEY,
      schema INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      contents BLOB NOT NULL
    );

    """

  /// The events that wait to be sent to servers.
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
    CREATE INDEX outbox_event ON outbox (user, timestamp);

    """

  /// The numbers of events of each user, flag and kind of action.
  ///
  /// The index of the user contains all columns, so that the events of a user are filtered without reading their rows.
  private static let userCounts = """
    CREATE TABLE event_user_count (
      user BLOB NOT NULL,
      flag INTEGER NOT NULL,
      action TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (user, flag, action)
    ) WITHOUT ROWID;
    INSERT INTO event_user_count (user, flag, action, count)
    SELECT user, flag, action, count(*) FROM event GROUP BY user, flag, action;
    DROP INDEX event_user;
    CREATE INDEX event_user_time ON event (user, timestamp DESC, number, flag, action);

    """

  /// The numbers of events of each day, flag and kind of action.
  ///
  /// Days and hours are those of UTC.
  private static let dayCounts = """
    CREATE TABLE event_day_count (
      start INTEGER NOT NULL,
      flag INTEGER NOT NULL,
      action TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (start, flag, action)
    ) WITHOUT ROWID;
    INSERT INTO event_day_count (start, flag, action, count)
    SELECT start - (start % 86400000 + 86400000) % 86400000, flag, action, sum(count) FROM event_count GROUP BY 1, 2, 3;

    """

  /// The numbers of events of all users whose IDs begin with the same byte, for each flag and kind of action.
  private static let userGroupCounts = """
    CREATE TABLE event_user_group_count (
      prefix BLOB NOT NULL,
      flag INTEGER NOT NULL,
      action TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (prefix, flag, action)
    ) WITHOUT ROWID;
    INSERT INTO event_user_group_count (prefix, flag, action, count)
    SELECT substr(user, 1, 1), flag, action, sum(count) FROM event_user_count GROUP BY 1, 2, 3;

    """

  /// The IDs of the batches of events that were stored, so that none is stored twice.
  private static let batches = """
    CREATE TABLE event_batch (id BLOB PRIMARY KEY CHECK (length(id) = 16)) WITHOUT ROWID;
    CREATE TABLE outbox_batch (id BLOB PRIMARY KEY CHECK (length(id) = 16)) WITHOUT ROWID;

    """

  /// The numbers of events of groups of users, flags and kinds of action: of each 32 days, day and hour.
  ///
  /// They replace those of groups of users at any time.
  private static let groupCounts = """
    CREATE TABLE event_group_block_count (start INTEGER PRIMARY KEY, counts BLOB NOT NULL);
    CREATE TABLE event_group_day_count (start INTEGER PRIMARY KEY, counts BLOB NOT NULL);
    CREATE TABLE event_group_hour_count (start INTEGER PRIMARY KEY, counts BLOB NOT NULL);
    DROP TABLE event_user_group_count;

    """

  /// The numbers of events of each frequent user, day, flag and kind of action.
  ///
  /// Frequent users have at least 50,000 events.
  private static let userDayCounts = """
    CREATE TABLE event_user_day_count (
      user BLOB NOT NULL,
      start INTEGER NOT NULL,
      flag INTEGER NOT NULL,
      action TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (user, start, flag, action)
    ) WITHOUT ROWID;
    INSERT INTO event_user_day_count (user, start, flag, action, count)
    SELECT user,
      CASE WHEN timestamp < -9223372036828800000 THEN -9223372036854775808
      ELSE timestamp - (timestamp % 86400000 + 86400000) % 86400000 END, flag, action, count(*) FROM event
    WHERE user IN (SELECT user FROM event_user_count GROUP BY user HAVING sum(count) >= 50000) GROUP BY 1, 2, 3, 4;

    """

  /// How often the products and the events have been changed.
  private static let changeCounts = """
    CREATE TABLE change_count (part TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO change_count (part, count) VALUES ('events', 0), ('products', 0);

    """
}

extension SQLiteConnection {
  /// Checks that the file is a database of this program, and creates or migrates its tables.
  ///
  /// - Parameters:
  ///   - target: The version to migrate to.
  ///   - keepsEarlierVersion: Whether a file is copied before it is migrated.
  /// - Throws: An error if the file cannot be used. It has not been changed then.
  func prepareSchema(
    version target: Int = Schema.latestVersion, keepsEarlierVersion: Bool = true
  ) throws(DatabaseError) {
    try checkApplication()
    try useWriteAheadLog()
    try runScript(Self.settings)
    versionWhenOpened = try schemaVersion()
    if versionWhenOpened >= target { return }
    var copyPath: String?
    do throws(DatabaseError) {
      try transaction { () throws(DatabaseError) in
        // Another process may have migrated the file in the meantime.
        let version = try schemaVersion()
        if version >= target { return }
        if version > 0, keepsEarlierVersion { copyPath = try backUp(beforeMigratingFrom: version) }
        for (index, script) in zip(version..., Schema.migrations[version..<target]) {
          try runScript(script)
          if index + 1 == Schema.groupCountsVersion { try fillGroupCounts() }
        }
        try runScript("PRAGMA application_id = \(Schema.applicationID);\nPRAGMA user_version = \(target)")
      }
      copyBeforeMigration = copyPath
    } catch {
      // The file still has the earlier version.
      if let copyPath { removeDatabaseFiles(copyPath) }
      throw error
    }
  }

  /// Throws an error if a file that cannot be changed is not a database of this version.
  func checkReadOnlySchema() throws(DatabaseError) {
    try checkApplication()
    versionWhenOpened = try schemaVersion()
    if versionWhenOpened == Schema.latestVersion { return }
    throw DatabaseError(
      path,
      .cannotOpen(
        "it has the earlier format \(versionWhenOpened) and is on a read-only file system; copy it to a folder that can be "
          + "written, where it is migrated"))
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
  private func checkApplication() throws(DatabaseError) {
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
        if version > Schema.latestVersion { throw DatabaseError(path, .newer(version: version)) }
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
