import LoopText

extension CanonicalValue {
  /// Visits values that differ from this value in one place and are simpler there, until a closure accepts one.
  ///
  /// Shorter texts and lists, numbers nearer to 0, and `false` are simpler. The simplest values come first. Names stay
  /// as they are, because another name has another meaning.
  func visitSimplifications(_ isAccepted: (CanonicalValue) -> Bool) -> Bool {
    switch self {
    case .null, .identifier, .elided: false
    case .bool(let value): value && isAccepted(.bool(false))
    case .number(let text): Self.valuesNearerToZero(than: text).contains { isAccepted(.number($0)) }
    case .text(let text): Array(text).visitShorterArrays { isAccepted(.text(String($0))) }
    case .list(let values):
      values.visitShorterArrays { isAccepted(.list($0)) }
        || values.visitElementSimplifications(at: \.self) { isAccepted(.list($0)) }
    case .identifiedList(let entries):
      entries.visitShorterArrays { isAccepted(.identifiedList($0)) }
        || entries.visitElementSimplifications(at: \.value) { isAccepted(.identifiedList($0)) }
    case .map(let entries):
      entries.visitShorterArrays { isAccepted(.map($0)) }
        || entries.visitElementSimplifications(at: \.value) { isAccepted(.map($0)) }
    case .variant(let name, let arguments):
      arguments.visitElementSimplifications(at: \.value) { isAccepted(.variant(name, $0)) }
    case .record(let fields): fields.visitElementSimplifications(at: \.value) { isAccepted(.record($0)) }
    }
  }

  /// Returns numbers between 0 and a number, beginning with 0.
  ///
  /// Each halves the remaining distance, so that a threshold is found in few attempts.
  private static func valuesNearerToZero(than text: String) -> [String] {
    guard let number = Double(text), number != 0 else { return [] }
    guard let whole = Int(text) ?? Int(exactly: number.rounded(.towardZero)) else { return ["0"] }
    // A fraction becomes an integer before it becomes smaller.
    if Double(whole) != number { return whole == 0 ? ["0"] : ["0", "\(whole)"] }
    let positive = whole < 0 && whole != .min ? ["\(-whole)"] : []
    return ["0"] + positive + sequence(first: whole / 2) { $0 / 2 }.prefix { $0 != 0 }.map { "\(whole - $0)" }
  }
}

extension Array {
  /// Visits arrays that lack some of the elements: first all, then each half, and finally each single element.
  fileprivate func visitShorterArrays(_ isAccepted: (Array) -> Bool) -> Bool {
    var size = count
    while size > 0 {
      for start in stride(from: 0, to: count, by: size).reversed()
      where isAccepted(Array(self[..<start] + self[Swift.min(start + size, count)...])) {
        return true
      }
      size /= 2
    }
    return false
  }

  /// Visits arrays of the same length in which one value is simpler.
  fileprivate func visitElementSimplifications(
    at value: WritableKeyPath<Element, CanonicalValue>, _ isAccepted: (Array) -> Bool
  ) -> Bool {
    indices.contains { index in
      self[index][keyPath: value].visitSimplifications { simpler in
        var copy = self
        copy[index][keyPath: value] = simpler
        return isAccepted(copy)
      }
    }
  }
}
