extension EventSourceError.Reason {
  /// A Boolean value that indicates whether the server may have executed the request.
  var mayBeExecuted: Bool {
    switch self {
    case .timedOut, .connectionLost, .interrupted, .cancelled, .notHTTP, .invalidResponse, .tooLarge,
      .tooManyRedirects:
      true
    // Only 200 is a success, but a server that answers 201, or redirects with 303 to a page that says so, has probably
    // stored the event.
    case .badStatus(let status, _): status < 400 || status == 408 || status >= 500
    case .offline, .unreachable, .libraryUnavailable, .storageFailed, .invalidFilter: false
    case .partlyStored(_, let reason): reason.mayBeExecuted
    }
  }

  /// A Boolean value that indicates whether the server will refuse the event again.
  ///
  /// Other statuses, such as 401 and 404, are about the request and end when a setting is changed.
  package var refusesEvent: Bool {
    if case .badStatus(let status, _) = self { [400, 409, 413, 415, 422].contains(status) } else { false }
  }

  /// A Boolean value that indicates whether other events may be stored although this one was not.
  var concernsOneEvent: Bool {
    if case .badStatus(500, _) = self { true } else { refusesEvent }
  }
}
