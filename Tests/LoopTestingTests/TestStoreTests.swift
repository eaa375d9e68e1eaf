import Loop
import LoopHistory
import LoopTesting
import LoopText
import Testing

@Suite struct `A story` {
  private let heard = Heard()

  private func story() -> TestStore<PostOffice> { TestStore(PostOffice(), state: .init(), reporter: heard.reporter) }

  @Test func `in which everything is foretold fails nothing`() {
    let post = story()
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.send(.written("b"), queues: [.deliver("b")]) { $0.letters = ["a", "b"] }
    post.send(.looked, starts: [.look])
    post.send(.looked, drops: [.look])
    post.answer(.look, .stamped, tells: [.stamp])
    post.end(.look, .seen)
    post.end(.deliver("a"), .delivered("a"), starts: [.deliver("b")]) {
      $0.letters = ["b"]
      $0.sent = 1
    }
    post.send(.rushed("c"), starts: [.deliver("c")], tells: [.stamp], cancels: [.deliver("b")]) {
      $0.letters = ["b", "c"]
    }
    post.send(.closed, cancels: [.deliver("c")]) { $0.isOpen = false }
    #expect(post.state.letters == ["b", "c"])
    #expect(post.pending.isEmpty)
    let transcript = post.finish()
    #expect(transcript?.steps.count == 9)
    #expect(transcript?.feature == "PostOffice")
    #expect(transcript?.finally.last == "pending: none")
    #expect(heard.messages == [])
    #expect(post.skipped == [])
  }

  @Test func `law 1: run again as a transcript it reads the same`() throws {
    let post = story()
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.end(.deliver("a"), .delivered("a")) { $0 = .init(sent: 1) }
    let transcript = try #require(post.finish())
    #expect(try transcript.replay(by: PostOffice()) == transcript)
  }

