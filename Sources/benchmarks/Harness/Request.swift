/// What was asked for on the command line.
enum Request {
  case help
  case measure([Benchmark], asJSON: Bool)

  static let usage = """
    usage: benchmarks [--json] [NAME-PREFIX…]

    Measures what the names begin with, or everything. The ratio is the cost over the floor's cost, measured in turns
    with it; smaller is better.

      --json  one line of JSON for each, instead of a table
      --help  this text

    names: \(Benchmark.all.map(\.name).joined(separator: ", "))
    """

  /// Reads the arguments.
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

/// What was wrong with the command line.
enum RequestError: Error, CustomStringConvertible {
  case unknownOption(String)
  case unknownName(String)

  var description: String {
    switch self {
    case .unknownOption(let option): "There is no option '\(option)'."
    case .unknownName(let prefix): "No benchmark's name begins with '\(prefix)'."
    }
  }
}
