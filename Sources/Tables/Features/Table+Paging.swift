/// Which of the rows that pass are in sight.
///
/// When all rows are sorted, filtered or replaced it is the first page again; when single ones come, change or go it stays the
/// one it was, as long as there are so many.
package struct TablePage: Hashable, Codable, Sendable {
  /// The number of the page, from 0.
  package internal(set) var number = 0
  /// How many rows a page holds; nil where all are on one.
  package internal(set) var size: Int?

  /// Begins with the first page.
  init(size: Int? = nil) { self.size = size.map { RowLimit(clamping: $0).rawValue } }

  /// Reads a page, and refuses one that there cannot be.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decode(Int.self, forKey: .number)
    size = try container.decodeIfPresent(RowLimit.self, forKey: .size)?.rawValue
    if number != Self.clampedNumber(number) {
      throw DecodingError.dataCorruptedError(forKey: .number, in: container, debugDescription: "there is no such page")
    }
  }

  /// A page number that there can be: the rows of all pages together can be counted.
  static func clampedNumber(_ number: Int) -> Int { min(max(0, number), RowLimit.greatest) }

  /// The places of the rows on the page, of so many.
  func rowRange(rowCount count: Int) -> Range<Int> {
    guard let size else { return 0..<count }
    let start = min(number.multipliedReportingOverflow(by: size).partialValue, count)
    return start..<min(start + min(size, count), count)
  }

  /// How many pages so many rows fill; none fill one too.
  func pageCount(rowCount count: Int) -> Int {
    guard let size else { return 1 }
    return max(1, (count - 1) / size + 1)
  }
}

/// A number of rows on a page or in sight: at least one, and at most ``maximum``.
struct RowLimit: RawRepresentable, Hashable, Codable, Sendable {
  let rawValue: Int

  /// The greatest number of pages and of rows on a page, so that the rows of all pages can be counted.
  static let greatest = Int(Int32.max)

  init?(rawValue: Int) {
    if rawValue < 1 || rawValue > Self.greatest { return nil }
    self.rawValue = rawValue
  }

  /// Makes the nearest limit there is.
  init(clamping rawValue: Int) { self.rawValue = min(max(1, rawValue), Self.greatest) }
}

extension TableFeature {
  /// Changes how many rows a page holds, and keeps the first of those in sight in sight.
  func changePageSize(_ size: Int?, _ state: inout State) {
    let top =
      state.viewportHeight == nil
      ? state.top.flatMap { visibleIndexOnPage(of: $0, state) } : viewportRange(state).lowerBound
    let first = (state.page.size ?? 0) * state.page.number + (top.map { $0 - state.pageRange.lowerBound } ?? 0)
    state.page.size = clampedPageSize(size)
    state.page.number = state.page.size.map { TablePage.clampedNumber(first / $0) } ?? 0
  }

  /// The nearest page size there is: of rows that are elsewhere the windows are pages, and no longer than a window can be.
  func clampedPageSize(_ size: Int?) -> Int? {
    switch options.source {
    case .here: size.map { RowLimit(clamping: $0).rawValue }
    case .windows(let most): RowLimit(clamping: min(size ?? most, most)).rawValue
    }
  }

  /// The places of the rows of the page that are in sight.
  func viewportRange(_ state: State) -> Range<Int> {
    let places = state.pageRange
    guard let height = state.viewportHeight else { return places }
    // The last rows fill the height, as far as there are enough.
    let top = state.top.flatMap { visibleIndexOnPage(of: $0, state) } ?? places.lowerBound
    let start = max(places.lowerBound, min(top, places.upperBound - height))
    return start..<min(places.upperBound, start + height)
  }

  /// Scrolls as far as it takes to have the cursor among the rows in sight.
  func scrollToCursor(_ state: inout State) {
    guard let height = state.viewportHeight, let place = state.cursor.flatMap({ visibleIndexOnPage(of: $0.row, state) })
    else {
      return
    }
    let inSight = viewportRange(state)
    if inSight.contains(place) { return }
    state.top = state.visibleRow(at: place < inSight.lowerBound ? place : place - height + 1).id
  }
}
