import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The locks of the sessions in a database that a program uses.
///
/// They are locks of bytes in the file `NAME-sessions` beside the database: each program that uses the file shares the
/// lock of the first byte, and has the lock of the byte at the number of its session for itself. The system ends the locks
/// with the program, also if it is killed. Where no such file can be created, nothing is locked.
final class SessionLocks: Sendable {
  private let path: String
  private let descriptor: Mutex<Int32>

  /// Creates the locks of a database, none of which is taken.
  init(of databasePath: String) {
    // Programs can use the database by different links.
    let resolved = unsafe realpath(databasePath, nil)
    defer { unsafe free(resolved) }
    let databasePath = unsafe resolved.map { unsafe String(cString: $0) } ?? databasePath
    path = databasePath + "-sessions"
    descriptor = Mutex(
      databasePath == SQLiteDatabase.memoryPath ? -1 : Self.openFile(databasePath + "-sessions", for: databasePath))
  }

  deinit { release() }

  /// Ends all locks, and removes the file unless another program uses it.
  func release() {
    descriptor.withLock { descriptor in
      if descriptor < 0 { return }
      // Also for a process that is being started, which may have a copy of the descriptor.
      _ = Self.lock(descriptor, F_UNLCK, from: 0, count: 0)
      if Self.lock(descriptor, F_WRLCK, from: 0), Self.isFile(descriptor, at: path) { unsafe _ = unlink(path) }
      _ = Self.lock(descriptor, F_UNLCK, from: 0, count: 0)
      close(descriptor)
      descriptor = -1
    }
  }

  /// Locks a session, and returns `false` if another program has locked it.
  func take(_ number: Int) -> Bool {
    descriptor.withLock { descriptor in
      if descriptor < 0 || Self.lock(descriptor, F_WRLCK, from: number) { return true }
      return errno != EAGAIN && errno != EACCES
    }
  }

  /// Ends the lock of a session.
  func giveUp(_ number: Int) {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { _ = Self.lock(descriptor, F_UNLCK, from: number) }
    }
  }

  /// Opens the file and shares the lock of the first byte, or returns -1 if that is not possible.
  private static func openFile(_ path: String, for databasePath: String) -> Int32 {
    var status = stat()
    if unsafe stat(databasePath, &status) != 0 { return -1 }
    while true {
      var descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      if descriptor >= 0 {
        // Every user who can open the database can lock its sessions.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        _ = fchmod(descriptor, status.st_mode & 0o666)
      } else {
        // It may have been removed meanwhile.
        descriptor = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor < 0 { return -1 }
      }
      // Another program may be removing the file.
      if !lock(descriptor, F_RDLCK, from: 0, waits: true) || isFile(descriptor, at: path) { return descriptor }
      close(descriptor)
    }
  }

  /// Returns whether an open file is the one at a path.
  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && DatabaseFile(path).identity == DatabaseFile.Identity(status)
  }

  /// Locks or unlocks bytes, all of them from the first one if the count is 0, and returns whether that succeeded.
  private static func lock(
    _ descriptor: Int32, _ type: Int32, from start: Int, count: Int = 1, waits: Bool = false
  ) -> Bool {
    var range = flock()
    range.l_type = Int16(type)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = off_t(start)
    range.l_len = off_t(count)
    // A lock of the open file and not of the process, so that two stores of one process are like two programs.
    return unsafe fcntl(descriptor, waits ? setOpenFileLockWaiting : setOpenFileLock, &range) == 0
  }

  /// The commands `F_OFD_SETLK` and `F_OFD_SETLKW`, which the headers declare only under conditions.
  #if canImport(Darwin)
    private static let (setOpenFileLock, setOpenFileLockWaiting): (Int32, Int32) = (90, 91)
  #else
    private static let (setOpenFileLock, setOpenFileLockWaiting): (Int32, Int32) = (37, 38)
  #endif
}
