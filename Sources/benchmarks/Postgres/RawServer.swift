#if Databases
  import Analytics
  import CPostgreSQL
  import Foundation
  import Values

  /// A database on a server that is used by calls of libpq alone.
  final class RawServer {
    private let connection: OpaquePointer

    /// Connects to a database, in which the tables exist.
    init(_ address: String) {
      precondition(cpostgresql_load() == nil, "libpq is missing")
      let opened = address.withCString { address in
        "dbname".withCString { name in cpostgresql_connect([name, nil], [address, nil], 1) }
      }
      guard let opened, cpostgresql_status(opened) == 0 else { preconditionFailure("\(address) cannot be reached") }
      connection = opened
    }

    deinit { cpostgresql_finish(connection) }

    /// Runs a statement, and passes its result to a closure.
    @discardableResult
    func run<Answer>(_ sql: String, _ values: [String] = [], _ body: (OpaquePointer) -> Answer) -> Answer {
      func run(_ pointers: [UnsafePointer<CChar>?], _ rest: ArraySlice<String>) -> OpaquePointer? {
        guard let value = rest.first else {
          return cpostgresql_execParams(connection, sql, Int32(values.count), nil, pointers, nil, nil, 0)
        }
        return value.withCString { run(pointers + [$0], rest.dropFirst()) }
      }
      guard let result = run([], values[...]), [1, 2, 4].contains(cpostgresql_resultStatus(result)) else {
        preconditionFailure("\(sql): \(String(cString: cpostgresql_errorMessage(connection)))")
      }
      defer { cpostgresql_clear(result) }
      return body(result)
    }

    func execute(_ sql: String, _ values: [String] = []) { run(sql, values) { _ in } }

    /// Runs a closure in a transaction that only reads.
    func inTransaction(_ body: () -> Void) {
      execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      body()
      execute("COMMIT")
    }

    /// Runs a statement in a transaction that only reads, and passes its result to a closure.
    func read(_ sql: String, _ values: [String] = [], _ body: (OpaquePointer) -> Int) -> Int {
      var answer = 0
      inTransaction { answer = run(sql, values, body) }
      return answer
    }

    /// Runs a closure in a transaction that changes a kind of data.
    func write(_ kind: String, _ body: () -> Void) {
      execute("BEGIN ISOLATION LEVEL READ COMMITTED")
      body()
      execute(
        """
        INSERT INTO change_count (part, connection, count, changed) VALUES ($1, 1, 1, now())
        ON CONFLICT (part, connection) DO UPDATE SET count = change_count.count + 1, changed = excluded.changed
        RETURNING count
        """, [kind])
      execute("COMMIT")
      cpostgresql_clear(cpostgresql_exec(connection, "SET LOCAL synchronous_commit = off; NOTIFY backroom, '1'"))
    }

    /// Reads the columns of the events that a statement returns, and returns their number.
    func readEvents(_ sql: String, _ values: [String] = []) -> Int {
      read(sql, values) { result in
        var sum = 0
        let count = cpostgresql_ntuples(result)
        for row in 0..<count {
          for column: Int32 in 0..<5 {
            let text = cpostgresql_getvalue(result, row, column)
            // The numbers are parsed, the others are looked at.
            sum &+= column > 2 ? Int(String(cString: text)) ?? 0 : Int(text.pointee)
          }
        }
        return sum == 0 ? 0 : Int(count)
      }
    }

    func copy(_ sql: String, _ lines: String) {
      execute(sql)
      var lines = lines
      lines.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          guard let start = $0.baseAddress else { return }
          _ = cpostgresql_putCopyData(connection, start, Int32($0.count))
        }
      }
      _ = cpostgresql_putCopyEnd(connection, nil)
      while let result = cpostgresql_getResult(connection) { cpostgresql_clear(result) }
    }

    /// Stores events, and adds the numbers of each hour.
    func insert(_ events: [UserEvent]) {
      write("events") {
        var lines = ""
        var counts: [[String]: Int] = [:]
        for event in events {
          let (time, flag) = (event.timestamp.milliseconds, event.flag ? "t" : "f")
          lines += "\(event.userID.uuidString)\t\(flag)\t\(event.action.rawValue)\t\(time)\n"
          counts[["\(time / 3_600_000 * 3_600_000)", flag, event.action.rawValue], default: 0] += 1
        }
        copy("COPY event (\"user\", flag, action, timestamp) FROM STDIN", lines)
        let sorted = counts.sorted { $0.key[0] < $1.key[0] }
        execute(
          """
          INSERT INTO event_count (start, flag, action, slot, count)
          SELECT start, flag, action, 0, count
          FROM unnest($1::bigint[], $2::boolean[], $3::text[], $4::bigint[]) AS new (start, flag, action, count)
          ON CONFLICT (start, flag, action, slot) DO UPDATE SET count = event_count.count + excluded.count
          """,
          (0..<3).map { column in "{\(sorted.map { $0.key[column] }.joined(separator: ","))}" }
            + ["{\(sorted.map { "\($0.value)" }.joined(separator: ","))}"])
      }
    }

    /// Inserts products with a tag.
    func insertProducts(_ count: Int) {
      write("products") {
        execute("SELECT id FROM product_order FOR UPDATE")
        let keys = "{\((1...count).map { "p\($0)" }.joined(separator: ","))}"
        execute(
          """
          SELECT id, name, price, tags, stock, position, version, key FROM product WHERE key = ANY ($1::text[])
          ORDER BY key FOR UPDATE
          """, [keys])
        execute("SELECT key, version FROM deleted_product WHERE key = ANY ($1::text[])", [keys])
        execute("SELECT max(position) FROM product")
        let lines = (1...count).map { "p\($0)\tp\($0)\tProduct \($0)\t\($0)\t{home}\t\\N\t1\t\($0)\n" }
        copy("COPY product (key, id, name, price, tags, stock, version, position) FROM STDIN", lines.joined())
      }
    }
  }
#endif
