#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What the system says when it refuses.
struct SystemRefusal: Error {
  let reason: String

  /// Takes the result of a call that is below zero where it was refused.
  static func check(_ result: Int32) throws(SystemRefusal) {
    if result < 0 { throw SystemRefusal(reason: String(cString: strerror(errno))) }
  }
}

/// A file as the system knows it while it is open.
struct SnapshotFile {
  let descriptor: Int32

  /// Reads a whole file, if it is there.
  static func contents(of path: String) throws(SystemRefusal) -> [UInt8]? {
    let file = SnapshotFile(descriptor: open(path, O_RDONLY | O_CLOEXEC))
    if file.descriptor < 0 && errno == ENOENT { return nil }
    try SystemRefusal.check(file.descriptor)
    defer { close(file.descriptor) }
    return try file.contents()
  }

  private func contents() throws(SystemRefusal) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = part.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 { bytes += part[..<count] } else if errno != EINTR { try SystemRefusal.check(-1) }
    }
  }

  /// Writes everything, and returns when it is on the disk.
  func put(_ bytes: [UInt8]) throws(SystemRefusal) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest.removeFirst(count) } else if errno != EINTR { try SystemRefusal.check(-1) }
    }
    try SystemRefusal.check(fsync(descriptor))
  }

  /// Whether nobody else holds the file; it is held until it is closed, by a kill at the latest.
  func hold(waiting: Bool) -> Bool {
    while true {
      if flock(descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 { return true }
      if errno != EINTR { return false }
    }
  }

  /// Whether the file still has a name.
  var isNamed: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }
}
