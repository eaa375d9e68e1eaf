import Loop
import LoopHistory
import LoopTesting
import LoopText
import TestInputs
import Testing

@Suite struct `A test store` {
  private let failures = CollectedFailures()

  private func makeStore() -> TestStore<PostOffice> {
    TestStore(PostOffice(), state: .init(), reporter: failures.reporter)
  }

  @Test func `passes if every change and effect is expected`() {
    let post = makeStore()
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.send(.written("b"), queues: [.deliver("b")]) { $0.letters = ["a", "b"] }
    post.send(.lookTapped, starts: [.look])
    post.send(.lookTapped, drops: [.look])
    post.respond(to: .look, with: .stampTapped, fires: [.stamp])
    post.end(.look, .seen)
    post.end(.deliver("a"), .delivered("a"), starts: [.deliver("b")]) {
      $0.letters = ["b"]
      $0.sent = 1
    }
    post.send(.expressWritten("c"), starts: [.deliver("c")], fires: [.stamp], cancels: [.deliver("b")]) {
      $0.letters = ["b", "c"]
    }
    post.send(.closed, cancels: [.deliver("c")]) { $0.isOpen = false }
    #expect(post.state.letters == ["b", "c"])
    #expect(post.pending.isEmpty)
    let transcript = post.finish()
    #expect(transcript?.steps.count == 9)
    #expect(transcript?.feature == "PostOffice")
    #expect(transcript?.finalStateLines.last == "pending: none")
    #expect(failures.messages == [])
    #expect(post.ignoredDifferences == [])
  }

