/// The tables and indexes of a database, and the migrations that lead to them.
struct PostgresSchema: Sendable {
  /// The scripts that lead from each version to the next, the first of which creates version 1.
  ///
  /// A migration that has been released must not change.
  let migrations: [String]

  /// The version of a database after all migrations.
  var version: Int { migrations.count }

  /// The schema of this program.
  static let current = PostgresSchema(migrations: [products + events + outbox + sessions + changeCounts])

  /// The name of the program in the table of the version.
  static let application = "backroom"

  /// The names of the tables.
  static let tables = [
    "backroom_version", "product", "product_order", "deleted_product", "change_log", "event", "event_count",
    "event_batch", "outbox", "outbox_batch", "session", "change_count",
  ]

  /// The products, and the last version of each deleted product, which is not used again.
  ///
  /// `key` is the ID in a form in which equal IDs have equal scalars: "é" can be one scalar or two. The collation "C"
  /// compares texts by their scalars. The row of `product_order` is locked by those who change the order, and never
  /// changed.
  private static let products = """
    CREATE TABLE product (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key text COLLATE "C" NOT NULL UNIQUE,
      id text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      price bigint NOT NULL,
      tags text[] COLLATE "C" NOT NULL,
      stock bigint,
      position bigint NOT NULL,
      version bigint NOT NULL
    );
    CREATE INDEX product_position ON product (position, number);
    CREATE TABLE product_order (id integer PRIMARY KEY);
    INSERT INTO product_order (id) VALUES (1);
    CREATE TABLE deleted_product (key text COLLATE "C" PRIMARY KEY, version bigint NOT NULL);
    CREATE TABLE change_log (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      time bigint NOT NULL,
      author text NOT NULL,
      summary text NOT NULL
    );

    """

  /// The events, the IDs of their batches, and the numbers of events of each hour, flag and kind of action.
  ///
  /// Times are milliseconds since 1970, because a `timestamp` does not have all of them. Each number of events is
  /// divided into slots, so that transactions do not wait for each other.
  private static let events = """
    CREATE TABLE event (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      "user" uuid NOT NULL,
      flag boolean NOT NULL,
      action text COLLATE "C" NOT NULL,
      timestamp bigint NOT NULL
    );
    CREATE INDEX event_time ON event (timestamp DESC, number) INCLUDE ("user", flag, action);
    CREATE INDEX event_user ON event ("user", timestamp DESC, number) INCLUDE (flag, action);
    CREATE TABLE event_batch (id uuid PRIMARY KEY);
    CREATE TABLE event_count (
      start bigint NOT NULL,
      flag boolean NOT NULL,
      action text COLLATE "C" NOT NULL,
      slot integer NOT NULL,
      count bigint NOT NULL,
      PRIMARY KEY (start, flag, action, slot)
    );

    """

  /// The events that wait to be sent to servers, and the IDs of their batches.
  private static let outbox = """
    CREATE TABLE outbox (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      server text COLLATE "C" NOT NULL,
      "user" uuid NOT NULL,
      flag boolean NOT NULL,
      action text COLLATE "C" NOT NULL,
      timestamp bigint NOT NULL,
      attempts bigint NOT NULL DEFAULT 0,
      claim_end bigint,
      copies_before bigint,
      failure text,
      refused boolean NOT NULL DEFAULT FALSE
    );
    CREATE INDEX outbox_event ON outbox (server, "user", timestamp);
    CREATE TABLE outbox_batch (id uuid PRIMARY KEY);

    """

  /// The saved sessions.
  ///
  /// Those that could not be restored have negative numbers.
  private static let sessions = """
    CREATE SEQUENCE session_number;
    CREATE SEQUENCE session_revision;
    CREATE TABLE session (
      number bigint PRIMARY KEY,
      schema bigint NOT NULL,
      revision bigint NOT NULL,
      has_input boolean NOT NULL,
      contents bytea NOT NULL,
      owner text COLLATE "C" NOT NULL
    );

    """

  /// How often each connection has changed each kind of data.
  ///
  /// Connection 0 has the sum of those that have changed nothing for a long time.
  private static let changeCounts = """
    CREATE TABLE change_count (
      part text COLLATE "C" NOT NULL,
      connection bigint NOT NULL,
      count bigint NOT NULL,
      changed timestamptz NOT NULL,
      PRIMARY KEY (part, connection)
    );

    """
}

