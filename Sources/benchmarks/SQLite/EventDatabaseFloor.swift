#if Databases
  import Analytics
  import CSQLite
  import Foundation
  import Values

  /// A folder for the files of benchmarks, which is removed when the program ends.
  enum BenchmarkFolder {
    private static let path: String = {
      let path = NSTemporaryDirectory() + "/backroom-benchmarks-\(getpid())"
      mkdir(path, 0o700)
      atexit { try? FileManager.default.removeItem(atPath: BenchmarkFolder.path) }
      return path
    }()

    static func path(_ name: String) -> String { "\(path)/\(name)" }
  }

  /// A database that is used by calls of SQLite's C interface alone.
  final class RawDatabase {
    private var database: OpaquePointer?

    /// Opens a file, in which the tables exist.
    init(_ path: String) {
      precondition(csqlite_load() == nil && csqlite_open_v2(path, &database, 2, nil) == 0, "\(path) cannot be opened")
      execute("PRAGMA synchronous = FULL")
    }

    func execute(_ sql: String) {
      let statement = prepare(sql)
      csqlite_step(statement)
      csqlite_finalize(statement)
    }

    func prepare(_ sql: String) -> OpaquePointer {
      var statement: OpaquePointer?
      guard let database, csqlite_prepare_v3(database, sql, -1, 0, &statement, nil) == 0, let statement else {
        preconditionFailure("\(sql) cannot be prepared")
      }
      return statement
    }

    var lastInsertedRow: Int64 { database.map(csqlite_last_insert_rowid) ?? 0 }

    /// Returns the first integer that a statement returns.
    func integer(_ sql: String) -> Int64 {
      let statement = prepare(sql)
      defer { csqlite_finalize(statement) }
      csqlite_step(statement)
      return csqlite_column_int64(statement, 0)
    }

    /// Reads the columns of the events that a statement returns, and returns their number.
    func readEvents(_ sql: String) -> Int {
      let statement = prepare(sql)
      var (count, sum) = (0, Int64(0))
      while csqlite_step(statement) == 100 {
        let user = csqlite_column_blob(statement, 0)?.load(as: UInt8.self) ?? 0
        let action = csqlite_column_text(statement, 2)?.pointee ?? 0
        sum &+= csqlite_column_int64(statement, 3) &+ csqlite_column_int64(statement, 1)
        sum &+= Int64(user) &+ Int64(action) &+ csqlite_column_int64(statement, 4)
        count += 1
      }
      csqlite_finalize(statement)
      return sum == 0 ? 0 : count
    }

    func insert(_ events: [UserEvent]) {
      execute("BEGIN IMMEDIATE")
      let statement = prepare("INSERT INTO event (user, flag, action, timestamp) VALUES (?, ?, ?, ?)")
      for event in events {
        withUnsafePointer(to: event.userID.uuid) { _ = csqlite_bind_blob(statement, 1, $0, 16) }
        csqlite_bind_int64(statement, 2, event.flag ? 1 : 0)
        csqlite_bind_text(statement, 3, event.action.rawValue, -1)
        csqlite_bind_int64(statement, 4, event.timestamp.milliseconds)
        csqlite_step(statement)
        csqlite_reset(statement)
      }
      csqlite_finalize(statement)
      execute("COMMIT")
    }

    /// Inserts products with a tag.
    func insertProducts(_ count: Int) {
      execute("BEGIN IMMEDIATE")
      let product = prepare(
        "INSERT INTO product (key, id, name, price, position, version) VALUES (?, ?, ?, ?, ?, 1)")
      let tag = prepare("INSERT INTO product_tag (product, ordinal, tag) VALUES (?, 0, ?)")
      for number in 1...count {
        for column: Int32 in [1, 2] { csqlite_bind_text(product, column, "p\(number)", -1) }
        csqlite_bind_text(product, 3, "Product \(number)", -1)
        csqlite_bind_int64(product, 4, Int64(number))
        csqlite_bind_int64(product, 5, Int64(number))
        csqlite_step(product)
        csqlite_reset(product)
        csqlite_bind_int64(tag, 1, lastInsertedRow)
        csqlite_bind_text(tag, 2, "home", -1)
        csqlite_step(tag)
        csqlite_reset(tag)
      }
      csqlite_finalize(product)
      csqlite_finalize(tag)
      execute("COMMIT")
    }

    /// Deletes the products with these numbers.
    func deleteProducts(_ count: Int) {
      execute("PRAGMA foreign_keys = ON")
      execute("BEGIN IMMEDIATE")
      let statement = prepare("DELETE FROM product WHERE key = ?")
      for number in 1...count {
        csqlite_bind_text(statement, 1, "p\(number)", -1)
        csqlite_step(statement)
        csqlite_reset(statement)
      }
      csqlite_finalize(statement)
      execute("COMMIT")
    }

    func close() {
      if let database { csqlite_close_v2(database) }
      database = nil
    }
  }
#endif
