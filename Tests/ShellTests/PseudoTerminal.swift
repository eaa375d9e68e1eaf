import Foundation
import Testing

#if os(Linux)
  import Glibc

  /// The user's side of a pseudoterminal.
  final class PseudoTerminal {
    private let userDescriptor: FileHandle
    let programDescriptor: FileHandle
    private var unreadOutput = Data()
    let folder = FileManager.default.temporaryDirectory.appending(path: "ShellTests-\(UUID().uuidString)")

    init() throws {
      let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      userDescriptor = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      var (lock, number): (Int32, Int32) = (0, 0)
      try #require(ioctl(descriptor, 0x4004_5431, &lock) == 0, "the program's side cannot be unlocked")
      try #require(ioctl(descriptor, 0x8004_5430, &number) == 0, "the program's side has no number")
      programDescriptor = FileHandle(
        fileDescriptor: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY), closeOnDealloc: true)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func resize(columns: UInt16, rows: UInt16) {
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(userDescriptor.fileDescriptor, UInt(TIOCSWINSZ), &size)
    }

    func type(_ line: String) throws { try userDescriptor.write(contentsOf: Data((line + "\n").utf8)) }

    /// Sends Control-D, which ends the input.
    func end() throws { try userDescriptor.write(contentsOf: Data([4])) }

    var showsTyping: Bool {
      var settings = termios()
      return tcgetattr(userDescriptor.fileDescriptor, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Sends bytes as they are.
    func send(_ keys: String) throws { try userDescriptor.write(contentsOf: Data(keys.utf8)) }

    /// Reads output up to and including a text, or returns `false` if no program uses the terminal any more.
    ///
    /// Before this, `leaveToProgram()` must have been called.
    func read(until text: String) -> Bool {
      while true {
        if let index = unreadOutput.firstRange(of: Data(text.utf8)) {
          unreadOutput.removeSubrange(..<index.upperBound)
          return true
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(userDescriptor.fileDescriptor, &bytes, bytes.count)
        if count <= 0 { return false }
        unreadOutput += bytes[..<count]
      }
    }

    /// Closes this process's descriptor of the program's side.
    func leaveToProgram() throws { try programDescriptor.close() }

    /// The typed characters that the terminal has echoed.
    var output: String { String(decoding: userDescriptor.availableData, as: UTF8.self) }
  }
#endif
