/// Formats results as the lines of a table.
///
/// The columns are wide enough for the longest name and number, so that each line can be printed when its benchmark
/// ends.
struct ResultTable {
  let nameWidth: Int

  init(of benchmarks: [Benchmark]) {
    nameWidth = benchmarks.map(\.name.count).max() ?? 0
  }

  var header: String {
    line(name: "name", size: "size", value: "value", floor: "floor", unit: "unit", ratio: "ratio")
  }

  func line(_ figure: BenchmarkResult) -> String {
    line(
      name: figure.name, size: figure.size.withThousandsSeparators,
      value: figure.value.roundedToInt.withThousandsSeparators,
      floor: figure.floor.roundedToInt.withThousandsSeparators, unit: figure.unit, ratio: figure.ratio.text(decimals: 2)
    )
  }

  private func line(name: String, size: String, value: String, floor: String, unit: String, ratio: String) -> String {
    let numbers = size.padded(to: 11) + value.padded(to: 14) + floor.padded(to: 14)
    return name + String(repeating: " ", count: nameWidth - name.count) + numbers + ratio.padded(to: 8) + "  " + unit
  }
}

extension Int {
  /// The number with a comma as thousands separator.
  var withThousandsSeparators: String {
    var text = ""
    for (place, digit) in "\(self)".reversed().enumerated() {
      if place > 0 && place.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}

extension String {
  /// Returns the text, padded on the left to a width.
  func padded(to width: Int, with padding: Character = " ") -> String {
    String(repeating: padding, count: Swift.max(0, width - count)) + self
  }
}
