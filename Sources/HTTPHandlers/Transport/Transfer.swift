import Analytics
import CCurl
import Values

/// What is known of a response when it has ended.
struct ResponseEnd: Sendable {
  let status: Int
  let retryAfter: Duration?
  let redirectURL: String?
  /// The beginning of the body, if the status is not 200.
  let payload: [UInt8]
}

/// One exchange while libcurl executes it.
///
/// The body is given to a closure, and the end to another one, both on the thread that executes the transfer.
@safe final class Transfer: @unchecked Sendable {
  // Unchecked: `isCancelled` is used only while the queue of the thread is locked. The other mutable properties are used
  // only by the thread, once the transfer is in its queue.
  typealias Completion = @Sendable (Result<ResponseEnd, ExchangeFailure>) -> Void

  let exchange: Exchange
  /// A Boolean value that indicates whether the transfer was cancelled, perhaps before it was started.
  var isCancelled = false

  private let receive: @Sendable (UnsafeRawBufferPointer) -> ExchangeFailure?
  /// Receives the end of the transfer.
  var complete: Completion = { _ in }
  private var failure: ExchangeFailure?
  private var payload: [UInt8] = []
  private var sentCount = 0
  private var receivedCount = 0
  /// A Boolean value that indicates whether the server asks to wait for more seconds than 64 bits can hold.
  private var hasLongestDelay = false

  /// The handle of libcurl and what it uses until it is cleaned up.
  private(set) var easy: OpaquePointer?
  private var headerList: OpaquePointer?
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// The number of bytes that are kept of a response whose status is not 200.
  private static let maximumPayloadSize = 200

  init(_ exchange: Exchange, receive: @escaping @Sendable (UnsafeRawBufferPointer) -> ExchangeFailure?) {
    self.exchange = exchange
    unsafe self.receive = receive
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit { unsafe errorText.deallocate() }

  /// Creates the handle, or returns `nil` if there is no memory for it.
  func prepare(with curl: CurlLibrary) -> OpaquePointer? {
    guard let easy = unsafe curl.functions.pointee.easy_init() else { return nil }
    unsafe self.easy = easy
    let options = exchange.options
    // Signals would be used for time-outs of name lookups, and threads cannot use them.
    unsafe ccurl_set_number(easy, CURLOPT_NOSIGNAL, 1)
    unsafe ccurl_set_number(easy, CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
    unsafe ccurl_set_number(easy, CURLOPT_CONNECTTIMEOUT_MS, options.secondsWithoutData * 1000)
    unsafe ccurl_set_number(easy, CURLOPT_LOW_SPEED_LIMIT, 1)
    unsafe ccurl_set_number(easy, CURLOPT_LOW_SPEED_TIME, options.secondsWithoutData)
    unsafe ccurl_set_number(easy, CURLOPT_TIMEOUT_MS, options.maximumSeconds * 1000)
    unsafe ccurl_set_number(easy, CURLOPT_MAXAGE_CONN, options.maximumIdleSeconds)
    _ = unsafe ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
    unsafe ccurl_set_function(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      return unsafe transfer.read(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
    }
    _ = unsafe ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
    unsafe ccurl_set_function(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      unsafe transfer.readHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
      return size * count
    }
    if let body = exchange.body {
      unsafe ccurl_set_number(easy, CURLOPT_POST, 1)
      unsafe ccurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int64(body.count))
      _ = unsafe ccurl_set_pointer(easy, CURLOPT_READDATA, context)
      // libcurl repeats a request if a connection that it reuses is closed without a response. It cannot repeat this
      // one, because a body that is read by a function and cannot be rewound is sent only once.
      unsafe ccurl_set_function(easy, CURLOPT_READFUNCTION) { bytes, size, count, context in
        guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
        let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        return unsafe transfer.write(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
      }
    }
    return unsafe setTexts(of: easy, with: curl) ? easy : nil
  }

  private func setTexts(of easy: OpaquePointer, with curl: CurlLibrary) -> Bool {
    for field in exchange.headerFields {
      guard let list = unsafe curl.functions.pointee.slist_append(headerList, field) else { return false }
      unsafe headerList = list
    }
    return unsafe ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, UnsafeRawPointer(headerList))
      && set(CURLOPT_URL, of: easy, to: exchange.url) && set(CURLOPT_USERAGENT, of: easy, to: "backroom")
      // All encodings that the library can decode.
      && set(CURLOPT_ACCEPT_ENCODING, of: easy, to: "")
      && set(CURLOPT_NOPROXY, of: easy, to: usesProxy ? nil : "*")
      && set(CURLOPT_CAINFO, of: easy, to: exchange.options.authorityFile)
  }

  /// Whether the proxy of the environment is used.
  ///
  /// A request to this machine, which need not be encrypted, would leave the machine by a proxy.
  private var usesProxy: Bool {
    exchange.options.usesProxy && (try? Origin.parse(exchange.url).origin.isLoopback) != true
  }

  /// Sets an option, unless the text is `nil`.
  private func set(_ option: ccurl_option, of easy: OpaquePointer, to text: String?) -> Bool {
    guard let text else { return true }
    return unsafe text.withCString { unsafe ccurl_set_pointer(easy, option, $0) }
  }

  /// Copies the next bytes of the request.
  private func write(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let rest = (exchange.body ?? [])[sentCount...].prefix(buffer.count)
    unsafe buffer.copyBytes(from: rest)
    sentCount += rest.count
    return rest.count
  }

  /// Reads a line of the header.
  ///
  /// libcurl takes a delay of more than 64 bits for none.
  private func readHeader(_ line: UnsafeRawBufferPointer) {
    let field = unsafe String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
    guard field.count == 2, field[0].lowercased() == "retry-after" else { return }
    let digits = field[1].trimmed
    let isNumber = !digits.isEmpty && digits.utf8.allSatisfy(\.isDigit)
    hasLongestDelay = isNumber && Int64(digits) == nil
  }

  /// Reads the next bytes of the response, and returns whether it is read further.
  private func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let easy = unsafe easy, failure == nil else { return false }
    if unsafe ccurl_status(easy) != 200 {
      unsafe payload += bytes.prefix(Self.maximumPayloadSize - payload.count)
      receivedCount += bytes.count
      // A short rest is read, so that the connection can be reused.
      return receivedCount <= 1 << 16
    }
    receivedCount += bytes.count
    let limit = exchange.options.maximumResponseSize
    failure = unsafe receivedCount > limit ? ExchangeFailure(reason: .tooLarge(limit: limit)) : receive(bytes)
    return failure == nil
  }

  /// Reports the end of the transfer.
  func end(_ code: ccurl_code, with curl: CurlLibrary) {
    guard let easy = unsafe easy else { return complete(.failure(failure ?? .outOfMemory)) }
    let status = unsafe ccurl_status(easy)
    if let failure {
      complete(.failure(failure))
    } else if code == CURLE_OK || status != 200 && code == CURLE_WRITE_ERROR {
      let seconds = unsafe ccurl_retry_after(easy)
      unsafe complete(
        .success(
          ResponseEnd(
            status: status, retryAfter: hasLongestDelay ? .seconds(Int64.max) : seconds > 0 ? .seconds(seconds) : nil,
            redirectURL: ccurl_redirect_url(easy).map { unsafe String(cString: $0) }, payload: payload)))
    } else if sentCount > 0, code.isFailedConnection || code.isMissingConnection {
      // The request was sent on a reused connection, which was closed without a response. libcurl then tries to make a
      // new connection, although it cannot send this request again.
      complete(.failure(.connectionLost))
    } else if let failure = unsafe ExchangeFailure(proxyStatus: ccurl_proxy_status(easy)) {
      // The request may have been sent through an earlier tunnel, which was closed without a response.
      complete(.failure(sentCount > 0 ? .connectionLost : failure))
    } else if code == CURLE_SSL_CACERT_BADFILE, let path = exchange.options.authorityFile {
      // The text of libcurl depends on its version and on the library for encryption.
      complete(.failure(ExchangeFailure(code, detail: "no trusted certificate can be read from \(path)")))
    } else {
      let text = unsafe String(cString: errorText).trimmed
      complete(.failure(ExchangeFailure(code, detail: text.isEmpty ? curl.text(of: code) : text)))
    }
  }

  /// Reports a failure before the transfer was started, or instead of its end.
  func fail(with failure: ExchangeFailure) { complete(.failure(failure)) }

  /// Frees the handle.
  func cleanUp(with curl: CurlLibrary) {
    if let easy = unsafe easy { unsafe curl.functions.pointee.easy_cleanup(easy) }
    if let headerList = unsafe headerList { unsafe curl.functions.pointee.slist_free_all(headerList) }
    unsafe (easy, headerList) = (nil, nil)
  }
}

extension ExchangeFailure {
  static let outOfMemory = ExchangeFailure(reason: .libraryUnavailable("out of memory"))
  fileprivate static let connectionLost = ExchangeFailure(reason: .connectionLost, repetition: .ifIdempotent)

