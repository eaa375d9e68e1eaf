import Interface
import Loop
import TerminalIO

/// An application on the full screen of a terminal.
///
/// ```swift
/// try await FullScreen(application, store: store, environment: environment).run()
/// ```
@MainActor public final class FullScreen<App: Application> {
  private let driver: ScreenDriver<App>
  private let environment: [String: String]
  private let clock: any Clock<Duration>
  /// The bytes to write before the next frame.
  private var unwritten: [UInt8] = []
  /// Turns the spinner after a while, or `nil` if nothing is pending.
  private var turning: Task<Void, Never>?

  /// Creates the front end of a store.
  ///
  /// - Parameters:
  ///   - application: The application, which knows screens and commands.
  ///   - store: The store, to which commands are sent.
  ///   - environment: The environment variables, which tell what the terminal can show.
  ///   - bindings: Keys that run commands, by the name of the key, such as `ctrl+n`.
  ///   - themeName: The name of the colors at first: `dark`, `light`, `high-contrast` or `mono`. By default, the
  ///     terminal decides.
  ///   - paths: A closure that returns the paths of the files and folders that begin with a text.
  ///   - clock: The clock of the spinner.
  ///   - onThemeChange: A closure that receives the name of the colors when the user has chosen others.
  public init(
    _ application: App, store: Store<App.Feature>, environment: [String: String], bindings: [String: Invocation] = [:],
    themeName: String? = nil, paths: @escaping (String) -> [String] = { _ in [] },
    clock: any Clock<Duration> = ContinuousClock(),
    onThemeChange: @escaping (_ name: String) -> Void = { _ in }
  ) {
    self.environment = environment
    self.clock = clock
    let theme: Theme? = ColorDepth(environment: environment) == .mono ? .mono : nil
    driver = ScreenDriver(
      application, store: store, bindings: bindings, theme: themeName.flatMap(Theme.init) ?? theme, paths: paths)
    driver.onThemeChange = { onThemeChange($0.rawValue) }
  }

  /// Shows the application until the user quits, or the terminal is gone.
  ///
  /// - Parameters:
  ///   - messages: Problems outside of the application, the last of which is shown until the next key.
  ///   - save: A closure that saves what the user has done if the terminal is gone or a signal asks the program to end.
  ///   - isFinished: A closure that returns whether the front end ends in a state by itself.
  /// - Throws: An error if there is no terminal.
  public func run(
    showing messages: AsyncStream<String> = AsyncStream { $0.finish() },
    saving save: @MainActor () async -> Void = {}, until isFinished: (App.Feature.State) -> Bool = { _ in false }
  ) async throws {
    // After the user has quit, the program saves without the full screen, where the user sees that and can interrupt it.
    try await TerminalSession.run(ifClosed: save) { session in
      let showing = Task {
        for await message in messages {
          driver.show(message)
          session.wake()
        }
      }
      defer { showing.cancel() }
      await run(in: session, until: isFinished)
    }
  }

  private func run(in session: TerminalSession, until isFinished: (App.Feature.State) -> Bool) async {
    let token = driver.store.onBatch { _ in session.wake() }
    driver.onCommandEnd = { session.wake() }
    defer {
      driver.onCommandEnd = {}
      token.cancel()
      turning?.cancel()
    }
    driver.resize(to: session.size)
    var encoder = FrameEncoder(
      depth: ColorDepth(environment: environment), features: TerminalFeatures(environment: environment))
    draw(in: session, with: &encoder)
    while true {
      switch await session.next() {
      case .input(let events):
        for case .report(.background(let red, let green, let blue)) in events {
          driver.adapt(toBackground: (red, green, blue))
        }
        for effect in driver.handle(events) {
          switch effect {
          case .copy(let text): unwritten += Array("\u{1B}]52;c;\(text.base64)\u{07}".utf8)
          case .redraw:
            encoder.invalidate()
            driver.needsDrawing = true
          case .suspend: session.suspend()
          case .quit: return
          }
        }
        let isMouseEnabled = driver.interaction.view.isMouseEnabled
        if session.capturesMouse != isMouseEnabled { session.capturesMouse = isMouseEnabled }
      case .resized(let size):
        driver.resize(to: size)
        // The window may have had another size in the meantime, for which the terminal has moved its cells.
        encoder.invalidate()
        driver.needsDrawing = true
      case .resumed:
        encoder.invalidate()
        driver.needsDrawing = true
      case .drained, .woken: break
      case .closed: return
      }
      if isFinished(driver.store.state) { return }
      if driver.needsDrawing, session.canDraw { draw(in: session, with: &encoder) }
      if driver.isBusy, turning == nil { scheduleSpinner(in: session) }
    }
  }

  /// Turns the spinner after a tenth of a second.
  private func scheduleSpinner(in session: TerminalSession) {
    turning = Task {
      do { try await clock.sleep(for: .milliseconds(100)) } catch { return }
      turning = nil
      driver.turnSpinner()
      session.wake()
    }
  }

  private func draw(in session: TerminalSession, with encoder: inout FrameEncoder) {
    var bytes = unwritten
    unwritten = []
    encoder.use(session.reportedFeatures)
    encoder.encode(driver.makeFrame(), into: &bytes)
    if !bytes.isEmpty { session.write(bytes) }
  }
}

extension String {
  /// The bytes of the text in Base64.
  fileprivate var base64: String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var encoded: [UInt8] = []
    var bytes = Array(utf8)[...]
    while !bytes.isEmpty {
      let group = bytes.prefix(3)
      bytes = bytes.dropFirst(3)
      let bits = group.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
      for index in 0..<4 {
        encoded.append(index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
