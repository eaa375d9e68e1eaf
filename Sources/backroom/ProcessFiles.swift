import BackOffice
import ConsoleIO
import FileHandlers
import Shop

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of the computer, in which `-` is standard input and output.
actor ProcessFiles: FileStore {
  /// Whether the program uses the terminal for a screen, so that files cannot.
  private let hasScreen: Bool
  /// The folders whose files can be used, or `nil` if those of all folders can.
  private let allowedFolders: AllowedFolders?
  /// The path of the database, which no other file replaces, or `nil` if it is no file.
  private let databasePath: String?

  init(hasScreen: Bool, allowedFolders: [String]?, databasePath: String?) {
    self.hasScreen = hasScreen
    self.databasePath = databasePath
    self.allowedFolders = allowedFolders.map { AllowedFolders($0.map(Self.expandingHome)) }
  }

  /// The bytes of standard input and of pipes, which can be read only once.
  private var streams: [String: [UInt8]] = [:]

  /// Returns the contents of a file, of standard input or of a pipe.
  func read(_ path: String) async throws(FileStoreError) -> [UInt8] {
    let path = Self.expandingHome(path)
    try requireAllowed(path)
    guard Self.isStream(path) else { return try await DiskFileStore().read(path) }
    if hasScreen { throw Self.screenError(path) }
    if let bytes = streams[path] { return bytes }
    do throws(FileError) {
      let bytes = try contentsOfFile(at: path)
      streams[path] = bytes
      return bytes
    } catch {
      let reason: FileStoreError.Reason =
        if case .systemError(let reason) = error { .failed(reason) } else { .notFound }
      throw FileStoreError(path == "-" ? "standard input" : path, reason)
    }
  }

  private func requireAllowed(_ path: String) throws(FileStoreError) {
    guard let allowedFolders, !allowedFolders.contains(path) else { return }
    let names = allowedFolders.paths.isEmpty ? "none" : allowedFolders.paths.joined(separator: ", ")
    throw FileStoreError(path, .failed("it is not in a folder that --allow-folder names (\(names))"))
  }

  private func isSameFile(_ path: String, _ other: String) -> Bool {
    var (status, otherStatus) = (stat(), stat())
    return stat(path, &status) == 0 && stat(other, &otherStatus) == 0 && status.st_dev == otherStatus.st_dev
      && status.st_ino == otherStatus.st_ino
  }

  private static func screenError(_ path: String) -> FileStoreError {
    FileStoreError(path, .failed("name a regular file, because the terminal shows the screen"))
  }

  /// Returns the path with the folder of the user in place of `~`, as a shell does where no shell is involved.
  private static func expandingHome(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }

  nonisolated func shownPath(of path: String) -> String { Self.expandingHome(path) }

  /// Returns whether a path leads to something other than a regular file or a folder.
  private static func isStream(_ path: String) -> Bool {
    var status = stat()
    return path == "-" || stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// Writes a file or to standard output.
  func write(_ bytes: [UInt8], to path: String, overwriting: Bool) async throws(FileStoreError) {
    let path = Self.expandingHome(path)
    try requireAllowed(path)
    if let databasePath, ["", "-wal", "-shm"].contains(where: { isSameFile(path, databasePath + $0) }) {
      throw FileStoreError(path, .failed("it belongs to the database"))
    }
    if hasScreen, Self.isStream(path) { throw Self.screenError(path) }
    if path != "-" { return try await DiskFileStore().write(bytes, to: path, overwriting: overwriting) }
    do throws(ErrnoError) {
      try Console.writeAll(String(decoding: bytes, as: UTF8.self), to: 1)
    } catch {
      throw FileStoreError("standard output", .failed(error.reason))
    }
  }
}

/// Writes a setting into a file, and creates its folder if it is missing.
///
/// The settings of this function are not worth an error: without the file, the program uses its defaults.
func writeSetting(_ value: String, at path: String) {
  for index in path.indices.dropFirst() where path[index] == "/" { _ = mkdir(String(path[..<index]), 0o700) }
  guard let file = fopen(path, "w") else { return }
  fputs(value + "\n", file)
  fclose(file)
}
