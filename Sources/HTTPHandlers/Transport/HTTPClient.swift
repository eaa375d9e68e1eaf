import Analytics
import Documents

/// Sends requests to a server, follows redirects and retries.
///
/// Requests share a thread and its connections. The first request starts the thread.
final class HTTPClient: Sendable {
  /// What a client needs from outside the program, so that tests do not wait.
  struct Environment: Sendable {
    /// Waits, unless the task is cancelled.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Returns a random number from 0 to 1.
    var random: @Sendable () -> Double = { .random(in: 0...1) }
  }

  private let token: BearerToken?
  /// The origin to which the token is sent.
  private let origin: Origin
  private let options: HTTPOptions
  private let environment: Environment
  private let thread = Lock<TransferThread?>(nil)

  private static let maximumRedirects = 10

  init(_ origin: Origin, token: BearerToken?, options: HTTPOptions, environment: Environment = Environment()) {
    self.origin = origin
    self.token = token
    self.options = options
    self.environment = environment
  }

  /// Sends a request until it succeeds or cannot be repeated, and returns what a reader makes of the response's body.
  ///
  /// A request without a body is a `GET` request, which can be executed twice.
  func send<Reader: BodyReader>(
    _ url: String, body: [UInt8]? = nil, reading makeReader: @escaping @Sendable () -> Reader
  ) async throws(ExchangeFailure) -> Reader.Output {
    var attempt = 1
    while true {
      do throws(ExchangeFailure) {
        return try await follow(url, body: body, reading: makeReader)
      } catch {
        let error = token.map(error.redacting) ?? error
        let isRepeatable = error.repetition == .always || error.repetition == .ifIdempotent && body == nil
        guard isRepeatable,
          let delay = options.retries.delay(
            afterAttempt: attempt, serverDelay: error.retryAfter, random: environment.random())
        else { throw error }
        do { try await environment.sleep(delay) } catch { throw .cancelled }
        attempt += 1
      }
    }
  }

  /// Sends a request, and again to each URL to which it is redirected.
  private func follow<Reader: BodyReader>(
    _ url: String, body: [UInt8]?, reading makeReader: @escaping @Sendable () -> Reader
  ) async throws(ExchangeFailure) -> Reader.Output {
    var url = url
    for _ in 0...Self.maximumRedirects {
      let (end, output) = try await exchange(url, body: body, reading: makeReader)
      if let output { return output }
      // The other redirects turn POST into GET.
      let redirects = body == nil ? [301, 302, 303, 307, 308] : [307, 308]
      guard redirects.contains(end.status), let target = end.redirectURL else {
        throw ExchangeFailure(status: end.status, payload: end.payload, retryAfter: end.retryAfter)
      }
      url = target
    }
    throw ExchangeFailure(reason: .tooManyRedirects)
  }

  private func headerFields(for url: String, isPost: Bool) throws(ExchangeFailure) -> [String] {
    let origin: Origin
    do { origin = try Origin.parse(url).origin } catch { throw .invalid("it redirects to \(error)") }
    if self.origin.isSecure, !origin.isSecure { throw .invalid("it redirects to \(origin), which is not encrypted") }
    return ["Accept: application/json"] + (isPost ? ["Content-Type: application/json", "Expect:"] : [])
      + (origin == self.origin ? [token?.headerField].compactMap(\.self) : [])
  }

  /// Sends one request, and returns its end and the result of the reader if the status is 200.
  private func exchange<Reader: BodyReader>(
    _ url: String, body: [UInt8]?, reading makeReader: @escaping @Sendable () -> Reader
  ) async throws(ExchangeFailure) -> (end: ResponseEnd, output: Reader.Output?) {
    let newReader = makeReader()
    var options = options
    options.maximumResponseSize = min(options.maximumResponseSize, newReader.maximumSize)
    let exchange = Exchange(
      url: url, body: body, headerFields: try headerFields(for: url, isPost: body != nil), options: options)
    let thread = thread.withLock { thread in
      let running = thread ?? TransferThread()
      thread = running
      return running
    }
    let reader = SharedReader(newReader)
    let transfer = unsafe Transfer(exchange) { unsafe reader.read($0) }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        thread.start(transfer) { continuation.resume(returning: $0.flatMap(reader.finish)) }
      }
    } onCancel: {
      thread.cancel(transfer)
    }
    return try result.get()
  }
}

/// A reader that the thread of the transfers uses.
private final class SharedReader<Reader: BodyReader>: @unchecked Sendable {
  // Unchecked: after it was created, only the thread of the transfers uses it.
  private var reader: Reader

  init(_ reader: Reader) { self.reader = reader }

  func read(_ bytes: UnsafeRawBufferPointer) -> ExchangeFailure? {
    do throws(DocumentError) {
      try unsafe reader.read(bytes)
      return nil
    } catch {
      return .invalid("\(error)")
    }
  }

  func finish(_ end: ResponseEnd) -> Result<(end: ResponseEnd, output: Reader.Output?), ExchangeFailure> {
    if end.status != 200 { return .success((end, nil)) }
    do throws(DocumentError) {
      return .success((end, try reader.finish()))
    } catch {
      return .failure(.invalid("\(error)"))
    }
  }
}
