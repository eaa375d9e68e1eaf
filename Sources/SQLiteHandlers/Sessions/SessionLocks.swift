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
/// The byte at the number of a session is locked in the file `NAME-sessions` beside the database. The system ends the
/// locks with the program, also if it is killed. Where no such file can be created, nothing is locked.
final class SessionLocks: Sendable {
  private let path: String
  private let descriptor: Mutex<Int32>

  /// Creates the locks of a database, none of which is taken.
  init(of databasePath: String) {
    path = databasePath + "-sessions"
    descriptor = Mutex(databasePath == SQLiteDatabase.memoryPath ? -1 : Self.openFile(path, for: databasePath))
  }

  deinit { release() }

  /// Ends all locks, and removes the file unless another program uses it.
  func release() {
    descriptor.withLock { descriptor in
      if descriptor < 0 { return }
      if Self.lock(descriptor, from: 0, count: 0), isAtPath(descriptor) { unsafe _ = unlink(path) }
      // A process that is being started may have a copy of the descriptor, which would keep the locks.
      _ = Self.lock(descriptor, F_UNLCK, from: 0, count: 0)
      close(descriptor)
      descriptor = -1
    }
  }

  /// Locks a session, and returns `false` if another program has locked it.
  func take(_ number: Int) -> Bool {
    descriptor.withLock { descriptor in
      while descriptor >= 0 {
        if !Self.lock(descriptor, from: number, count: 1) { return errno != EAGAIN && errno != EACCES }
        if isAtPath(descriptor) { return true }
        // Another program has removed the file after it was opened here.
        close(descriptor)
        descriptor = Self.openFile(path, for: String(path.dropLast("-sessions".count)))
      }
      return true
    }
  }

  /// Returns whether an open file is still the one at the path.
  private func isAtPath(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && DatabaseFile(path).identity == DatabaseFile.Identity(status)
  }

  /// Opens the file, and gives a new one the permissions of the database.
  private static func openFile(_ path: String, for databasePath: String) -> Int32 {
    var status = stat()
    if unsafe stat(databasePath, &status) != 0 { return -1 }
    return unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, status.st_mode & 0o666)
  }

  /// Locks or unlocks a range of bytes, which has no end if the count is 0, and returns whether that succeeded.
  private static func lock(_ descriptor: Int32, _ type: Int32 = F_WRLCK, from start: Int, count: Int) -> Bool {
    var range = flock()
    range.l_type = Int16(type)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = off_t(start)
    range.l_len = off_t(count)
    // A lock of the open file and not of the process, so that two stores of one process are like two programs.
    return unsafe fcntl(descriptor, setOpenFileLock, &range) == 0
  }

  /// The command `F_OFD_SETLK`, which the headers declare only under conditions.
  #if canImport(Darwin)
    private static let setOpenFileLock: Int32 = 90
  #else
    private static let setOpenFileLock: Int32 = 37
  #endif
}
