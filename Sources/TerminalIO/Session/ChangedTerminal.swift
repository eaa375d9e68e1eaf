import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal whose settings are changed, and what restores it.
///
/// Signal handlers read and change the value at any moment, on any thread. So everything here makes only calls that are
/// safe in a handler: no allocation, no lock, no reference. The value is in memory that is never freed.
struct ChangedTerminal {
  let descriptor: Int32
  let output: Int32
  /// A pipe into which a byte is written when a signal changes something, or -1.
  ///
  /// With a pipe, a hang-up and a request to end the program restore the terminal and set ``endingSignal``, and the
  /// program ends itself.
  let wakeUps: Int32
  private let start: StaticString
  private let end: StaticString
  private var usual: termios
  private var changed: termios
  /// The actions of the signals before they were handled.
  private let formerActions: UnsafeMutablePointer<sigaction>

  /// Whether the terminal reports the mouse, the next time that it is changed.
  var capturesMouse = false
  /// Whether the terminal has been asked for the extended keyboard.
  var hasExtendedKeyboard = false
  /// Whether the program can write to the terminal: it is changed, and no signal is about to restore it.
  private(set) var isActive = false
  /// Whether something has to be restored.
  private var isChanged = false
  /// How often the settings have been changed.
  private(set) var changeCount = 0
  /// How often the size of the window has changed.
  fileprivate(set) var windowChangeCount = 0
  /// The signal that asks the program to end, or 0.
  private(set) var endingSignal: Int32 = 0

  /// Creates a description of a terminal, or returns `nil` if the descriptor is not one.
  init?(
    descriptor: Int32, output: Int32, wakeUps: Int32, start: StaticString, end: StaticString,
    change: (inout termios) -> Void
  ) {
    usual = termios()
    guard tcgetattr(descriptor, &usual) == 0 else { return nil }
    changed = usual
    change(&changed)
    (self.descriptor, self.output, self.wakeUps, self.start, self.end) = (descriptor, output, wakeUps, start, end)
    formerActions = sharedFormerActions
  }

  // The sequences of the modes that change while a session runs.
  static let mouseStart: StaticString = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1003h\u{1B}[?1006h"
  static let mouseEnd: StaticString = "\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1006l"
  // Keys with modifiers are told apart, and other layouts also report the English key. What was requested before is
  // dropped, because a stopped program requests it again.
  static let keyboardStart: StaticString = "\u{1B}[<u\u{1B}[>5u"
  static let keyboardEnd: StaticString = "\u{1B}[<u"

  /// Changes the settings, also if they are changed already.
  mutating func change() {
    guard isInForeground, endingSignal == 0 else { return }
    isChanged = true
    tcsetattr(descriptor, TCSANOW, &changed)
    write(start)
    if capturesMouse { write(Self.mouseStart) }
    if hasExtendedKeyboard { write(Self.keyboardStart) }
    (isActive, changeCount) = (true, changeCount &+ 1)
  }

  /// Restores the settings, unless they are restored already.
  ///
  /// A signal can interrupt this function. Its handler then restores everything once more rather than nothing.
  mutating func restore() {
    guard isChanged else { return }
    isActive = false
    if hasExtendedKeyboard { write(Self.keyboardEnd) }
    write(end)
    // In the background, the settings are those of the shell.
    if isInForeground { tcsetattr(descriptor, TCSANOW, &usual) }
    isChanged = false
  }

  /// A Boolean value that indicates whether the terminal is the program's, or is not shared between jobs at all.
  var isInForeground: Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }

  /// Writes a text, but waits for at most a second if the terminal does not accept it.
  private func write(_ text: StaticString) { writeAll(text.utf8Start, count: text.utf8CodeUnitCount, to: output) }

  fileprivate func wake() {
    guard wakeUps >= 0 else { return }
    var byte = WakePipe.signalByte
    _ = writeBytes(wakeUps, &byte, 1)
  }
}

