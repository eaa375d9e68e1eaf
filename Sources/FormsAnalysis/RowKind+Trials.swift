import Conditions
import Forms
import Values

extension RowKind {
  /// Returns the values of this kind at which conditions may change their result.
  func candidateInputs(for hint: CandidateValues, options: [RowOption]) -> [Value] {
    switch self {
    case .boolean: return [true, false]
    case .integer: return hint.constantsAndMidpoints.flatMap { $0.neighbors(atDistance: 1) }.map(\.rounded)
    case .decimal, .slider, .stepper: return hint.constantsAndMidpoints.flatMap { $0.neighbors(atDistance: 1) }
    case .money: return hint.constantsAndMidpoints.flatMap(\.neighboringAmounts)
    case .date: return hint.constants.flatMap { $0.neighboringInstants(atDistance: 86_400_000) }
    case .time, .dateTime: return hint.constants.flatMap { $0.neighboringInstants(atDistance: 1) }
    case .singleChoice, .segmented: return options.isEmpty ? hint.constants : options.map(\.value)
    case .multipleChoice: return Self.subsets(of: options.map(\.value), hint.listLengths)
    case .text, .multilineText, .email, .url, .phone, .password:
      let texts = hint.sampleTexts + options.compactMap { if case .text(let text) = $0.value { text } else { nil } }
      return (texts.isEmpty ? ["something else"] : texts).map(Value.text)
    case .button, .info: return []
    }
  }

  /// Returns every choice of up to eight values.
  ///
  /// Of more, returns each alone, all together, and as many as conditions compare with.
  private static func subsets(of values: [Value], _ sizes: Set<Int>) -> [Value] {
    if values.count > 8 {
      let some = sizes.sorted().filter { $0 < values.count }.map { Value.list(Array(values.prefix($0))) }
      return values.map { .list([$0]) } + some + [.list(values)]
    }
    return (0..<(1 << values.count)).map { bits in
      .list(values.indices.filter { bits >> $0 & 1 == 1 }.map { values[$0] })
    }
  }

  /// Returns some values for a row that no condition reads.
  func sampleValues(options: [RowOption]) -> [Value] {
    switch self {
    case .boolean: [true, false]
    case .integer, .decimal, .slider, .stepper, .money: [1]
    case .date, .time, .dateTime: [.instant(Instant(milliseconds: 0))]
    case .singleChoice, .segmented: options.isEmpty ? ["something"] : options.map(\.value)
    case .multipleChoice: [.list(options.prefix(1).map(\.value))]
    case .text, .multilineText, .email, .url, .phone, .password: ["something"]
    case .button, .info: []
    }
  }

  /// A pattern that matches only valid values, if the kind requires a format.
  var validValuePattern: String? {
    switch self {
    case .email: "\\w+@\\w+\\.\\w+"
    case .url: "https://\\w+"
    case .phone: "\\d{3,}"
    default: nil
    }
  }
}

extension CandidateValues {
  /// The greatest number of text tests that are combined.
  ///
  /// With more, only the tests of each condition are combined.
  private static let maxCombinedTextTests = 12

  /// Texts for every combination of test results, and the texts that the value is compared with.
  fileprivate var sampleTexts: [String] {
    let all = textTests.flatMap(\.self)
    let testGroups = Set(all).count <= Self.maxCombinedTextTests ? [all] : textTests
    return testGroups.filter { !$0.isEmpty }.flatMap { TextTest.sampleTexts(for: $0) }
      + constants.flatMap(\.nearbyTexts)
  }

  /// The constants and the midpoints between adjacent numbers.
  fileprivate var constantsAndMidpoints: [Value] {
    let numbers = constants.compactMap { $0.number?.real }.sorted()
    return constants + zip(numbers, numbers.dropFirst()).map { .real(($0 + $1) / 2) }
  }
}

extension Value {
  /// Returns a number and the numbers slightly less and slightly greater.
  fileprivate func neighbors(atDistance step: Double) -> [Value] {
    switch self {
    case .integer(let integer) where step == 1 && abs(Double(integer)) < 0x1p53:
      return [integer - 1, integer, integer + 1].map(Value.integer)
    case .integer, .real, .money:
      guard let real = number?.real else { return [] }
      return [real - step, real, real + step].map(Value.real)
    case .boolean, .null, .text, .instant, .list, .object: return []
    }
  }

  /// An amount of money and the amounts one cent less and one cent greater, or the amounts around another number.
  fileprivate var neighboringAmounts: [Value] {
    guard let (cents, isExact) = number?.flooredCents else { return [] }
    return (isExact ? -1...1 : 0...1).compactMap { distance in
      let (sum, isTooLarge) = Int(cents).addingReportingOverflow(distance)
      return isTooLarge ? nil : .money(Money(cents: sum))
    }
  }

  /// The nearest integer.
  fileprivate var rounded: Value {
    if case .real(let real) = self, let integer = Int64(exactly: real.rounded()) { .integer(integer) } else { self }
  }

  fileprivate func neighboringInstants(atDistance step: Int64) -> [Value] {
    guard case .instant(let instant) = self else { return [] }
    let (least, isLeast) = instant.milliseconds.subtractingReportingOverflow(step)
    let (most, isMost) = instant.milliseconds.addingReportingOverflow(step)
    return [instant.milliseconds, isLeast ? 0 : least, isMost ? 0 : most].map { .instant(Instant(milliseconds: $0)) }
  }

  /// A text and one that sorts after it, or, for a number, texts of about that length.
  fileprivate var nearbyTexts: [String] {
    switch self {
    case .text(let text): [text, text + "x"]
    case .integer(let count) where (0...1000).contains(count):
      [count - 1, count, count + 1].filter { $0 >= 0 }.map { String(repeating: "x", count: Int($0)) }
    case .null, .boolean, .integer, .real, .money, .instant, .list, .object: []
    }
  }
}
