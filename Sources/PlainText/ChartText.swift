import Interface
import Tables
import Values

extension WrappedLines {
  /// Appends a chart: a line for each bar, with its label, its text and a bar of eighth blocks.
  ///
  /// Without room for bars, each line has only the label and the text.
  mutating func append(_ chart: Screen.Chart) {
    let marks = [chart.isOutdated ? "outdated" : nil, chart.isLoading ? "loading…" : nil].compactMap(\.self)
    let title = [chart.title, marks.isEmpty ? "" : "(\(marks.joined(separator: ", ")))"].filter { !$0.isEmpty }
    if !title.isEmpty { append(title.joined(separator: " ")) }
    if chart.bars.isEmpty {
      if chart.error == nil, !chart.isLoading { append("nothing to show", indent: 2) }
      return
    }
    let bars = chart.bars.map { (label: FittedText($0.label), text: FittedText($0.text)) }
    let textWidth = bars.map(\.text.width).max() ?? 0
    let longestLabel = bars.map(\.label.width).max() ?? 0
    let labelWidth = min(longestLabel, max(8, (width ?? .max) / 3))
    let barWidth = width.map { $0 - labelWidth - textWidth - 6 } ?? 40
    guard barWidth >= 4 else {
      for bar in chart.bars { append(.labeled(bar.label, bar.text), indent: 2) }
      return
    }
    // Enough for every screen, so that the number of eighths cannot overflow.
    let scale = BarScale(of: chart.bars.map(\.value), width: min(barWidth, 1_000))
    let layout = ColumnLayout(
      widths: [labelWidth, textWidth, scale.width], alignments: [.leading, .trailing, .leading])
    for (bar, texts) in zip(chart.bars, bars) {
      append(fittedLine: "  " + layout.line(of: [texts.label, texts.text, FittedText(scale.bar(of: bar.value))]))
    }
  }
}

/// The lengths of bars, of which the longest one fills the width.
private struct BarScale {
  let width: Int
  let greatestValue: Double

  /// Values that are not finite have no influence on the scale.
  init(of values: [Double], width: Int) {
    self.width = width
    greatestValue = values.filter(\.isFinite).max() ?? 0
  }

  /// Returns the bar of a value.
  ///
  /// Every positive value has a visible bar. Infinity fills the width; a negative value and NaN have no bar.
  func bar(of value: Double) -> String {
    guard value > 0 else { return "" }
    let fraction = value.isInfinite ? 1 : value / greatestValue
    let eighths = max(1, Int((fraction * Double(width * 8)).rounded()))
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + partial
  }
}
