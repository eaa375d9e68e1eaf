import Foundation

#if os(Linux)
  import Glibc

  /// The user's side of a pseudoterminal.
  package final class PseudoTerminal {
    private let userDescriptor: FileHandle
    package let programDescriptor: FileHandle
    /// The name of the program's side.
    package let path: String
    private var unreadOutput = Data()
    private var wholeOutput = Data()
    package let folder = FileManager.default.temporaryDirectory.appending(path: "PseudoTerminal-\(UUID().uuidString)")

    /// Opens a terminal.
    package init() throws {
      let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      userDescriptor = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      var (lock, number): (Int32, Int32) = (0, 0)
      let isOpen = ioctl(descriptor, 0x4004_5431, &lock) == 0 && ioctl(descriptor, 0x8004_5430, &number) == 0
      path = "/dev/pts/\(number)"
      let programSide = isOpen ? open(path, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
      programDescriptor = FileHandle(fileDescriptor: programSide, closeOnDealloc: true)
      if programSide < 0 { throw POSIXError(.ENXIO) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Changes the size of the window.
    package func resize(columns: UInt16, rows: UInt16) {
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(userDescriptor.fileDescriptor, UInt(TIOCSWINSZ), &size)
    }

    /// Types a line.
    package func type(_ line: String) throws { try userDescriptor.write(contentsOf: Data((line + "\n").utf8)) }

    /// Sends Control-D, which ends the input.
    package func end() throws { try userDescriptor.write(contentsOf: Data([4])) }

    /// A Boolean value that indicates whether the terminal echoes what is typed.
    package var showsTyping: Bool {
      var settings = termios()
      return tcgetattr(userDescriptor.fileDescriptor, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// The settings, as bytes that can be compared.
    package var settings: [UInt8] {
      var settings = termios()
      tcgetattr(userDescriptor.fileDescriptor, &settings)
      return withUnsafeBytes(of: &settings) { Array($0) }
    }

    /// Changes a setting, so that it is not what a new terminal has.
    package func makeUnusual() {
      var settings = termios()
      tcgetattr(userDescriptor.fileDescriptor, &settings)
      settings.c_lflag &= ~tcflag_t(ECHOE)
      tcsetattr(userDescriptor.fileDescriptor, TCSANOW, &settings)
    }

    /// Sends bytes as they are.
    package func send(_ keys: String) throws { try userDescriptor.write(contentsOf: Data(keys.utf8)) }

    /// Sends bytes that may be no text.
    package func send(_ bytes: ArraySlice<UInt8>) throws { try userDescriptor.write(contentsOf: Data(bytes)) }

    /// Closes the user's side, as when a window is closed.
    package func hangUp() throws { try userDescriptor.close() }

    /// Reads output up to and including a text, or returns `false` if no program uses the terminal any more.
    ///
    /// Before this, `leaveToProgram()` must have been called.
    package func read(until text: String) -> Bool { readText(until: text) != nil }

    /// Reads and returns output up to a text, or returns `nil` if no program uses the terminal any more.
    package func readText(until text: String) -> String? {
      while true {
        if let index = unreadOutput.firstRange(of: Data(text.utf8)) {
          defer { unreadOutput.removeSubrange(..<index.upperBound) }
          return String(decoding: unreadOutput[..<index.lowerBound], as: UTF8.self)
        }
        guard hasInput(userDescriptor.fileDescriptor) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(userDescriptor.fileDescriptor, &bytes, bytes.count)
        if count <= 0 { return nil }
        unreadOutput += bytes[..<count]
        wholeOutput += bytes[..<count]
      }
    }

    /// Returns the unread output, or waits some time for more and returns that, or nothing.
    package func readBytes(within milliseconds: Int32) -> ArraySlice<UInt8> {
      if !unreadOutput.isEmpty {
        defer { unreadOutput = Data() }
        return ArraySlice(unreadOutput)
      }
      var request = pollfd(fd: userDescriptor.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, milliseconds) > 0 else { return [] }
      var bytes = [UInt8](repeating: 0, count: 4096)
      // The array is read after the call, which changes it.
      let count = Glibc.read(userDescriptor.fileDescriptor, &bytes, bytes.count)
      return bytes.prefix(max(0, count))
    }

    /// Reads the output until no program uses the terminal any more, and returns all output.
    package func readToEnd() -> String {
      _ = read(until: "\u{0}")
      return String(decoding: wholeOutput, as: UTF8.self)
    }

    /// Closes this process's descriptor of the program's side.
    package func leaveToProgram() throws { try programDescriptor.close() }

    /// The typed characters that the terminal has echoed.
    package var output: String { String(decoding: userDescriptor.availableData, as: UTF8.self) }
  }
#endif
