import Shell

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file as the system knows it while it is open.
struct OpenFile {
  private let descriptor: Int32

  /// Opens a file that is there, to read it.
  init(reading path: String) throws(FileFailure) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw errno == ENOENT ? .fileMissing : FileFailure(.current) }
  }

  /// Opens a file to add to, or makes it, and locks it: what two sessions add would make sense to neither.
  ///
  /// The system lets the lock go when the program ends, however it ends.
  init(addingTo path: String) throws(FileFailure) {
    // A pipe without a writer would keep the program waiting.
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o644)
    if descriptor < 0 { throw FileFailure(.current) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw .refused(reason: "it is not a plain file")
    }
    if flock(descriptor, LOCK_EX | LOCK_NB) < 0 { throw errno == EWOULDBLOCK ? .inUse : FileFailure(.current) }
  }

  func close() { _ = Self.close(descriptor) }

  func contents() throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = part.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 { bytes += part[..<count] } else if errno != EINTR { throw FileFailure(.current) }
    }
  }

  func cut(to length: Int) throws(FileFailure) {
    if ftruncate(descriptor, off_t(length)) < 0 { throw FileFailure(.current) }
  }

  /// Adds a text, and takes away again what was written of one that does not fit.
  func add(_ text: String) throws(FileFailure) {
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