  /// Creates the failure of a transfer.
  ///
  /// Only the results of making a connection say that the request was not executed. With any other one, also one that
  /// this version does not know, it may have been.
  init(_ code: ccurl_code, detail: String) {
    switch code {
    case _ where code.isMissingConnection: self.init(reason: .unreachable(detail), repetition: .always)
    case _ where code.isFailedConnection: self.init(reason: .unreachable(detail))
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: self.init(reason: .notHTTP)
    case CURLE_OPERATION_TIMEDOUT: self.init(reason: .timedOut)
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      self = .connectionLost
    case CURLE_BAD_CONTENT_ENCODING: self = .invalid("it cannot be decompressed")
    // The header is too large. Versions before 8.7 say that they have no memory for it.
    case CURLE_OUT_OF_MEMORY, CURLE_TOO_LARGE: self = .invalid(detail.escapedForTerminal)
    default: self.init(reason: .connectionLost)
    }
  }
}

extension ccurl_code {
  /// A Boolean value that indicates whether a connection could not be made, which may succeed at the next attempt.
  fileprivate var isMissingConnection: Bool {
    [CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT].contains(self)
  }

  /// A Boolean value that indicates whether a connection could not be made or encrypted, for a reason that is still
  /// there at the next attempt, such as a certificate.
  fileprivate var isFailedConnection: Bool {
    switch self {
    case CURLE_FAILED_INIT, CURLE_URL_MALFORMAT, CURLE_NOT_BUILT_IN, CURLE_INTERFACE_FAILED, CURLE_PROXY,
      CURLE_QUIC_CONNECT_ERROR, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTIFICATE_OBSOLETE, CURLE_SSL_ENGINE_NOTFOUND,
      CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
      CURLE_ECH_REQUIRED:
      true
    default: false
    }
  }
}