/// What may be done when a database is opened.
struct PostgresAccess: Sendable {
  /// Whether a database without tables is an error.
  var mustExist = false
  /// Whether every change of the data is an error.
  var isReadOnly = false
}

extension PostgresConnection {
  /// Connects to a database, and creates or migrates its tables if necessary.
  static func openPrepared(
    _ address: PostgresAddress, _ schema: PostgresSchema, _ access: PostgresAccess
  ) throws(PostgresError) -> PostgresConnection {
    let connection = try PostgresConnection(address)
    try connection.prepare(schema, access)
    return connection
  }

  private func prepare(_ schema: PostgresSchema, _ access: PostgresAccess) throws(PostgresError) {
    if serverVersion < PostgresLibrary.minimumVersion {
      throw PostgresError(
        address, .serverTooOld(version: PostgresLibrary.versionText(serverVersion)))
    }
    if serverEncoding != "UTF8" { throw PostgresError(address, .otherEncoding(serverEncoding)) }
    // A transaction whose program has disappeared must not keep its locks for long.
    try runScript(
      """
      SET client_min_messages = warning; SET bytea_output = hex; SET idle_in_transaction_session_timeout = 60000;
      \(access.isReadOnly ? "SET default_transaction_read_only = on" : "")
      """)
    let version = try schemaVersion(atMost: schema.version)
    versionWhenOpened = version
    if version == schema.version { return }
    if version == 0, access.mustExist { throw PostgresError(address, .missing) }
    if access.isReadOnly { throw PostgresError(address, version == 0 ? .missing : .older(version: version)) }
    try migrate(to: schema)
  }

  /// Returns the version of the tables, which is 0 if there are none.
  ///
  /// - Throws: An error if the tables belong to another program or a newer version.
  func schemaVersion(atMost known: Int = .max) throws(PostgresError) -> Int {
    let row = try run(
      """
      SELECT current_schema(), to_regclass(quote_ident(current_schema()) || '.backroom_version') IS NOT NULL,
        (SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
         WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'f', 'm', 'v')
           AND NOT EXISTS (
             SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')),
        (SELECT count(*) FROM pg_attribute WHERE attname IN ('application', 'version')
           AND attrelid = to_regclass(quote_ident(current_schema()) || '.backroom_version'))
      """
    ).firstRow
    guard let row, !row.isNull(0) else {
      throw PostgresError(
        address, .missingRights("the user can use no schema of the search path"))
    }
    if !row.boolean(1) {
      if row.int(2) == 0 { return 0 }
      throw PostgresError(address, .belongsToAnotherProgram(schema: row.text(0)))
    }
    let stored = row.int(3) == 2 ? try run("SELECT application, version FROM backroom_version").firstRow : nil
    guard let stored, stored.text(0) == PostgresSchema.application else {
      throw PostgresError(address, .belongsToAnotherProgram(schema: row.text(0)))
    }
    if stored.int(1) > known { throw PostgresError(address, .newer(version: stored.int(1))) }
    return stored.int(1)
  }

  private func migrate(to schema: PostgresSchema) throws(PostgresError) {
    try runToEnd("BEGIN")
    do throws(PostgresError) {
      // Another program may create the tables at the same time.
      try run("SELECT pg_advisory_xact_lock(\(Self.migrationLock))")
      let version = try schemaVersion(atMost: schema.version)
      if version < schema.version {
        if version == 0 {
          try runScript("CREATE TABLE backroom_version (application text NOT NULL, version integer NOT NULL)")
        }
        for script in schema.migrations[version...] { try runScript(script) }
        try run("DELETE FROM backroom_version")
        try run(
          "INSERT INTO backroom_version (application, version) VALUES ($1, $2::bigint::integer)",
          [.text(PostgresSchema.application), PostgresValue(schema.version)])
      }
      try run("COMMIT")
    } catch {
      rollBack()
      throw error
    }
  }

  /// The lock of migrations: the letters "BRm1".
  private static let migrationLock = 0x4252_6D31
}