  @Test func `slots, policies, delays and what belongs to a run can be compared`() {
    let post = makeStore()
    post.send(
      .lookTappedTwice, starts: [.look, .look], returning: .run(.look, in: .window(1)), .run(.look, in: .window(2)))
    post.send(.delayedLookTapped, starts: [.look], after: .milliseconds(300), cancels: [.look], returning: .none)
    let expected: Effects<PostOffice> = .run(.look, in: .window(3), .first)
    post.send(.lookTapped, drops: [.look], returning: expected)
    post.end(.look, in: .window(1), .seen, returning: .none)
    post.end(.look, in: .window(2), .seen)
    post.finish()
    #expect(
      failures.messages == [
        """
        The returned effects are not as expected:
          expected: no effects
          returned: look in window(1), latest, after 0.3 seconds, if lost seen, after a restart runAgain
        """,
        """
        The returned effects are not as expected:
          expected: look in window(3), first, if lost seen, after a restart runAgain
          returned: look in window(1), first, if lost seen, after a restart runAgain
        """,
      ])
  }

  @Test func `a store that is not exhaustive compares only what a test names`() {
    let post = TestStore(PostOffice(), state: .init(), isExhaustive: false, reporter: failures.reporter)
    post.send(.written("a"))
    post.send(.written("b")) { $0.letters = ["a", "b"] }
    post.send(.expressWritten("c"), starts: [.deliver("c")])
    post.end(.deliver("c"), .delivered("c")) { $0.sent = 1 }
    post.send(.delayedLookTapped)
    post.finish()
    #expect(failures.messages == [])
    post.send(.written("d"))
    let wrong = TestStore(PostOffice(), state: .init(), isExhaustive: false, reporter: failures.reporter)
    wrong.send(.written("a"), starts: [.look]) { $0.sent = 2 }
    wrong.finish()
    #expect(
      failures.messages == [
        "The test has finished: this step comes after finish().",
        """
        The state is not as expected (expected -> actual):
          sent: 2 -> 0
        """,
        """
        The effects that start are not as expected:
          missing: look
        """,
      ])
  }

  @Test func `several delays can be compared, and each equal effect counts`() {
    let post = makeStore()
    post.send(
      .twoLooksTapped, starts: [.look, .look],
      returning: .run(.look, in: .window(1)), .run(.look, in: .window(2), after: .seconds(1)))
    post.end(.look, in: .window(1), .seen)
    post.end(.look, in: .window(2), .seen)
    post.finish()
    #expect(failures.messages == [])
    let loose = TestStore(PostOffice(), state: .init(), isExhaustive: false, reporter: failures.reporter)
    loose.send(.lookTapped, starts: [.look, .look])
    loose.finish()
    #expect(failures.messages == ["The effects that start are not as expected:\n  missing: look"])
  }

  @Test func `law 1: replaying the transcript gives the same transcript`() throws {
    let post = makeStore()
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.end(.deliver("a"), .delivered("a")) { $0 = .init(sent: 1) }
    let transcript = try #require(post.finish())
    #expect(try transcript.replay(by: PostOffice()) == transcript)
  }

  @Test func `reports an unexpected change as a difference, at the position of the step`() {
    let post = makeStore()
    let line: UInt = #line + 1
    post.send(.written("a"), starts: [.deliver("a")]) { $0.sent = 7 }
    post.end(.deliver("a"), .seen)
    post.finish()
    #expect(
      failures.messages == [
        """
        The state is not as expected (expected -> actual):
          letters: [] -> ["a"]
          sent: 7 -> 0
        """
      ])
    #expect(failures.lines == [line])
  }

  @Test func `names an unexpected effect`() {
    let post = makeStore()
    post.send(.stampTapped)
    post.finish()
    #expect(failures.messages == ["The effects that are fire-and-forget are not as expected:\n  unexpected: stamp"])
  }

  @Test func `names an expected effect that did not start`() {
    let post = makeStore()
    post.send(.stampTapped, starts: [.deliver("a")], fires: [.stamp, .stamp])
    post.finish()
    #expect(
      failures.messages == [
        "The effects that start are not as expected:\n  missing: deliver(\"a\")",
        "The effects that are fire-and-forget are not as expected:\n  missing: stamp",
      ])
  }

  @Test func `lists effects in their actual order if the order is unexpected`() {
    let post = makeStore()
    post.send(.lookTappedTwice, starts: [.look, .look])
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.send(.written("b"), queues: [.deliver("b")]) { $0.letters = ["a", "b"] }
    post.send(.closed, cancels: [.deliver("b"), .deliver("a")]) { $0.isOpen = false }
    for window in [1, 2] { post.end(.look, in: .window(window), .seen) }
    post.finish()
    #expect(
      failures.messages == [
        "The effects that are cancelled are not as expected:\n  the order is: deliver(\"a\"), deliver(\"b\")"
      ])
  }

  @Test func `compares queued, dropped and cancelled effects like started ones`() {
    let post = makeStore()
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.send(.written("b")) { $0.letters = ["a", "b"] }
    post.send(.lookTapped, starts: [.look])
    post.send(.lookTapped)
    post.send(.closed, cancels: [.look]) { $0.isOpen = false }
    post.end(.look, .seen)
    post.finish()
    #expect(
      failures.messages == [
        "The effects that are queued are not as expected:\n  unexpected: deliver(\"b\")",
        "The effects that are dropped are not as expected:\n  unexpected: look",
        """
        The effects that are cancelled are not as expected:
          missing: look
          unexpected: deliver("a")
          unexpected: deliver("b")
        """,
      ])
  }

  @Test func `a run whose slot becomes inactive by its last response has ended and is not cancelled`() throws {
    let post = makeStore()
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.end(.deliver("a"), .closed) { $0.isOpen = false }
    let transcript = try #require(post.finish())
    #expect(transcript.steps.last?.changes == ["isOpen: true -> false", "effect - counter"])
    #expect(failures.messages == [])
  }

  @Test func `compares the delays of effects`() {
    let post = makeStore()
    post.send(.delayedLookTapped, starts: [.look])
    post.end(.look, .seen)
    post.send(.delayedLookTapped, starts: [.look], after: .milliseconds(300))
    post.end(.look, .seen)
    post.send(.lookTapped, starts: [.look], after: .seconds(1))
    post.end(.look, .seen)
    post.send(.seen, after: .seconds(1))
    post.finish()
    #expect(
      failures.messages == [
        "Starts after 0.3 seconds, expected immediately: look", "Starts immediately, expected after 1.0 seconds: look",
        "No effect starts after 1.0 seconds.",
      ])
  }

  @Test func `reports a test whose replay differs`() {
    let forgetful = TestStore(PartiallyEncodedFeature(), state: .init(secret: 2), reporter: failures.reporter)
    forgetful.send(.counted) { $0.count = 2 }
    forgetful.finish()
    #expect(failures.messages.count == 1)
    #expect(
      failures.messages.first?.hasPrefix(
        "Replaying the test gives another transcript:\n--- PartiallyEncodedFeature\n+++ PartiallyEncodedFeature\n")
        == true)
  }

  @Test func `reports a step after finish`() {
    let post = makeStore()
    post.finish()
    post.send(.closed) { $0.isOpen = false }
    #expect(failures.messages == ["The test has finished: this step comes after finish()."])
  }

  @Test func `law 7: names the running and queued effects that are pending at the end`() {
    let post = makeStore()
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.send(.written("b"), queues: [.deliver("b")]) { $0.letters = ["a", "b"] }
    let line: UInt = #line + 1
    post.finish()
    #expect(
      failures.messages == ["Still pending at the end: deliver(\"a\")", "Still pending at the end: deliver(\"b\")"])
    #expect(failures.lines == [line, line])
  }

  @Test func `reports a missing finish at the position where it was created`() {
    var line: UInt = 0
    do {
      line = #line + 1
      let post = TestStore(PostOffice(), state: .init(), reporter: failures.reporter)
      post.send(.closed) { $0.isOpen = false }
    }
    #expect(failures.messages == ["The test did not call finish()."])
    #expect(failures.lines == [line])
  }

  @Test func `reports the end of an effect that is not running`() {
    let post = makeStore()
    post.end(.look, .seen)
    post.respond(to: .look, with: .closed)
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.end(.look, .closed)
    post.end(.deliver("a"), .seen)
    post.end(.deliver("a"), .delivered("a"))
    post.finish()
    #expect(
      failures.messages == [
        "Not running: look. Nothing is running.", "Not running: look. Nothing is running.",
        "Not running: look. Running:\n  deliver(\"a\")", "Not running: deliver(\"a\"). Nothing is running.",
      ])
    #expect(post.state.isOpen == true, "a step that failed changes nothing")
  }

  @Test func `reports the end of a queued effect`() {
    let post = makeStore()
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.send(.written("b"), queues: [.deliver("b")]) { $0.letters = ["a", "b"] }
    post.end(.deliver("b"), .delivered("b"))
    post.end(.deliver("a"), .seen, starts: [.deliver("b")])
    post.end(.deliver("b"), .seen)
    post.finish()
    #expect(
      failures.messages == [
        """
        Not running: deliver("b") (it is queued in its slot). Running:
          deliver("a")
        """
      ])
  }

  @Test func `ends an effect that runs twice in the given slot`() {
    let post = makeStore()
    post.send(.lookTappedTwice, starts: [.look, .look])
    post.end(.look, .seen)
    post.end(.look, in: .window(3), .seen)
    post.end(.look, in: .window(2), .seen)
    post.end(.look, .seen)
    post.finish()
    #expect(
      failures.messages == [
        "Running in 2 slots: look. Name the slot with `in:`.", "Not running: look. Running:\n  look\n  look",
      ])
  }

  @Test func `law 1: reports an impure reducer by its state`() {
    let impure = TestStore(Impure(), state: 0, reporter: failures.reporter)
    impure.send(.counted) { $0 = 3 }
    impure.finish()
    #expect(failures.messages == ["The reducer is not pure. Two identical calls differ:\n  self: 1 -> 2"])
  }

  @Test func `law 1: reports an impure reducer by its effects`() {
    let impure = TestStore(Impure(), state: 0, reporter: failures.reporter)
    impure.send(.fired, fires: [.send(3)])
    impure.finish()
    #expect(failures.messages == ["The reducer is not pure. Two identical calls differ:\n  the effects differ"])
  }

  @Test func `law 1: reduces responses twice, too`() {
    let impure = TestStore(RespondingFeature(), state: 0, reporter: failures.reporter)
    impure.send(.counted, starts: [.ask])
    impure.respond(to: .ask, with: .answered) { $0 = 3 }
    impure.end(.ask, .answered) { $0 = 6 }
    impure.finish()
    #expect(
      failures.messages == [
        "The reducer is not pure. Two identical calls differ:\n  self: 1 -> 2",
        "The reducer is not pure. Two identical calls differ:\n  self: 4 -> 5",
      ])
  }

  @Test func `lists the ignored differences`() {
    let post = makeStore()
    post.ignoreEffects("stamps") { $0 == .stamp }
    post.ignoreState("the letters", \.letters)
    post.send(.expressWritten("a"), starts: [.deliver("a")])
    post.send(.stampTapped)
    post.end(.deliver("a"), .delivered("a")) {
      $0.letters = []
      $0.sent = 1
    }
    post.finish()
    #expect(failures.messages == [])
    #expect(post.ignoredDifferences == ["state the letters", "effect stamps: stamp", "effect stamps: stamp"])
  }

  @Test func `allows ignored effects to be pending at the end`() {
    let post = makeStore()
    post.ignoreEffects("looks") { $0 == .look }
    post.send(.lookTapped)
    post.finish()
    #expect(failures.messages == [])
    #expect(post.ignoredDifferences == ["effect looks: look"])
  }

  @Test func `reports an effect started in an inactive slot`() {
    let post = makeStore()
    post.send(.closed) { $0.isOpen = false }
    post.send(.written("a")) { $0.letters = ["a"] }
    post.finish()
    #expect(failures.messages == ["Started in a slot that is inactive after the same step: deliver(\"a\")"])
  }

  @Test func `reports an expectation that throws, and continues`() {
    struct Doubt: Error, CustomStringConvertible { let description = "unknown" }
    let post = makeStore()
    post.send(.closed) { _ in throw Doubt() }
    post.send(.stampTapped, fires: [.stamp])
    post.finish()
    #expect(failures.messages == ["The step failed: unknown"])
    #expect(post.state.isOpen == false)
  }

  @Test func `says if unequal states have the same text because a property is not encoded`() {
    let secretive = TestStore(HiddenFieldFeature(), state: .init(), reporter: failures.reporter)
    secretive.send(.changed)
    secretive.finish()
    #expect(
      failures.messages == [
        """
        The state is not as expected (expected -> actual):
          both have the same text: a property that == compares is not encoded
        """
      ])
  }

  /// A feature without `Codable` types.
  private struct Doorbell: Reducer {
    struct State: Equatable { var ringCount = 0, hasAnswer = false }
    enum Action: Equatable { case pressed, answered(by: String) }
    enum Effect: Equatable { case ring(times: Int) }
    enum Slot: Hashable { case bell }

    func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
      switch action {
      case .pressed:
        state.ringCount += 1
        return .run(
          .ring(times: state.ringCount), in: .bell, ifLost: .answered(by: "nobody"), afterRestart: .reportLost)
      case .answered(let person): state.hasAnswer = person != "nobody"
      }
      return .none
    }

    func isActive(_ slot: Slot, in state: State) -> Bool { true }
  }

  @Test func `tests a feature whose types are not Codable`() throws {
    let door = TestStore(Doorbell(), state: .init(), reporter: failures.reporter)
    door.send(.pressed, starts: [.ring(times: 1)]) { $0.ringCount = 1 }
    door.end(.ring(times: 1), .answered(by: "Ada")) { _ in }
    let transcript = try #require(door.finish())
    #expect(
      failures.messages == [
        "The state is not as expected (expected -> actual):\n  hasAnswer: false -> true"
      ])
    #expect(
      transcript.steps.map(\.changes) == [
        ["ringCount: 0 -> 1", "effect + bell ring(times: 1)"], ["hasAnswer: false -> true", "effect - bell"],
      ])
    let fault = #expect(throws: TranscriptError.self) { try transcript.replay(by: Doorbell()) }
    #expect(fault?.message.hasSuffix("State is not Decodable") == true, "\(String(describing: fault))")
  }

  @Test func `reports a state that cannot be printed immediately`() {
    let unprintable = TestStore(UnencodableFeature(), state: .init(), reporter: failures.reporter)
    unprintable.send(.changed)
    unprintable.finish()
    #expect(failures.messages == ["The state cannot be printed: secret"])
  }
}

