import Foundation
import TerminalIO
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Two pipes: one into a channel, one out of it.
@MainActor private final class Pipes {
  let channel: LineChannel
  private(set) var (input, output): (Int32, Int32) = (-1, -1)
  private let (channelInput, channelOutput): (Int32, Int32)

  init(longestLine: Int = 100) throws {
    var (incoming, outgoing): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    try #require(pipe(&incoming) == 0 && pipe(&outgoing) == 0)
    (channelInput, channelOutput, input, output) = (incoming[0], outgoing[1], incoming[1], outgoing[0])
    channel = try LineChannel(input: channelInput, output: channelOutput, longestLine: longestLine)
  }

  isolated deinit {
    closeInput()
    closeOutput()
    close(channelInput)
    close(channelOutput)
  }

  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  func closeOutput() {
    if output >= 0 { close(output) }
    output = -1
  }

  /// Sends a text to the channel, on another thread if it does not fit into the pipe.
  func send(_ text: String) {
    let (input, bytes) = (input, Array(text.utf8))
    if bytes.count < 60_000 {
      #expect(bytes.withUnsafeBufferPointer { write(input, $0.baseAddress, $0.count) } == bytes.count)
      return
    }
    Thread.detachNewThread {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBufferPointer { write(input, $0.baseAddress, $0.count) }
        if count <= 0 { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Reads a number of bytes on another thread, and reports how many there were.
  func receive(_ expectedCount: Int) -> AsyncStream<Int> {
    let output = output
    let (counts, continuation) = AsyncStream<Int>.makeStream()
    Thread.detachNewThread {
      var (bytes, total) = ([UInt8](repeating: 0, count: 1 << 16), 0)
      while total < expectedCount {
        let count = read(output, &bytes, bytes.count)
        if count <= 0 { break }
        total += count
      }
      continuation.yield(total)
      continuation.finish()
    }
    return counts
  }

  /// Returns the texts of the next lines.
  func lines(_ count: Int) async -> [String?] {
    var texts: [String?] = []
    while texts.count < count {
      switch await channel.next() {
      case .line(let line): texts.append(String(decoding: line, as: UTF8.self))
      case .skippedLine: texts.append(nil)
      case .drained, .woken: break
      case .closed: return texts + ["(closed)"]
      }
    }
    return texts
  }
}

/// Runs a closure in which writing to a closed pipe does not end the process.
///
/// Ignoring the signal would change what the programs do that other tests start.
private func blockingBrokenPipes(_ body: () -> Void) {
  var (signals, former, pending) = (sigset_t(), sigset_t(), sigset_t())
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, &former)
  body()
  sigpending(&pending)
  var number: Int32 = 0
  if sigismember(&pending, SIGPIPE) == 1 { sigwait(&signals, &number) }
  pthread_sigmask(SIG_SETMASK, &former, nil)
}

@MainActor @Suite(.serialized) struct `A channel of lines` {
  @Test func `receives lines in parts, together, empty, and without an end`() async throws {
    let pipes = try Pipes()
    pipes.send("one\ntwo\n\nthr")
    #expect(await pipes.lines(3) == ["one", "two", ""])
    pipes.send("ee\nfour")
    pipes.closeInput()
    #expect(await pipes.lines(3) == ["three", "four", "(closed)"])
    #expect(await pipes.channel.next() == .closed)
  }

  @Test func `a line that is too long is skipped, and the next one is read`() async throws {
    let pipes = try Pipes()
    let longest = String(repeating: "a", count: 100)
    pipes.send("\(longest)\n\(longest)b\nshort\n")
    #expect(await pipes.lines(3) == [longest, nil, "short"])
    pipes.send(String(repeating: "c", count: 10_000_000) + "\nnext\n")
    #expect(await pipes.lines(2) == [nil, "next"])
    pipes.send(String(repeating: "d", count: 1_000))
    pipes.closeInput()
    #expect(await pipes.lines(2) == [nil, "(closed)"])
  }

  @Test func `many small lines arrive in order`() async throws {
    let pipes = try Pipes()
    pipes.send((0..<100_000).map { "\($0)\n" }.joined())
    #expect(await pipes.lines(100_000) == (0..<100_000).map { "\($0)" })
  }

  @Test func `writing waits for nobody, and nothing is read while too much is unwritten`() async throws {
    let pipes = try Pipes()
    let text = String(repeating: "x", count: 5_000_000)
    pipes.channel.write(text)
    #expect(!pipes.channel.isDrained)
    pipes.send("request\n")
    pipes.channel.wake()
    #expect(await pipes.channel.next() == .woken, "the request waits")
    let counts = pipes.receive(text.utf8.count + 1)
    let events = [await pipes.channel.next(), await pipes.channel.next()]
    #expect(events.contains(.drained) && events.contains(.line(Array("request".utf8))))
    for await count in counts { #expect(count == text.utf8.count + 1) }
  }

  @Test func `what does not fit into the pipe is written while the channel waits for input`() async throws {
    let pipes = try Pipes()
    Task {
      // The channel is waiting by now.
      pipes.channel.write(String(repeating: "x", count: 300_000))
      _ = pipes.receive(300_001)
    }
    while await pipes.channel.next() != .drained {}
    #expect(pipes.channel.isDrained)
  }

  @Test func `the end of the input does not end the channel before everything is written`() async throws {
    let pipes = try Pipes()
    pipes.channel.write(String(repeating: "x", count: 200_000))
    pipes.closeInput()
    #expect(!pipes.channel.isDrained)
    _ = pipes.receive(200_001)
    while await pipes.channel.next() != .closed {}
    #expect(pipes.channel.isDrained)
  }

  @Test func `a closed output ends the channel`() async throws {
    let pipes = try Pipes()
    pipes.closeOutput()
    blockingBrokenPipes { pipes.channel.write("lost") }
    #expect(await pipes.channel.next() == .closed && pipes.channel.isDrained)
  }
}
