#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Queries the file system about the file of a database.
struct DatabaseFile {
  let path: String

  /// Creates a value for a path.
  init(_ path: String) { self.path = path }

  /// Throws an error if the file exists and is not a regular file.
  ///
  /// Opening a pipe would wait for another program.
  func checkKind() throws(DatabaseError) {
    guard let status else { return }
    let kind: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw DatabaseError(path, .isDirectory)
    case S_IFIFO: kind = "pipe"
    case S_IFSOCK: kind = "socket"
    default: kind = "device"
    }
    throw DatabaseError(path, .cannotOpen("it is a \(kind), not a regular file"))
  }

  /// Throws an error if the file cannot be read, in the words of the system.
  func checkReadability() throws(DatabaseError) {
    if let problem = problem(R_OK, of: path) { throw DatabaseError(path, .cannotOpen(problem)) }
    try checkKind()
  }

  /// The reason why the file, its log or its shared memory cannot be opened, or `nil` if there is none.
  var obstacle: String? {
    if let problem = problem(R_OK, of: path) { return problem }
    if problem(W_OK, of: folder) == nil { return nil }
    return "its folder cannot be written, which SQLite also needs for reading; copy the database to another folder"
  }

  /// The device and inode of a file, which do not change when it is renamed.
  struct Identity: Hashable {
    let device: UInt64
    let number: UInt64

    /// Takes the identity from what the system says about a file.
    init(_ status: stat) {
      (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
    }
  }

  /// The identity of the file, or `nil` if there is none at the path.
  var identity: Identity? { status.map(Identity.init) }

  /// A Boolean value that indicates whether no space is left on the disk.
  var isOnFullDisk: Bool {
    guard let disk else { return false }
    // Files that the system makes up, such as those in /proc, take no blocks.
    if disk.f_blocks == 0 { return false }
    return disk.f_bavail == 0 || disk.f_files > 0 && disk.f_favail == 0
  }

  /// A Boolean value that indicates whether the file system is mounted read-only.
  var isOnReadOnlyDisk: Bool {
    guard let disk else { return false }
    return Int(disk.f_flag) & Int(ST_RDONLY) != 0
  }

  /// A Boolean value that indicates whether the log contains changes.
  var hasLog: Bool { (DatabaseFile(path + "-wal").status?.st_size ?? 0) > 0 }

  /// A Boolean value that indicates whether the database has a log or shared memory.
  var hasFilesBeside: Bool { Self.suffixes.dropFirst().contains { DatabaseFile(path + $0).status != nil } }

  /// The suffixes of the database, its log and its shared memory.
  static let suffixes = ["", "-wal", "-shm"]

  /// Lets the owner write the log and the shared memory if he can write the database.
  ///
  /// SQLite gives them the permissions that the database has when they are created. If it was read-only then, it could
  /// not be written later.
  func makeFilesBesideWritable() {
    guard let mode = status?.st_mode, mode & 0o200 != 0 else { return }
    for suffix in Self.suffixes.dropFirst() {
      guard let mode = DatabaseFile(path + suffix).status?.st_mode, mode & 0o200 == 0 else { continue }
      unsafe _ = chmod(path + suffix, mode & 0o777 | 0o600)
    }
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return String(path[...slash])
  }

  private var status: stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  private var disk: statvfs? {
    var disk = statvfs()
    let isFound = unsafe statvfs(path, &disk) == 0 || statvfs(folder, &disk) == 0
    return isFound ? disk : nil
  }

  private func problem(_ mode: Int32, of path: String) -> String? {
    unsafe access(path, mode) == 0 ? nil : String(cString: strerror(errno))
  }
}
