/// The result of a benchmark.
struct BenchmarkResult {
  let name: String
  let size: Int
  let unit: String
  /// The rate per second, or the amount per item.
  let value: Double
  /// The same for the floor, measured in the same round.
  let floor: Double

  /// The cost divided by the floor's cost.
  let ratio: Double

  /// Creates a result from the time of both sides.
  init(of benchmark: Benchmark, time: Duration, floorTime: Duration) {
    name = benchmark.name
    size = benchmark.size
    unit = benchmark.unit
    value = Double(size) / (time / .seconds(1))
    floor = Double(size) / (floorTime / .seconds(1))
    ratio = floor / value
  }

  /// Creates a result from the amounts that both sides need.
  ///
  /// Less is better.
  init(of benchmark: Benchmark, memory need: Double, floorMemory floorNeed: Double) {
    name = benchmark.name
    size = benchmark.size
    unit = benchmark.unit
    value = need
    floor = floorNeed
    ratio = need / floorNeed
  }
}

extension BenchmarkResult {
  /// The result as a line of JSON.
  ///
  /// Names and units need no escapes.
  var json: String {
    """
    {"name":"\(name)","size":\(size),"value":\(value.roundedToInt),"unit":"\(unit)",\
    "floor":\(floor.roundedToInt),"ratio":\(ratio.text(decimals: 3))}
    """
  }
}

extension Double {
  /// The nearest integer.
  var roundedToInt: Int { Int(rounded()) }

  /// Returns the text of a nonnegative number with a number of decimals, at least one.
  func text(decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let (whole, rest) = (self * Double(scale)).roundedToInt.quotientAndRemainder(dividingBy: scale)
    return "\(whole)." + "\(rest)".padded(to: decimals, with: "0")
  }
}
