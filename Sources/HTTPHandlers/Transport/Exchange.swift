import Analytics

/// One request to one URL.
struct Exchange: Sendable {
  let url: String
  /// The body of a `POST` request, or `nil` for a `GET` request.
  let body: [UInt8]?
  /// The lines of the header.
  let headerFields: [String]
  let options: HTTPOptions
}

/// Why a request failed, and whether it can be repeated.
struct ExchangeFailure: Error, Hashable {
  /// When a request can be repeated.
  enum Repetition: Hashable {
    /// Repeating would fail, too.
    case never
    /// The request may have been executed: it can be repeated if executing it twice is like executing it once.
    case ifIdempotent
    /// The request was not executed.
    case always
  }

  let reason: EventSourceError.Reason
  var repetition = Repetition.never
  /// How long the server asked to wait.
  var retryAfter: Duration?
}

extension ExchangeFailure {
  /// Returns the failure without a token in texts that come from the server.
  func redacting(_ token: BearerToken) -> ExchangeFailure {
    let reason: EventSourceError.Reason =
      switch reason {
      case .unreachable(let detail): .unreachable(token.redacted(detail))
      case .badStatus(let status, let payload): .badStatus(status, payload: payload.map(token.redacted))
      case .invalidResponse(let detail): .invalidResponse(token.redacted(detail))
      case .libraryUnavailable(let detail): .libraryUnavailable(token.redacted(detail))
      case .offline, .notHTTP, .timedOut, .connectionLost, .interrupted, .cancelled, .tooLarge, .tooManyRedirects,
        .storageFailed, .invalidFilter, .partlyStored:
        reason
      }
    return ExchangeFailure(reason: reason, repetition: repetition, retryAfter: retryAfter)
  }

  static let cancelled = ExchangeFailure(reason: .cancelled)

  static func invalid(_ detail: String) -> ExchangeFailure { ExchangeFailure(reason: .invalidResponse(detail)) }

  /// Creates the failure of a response with another status than 200.
  init(status: Int, payload: [UInt8], retryAfter: Duration?) {
    let text = String(validating: payload.validUTF8Prefix, as: UTF8.self)
    reason = .badStatus(status, payload: text?.isEmpty == true ? nil : text)
    self.retryAfter = retryAfter
    repetition =
      switch status {
      case 429: .always
      case 408, 500, 502, 503, 504: .ifIdempotent
      default: .never
      }
  }
}

extension ExchangeFailure {
  /// Creates the failure of a proxy that makes no tunnel to the server, or returns `nil` for other statuses.
  init?(proxyStatus status: Int) {
    if status < 300 { return nil }
    reason = .unreachable("the proxy answered with status \(HTTPStatus.text(of: status))")
    // The proxy may reach the server later.
    repetition = [429, 502, 503, 504].contains(status) ? .always : .never
  }
}

extension [UInt8] {
  /// The bytes without a character at the end that is cut off.
  fileprivate var validUTF8Prefix: ArraySlice<UInt8> {
    // A character has at most four bytes: a first byte and up to three continuation bytes.
    guard let start = suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), self[start] >= 0xC0 else { return self[...] }
    let length = self[start] >= 0xF0 ? 4 : self[start] >= 0xE0 ? 3 : 2
    return start + length > count ? self[..<start] : self[...]
  }
}
