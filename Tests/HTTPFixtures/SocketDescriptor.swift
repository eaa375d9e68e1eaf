import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A TCP socket.
struct SocketDescriptor: Hashable, Sendable {
  struct SocketError: Error { let call: String, code: Int32 }

  private let number: Int32

  #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    private static let sendFlags = Int32(MSG_NOSIGNAL)
  #elseif canImport(Musl)
    private static let streamType = SOCK_STREAM
    private static let sendFlags = MSG_NOSIGNAL
  #else
    private static let streamType = SOCK_STREAM
    private static let sendFlags: Int32 = 0
  #endif

  /// Listens on a free port of this machine.
  static func listening(usesIPv6: Bool = false, backlog: Int32 = 16) throws -> SocketDescriptor {
    let descriptor = try bound(usesIPv6: usesIPv6)
    if listen(descriptor.number, backlog) != 0 { throw SocketError(call: "listen", code: errno) }
    return descriptor
  }

  /// Binds a socket to a free port of this machine, which no other socket gets unless the port is shared.
  static func bound(usesIPv6: Bool = false, sharesPort: Bool = false) throws -> SocketDescriptor {
    let descriptor = SocketDescriptor(number: socket(usesIPv6 ? AF_INET6 : AF_INET, streamType, 0))
    if descriptor.number < 0 { throw SocketError(call: "socket", code: errno) }
    var isOn: Int32 = 1
    if sharesPort {
      setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }
    let code: Int32
    if usesIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_addr = in6addr_loopback
      code = withUnsafeAddress(of: &address) { bind(descriptor.number, $0, $1) }
    } else {
      var address = loopbackAddress(port: 0)
      code = withUnsafeAddress(of: &address) { bind(descriptor.number, $0, $1) }
    }
    if code != 0 { throw SocketError(call: "bind", code: errno) }
    return descriptor
  }

  /// Connects to a port of this machine.
  static func connected(toPort port: Int) throws -> SocketDescriptor {
    let descriptor = SocketDescriptor(number: socket(AF_INET, streamType, 0))
    if descriptor.number < 0 { throw SocketError(call: "socket", code: errno) }
    var address = loopbackAddress(port: port)
    if withUnsafeAddress(of: &address, { connect(descriptor.number, $0, $1) }) != 0 {
      defer { descriptor.close() }
      throw SocketError(call: "connect", code: errno)
    }
    return descriptor
  }

  private static func loopbackAddress(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// A handle that does not close the socket.
  var fileHandle: FileHandle { FileHandle(fileDescriptor: number, closeOnDealloc: false) }

  var port: Int {
    // The port is at the same place in the addresses of both versions.
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    _ = withUnsafeAddress(of: &address) { pointer, _ in getsockname(number, pointer, &size) }
    return Int(UInt16(bigEndian: address.sin6_port))
  }

  /// Waits for a connection, and returns `nil` when the socket is shut down.
  func accept() -> SocketDescriptor? {
    while true {
      #if canImport(Darwin)
        let accepted = Darwin.accept(number, nil, nil)
      #elseif canImport(Musl)
        let accepted = Musl.accept(number, nil, nil)
      #else
        let accepted = Glibc.accept(number, nil, nil)
      #endif
      if accepted < 0, errno == EINTR { continue }
      if accepted < 0 { return nil }
      #if canImport(Darwin)
        var isOn: Int32 = 1
        setsockopt(accepted, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      #endif
      return SocketDescriptor(number: accepted)
    }
  }

  /// Waits for bytes, and returns `nil` when the connection is closed.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(number, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      return count > 0 ? Array(buffer[..<count]) : nil
    }
  }

  /// Sends bytes, and returns whether all were accepted.
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(number, $0.baseAddress, $0.count, Self.sendFlags) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      rest.removeFirst(count)
    }
    return true
  }

  func shutDown() { _ = shutdown(number, Int32(SHUT_RDWR)) }

  func shutDownWriting() { _ = shutdown(number, Int32(SHUT_WR)) }

  func close() {
    #if canImport(Darwin)
      Darwin.close(number)
    #elseif canImport(Musl)
      Musl.close(number)
    #else
      Glibc.close(number)
    #endif
  }

  /// Calls a closure with the address as the type that the functions of sockets take.
  private static func withUnsafeAddress<Address, Answer>(
    of address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Answer
  ) -> Answer {
    withUnsafeMutableBytes(of: &address) { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("an address is never empty") }
      return body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }

  private func withUnsafeAddress<Address, Answer>(
    of address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Answer
  ) -> Answer { Self.withUnsafeAddress(of: &address, body) }
}
