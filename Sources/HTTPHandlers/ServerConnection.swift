import Analytics

/// Sends requests to the address of a server.
struct ServerConnection: Sendable {
  let address: ServerAddress
  let client: HTTPClient

  /// Sends a request and decodes the response.
  func retrieve<Reader: BodyReader>(
    _ request: ServerRequest, reading makeReader: @escaping @Sendable () -> Reader
  ) async throws(EventSourceError.Reason) -> Reader.Output {
    do throws(ExchangeFailure) {
      return try await client.send(
        address.url(ofPath: request.path, items: request.items), reading: makeReader)
    } catch {
      throw error.reason
    }
  }

  /// Sends an event and ignores the body of the response.
  func send(_ event: UserEvent) async throws(EventSourceError.Reason) {
    do throws(ExchangeFailure) {
      try await client.send(address.url(ofPath: "userevent"), body: event.requestBody) { IgnoredBody() }
    } catch {
      throw error.reason
    }
  }
}
