import ExplorerTool

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file as the system knows it while it is open.
struct OpenFile {
  private let descriptor: Int32

  /// The most that is read of what is no plain file: 256 MiB, for nothing tells beforehand whether it ends.
  private static let most = 1 << 28

  /// Opens a file that is there, or a pipe, to read it to its end.
  ///
  /// A device is refused, for it may have none; but for a terminal, which somebody ends. A minus stands for standard input,
  /// whatever that is.
  init(reading path: String) throws(FileFailure) {
    if path == "-" {
      descriptor = dup(0)
      if descriptor < 0 { throw FileFailure(.current) }
      return
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw errno == ENOENT ? .fileMissing : FileFailure(.current) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFBLK || kind == S_IFCHR && isatty(descriptor) == 0 {
      close()
      throw .refused(reason: "it is a device, which may never end")
    }
  }

  /// Opens a file to add to, or makes it, and locks it: what two sessions add would make sense to neither.
  ///
  /// The system lets the lock go when the program ends, however it ends.
  init(addingTo path: String) throws(FileFailure) {
    // A pipe without a writer would keep the program waiting.
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o644)
    if descriptor < 0 { throw FileFailure(.current) }
    if !isPlain { throw .refused(reason: "it is not a plain file") }
    if flock(descriptor, LOCK_EX | LOCK_NB) < 0 { throw errno == EWOULDBLOCK ? .inUse : FileFailure(.current) }
  }

  func close() { _ = Self.close(descriptor) }

  private var status: stat {
    var status = stat()
    fstat(descriptor, &status)
    return status
  }

  private var isPlain: Bool { status.st_mode & S_IFMT == S_IFREG }

  func contents() throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    let most = isPlain ? .max : Self.most
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = part.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 { bytes += part[..<count] } else if errno != EINTR { throw FileFailure(.current) }
      if bytes.count > most { throw .refused(reason: "it goes on beyond \(most) bytes") }
    }
  }

  func cut(to length: Int) throws(FileFailure) {
    if ftruncate(descriptor, off_t(length)) < 0 { throw FileFailure(.current) }
  }

  /// Adds a text, and takes away again what was written of one that does not fit.
  func add(_ text: String) throws(FileFailure) {
    // Without a name it goes with the program, and all that was kept in it.
    if status.st_nlink == 0 { throw .deletedMeanwhile }
    let end = lseek(descriptor, 0, SEEK_END)
    do {
      try Console.put(text, to: descriptor)
    } catch {
      if end >= 0 { _ = ftruncate(descriptor, end) }
      throw FileFailure(error)
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

extension GrowingFile {
  /// Opens a file to add to; it stays open until the program ends.
  init(at path: String) throws(FileFailure) {
    let file = try OpenFile(addingTo: path)
    self.init(bytes: try file.contents()) { length throws(FileFailure) in
      try file.cut(to: length)
    } add: { text throws(FileFailure) in
      try file.add(text)
    }
  }
}

/// Reads a whole file.
func contents(of path: String) throws(FileFailure) -> [UInt8] {
  let file = try OpenFile(reading: path)
  defer { file.close() }
  return try file.contents()
}
