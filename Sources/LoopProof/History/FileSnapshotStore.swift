public import Loop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Keeps a snapshot in a file.
///
/// It is written beside the file, brought to the disk, and renamed over it: a kill or a power cut in the middle leaves the
/// old or the new, never half of one. The file has one owner at a time; two programs on one path replace each other's.
public actor FileSnapshotStore: SnapshotStore {
  private let path: String

  /// Makes a store on a path, whose folder is there.
  public init(_ path: String) { self.path = path }

  /// Reads the snapshot; a file that was damaged is told apart by its length and left alone.
  public func load() throws(SnapshotStoreFailure) -> Snapshot? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 && errno == ENOENT { return nil }
    try check(descriptor)
    defer { close(descriptor) }
    let bytes = try contents(of: descriptor)
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 5, words[0] == "snapshot", words[1] == "schema", words[3] == "bytes",
      let schema = Int(words[2]), let count = Int(words[4])
    else { throw .damaged(at: path, reason: "it does not begin as one") }
    let body = bytes.dropFirst(line.count + 1)
    guard body.count == count else {
      throw .damaged(at: path, reason: "\(count) bytes are announced, and there are \(body.count)")
    }
    return Snapshot(schema: schema, bytes: Array(body))
  }

  /// Keeps a snapshot in place of the one before.
  public func save(_ snapshot: Snapshot) throws(SnapshotStoreFailure) {
    let new = path + ".new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try check(descriptor)
    do throws(SnapshotStoreFailure) {
      defer { close(descriptor) }
      try put(Array("snapshot schema \(snapshot.schema) bytes \(snapshot.bytes.count)\n".utf8), to: descriptor)
      try put(snapshot.bytes, to: descriptor)
      try check(fsync(descriptor))
      try check(rename(new, path))
    } catch {
      unlink(new)
      throw error
    }
    try bringFolderToDisk()
  }

  /// Without this the name may still mean the old file after a power cut.
  private func bringFolderToDisk() throws(SnapshotStoreFailure) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    try check(descriptor)
    defer { close(descriptor) }
    try check(fsync(descriptor))
  }

  private func contents(of descriptor: Int32) throws(SnapshotStoreFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = part.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 { bytes += part[..<count] } else if errno != EINTR { try check(-1) }
    }
  }

  private func put(_ bytes: [UInt8], to descriptor: Int32) throws(SnapshotStoreFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest.removeFirst(count) } else if errno != EINTR { try check(-1) }
    }
  }

  /// What the system says when it refuses.
  private func check(_ result: Int32) throws(SnapshotStoreFailure) {
    if result < 0 { throw .refused(at: path, reason: String(cString: strerror(errno))) }
  }
}
