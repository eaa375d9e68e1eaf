internal import LoopText

extension CanonicalValue {
  /// Visits what differs from this in one place and is simpler there, until one is taken: texts and lists that are
  /// shorter, numbers nearer to 0, false for true.
  ///
  /// The simplest come first. Names stay as they are, because another name means another thing.
  func visitSimplifications(_ isTaken: (CanonicalValue) -> Bool) -> Bool {
    switch self {
    case .null, .word, .elsewhere: false
    case .bool(let value): value && isTaken(.bool(false))
    case .number(let text): Self.valuesNearerToZero(than: text).contains { isTaken(.number($0)) }
    case .text(let text): Array(text).visitShorterArrays { isTaken(.text(String($0))) }
    case .list(let values):
      values.visitShorterArrays { isTaken(.list($0)) }
        || values.visitElementSimplifications(at: \.self) { isTaken(.list($0)) }
    case .keyed(let entries):
      entries.visitShorterArrays { isTaken(.keyed($0)) }
        || entries.visitElementSimplifications(at: \.value) { isTaken(.keyed($0)) }
    case .map(let entries):
      entries.visitShorterArrays { isTaken(.map($0)) }
        || entries.visitElementSimplifications(at: \.value) { isTaken(.map($0)) }
    case .variant(let name, let arguments):
      arguments.visitElementSimplifications(at: \.value) { isTaken(.variant(name, $0)) }
    case .record(let fields): fields.visitElementSimplifications(at: \.value) { isTaken(.record($0)) }
    }
  }

  /// Numbers between this one and 0, from 0 on: each halves what is left, so that a bound is soon found.
  private static func valuesNearerToZero(than text: String) -> [String] {
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
  fileprivate func visitShorterArrays(_ isTaken: (Array) -> Bool) -> Bool {
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
  fileprivate func visitElementSimplifications(
    at value: WritableKeyPath<Element, CanonicalValue>, _ isTaken: (Array) -> Bool
  ) -> Bool {
    indices.contains { place in
      self[place][keyPath: value].visitSimplifications { simpler in
        var copy = self
        copy[place][keyPath: value] = simpler
        return isTaken(copy)
      }
    }
  }
}