/// A feature whose state is not encoded completely.
private struct PartiallyEncodedFeature: Reducer {
  struct State: Hashable, Codable, Sendable {
    var count = 0
    var secret = 1

    private enum CodingKeys: CodingKey { case count }
  }

  enum Action: Hashable, Codable, Sendable { case counted }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    state.count += state.secret
    return .none
  }
}

/// A feature that is impure in the reduction of its responses.
private struct RespondingFeature: OneFailureFeature {
  enum Action: Hashable, Codable, Sendable { case counted, answered }
  enum Effect: Hashable, Codable, Sendable { case ask }
  enum Slot: Hashable, Codable, Sendable { case one }

  static let lostResponse = Action.answered
  private let externalCounter = Impure()

  func isActive(_ slot: Slot, in state: Int) -> Bool { true }

  func reduce(_ state: inout Int, _ action: Action) -> Effects<Self> {
    switch action {
    case .counted: return .run(.ask, in: .one)
    case .answered:
      _ = externalCounter.reduce(&state, .counted)
      return .none
    }
  }
}

/// A feature with a property that == compares and that is not encoded.
private struct HiddenFieldFeature: Reducer {
  struct State: Hashable, Codable, Sendable {
    var open = 0
    var secret = 0

    private enum CodingKeys: CodingKey { case open }

    init() {}
  }

  enum Action: Hashable, Codable, Sendable { case changed }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    state.secret += 1
    return .none
  }
}

/// A feature whose state cannot be encoded.
private struct UnencodableFeature: Reducer {
  struct State: Hashable, Codable, Sendable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws { throw EncodingRefusedError() }
  }

  struct EncodingRefusedError: Error, CustomStringConvertible { let description = "secret" }
  enum Action: Hashable, Codable, Sendable { case changed }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> { .none }
}
