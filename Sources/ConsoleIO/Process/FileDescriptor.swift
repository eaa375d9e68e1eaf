#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file descriptor.
struct FileDescriptor {
  private let descriptor: Int32

  /// The maximum number of bytes read from a file that is not a regular file: 256 MiB.
  ///
  /// The size of a pipe is not known in advance, and it may never end.
  private static let maxStreamByteCount = 1 << 28

  /// Opens an existing file or a pipe for reading.
  ///
  /// The path `-` opens standard input, which may be of any kind. Any other path to a device is rejected unless it is a
  /// terminal, because a device may have no end.
  init(reading path: String) throws(FileError) {
    if path == "-" {
      descriptor = dup(0)
      if descriptor < 0 { throw FileError(.current) }
      return
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw errno == ENOENT || errno == ENOTDIR ? .fileNotFound : FileError(.current) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFBLK || kind == S_IFCHR && isatty(descriptor) == 0 {
      closeFile()
      throw .systemError(reason: "is a device, not a regular file or a pipe")
    }
  }

  /// Opens an existing regular file for reading.
  init(readingRegularFile path: String) throws(FileError) {
    // Without `O_NONBLOCK`, opening a pipe could block the program.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { throw errno == ENOENT || errno == ENOTDIR ? .fileNotFound : FileError(.current) }
    if !isRegularFile {
      closeFile()
      throw .systemError(reason: "is not a regular file")
    }
  }

  /// Opens a file for appending, and creates it if necessary, so that only its owner can read it.
  ///
  /// The file is locked, because two sessions must not append to it. The system releases the lock when the program ends
  /// for any reason.
  init(appendingTo path: String) throws(FileError) {
    // Without `O_NONBLOCK`, opening a pipe could block the program.
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    if descriptor < 0 { throw FileError(.current) }
    if !isRegularFile { throw .systemError(reason: "is not a regular file") }
    if flock(descriptor, LOCK_EX | LOCK_NB) < 0 { throw errno == EWOULDBLOCK ? .inUse : FileError(.current) }
  }

  func closeFile() { close(descriptor) }

  private var status: stat {
    var status = stat()
    fstat(descriptor, &status)
    return status
  }

  private var isRegularFile: Bool { status.st_mode & S_IFMT == S_IFREG }

  func readToEnd() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    let limit = isRegularFile ? .max : Self.maxStreamByteCount
    if isRegularFile { bytes.reserveCapacity(Int(min(status.st_size, 1 << 32))) }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { throw FileError(.current) }
      if bytes.count > limit { throw .systemError(reason: "is larger than \(limit) bytes") }
    }
  }

  func truncate(to length: Int) throws(FileError) {
    if ftruncate(descriptor, off_t(length)) < 0 { throw FileError(.current) }
  }

  /// Appends a text.
  ///
  /// If writing fails, the part of the text that was written is removed.
  func append(_ text: String) throws(FileError) {
    // A file without links was deleted. The system removes its content when the program ends.
    if status.st_nlink == 0 { throw .deletedWhileOpen }
    let end = lseek(descriptor, 0, SEEK_END)
    do {
      try Console.writeAll(text, to: descriptor)
    } catch {
      if end >= 0 { _ = ftruncate(descriptor, end) }
      throw FileError(error)
    }
  }
}

extension AppendableFile {
  /// Opens a file for appending.
  ///
  /// It stays open until the program ends.
  init(at path: String) throws(FileError) {
    let file = try FileDescriptor(appendingTo: path)
    self.init(initialBytes: try file.readToEnd()) { length throws(FileError) in
      try file.truncate(to: length)
    } append: { text throws(FileError) in
      try file.append(text)
    }
  }
}

/// Returns all bytes of a file.
///
/// - Parameters:
///   - path: The path of the file.
///   - mustBeRegular: Whether a pipe is rejected, at which the program could wait forever.
/// - Throws: An error if the file cannot be read.
/// - Returns: The bytes.
package func contentsOfFile(at path: String, mustBeRegular: Bool = false) throws(FileError) -> [UInt8] {
  let file = try mustBeRegular ? FileDescriptor(readingRegularFile: path) : FileDescriptor(reading: path)
  defer { file.closeFile() }
  return try file.readToEnd()
}

/// Creates the folders of a path, which only their owner can read.
///
/// An error is reported by the next function, which cannot create the file then.
package func createFolders(of path: String) {
  for index in path.indices.dropFirst() where path[index] == "/" { _ = mkdir(String(path[..<index]), 0o700) }
}
