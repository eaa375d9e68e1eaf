/// The limits of requests.
public struct HTTPOptions: Sendable {
  /// The number of seconds without a connection or a byte of the response after which a request fails.
  public var secondsWithoutData = 30
  /// The number of seconds after which a request fails in any case.
  public var maximumSeconds = 600
  /// The number of seconds after which a connection that is not used is not used again.
  public var maximumIdleSeconds = 118
  /// The maximum number of bytes in a response, after decompression.
  ///
  /// That of a number is 1 KiB, and that of a list of users is 64 MiB, if this is more.
  public var maximumResponseSize = 1 << 30
  /// When a failed request is repeated.
  public var retries = RetryPolicy()
  /// A Boolean value that indicates whether the proxy of the environment is used, except for servers on this machine.
  ///
  /// The variables are `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, all but the first also in uppercase.
  public var usesProxy = true
  /// The path of a file with the certificates of the trusted authorities in the format PEM, or `nil` for those of the
  /// system.
  ///
  /// Use it for a server whose certificate is signed by a private authority. Host names are always checked.
  public var authorityFile: String?

  /// Creates the default limits.
  public init() {}
}

/// When a failed request is repeated.
///
/// A request is repeated only if executing it twice is like executing it once, or if it was certainly not executed.
public struct RetryPolicy: Sendable {
  /// The maximum number of attempts, including the first one.
  public var maximumAttempts = 3
  /// The delay before the second attempt, which doubles with each further attempt.
  public var baseDelay = Duration.milliseconds(250)
  /// The maximum delay, unless the server asks for a longer one.
  public var maximumDelay = Duration.seconds(8)
  /// The maximum delay that the server can ask for.
  ///
  /// If it asks for more, the request fails.
  public var maximumServerDelay = Duration.seconds(30)

  /// Creates the default policy.
  public init() {}

  /// Returns the delay before the next attempt, or `nil` if there is none.
  ///
  /// The second half of the delay depends on a random number from 0 to 1, so that many clients do not return at the
  /// same time. Attempts are counted from 1. The server asks for a delay in the header field `Retry-After`.
  func delay(afterAttempt attempt: Int, serverDelay: Duration?, random: Double) -> Duration? {
    guard attempt < maximumAttempts, (serverDelay ?? .zero) <= maximumServerDelay else { return nil }
    // Beyond thirty attempts, the maximum has been reached for any sensible base.
    let delay = min(baseDelay * (1 << min(attempt - 1, 30)), maximumDelay)
    return max(delay * (0.5 + random / 2), serverDelay ?? .zero)
  }
}
