/// The identifier of a row or section.
///
/// It is the element's tag, or, for an element without one, a generated name that cannot be a tag, such as `#3` or
/// `§1`.
public struct ElementID: RawRepresentable, Hashable, Codable, Sendable, CodingKeyRepresentable,
  ExpressibleByStringLiteral
{
  /// The text of the identifier.
  public var rawValue: String
  /// Creates an identifier from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates an identifier from a string literal.
  public init(stringLiteral name: String) { rawValue = name }
}

extension ElementID: CustomStringConvertible {
  /// The text of the identifier.
  public var description: String { rawValue }
}

/// The identifiers of a form's sections and rows, in display order.
package struct ElementIDs: Hashable, Codable, Sendable {
  package var sections: [ElementID]
  package var rows: [ElementID]
  /// The greatest numbers used in generated IDs.
  ///
  /// They never decrease, so that the ID of a removed element is not reused.
  private var lastSectionNumber: Int
  private var lastRowNumber: Int

  /// A Boolean value that indicates whether the counters are within a plausible range.
  ///
  /// The upper bound prevents an overflow when a decoded counter is incremented.
  var hasValidCounters: Bool {
    let possible = 0...(1 << 48)
    return possible.contains(lastSectionNumber) && possible.contains(lastRowNumber)
  }

  /// Creates IDs for a new form, numbering elements without a tag by their position.
  init(of form: FormDefinition) {
    let rows = form.sections.flatMap(\.rows)
    lastSectionNumber = form.sections.count
    lastRowNumber = rows.count
    sections = form.sections.enumerated().map { Self.id(tag: $1.tag, prefix: "§", number: $0 + 1) }
    self.rows = rows.enumerated().map { Self.id(tag: $1.tag, prefix: "#", number: $0 + 1) }
  }

  /// Returns the ID of a row that is being added.
  mutating func makeID(for row: RowDefinition) -> ElementID {
    lastRowNumber += 1
    return Self.id(tag: row.tag, prefix: "#", number: lastRowNumber)
  }

  /// Returns the ID of a section that is being added.
  mutating func makeID(for section: SectionDefinition) -> ElementID {
    lastSectionNumber += 1
    return Self.id(tag: section.tag, prefix: "§", number: lastSectionNumber)
  }

  private static func id(tag: String?, prefix: String, number: Int) -> ElementID {
    ElementID(rawValue: tag ?? "\(prefix)\(number)")
  }

  /// Returns a Boolean value that indicates whether this is a generated ID whose number has been used.
  func isGeneratedID(_ name: ElementID) -> Bool {
    guard let mark = name.rawValue.first, let number = Int(name.rawValue.dropFirst()), number > 0 else { return false }
    return mark == "#" && number <= lastRowNumber || mark == "§" && number <= lastSectionNumber
  }

  /// Returns a Boolean value that indicates whether this is a generated row ID whose number has been used.
  func isGeneratedRowID(_ name: ElementID) -> Bool { name.rawValue.hasPrefix("#") && isGeneratedID(name) }

  /// Returns a Boolean value that indicates whether a tag could be confused with a generated ID.
  static func isReserved(_ tag: String) -> Bool { tag.hasPrefix("#") || tag.hasPrefix("§") }

  /// The elements by ID.
  ///
  /// Of elements with the same ID the first one is used. The compiler reports duplicate tags as errors.
  var elementsByID: [ElementID: FormElement] {
    var elements: [ElementID: FormElement] = [:]
    elements.reserveCapacity(sections.count + rows.count)
    for (place, name) in sections.enumerated() where elements[name] == nil { elements[name] = .section(place) }
    for (place, name) in rows.enumerated() where elements[name] == nil { elements[name] = .row(place) }
    return elements
  }
}