/// Signals.
extension ChangedTerminal {
  /// The signals that end the program and that can be caught.
  private static let endingSignals = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGPIPE,
  ]

  /// Changes the settings of a terminal, until `end()`.
  @MainActor static func begin(_ terminal: ChangedTerminal) {
    precondition(current == nil, "end the session of a terminal before another one begins")
    _ = restoresAtExit
    isEnding.store(false, ordering: .sequentiallyConsistent)
    // A handler must not be the first to use the variable, which may be created then.
    _ = changingHandlerCount.load(ordering: .sequentiallyConsistent)
    sharedMemory.initialize(to: terminal)
    current = sharedMemory
    CrashHandling.prepareThread()
    for number in endingSignals { handle(number, with: restoreAndEnd) }
    for number in CrashHandling.signals { handle(number, with: restoreAndEnd, onOwnStack: true) }
    handle(SIGTSTP, with: restoreAndStop)
    handle(SIGCONT, with: changeAfterContinuing)
    if terminal.wakeUps >= 0 { handle(SIGWINCH, with: wakeSession) }
    sharedMemory.pointee.change()
  }

  /// Restores the terminal.
  @MainActor static func end() {
    guard let terminal = current else { return }
    // A handler on another thread could change the terminal again after it is restored here.
    isEnding.store(true, ordering: .sequentiallyConsistent)
    while changingHandlerCount.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
    terminal.pointee.restore()
    let windowSignals = terminal.pointee.wakeUps >= 0 ? [SIGWINCH] : []
    for number in endingSignals + CrashHandling.signals + windowSignals + [SIGTSTP, SIGCONT] {
      terminal.pointee.restoreAction(of: number)
    }
    current = nil
  }

  /// Handles a signal, unless it is ignored, as a hang-up under `nohup`.
  private static func handle(_ number: Int32, with handler: @escaping SignalHandler, onOwnStack: Bool = false) {
    let former = sharedFormerActions + Int(number)
    sigaction(number, nil, former)
    if former.pointee.isIgnored { return }
    var action = sigaction(handler: handler, flags: Int32(SA_RESTART) | (onOwnStack ? Int32(SA_ONSTACK) : 0))
    sigaction(number, &action, nil)
  }

  fileprivate func restoreAction(of number: Int32) { sigaction(number, formerActions + Int(number), nil) }

  /// A Boolean value that indicates whether the program can be asked to end itself.
  fileprivate var canRequestEnd: Bool { wakeUps >= 0 }

  /// Asks the program to end itself, and returns `false` if it cannot be asked, or if this signal has asked it before.
  fileprivate mutating func requestEnd(by number: Int32) -> Bool {
    guard canRequestEnd, number == SIGHUP || number == SIGTERM, endingSignal != number else { return false }
    if endingSignal == 0 {
      endingSignal = number
      wake()
    }
    return true
  }

  /// How often the program stops again in the background, where nothing stops it if there is no shell.
  fileprivate static let mostStops = 100

  /// Takes the former action of a signal, and returns after it if it does not end the program.
  fileprivate func stop() {
    // The action is taken here and not after the handler: only then is it known that the program has continued. It is
    // not stopped at all if there is no shell to continue it.
    var action = sigaction()
    sigaction(SIGTSTP, formerActions + Int(SIGTSTP), &action)
    raiseUnblocked(SIGTSTP)
    sigaction(SIGTSTP, &action, nil)
  }
}

typealias SignalHandler = @convention(c) (Int32) -> Void

// A signal handler may read this variable on any thread. It is set before the handlers are installed and reset after
// the former ones are restored.
private nonisolated(unsafe) var current: UnsafeMutablePointer<ChangedTerminal>?
@MainActor private let sharedMemory = UnsafeMutablePointer<ChangedTerminal>.allocate(capacity: 1)
// One element for each number of a signal.
private nonisolated(unsafe) let sharedFormerActions: UnsafeMutablePointer<sigaction> = {
  let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  actions.initialize(repeating: sigaction(), count: 65)
  return actions
}()
/// Whether the session is ending, so that no handler changes the terminal again.
private let isEnding = Atomic(false)
/// The number of handlers that may be changing the terminal.
private let changingHandlerCount = Atomic(0)
@MainActor private let restoresAtExit: Void = { _ = atexit { current?.pointee.restore() } }()

extension ChangedTerminal {
  /// The terminal that is changed now.
  @MainActor static var active: UnsafeMutablePointer<ChangedTerminal>? { current }
}

// `errno` belongs to the code that the signal has interrupted.

private func restoreAndEnd(_ number: Int32) {
  let code = errno
  guard let current else { return }
  current.pointee.restore()
  // The same signal again ends the program at once. A hang-up, however, can be reported several times: by the system, by
  // the shell and by what stops a session. It must not end a program that saves.
  if number == SIGHUP, current.pointee.canRequestEnd {
    signal(SIGHUP, SIG_IGN)
  } else {
    current.pointee.restoreAction(of: number)
  }
  // Swift's backtracer takes the request to quit for a crash, and asks what to do.
  if number == SIGQUIT { signal(number, SIG_DFL) }
  // The former action is taken when this handler returns. After a failure, it still finds the place of the failure.
  if !current.pointee.requestEnd(by: number) { raise(number) }
  errno = code
}

private func restoreAndStop(_ number: Int32) {
  let code = errno
  guard let current else { return }
  current.pointee.restore()
  // A shell that continues the program in the background sends no signal when it brings it to the foreground later.
  var count = 0
  repeat {
    current.pointee.stop()
    count += 1
  } while !current.pointee.isInForeground && count < ChangedTerminal.mostStops
  changeUnlessEnding(current)
  current.pointee.wake()
  errno = code
}

private func changeAfterContinuing(_ number: Int32) {
  let code = errno
  if let current {
    changeUnlessEnding(current)
    current.pointee.wake()
  }
  errno = code
}

/// Changes the terminal after the program has continued, unless the session is ending on another thread.
private func changeUnlessEnding(_ terminal: UnsafeMutablePointer<ChangedTerminal>) {
  changingHandlerCount.add(1, ordering: .sequentiallyConsistent)
  if !isEnding.load(ordering: .sequentiallyConsistent) { terminal.pointee.change() }
  changingHandlerCount.subtract(1, ordering: .sequentiallyConsistent)
}

private func wakeSession(_ number: Int32) {
  let code = errno
  current?.pointee.windowChangeCount &+= 1
  current?.pointee.wake()
  errno = code
}

extension sigaction {
  /// Creates an action during which no other signal is handled.
  fileprivate init(handler: @escaping SignalHandler, flags: Int32) {
    self.init()
    #if canImport(Glibc)
      __sigaction_handler.sa_handler = handler
    #else
      __sigaction_u.__sa_handler = handler
    #endif
    sa_flags = flags
    sigfillset(&sa_mask)
  }

  fileprivate var isIgnored: Bool {
    #if canImport(Glibc)
      let handler = __sigaction_handler.sa_handler
    #else
      let handler = __sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
