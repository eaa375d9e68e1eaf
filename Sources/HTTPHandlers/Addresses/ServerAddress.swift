import Analytics
import Values

/// The address of a server: the URL below which its resources are.
///
/// The path and the query of the address are part of each request:
///
///     let address = try ServerAddress(parsing: "https://example.com/analytics?tenant=7")
///
/// The names of items that filter events, such as `flag`, are reserved for requests. An item whose name looks like that
/// of a key or a password is refused: the address is stored and printed, and a ``BearerToken`` is not.
public struct ServerAddress: Hashable, Sendable {
  /// The part of the URL before the path.
  package let origin: Origin
  /// The path, which does not end with a slash.
  private let path: String
  /// The items of the query, as they were written.
  private let items: [Substring]

  /// Parses a URL such as `https://example.com/analytics` or `http://[::1]:8080`.
  public init(parsing text: String) throws(ServerAddressError) {
    guard text.unicodeScalars.allSatisfy(\.isAllowedInURL) else { throw ServerAddressError(text, .invalidCharacter) }
    guard !text.contains("#") else { throw ServerAddressError(text, .fragment) }
    let (origin, rest) = try Origin.parse(text)
    self.origin = origin
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var path = parts.first ?? ""
    while path.last == "/" { path.removeLast() }
    self.path = String(path)
    items = parts.count < 2 ? [] : parts[1].split(separator: "&")
    if let item = items.first(where: \.isSecretItem) {
      throw ServerAddressError(text, .secret(name: String(item.prefix { $0 != "=" })))
    }
    for item in items {
      let name = item.prefix { $0 != "=" }.removingPercentEncoding
      if let reserved = ServerRequest.ItemName.allCases.first(where: { Array($0.rawValue.utf8) == name }) {
        throw ServerAddressError(text, .filter(reserved))
      }
    }
  }

  /// The URL of the server, with its query.
  public var url: String { "\(origin)\(path)" + (items.isEmpty ? "" : "?\(items.joined(separator: "&"))") }

  /// A Boolean value that indicates whether the requests are encrypted or do not leave this machine.
  public var isConfidential: Bool { origin.isSecure || origin.isLoopback }

  /// Returns the URL of a resource.
  ///
  /// Names and values are percent-encoded.
  package func url(ofPath resource: String, items newItems: [(name: String, value: String)] = []) -> String {
    let query = items.map(String.init) + newItems.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
    return "\(origin)\(path)/\(resource)" + (query.isEmpty ? "" : "?\(query.joined(separator: "&"))")
  }
}

/// Why a text is not the address of a server.
public struct ServerAddressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  enum Reason {
    case scheme, user, host, port, invalidCharacter, fragment
    case filter(ServerRequest.ItemName)
    case secret(name: String)
  }

  /// The message for the user.
  ///
  /// It hides the text before an `@`, which may contain a password, and the values of query items that look like keys.
  public let description: String

  init(_ text: String, _ reason: Reason) {
    let shown = "\"\(text.withoutUser.withoutSecretItems.escapedForTerminal)\""
    description =
      switch reason {
      case .scheme: "\(shown): expected a URL that begins with http:// or https://"
      case .user: "\(shown): the URL of a server contains no user name or password; use a token"
      case .host: "\(shown): expected a host name in ASCII, or an IPv6 address in brackets"
      case .port: "\(shown): expected a port from 1 to 65535"
      case .invalidCharacter: "\(shown): a character is not allowed in a URL; write it with a percent sign, as in %20"
      case .fragment: "\(shown): the URL of a server has no part after a #"
      case .filter(let name):
        "\(shown): the URL of a server has no item \"\(name)\", which would filter all events; remove it"
      case .secret(let name):
        "\(shown): the URL of a server contains no key, and \"\(name)\" looks like one; use a token"
      }
  }
}

extension String {
  /// The text of a URL without the user name and the password.
  fileprivate var withoutUser: String {
    guard let end = lastIndex(of: "@") else { return self }
    let start = self[..<end].firstRange(of: "//")?.upperBound ?? startIndex
    return "\(self[..<start])…\(self[end...])"
  }
}

extension String {
  /// The text of a URL without the values of query items that look like keys or passwords, and without a fragment.
  fileprivate var withoutSecretItems: String {
    if let mark = firstIndex(of: "#") { return "\(String(self[..<mark]).withoutSecretItems)#…" }
    guard let mark = firstIndex(of: "?") else { return self }
    let items = self[index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
    return self[...mark] + items.map { $0.isSecretItem ? "\($0.prefix { $0 != "=" })=…" : $0 }.joined(separator: "&")
  }
}

extension Substring {
  private static let secretWords: Set<String> = [
    "accesstoken", "apikey", "apitoken", "auth", "authorization", "authtoken", "bearer", "credential", "credentials",
    "jwt", "key", "pass", "passwd", "password", "pwd", "secret", "sig", "signature", "token",
  ]

  /// Whether a word in the name of a query item is that of a key or a password, as in `api_key` or `accessToken`.
  ///
  /// Some servers also divide items at semicolons.
  fileprivate var isSecretItem: Bool {
    if contains(";") { return split(separator: ";").contains(where: \.isSecretItem) }
    let name = String(decoding: prefix { $0 != "=" }.removingPercentEncoding, as: UTF8.self)
    var words = [""]
    for character in name {
      if !character.isLetter {
        words.append("")
      } else if character.isUppercase, words.last?.last?.isLowercase == true {
        words.append(character.lowercased())
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.contains { word in
      let word = word.lowercased()
      return Self.secretWords.contains(word) || ["token", "secret", "password"].contains { word.hasSuffix($0) }
    }
  }
}

extension StringProtocol {
  /// The text with all bytes but unreserved characters (RFC 3986) percent-encoded.
  ///
  /// Servers that read queries like forms decode a plus sign as a space and split at semicolons.
  var percentEncoded: String {
    utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      if scalar.isUnreservedInURL { return String(scalar) }
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
    }.joined()
  }

  /// The bytes of the text after decoding percent signs.
  fileprivate var removingPercentEncoding: [UInt8] {
    var (bytes, rest) = ([UInt8](), utf8[...])
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIILetterOrDigit: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
  }

  fileprivate var isUnreservedInURL: Bool { isASCIILetterOrDigit || "-._~".unicodeScalars.contains(self) }

  fileprivate var isAllowedInURL: Bool {
    isUnreservedInURL || ":/?#[]@!$&'()*+,;=%".unicodeScalars.contains(self)
  }

  /// A Boolean value that indicates whether the character is allowed in the name of a host.
  var isAllowedInHost: Bool { isASCIILetterOrDigit || "-._".unicodeScalars.contains(self) }
}
