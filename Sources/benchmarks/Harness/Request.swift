/// The parsed command line.
enum Request {
  case help
  case measure([Benchmark], asJSON: Bool)

  static let usage = """
    usage: benchmarks [--json] [NAME-PREFIX…]

    Measures all benchmarks, or those whose names begin with a prefix. The ratio is the cost divided by the cost of the
    floor, which is the simplest code that does the same. Both are measured alternately. Smaller is better.

      --json  prints one line of JSON per benchmark instead of a table
      --help  prints this help

    names: \(Benchmark.all.map(\.name).joined(separator: ", "))
    """

  /// Parses the arguments.
  init(_ arguments: [String]) throws(RequestError) {
    var asJSON = false
    var prefixes: [String] = []
    for argument in arguments {
      switch argument {
      case "--help":
        self = .help
        return
      case "--json": asJSON = true
      case let option where option.hasPrefix("-"): throw .unknownOption(option)
      case let prefix:
        guard Benchmark.all.contains(where: { $0.name.hasPrefix(prefix) }) else { throw .unknownName(prefix) }
        prefixes.append(prefix)
      }
    }
    let chosen = Benchmark.all.filter { benchmark in
      prefixes.isEmpty || prefixes.contains { benchmark.name.hasPrefix($0) }
    }
    self = .measure(chosen, asJSON: asJSON)
  }
}

/// An error in the command line.
enum RequestError: Error, CustomStringConvertible {
  case unknownOption(String)
  case unknownName(String)

  var description: String {
    switch self {
    case .unknownOption(let option): "unknown option '\(option)'"
    case .unknownName(let prefix): "no benchmark has a name that begins with '\(prefix)'"
    }
  }
}
