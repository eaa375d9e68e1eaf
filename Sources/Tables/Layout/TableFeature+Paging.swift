/// The page of visible rows that is shown.
///
/// Sorting and filtering return to the first page. Inserting, changing, removing and replacing rows keeps the page
/// number, as long as the page exists.
package struct TablePage: Hashable, Codable, Sendable {
  /// The page number, starting at 0.
  package internal(set) var number = 0
  /// The number of rows on a page, or `nil` if all rows are on one page.
  package internal(set) var size: Int?

  /// Creates the first page.
  init(size: Int? = nil) { self.size = size.map { PageSize(clamping: $0).rawValue } }

  /// Decodes a page.
  ///
  /// Throws if the number or the size is out of range.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decode(Int.self, forKey: .number)
    size = try container.decodeIfPresent(PageSize.self, forKey: .size)?.rawValue
    if number != Self.clampedNumber(number) {
      throw DecodingError.dataCorruptedError(
        forKey: .number, in: container, debugDescription: "page number out of range")
    }
  }

  /// Returns a page number clamped to the valid range, so that the number of rows on all pages does not overflow.
  static func clampedNumber(_ number: Int) -> Int { min(max(0, number), PageSize.maximum) }

  /// Returns the range of the page among the visible rows.
  func rowRange(rowCount: Int) -> Range<Int> {
    guard let size else { return 0..<rowCount }
    let start = min(number.multipliedReportingOverflow(by: size).partialValue, rowCount)
    return start..<min(start + min(size, rowCount), rowCount)
  }

  /// Returns the number of pages, which is at least 1.
  func pageCount(rowCount: Int) -> Int {
    guard let size else { return 1 }
    return max(1, (rowCount - 1) / size + 1)
  }
}

/// A number of rows on a page or in a viewport, between 1 and ``maximum``.
struct PageSize: RawRepresentable, Hashable, Codable, Sendable {
  let rawValue: Int

  /// The maximum number of pages, and of rows on a page.
  ///
  /// The number of rows on all pages then does not overflow.
  static let maximum = Int(Int32.max)

  init?(rawValue: Int) {
    if rawValue < 1 || rawValue > Self.maximum { return nil }
    self.rawValue = rawValue
  }

  /// Creates a limit clamped to the valid range.
  init(clamping rawValue: Int) { self.rawValue = min(max(1, rawValue), Self.maximum) }
}

extension TableFeature {
  /// Changes the page size, and keeps the row at the cursor on the page, or without a cursor the first one.
  func changePageSize(_ size: Int?, _ state: inout State) {
    let cursor = state.cursor.flatMap { visibleIndexOnPage(of: $0.row, state) }
    let kept = (state.page.size ?? 0) * state.page.number + (cursor.map { $0 - state.pageRange.lowerBound } ?? 0)
    state.page.size = clampedPageSize(size)
    state.page.number = state.page.size.map { TablePage.clampedNumber(kept / $0) } ?? 0
  }

  /// Returns the nearest valid page size.
  ///
  /// With remote rows, a page is a window and at most as large.
  func clampedPageSize(_ size: Int?) -> Int? {
    switch options.rowSource {
    case .local: size.map { PageSize(clamping: $0).rawValue }
    case .remote(let most): PageSize(clamping: min(size ?? most, most)).rawValue
    }
  }

  /// Returns the range of visible rows that a front end displays, or that of the page without a viewport.
  func displayedRange(in viewport: TableViewport<Row.ID>?, _ state: State) -> Range<Int> {
    let places = state.pageRange
    guard let viewport else { return places }
    let count = PageSize(clamping: viewport.rowCount).rawValue
    // The last rows fill the viewport if there are enough.
    let top = viewport.top.flatMap { visibleIndexOnPage(of: $0, state) } ?? places.lowerBound
    var start = max(places.lowerBound, min(top, places.upperBound - count))
    if viewport.followsCursor, let cursor = state.cursor.flatMap({ visibleIndexOnPage(of: $0.row, state) }) {
      start = max(min(start, cursor), cursor - count + 1)
    }
    return start..<min(places.upperBound, start + count)
  }
}

/// The part of a table for which a front end has room.
///
/// It belongs to the front end and not to the state: two front ends of different sizes show one table.
public struct TableViewport<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The row that was displayed first the last time, or `nil` for the first row of the page.
  public var top: ID?
  /// The number of rows, which is at least 1.
  public var rowCount: Int
  /// Whether the rows are scrolled, as little as necessary, so that the row at the cursor is displayed.
  public var followsCursor: Bool

  /// Creates a viewport.
  public init(top: ID? = nil, rowCount: Int, followsCursor: Bool = true) {
    self.top = top
    self.rowCount = rowCount
    self.followsCursor = followsCursor
  }
}
