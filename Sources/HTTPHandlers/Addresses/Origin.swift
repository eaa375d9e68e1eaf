/// The scheme, host and port of a URL.
///
/// A token is only sent to the origin for which it was given.
package struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// A Boolean value that indicates whether the connection is encrypted.
  package let isSecure: Bool
  /// The host in lowercase, an IPv6 address in brackets.
  let host: String
  let port: Int

  /// A Boolean value that indicates whether the host is this machine.
  package var isLoopback: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    // Anything else than four numbers of a byte is a name, which others may resolve.
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil && $0.first?.isNumber == true }
  }

  /// Returns the origin of a URL and the rest of it.
  package static func parse(_ url: String) throws(ServerAddressError) -> (origin: Origin, rest: Substring) {
    let lowercased = url.lowercased()
    let isSecure = lowercased.hasPrefix("https://")
    guard isSecure || lowercased.hasPrefix("http://") else { throw ServerAddressError(url, .scheme) }
    let afterScheme = url.dropFirst(isSecure ? 8 : 7)
    let authority = afterScheme.prefix { !"/?#".contains($0) }
    if authority.contains("@") { throw ServerAddressError(url, .user) }
    let isIPv6 = authority.hasPrefix("[")
    let host = isIPv6 ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    guard isIPv6 ? isIPv6Address(host) && authority.hasPrefix(host) : isHostName(host) else {
      throw ServerAddressError(url, .host)
    }
    let portText = authority.dropFirst(host.count)
    let origin = Origin(
      isSecure: isSecure, host: host.lowercased(), port: try parsePort(portText, of: url) ?? (isSecure ? 443 : 80))
    return (origin, afterScheme[authority.endIndex...])
  }

  private static func isHostName(_ text: Substring) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy(\.isAllowedInHost)
  }

  /// Returns whether a text in brackets may be an IPv6 address, with or without a zone.
  private static func isIPv6Address(_ text: Substring) -> Bool {
    text.contains(":")
      && text.dropFirst().dropLast().unicodeScalars.allSatisfy {
        $0.isAllowedInHost || ":%".unicodeScalars.contains($0)
      }
  }

  /// Returns the number after a colon, or `nil` if there is none.
  private static func parsePort(_ text: Substring, of url: String) throws(ServerAddressError) -> Int? {
    if text.isEmpty || text == ":" { return nil }
    let digits = text.dropFirst()
    guard text.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
      (1...65_535).contains(port)
    else { throw ServerAddressError(url, .port) }
    return port
  }

  /// The beginning of the URL.
  package var description: String {
    let isDefaultPort = port == (isSecure ? 443 : 80)
    return "\(isSecure ? "https" : "http")://\(host)\(isDefaultPort ? "" : ":\(port)")"
  }
}
