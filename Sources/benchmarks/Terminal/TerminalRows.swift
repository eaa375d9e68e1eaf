#if os(Linux) && Databases
  import Foundation

  /// A number of rows, in a database and in a text file.
  struct TerminalRows: Sendable {
    /// The name in the names of benchmarks.
    let name: String
    let count: Int

    /// Products, which are sorted and searched in memory.
    static let tenThousand = Self(name: "10k", count: 10_000)
    /// Events, which are sorted in the database.
    static let hundredThousand = Self(name: "100k", count: 100_000)
    static let million = Self(name: "1m", count: 1_000_000)

    /// A Boolean value that indicates whether `less` is installed.
    static let hasFloor = FileManager.default.isExecutableFile(atPath: "/usr/bin/less")

    private var showsProducts: Bool { count == 10_000 }

    var sortedColumn: String { showsProducts ? "price" : "user" }

    /// Starts the program with a new session, which shows the rows.
    @MainActor func openOffice() throws -> TimedTerminal {
      let database = try databasePath()
      let tabs = ["tab", "events"] + (showsProducts ? ["then", "tab", "products"] : [])
      run([programFolder + "/backroom", "do", "--database", database, "--new"] + tabs)
      return try TimedTerminal(["backroom", "--database", database])
    }

    @MainActor func openFloor() throws -> TimedTerminal {
      let path = BenchmarkFolder.path("rows-\(count).txt")
      if !FileManager.default.fileExists(atPath: path) {
        let lines = (1...count).map { "  \($0)  Product \($0)  \($0 * 7919 % 1000).99  home, kitchen, light\n" }
        try Data(lines.joined().utf8).write(to: URL(filePath: path))
      }
      return try TimedTerminal(["/usr/bin/less", path])
    }

    /// Returns a database with the products or the events, which is filled at the first call.
    private func databasePath() throws -> String {
      let path = BenchmarkFolder.path("terminal-\(count).db")
      if FileManager.default.fileExists(atPath: path) { return path }
      let backroom = programFolder + "/backroom"
      run([backroom, "sample", "--events", "\(count)", "--database", path])
      if !showsProducts { return path }
      let products = BenchmarkFolder.path("products.csv")
      let lines = (1...10_000).map { "p\($0),Product \($0),\($0 * 7919 % 1000).99,home\n" }
      try Data(("id,name,price,tags\n" + lines.joined()).utf8).write(to: URL(filePath: products))
      run([backroom, "products", "import", products, "--database", path])
      return path
    }
  }
#endif
