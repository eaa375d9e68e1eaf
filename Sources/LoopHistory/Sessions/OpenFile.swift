#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An error of a system call, with the message of the system.
struct SystemCallError: Error {
  let reason: String

  /// Throws an error if the result of a system call is negative.
  static func throwIfFailed(_ result: Int32) throws(SystemCallError) {
    if result < 0 { throw SystemCallError(reason: String(cString: strerror(errno))) }
  }
}

/// An open file.
struct OpenFile {
  let descriptor: Int32

  /// Returns the contents of a file, or `nil` if it does not exist.
  static func contents(of path: String) throws(SystemCallError) -> [UInt8]? {
    let file = OpenFile(descriptor: open(path, O_RDONLY | O_CLOEXEC))
    if file.descriptor < 0 && errno == ENOENT { return nil }
    try SystemCallError.throwIfFailed(file.descriptor)
    defer { close(file.descriptor) }
    return try file.contents()
  }

  private func contents() throws(SystemCallError) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = part.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 { bytes += part[..<count] } else if errno != EINTR { try SystemCallError.throwIfFailed(-1) }
    }
  }

  /// Writes all bytes, and returns when they are on the disk.
  func writeAndSync(_ bytes: [UInt8]) throws(SystemCallError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest.removeFirst(count) } else if errno != EINTR { try SystemCallError.throwIfFailed(-1) }
    }
    try sync()
  }

  /// Returns when everything that was written is on the disk.
  func sync() throws(SystemCallError) {
    #if canImport(Darwin)
      // `fsync` does not flush the cache of the drive. File systems that do not support the flush fail.
      if fcntl(descriptor, F_FULLFSYNC) >= 0 { return }
    #endif
    try SystemCallError.throwIfFailed(fsync(descriptor))
  }

  /// Locks the file exclusively, and returns whether it succeeded.
  ///
  /// The lock is held until the file is closed or the process ends.
  func lock(waiting: Bool) -> Bool {
    while true {
      if flock(descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 { return true }
      if errno != EINTR { return false }
    }
  }

  /// A Boolean value that indicates whether the file still has a name in a folder.
  var isLinked: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }
}
