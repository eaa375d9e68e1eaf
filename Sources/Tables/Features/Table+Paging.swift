/// Which of the rows that pass are in sight.
///
/// When all rows are sorted, filtered or replaced it is the first page again; when single ones come, change or go it stays the
/// one it was, as long as there are so many.
public struct TablePage: Hashable, Codable, Sendable {
  /// The number of the page, from 0.
  public internal(set) var number = 0
  /// How many rows a page holds; nil where all are on one.
  public internal(set) var size: Int?

  /// No page has a greater number, and none holds more rows: so the rows of all pages can be counted.
  static let most = Int(Int32.max)

  /// A number of rows that can be on a page.
  static func bounded(_ size: Int) -> Int { min(max(1, size), most) }

  /// Begins with the first page.
  public init(size: Int? = nil) { self.size = size.map(Self.bounded) }

  /// The places of the rows on the page, of so many.
  func places(of count: Int) -> Range<Int> {
    guard let size else { return 0..<count }
    let start = min(number.multipliedReportingOverflow(by: size).partialValue, count)
    return start..<min(start + min(size, count), count)
  }

  /// How many pages so many rows fill; none fill one too.
  func pageCount(of count: Int) -> Int {
    guard let size else { return 1 }
    return max(1, (count - 1) / size + 1)
  }
}
