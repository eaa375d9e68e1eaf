/// What a row or a section is called: its tag, or where it has none, a name that no tag can be, such as `#3` or `§1`.
public struct ElementID: RawRepresentable, Hashable, Codable, Sendable, CodingKeyRepresentable,
  ExpressibleByStringLiteral
{
  /// The name.
  public var rawValue: String
  /// Takes a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Takes a name.
  public init(stringLiteral name: String) { rawValue = name }
}

extension ElementID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

/// What the sections and rows of a form are called, from above.
package struct ElementNames: Hashable, Codable, Sendable {
  package var sections: [ElementID]
  package var rows: [ElementID]
  /// The greatest numbers that were given: none is given twice, even if the first is gone.
  private var lastSection: Int
  private var lastRow: Int

  /// Whether so many can have been named.
  var areCounted: Bool {
    let possible = 0...(1 << 48)
    return possible.contains(lastSection) && possible.contains(lastRow)
  }

  /// Names what is new: what has no tag is numbered by its place.
  init(of form: FormDefinition) {
    let rows = form.sections.flatMap(\.rows)
    lastSection = form.sections.count
    lastRow = rows.count
    sections = form.sections.enumerated().map { Self.name($1.tag, "§", $0 + 1) }
    self.rows = rows.enumerated().map { Self.name($1.tag, "#", $0 + 1) }
  }

  /// The name of a row that joins.
  mutating func name(of row: RowDefinition) -> ElementID {
    lastRow += 1
    return Self.name(row.tag, "#", lastRow)
  }

  /// The name of a section that joins.
  mutating func name(of section: SectionDefinition) -> ElementID {
    lastSection += 1
    return Self.name(section.tag, "§", lastSection)
  }

  private static func name(_ tag: String?, _ mark: String, _ number: Int) -> ElementID {
    ElementID(rawValue: tag ?? "\(mark)\(number)")
  }

  /// Whether this is the name of something without a tag, with a number that was given.
  func isNumbered(_ name: ElementID) -> Bool {
    guard let mark = name.rawValue.first, let number = Int(name.rawValue.dropFirst()), number > 0 else { return false }
    return mark == "#" && number <= lastRow || mark == "§" && number <= lastSection
  }

  /// Whether this is the name of a row without a tag, with a number that was given.
  func isNumberOfRow(_ name: ElementID) -> Bool { name.rawValue.hasPrefix("#") && isNumbered(name) }

  /// Whether a tag could be mistaken for the name of what has none.
  static func isReserved(_ tag: String) -> Bool { tag.hasPrefix("#") || tag.hasPrefix("§") }

  /// Where each name stands.
  ///
  /// A name that is given twice is a fault that has been found before anybody asks.
  var elements: [ElementID: Element] {
    var elements: [ElementID: Element] = [:]
    elements.reserveCapacity(sections.count + rows.count)
    for (place, name) in sections.enumerated() where elements[name] == nil { elements[name] = .section(place) }
    for (place, name) in rows.enumerated() where elements[name] == nil { elements[name] = .row(place) }
    return elements
  }
}
