import Analytics
import CCurl

/// A thread that executes transfers, and keeps their connections for the next ones.
///
/// The thread loads the library, so that no other thread waits for it, and ends when this object is released.
final class TransferThread: Sendable {
  private let queue = TransferQueue()

  init() {
    let context = unsafe Unmanaged.passRetained(queue).toOpaque()
    let isStarted = unsafe ccurl_start_thread(
      { context in
        guard let context = unsafe context else { return }
        unsafe TransferLoop.run(Unmanaged<TransferQueue>.fromOpaque(context).takeRetainedValue())
      }, unsafe context)
    if !isStarted {
      unsafe Unmanaged<TransferQueue>.fromOpaque(context).release()
      queue.close(because: ExchangeFailure(reason: .libraryUnavailable("no thread can be started")))
    }
  }

  deinit { queue.close(because: .cancelled) }

  /// Executes a transfer, and reports its end once, perhaps on the thread.
  func start(_ transfer: Transfer, complete: @escaping Transfer.Completion) {
    transfer.complete = complete
    queue.append(transfer)
  }

  /// Ends a transfer and closes its connection.
  func cancel(_ transfer: Transfer) { queue.cancel(transfer) }
}

/// The transfers that are to be started or cancelled.
final class TransferQueue: Sendable {
  @safe private struct Contents {
    var started: [Transfer] = []
    var cancelled: [Transfer] = []
    /// Why no transfer is started any more.
    var closingReason: ExchangeFailure?
    /// The handle of the loop that waits, or `nil` if it does not wait yet or has ended.
    var multi: OpaquePointer?
    var wakeUp: (@convention(c) (OpaquePointer?) -> Int32)?

    func wakeUpLoop() { if let multi = unsafe multi { _ = unsafe wakeUp?(multi) } }
  }

  private let contents: Lock<Contents> = Lock(Contents())

  func append(_ transfer: Transfer) {
    let failure = contents.withLock { contents in
      if contents.closingReason == nil, !transfer.isCancelled {
        contents.started.append(transfer)
        contents.wakeUpLoop()
      }
      return transfer.isCancelled ? .cancelled : contents.closingReason
    }
    if let failure { transfer.fail(with: failure) }
  }

  /// Cancels a transfer, which may not have been started.
  func cancel(_ transfer: Transfer) {
    contents.withLock { contents in
      transfer.isCancelled = true
      contents.cancelled.append(transfer)
      contents.wakeUpLoop()
    }
  }

  /// Closes the queue and ends the loop.
  func close(because reason: ExchangeFailure) {
    contents.withLock { contents in
      contents.closingReason = reason
      contents.wakeUpLoop()
    }
  }

  /// Names the handle of the loop that waits.
  func attach(_ multi: OpaquePointer, of curl: CurlLibrary) {
    contents.withLock { contents in
      unsafe (contents.multi, contents.wakeUp) = unsafe (multi, curl.functions.pointee.multi_wakeup)
    }
  }

  /// Removes and returns all transfers.
  ///
  /// When the queue is closed, the handle may be destroyed: it is not used any more.
  func removeAll() -> (started: [Transfer], cancelled: [Transfer], closingReason: ExchangeFailure?) {
    contents.withLock { contents in
      defer { (contents.started, contents.cancelled) = ([], []) }
      if contents.closingReason != nil { unsafe contents.multi = nil }
      return (contents.started, contents.cancelled, contents.closingReason)
    }
  }
}

/// What the thread does.
@safe private struct TransferLoop {
  private let curl: CurlLibrary
  private let multi: OpaquePointer
  private let queue: TransferQueue
  /// The transfers that libcurl executes.
  private var transfers: [OpaquePointer: Transfer] = unsafe [:]

  /// The time after which the thread looks for transfers even if it was not woken up.
  private static let maximumWait: Int32 = 3_600_000

  static func run(_ queue: TransferQueue) {
    do throws(ExchangeFailure) {
      var loop = try TransferLoop(queue)
      loop.run()
    } catch {
      queue.close(because: error)
      for transfer in queue.removeAll().started { transfer.fail(with: error) }
    }
  }

  private init(_ queue: TransferQueue) throws(ExchangeFailure) {
    self.queue = queue
    curl = try CurlLibrary.load()
    guard let multi = unsafe curl.functions.pointee.multi_init() else { throw .outOfMemory }
    unsafe self.multi = multi
    unsafe queue.attach(multi, of: curl)
  }

  private mutating func run() {
    while true {
      let (started, cancelled, closingReason) = queue.removeAll()
      for transfer in started { start(transfer) }
      for transfer in cancelled {
        if let easy = unsafe transfer.easy, unsafe remove(easy) != nil { end(transfer) { $0.fail(with: .cancelled) } }
      }
      if let closingReason { return close(because: closingReason) }
      var count: Int32 = 0
      _ = unsafe curl.functions.pointee.multi_perform(multi, &count)
      var code = CURLE_OK
      while let easy = unsafe ccurl_next_ended(multi, &code) {
        if let transfer = unsafe remove(easy) { end(transfer) { $0.end(code, with: curl) } }
      }
      _ = unsafe curl.functions.pointee.multi_poll(multi, nil, 0, Self.maximumWait, nil)
    }
  }

  private mutating func start(_ transfer: Transfer) {
    guard let easy = unsafe transfer.prepare(with: curl),
      unsafe curl.functions.pointee.multi_add_handle(multi, easy) == 0
    else {
      return end(transfer) { $0.fail(with: .outOfMemory) }
    }
    unsafe transfers[easy] = transfer
  }

  /// Removes a handle from libcurl, which closes the connection of a transfer that has not ended.
  private mutating func remove(_ easy: OpaquePointer) -> Transfer? {
    guard let transfer = unsafe transfers.removeValue(forKey: easy) else { return nil }
    _ = unsafe curl.functions.pointee.multi_remove_handle(multi, easy)
    return transfer
  }

  private func end(_ transfer: Transfer, _ report: (Transfer) -> Void) {
    report(transfer)
    transfer.cleanUp(with: curl)
  }

  private mutating func close(because reason: ExchangeFailure) {
    while let easy = unsafe transfers.keys.first, let transfer = unsafe remove(easy) {
      end(transfer) { $0.fail(with: reason) }
    }
    _ = unsafe curl.functions.pointee.multi_cleanup(multi)
  }
}
