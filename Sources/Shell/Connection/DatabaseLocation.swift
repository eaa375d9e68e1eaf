import Values

/// Where a database is: a path or a URL names it, and decides which handlers use it.
public enum DatabaseLocation: Hashable, Sendable {
  /// A file.
  ///
  /// The path is empty if none is given and the environment names no folder for it.
  case file(path: String)
  /// A database that ends with the program.
  case memory
  /// A database on a server. The scheme of the URL is its kind.
  case server(scheme: String, url: String)

  /// Creates the location that a text names: `:memory:`, a URL such as `postgres://host/shop`, or a path.
  ///
  /// The other format of PostgreSQL, such as `host=db.example dbname=shop`, is the location of a server, which then asks
  /// for a URL. As the name of a file, a password in it would be stored.
  public init(_ text: String) {
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    if text == ":memory:" {
      self = .memory
    } else if scheme.first?.isLetter == true, text[scheme.endIndex...].hasPrefix("://") {
      self = .server(scheme: scheme.lowercased(), url: text)
    } else if Self.isOtherFormat(text) {
      self = .server(scheme: "postgres", url: text)
    } else {
      self = .file(path: text)
    }
  }

  /// Returns whether a text begins with a parameter of PostgreSQL and its value.
  private static func isOtherFormat(_ text: String) -> Bool {
    let words = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return words.count == 2 && URLWithoutPasswords.parameterNames.contains(words[0].trimmed.lowercased())
  }

  /// The path of the file, or `nil` if the database is no file.
  public var filePath: String? { if case .file(let path) = self { path } else { nil } }

  /// A Boolean value that indicates whether the URL contains a password.
  var containsPassword: Bool {
    if case .server(_, let url) = self { URLWithoutPasswords(url).hadPassword } else { false }
  }

  /// The path or the URL without passwords, for messages.
  var text: String {
    switch self {
    case .file(let path): path
    case .memory: ":memory:"
    case .server(_, let url): URLWithoutPasswords(url).text
    }
  }

  /// The name of the file, or of the server and the database on it, or `nil` if the database is in memory.
  var name: String? {
    switch self {
    case .file(let path): return path.split(separator: "/").last.map { String($0).terminalSafe }
    case .memory: return nil
    case .server:
      let address = text.split(separator: "://", maxSplits: 1).last?.prefix { $0 != "?" } ?? ""
      let name = address.split(separator: "@").last.map { $0.split(separator: "/").joined(separator: "/") } ?? ""
      return name.isEmpty ? nil : name.terminalSafe
    }
  }
}