  @Test func `a change that was not foretold is shown as a difference, where the step was taken`() {
    let post = story()
    let line: UInt = #line + 1
    post.send(.written("a"), starts: [.deliver("a")]) { $0.sent = 7 }
    post.end(.deliver("a"), .seen)
    post.finish()
    #expect(
      heard.messages == [
        """
        The state is not as foretold (foretold -> actual):
          letters: [] -> ["a"]
          sent: 7 -> 0
        """
      ])
    #expect(heard.lines == [line])
  }

  @Test func `an effect that was not foretold is named`() {
    let post = story()
    post.send(.stamped)
    post.finish()
    #expect(heard.messages == ["The effects that are told are not as foretold:\n  not foretold: stamp"])
  }

  @Test func `a foretold effect that did not start is named`() {
    let post = story()
    post.send(.stamped, starts: [.deliver("a")], tells: [.stamp, .stamp])
    post.finish()
    #expect(
      heard.messages == [
        "The effects that start are not as foretold:\n  foretold: deliver(\"a\")",
        "The effects that are told are not as foretold:\n  foretold: stamp",
      ])
  }

  @Test func `effects in another order are listed in the order they came`() {
    let post = story()
    post.send(.lookedTwice, starts: [.look, .look])
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.send(.written("b"), queues: [.deliver("b")]) { $0.letters = ["a", "b"] }
    post.send(.closed, cancels: [.deliver("b"), .deliver("a")]) { $0.isOpen = false }
    for window in [1, 2] { post.end(.look, in: .window(window), .seen) }
    post.finish()
    #expect(
      heard.messages == [
        "The effects that are cancelled are not as foretold:\n  the order was: deliver(\"a\"), deliver(\"b\")"
      ])
  }

  @Test func `what waits, is dropped or is cancelled is foretold like what starts`() {
    let post = story()
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.send(.written("b")) { $0.letters = ["a", "b"] }
    post.send(.looked, starts: [.look])
    post.send(.looked)
    post.send(.closed, cancels: [.look]) { $0.isOpen = false }
    post.end(.look, .seen)
    post.finish()
    #expect(
      heard.messages == [
        "The effects that wait are not as foretold:\n  not foretold: deliver(\"b\")",
        "The effects that are dropped are not as foretold:\n  not foretold: look",
        """
        The effects that are cancelled are not as foretold:
          foretold: look
          not foretold: deliver("a")
          not foretold: deliver("b")
        """,
      ])
  }

  @Test func `an effect that ends without the answer it owes is reported`() {
    let post = story()
    post.send(.looked, starts: [.look])
    post.end(.look)
    post.send(.looked, starts: [.look])
    post.answer(.look, .seen)
    post.end(.look)
    post.finish()
    #expect(heard.messages == ["It owes an answer, and ends without one: look"])
  }

  @Test func `how long an effect rests before it starts is foretold`() {
    let post = story()
    post.send(.searched, starts: [.look])
    post.end(.look, .seen)
    post.send(.searched, starts: [.look], after: .milliseconds(300))
    post.end(.look, .seen)
    post.send(.looked, starts: [.look], after: .seconds(1))
    post.end(.look, .seen)
    post.send(.seen, after: .seconds(1))
    post.finish()
    #expect(
      heard.messages == [
        "It starts after 0.3 seconds, and not at once: look", "It starts at once, and not after 1.0 seconds: look",
        "Nothing starts after 1.0 seconds.",
      ])
  }

  @Test func `a story that could not be run again is reported`() {
    let forgetful = TestStore(Forgetful(), state: .init(secret: 2), reporter: heard.reporter)
    forgetful.send(.counted) { $0.count = 2 }
    forgetful.finish()
    #expect(heard.messages.count == 1)
    #expect(heard.messages.first?.hasPrefix("Run again, the story is another:\n--- Forgetful\n+++ Forgetful\n") == true)
  }

  @Test func `a step after the end is reported`() {
    let post = story()
    post.finish()
    post.send(.closed) { $0.isOpen = false }
    #expect(heard.messages == ["The story has ended: this step comes after finish()."])
  }

  @Test func `law 7: what is still pending at the end is named, running and waiting`() {
    let post = story()
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.send(.written("b"), queues: [.deliver("b")]) { $0.letters = ["a", "b"] }
    let line: UInt = #line + 1
    post.finish()
    #expect(
      heard.messages == ["Still pending at the end: deliver(\"a\")", "Still pending at the end: deliver(\"b\")"])
    #expect(heard.lines == [line, line])
  }

  @Test func `a story without an end is reported where it began`() {
    var line: UInt = 0
    do {
      line = #line + 1
      let post = TestStore(PostOffice(), state: .init(), reporter: heard.reporter)
      post.send(.closed) { $0.isOpen = false }
    }
    #expect(heard.messages == ["The story has no end: finish() was never called."])
    #expect(heard.lines == [line])
  }

  @Test func `an effect that is not pending cannot end`() {
    let post = story()
    post.end(.look, .seen)
    post.answer(.look, .closed)
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.end(.look, .closed)
    post.end(.deliver("a"), .seen)
    post.end(.deliver("a"), .delivered("a"))
    post.finish()
    #expect(
      heard.messages == [
        "Not under way: look. Nothing is.", "Not under way: look. Nothing is.",
        "Not under way: look. What is:\n  deliver(\"a\")", "Not under way: deliver(\"a\"). Nothing is.",
      ])
    #expect(post.state.isOpen == true, "a step that could not be taken changes nothing")
  }

  @Test func `an effect that waits cannot end`() {
    let post = story()
    post.send(.written("a"), starts: [.deliver("a")]) { $0.letters = ["a"] }
    post.send(.written("b"), queues: [.deliver("b")]) { $0.letters = ["a", "b"] }
    post.end(.deliver("b"), .delivered("b"))
    post.end(.deliver("a"), .seen, starts: [.deliver("b")])
    post.end(.deliver("b"), .seen)
    post.finish()
    #expect(
      heard.messages == [
        """
        Not under way: deliver("b") (it waits behind another in its slot). What is:
          deliver("a")
        """
      ])
  }

  @Test func `an effect that is under way twice ends where it is said`() {
    let post = story()
    post.send(.lookedTwice, starts: [.look, .look])
    post.end(.look, .seen)
    post.end(.look, in: .window(3), .seen)
    post.end(.look, in: .window(2), .seen)
    post.end(.look, .seen)
    post.finish()
    #expect(
      heard.messages == [
        "Under way in 2 slots: look. Say in which.", "Not under way: look. What is:\n  look\n  look",
      ])
  }

  @Test func `law 1: a reducer that is not pure is found out by its state`() {
    let impure = TestStore(Impure(), state: 0, reporter: heard.reporter)
    impure.send(.counted) { $0 = 3 }
    impure.finish()
    #expect(heard.messages == ["The reducer is not pure. The same step, taken twice:\n  self: 1 -> 2"])
  }

  @Test func `law 1: a reducer that is not pure is found out by its effects`() {
    let impure = TestStore(Impure(), state: 0, reporter: heard.reporter)
    impure.send(.told, tells: [.tell(3)])
    impure.finish()
    #expect(heard.messages == ["The reducer is not pure. The same step, taken twice:\n  the effects differ"])
  }

  @Test func `law 1: an answer is taken twice too`() {
    let impure = TestStore(Answering(), state: 0, reporter: heard.reporter)
    impure.send(.counted, starts: [.ask])
    impure.answer(.ask, .answered) { $0 = 3 }
    impure.end(.ask, .answered) { $0 = 6 }
    impure.finish()
    #expect(
      heard.messages == [
        "The reducer is not pure. The same step, taken twice:\n  self: 1 -> 2",
        "The reducer is not pure. The same step, taken twice:\n  self: 4 -> 5",
      ])
  }

  @Test func `what is left unasserted is listed`() {
    let post = story()
    post.ignoreEffects("stamps") { $0 == .stamp }
    post.ignoreState("the letters", \.letters)
    post.send(.rushed("a"), starts: [.deliver("a")])
    post.send(.stamped)
    post.end(.deliver("a"), .delivered("a")) {
      $0.letters = []
      $0.sent = 1
    }
    post.finish()
    #expect(heard.messages == [])
    #expect(post.skipped == ["state the letters", "effect stamps: stamp", "effect stamps: stamp"])
  }

  @Test func `an effect left unasserted may be pending at the end`() {
    let post = story()
    post.ignoreEffects("looks") { $0 == .look }
    post.send(.looked)
    post.finish()
    #expect(heard.messages == [])
    #expect(post.skipped == ["effect looks: look"])
  }

  @Test func `an effect asked for in a dead slot is reported`() {
    let post = story()
    post.send(.closed) { $0.isOpen = false }
    post.send(.written("a")) { $0.letters = ["a"] }
    post.finish()
    #expect(heard.messages == ["Asked for in a slot that the same step left dead: deliver(\"a\")"])
  }

  @Test func `a prophecy that throws is reported, and the story goes on`() {
    struct Doubt: Error, CustomStringConvertible { let description = "who knows" }
    let post = story()
    post.send(.closed) { _ in throw Doubt() }
    post.send(.stamped, tells: [.stamp])
    post.finish()
    #expect(heard.messages == ["The step could not be taken: who knows"])
    #expect(post.state.isOpen == false)
  }

  @Test func `a part that counts but is not encoded is said to print the same`() {
    let secretive = TestStore(Secretive(), state: .init(), reporter: heard.reporter)
    secretive.send(.changed)
    secretive.finish()
    #expect(
      heard.messages == [
        """
        The state is not as foretold (foretold -> actual):
          the two print the same: a part that counts in == is not encoded
        """
      ])
  }

  @Test func `a state that cannot be printed is reported at once`() {
    let unprintable = TestStore(Unprintable(), state: .init(), reporter: heard.reporter)
    unprintable.send(.changed)
    unprintable.finish()
    #expect(heard.messages == ["The state cannot be printed: secret"])
  }
}

