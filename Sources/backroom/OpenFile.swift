import ExplorerTool

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file as the system knows it while it is open.
struct FileDescriptor {
  private let descriptor: Int32

  /// The most that is read of what is no plain file: 256 MiB, for nothing tells beforehand whether it ends.
  private static let most = 1 << 28

  /// Opens a file that is there, or a pipe, to read it to its end.
  ///
  /// A device is refused, for it may have none; but for a terminal, which somebody ends. A minus stands for standard input,
  /// whatever that is.
  init(reading path: String) throws(FileError) {
    if path == "-" {
      descriptor = dup(0)
      if descriptor < 0 { throw FileError(.current) }
      return
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw errno == ENOENT ? .fileMissing : FileError(.current) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFBLK || kind == S_IFCHR && isatty(descriptor) == 0 {
      close()
      throw .refused(reason: "it is a device, which may never end")
    }
  }

  /// Opens a file to add to, or makes it, and locks it: what two sessions add would make sense to neither.
  ///
  /// The system lets the lock go when the program ends, however it ends.
  init(appendingTo path: String) throws(FileError) {
    // A pipe without a writer would keep the program waiting.
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o644)
    if descriptor < 0 { throw FileError(.current) }
    if !isRegularFile { throw .refused(reason: "it is not a plain file") }
    if flock(descriptor, LOCK_EX | LOCK_NB) < 0 { throw errno == EWOULDBLOCK ? .inUse : FileError(.current) }
  }

  func close() { _ = Self.close(descriptor) }

  private var status: stat {
    var status = stat()
    fstat(descriptor, &status)
    return status
  }

  private var isRegularFile: Bool { status.st_mode & S_IFMT == S_IFREG }

  func readToEnd() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    let most = isRegularFile ? .max : Self.most
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = part.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 { bytes += part[..<count] } else if errno != EINTR { throw FileError(.current) }
      if bytes.count > most { throw .refused(reason: "it goes on beyond \(most) bytes") }
    }
  }

  func truncate(to length: Int) throws(FileError) {
    if ftruncate(descriptor, off_t(length)) < 0 { throw FileError(.current) }
  }

  /// Adds a text, and takes away again what was written of one that does not fit.
  func append(_ text: String) throws(FileError) {
    // Without a name it goes with the program, and all that was kept in it.
    if status.st_nlink == 0 { throw .deletedMeanwhile }
    let end = lseek(descriptor, 0, SEEK_END)
    do {
      try Console.writeAll(text, to: descriptor)
    } catch {
      if end >= 0 { _ = ftruncate(descriptor, end) }
      throw FileError(error)
    }
  }

  /// The system's own, which has this type's name for it.
  private static func close(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.close(descriptor)
    #else
      Darwin.close(descriptor)
    #endif
  }
}

extension AppendableFile {
  /// Opens a file to add to; it stays open until the program ends.
  init(at path: String) throws(FileError) {
    let file = try FileDescriptor(appendingTo: path)
    self.init(initialBytes: try file.readToEnd()) { length throws(FileError) in
      try file.truncate(to: length)
    } append: { text throws(FileError) in
      try file.append(text)
    }
  }
}

/// Reads a whole file.
func contentsOfFile(at path: String) throws(FileError) -> [UInt8] {
  let file = try FileDescriptor(reading: path)
  defer { file.close() }
  return try file.readToEnd()
}
