/// What measuring a benchmark came to.
struct Figure {
  let name: String
  let size: Int
  let unit: String
  /// How many a second, or how much each needs.
  let value: Double
  /// The same of the floor, measured at the same time.
  let floor: Double

  /// What one costs, in floors.
  let ratio: Double

  /// From how long both sides took.
  init(of benchmark: Benchmark, time: Duration, floorTime: Duration) {
    name = benchmark.name
    size = benchmark.size
    unit = benchmark.unit
    value = Double(size) / (time / .seconds(1))
    floor = Double(size) / (floorTime / .seconds(1))
    ratio = floor / value
  }

  /// From what both sides need, of which less is better.
  init(of benchmark: Benchmark, need: Double, floorNeed: Double) {
    name = benchmark.name
    size = benchmark.size
    unit = benchmark.unit
    value = need
    floor = floorNeed
    ratio = need / floorNeed
  }
}

extension Figure {
  /// One line of JSON, in which our own names and units need no escaping.
  var json: String {
    """
    {"name":"\(name)","size":\(size),"value":\(value.whole),"unit":"\(unit)",\
    "floor":\(floor.whole),"ratio":\(ratio.text(decimals: 3))}
    """
  }
}

extension Double {
  /// The nearest whole number.
  var whole: Int { Int(rounded()) }

  /// A number that is not negative, with so many decimals and at least one.
  func text(decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let (whole, rest) = (self * Double(scale)).whole.quotientAndRemainder(dividingBy: scale)
    return "\(whole)." + "\(rest)".padded(to: decimals, with: "0")
  }
}