/// A feature whose state does not say all that it is.
private struct Forgetful: Reducer {
  struct State: Hashable, Codable, Sendable {
    var count = 0
    var secret = 1

    private enum CodingKeys: CodingKey { case count }
  }

  enum Action: Hashable, Codable, Sendable { case counted }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Never, Never> {
    state.count += state.secret
    return .none
  }
}

/// A feature whose answers count outside.
private struct Answering: Reducer {
  enum Action: Hashable, Codable, Sendable { case counted, answered }
  enum Effect: Hashable, Codable, Sendable { case ask }
  enum Slot: Hashable, Codable, Sendable { case one }

  private let impure = Impure()

  func isAlive(_ slot: Slot, in state: Int) -> Bool { true }

  func reduce(_ state: inout Int, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .counted: return .ask(.ask, in: .one)
    case .answered:
      _ = impure.reduce(&state, .counted)
      return .none
    }
  }
}

/// A feature with a part that is not encoded.
private struct Secretive: Reducer {
  struct State: Hashable, Codable, Sendable {
    var open = 0
    var secret = 0

    private enum CodingKeys: CodingKey { case open }

    init() {}
  }

  enum Action: Hashable, Codable, Sendable { case changed }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Never, Never> {
    state.secret += 1
    return .none
  }
}

/// A feature with a state that refuses to be written.
private struct Unprintable: Reducer {
  struct State: Hashable, Codable, Sendable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  struct Refusal: Error, CustomStringConvertible { let description = "secret" }
  enum Action: Hashable, Codable, Sendable { case changed }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Never, Never> { .none }
}
