import Analytics
import Foundation
import HTTPFixtures
import TestInputs
import Testing
import Values

@testable import HTTPHandlers

/// Records the delays of a client, which then does not wait.
final class RecordedDelays: Sendable {
  private let delays = Locked<[Duration]>([])

  var all: [Duration] { delays.withLock { $0 } }

  var environment: HTTPClient.Environment {
    HTTPClient.Environment(
      sleep: { [delays] delay in delays.withLock { $0.append(delay) } },
      random: { 1 })
  }
}

extension HTTPOptions {
  /// Options for servers of this machine, which are not reached through a proxy.
  ///
  /// Requests do not time out and connections are kept, because a task may wait for minutes while other tests run.
  static var loopback: HTTPOptions {
    var options = HTTPOptions()
    options.usesProxy = false
    options.maximumIdleSeconds = 3600
    options.secondsWithoutData = 3600
    options.maximumSeconds = 3600
    return options
  }
}

/// Creates a source that does not wait between attempts.
func makeSource(
  _ url: String, token: String? = nil, options: HTTPOptions = .loopback, delays: RecordedDelays = RecordedDelays()
) throws -> HTTPEventSource {
  let address = try ServerAddress(parsing: url)
  let client = HTTPClient(
    address.origin, token: token.flatMap(BearerToken.init), options: options, environment: delays.environment)
  return HTTPEventSource(address, client)
}

/// Returns the message of the error that a request throws.
func message(of request: () async throws -> some Any) async -> String? {
  do {
    let answer = try await request()
    return "no error but \(answer)"
  } catch { return "\(error)" }
}

/// Returns events of two users, the newest first.
func makeEvents(_ count: Int) -> [UserEvent] {
  var sampler = EventSampler(using: SplitMix64(seed: 1), userCount: 2)
  return sampler.events(count, before: Instant(milliseconds: 1_700_000_000_000)).reversed()
}

let startEvent = UserEvent(
  userID: UUID(uuidString: "00000000-0000-4000-8000-000000000001") ?? UUID(), flag: true,
  timestamp: Instant(milliseconds: 978_307_200_250), action: .start)
