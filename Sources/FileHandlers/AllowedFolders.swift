#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folders whose files a program may use.
public struct AllowedFolders: Sendable {
  /// The folders as they were named.
  public let paths: [String]
  private let folders: [String]

  /// Creates a list of folders.
  ///
  /// Those that do not exist contain no file.
  public init(_ paths: [String]) {
    self.paths = paths
    folders = paths.compactMap(Self.realPath)
  }

  /// Returns whether a file is in one of the folders, after following all links in its path.
  ///
  /// The file need not exist. A link to a file that does not exist is in no folder.
  public func contains(_ path: String) -> Bool {
    // The system would read a path only up to U+0000.
    guard !path.utf8.contains(0), let real = Self.realPath(path) ?? Self.realPathOfNewFile(path) else { return false }
    return folders.contains { real == $0 || real.hasPrefix($0 == "/" ? $0 : "\($0)/") }
  }

  private static func realPathOfNewFile(_ path: String) -> String? {
    var status = stat()
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    if lstat(path, &status) == 0 || ["", ".", ".."].contains(name) { return nil }
    let folder = path.dropLast(name.count)
    return realPath(folder.isEmpty ? "." : String(folder)).map { "\($0)/\(name)" }
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
