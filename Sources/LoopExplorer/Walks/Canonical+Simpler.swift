internal import LoopText

extension Canonical {
  /// Visits what differs from this in one place and is simpler there, until one is taken: texts and lists that are
  /// shorter, numbers nearer to 0, false for true.
  ///
  /// The simplest come first. Names stay as they are, because another name means another thing.
  func visitSimpler(_ isTaken: (Canonical) -> Bool) -> Bool {
    switch self {
    case .null, .word, .elsewhere: false
    case .bool(let value): value && isTaken(.bool(false))
    case .number(let text): Self.nearerToZero(text).contains { isTaken(.number($0)) }
    case .text(let text): Array(text).visitShorter { isTaken(.text(String($0))) }
    case .list(let values):
      values.visitShorter { isTaken(.list($0)) } || values.visitSimpler(\.self) { isTaken(.list($0)) }
    case .keyed(let entries):
      entries.visitShorter { isTaken(.keyed($0)) } || entries.visitSimpler(\.value) { isTaken(.keyed($0)) }
    case .map(let entries):
      entries.visitShorter { isTaken(.map($0)) } || entries.visitSimpler(\.value) { isTaken(.map($0)) }
    case .variant(let name, let arguments): arguments.visitSimpler(\.value) { isTaken(.variant(name, $0)) }
    case .record(let fields): fields.visitSimpler(\.value) { isTaken(.record($0)) }
    }
  }

  /// Numbers between this one and 0, from 0 on: each halves what is left, so that a bound is soon found.
  private static func nearerToZero(_ text: String) -> [String] {
    guard let number = Double(text), number != 0 else { return [] }
    guard let whole = Int(text) ?? Int(exactly: number.rounded(.towardZero)) else { return ["0"] }
    // A fraction becomes whole before it becomes less.
    if Double(whole) != number { return whole == 0 ? ["0"] : ["0", "\(whole)"] }
    let positive = whole < 0 && whole != .min ? ["\(-whole)"] : []
    return ["0"] + positive + sequence(first: whole / 2) { $0 / 2 }.prefix { $0 != 0 }.map { "\(whole - $0)" }
  }
}

extension Array {
  /// Visits what is left where some are dropped: all, then halves, at last each alone.
  fileprivate func visitShorter(_ isTaken: (Array) -> Bool) -> Bool {
    var size = count
    while size > 0 {
      for start in stride(from: 0, to: count, by: size).reversed()
      where isTaken(Array(self[..<start] + self[Swift.min(start + size, count)...])) {
        return true
      }
      size /= 2
    }
    return false
  }

  /// Visits the same number of values, one of them simpler.
  fileprivate func visitSimpler(
    _ value: WritableKeyPath<Element, Canonical>, _ isTaken: (Array) -> Bool
  ) -> Bool {
    indices.contains { place in
      self[place][keyPath: value].visitSimpler { simpler in
        var copy = self
        copy[place][keyPath: value] = simpler
        return isTaken(copy)
      }
    }
  }
}
