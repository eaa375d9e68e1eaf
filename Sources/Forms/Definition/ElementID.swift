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

  /// The identifier for people: the tag, or the generated name in words, such as `section 2`.
  package var displayText: String {
    switch rawValue.first {
    case "#": "row \(rawValue.dropFirst())"
    case "§": "section \(rawValue.dropFirst())"
    default: rawValue
    }
  }
}

/// The identifiers of a form's sections and rows, in display order.
package struct FormElementIDs: Hashable, Codable, Sendable {
  package var sections: [ElementID]
  package var rows: [ElementID]
  /// The greatest numbers used in generated IDs.
  ///
  /// They never decrease, so that the ID of a removed element is not reused.
  private var lastSectionNumber: Int
  private var lastRowNumber: Int

  /// Creates IDs for a new form, numbering elements without a tag by their position.
  init(of form: FormDefinition) {
    (sections, rows, lastSectionNumber, lastRowNumber) = ([], [], 0, 0)
    for section in form.sections {
      sections.append(makeID(for: section))
      rows += section.rows.map { makeID(for: $0) }
    }
  }

  /// Returns the ID of a row that is being added.
  mutating func makeID(for row: RowDefinition) -> ElementID {
    lastRowNumber += 1
    return ElementID(rawValue: row.tag ?? "#\(lastRowNumber)")
  }

  /// Returns the ID of a section that is being added.
  mutating func makeID(for section: SectionDefinition) -> ElementID {
    lastSectionNumber += 1
    return ElementID(rawValue: section.tag ?? "§\(lastSectionNumber)")
  }

  /// Returns a Boolean value that indicates whether these can be the IDs of a form's sections and rows.
  func match(_ form: FormDefinition) -> Bool {
    // The upper bound prevents an overflow when a decoded counter is incremented.
    let possible = 0...(1 << 48)
    let tags = form.sections.map(\.tag) + form.sections.flatMap(\.rows).map(\.tag)
    let names = sections + rows
    return possible.contains(lastSectionNumber) && possible.contains(lastRowNumber)
      && sections.count == form.sections.count && names.count == tags.count && Set(names).count == names.count
      && zip(names, tags).allSatisfy { name, tag in
        tag.map { $0 == name.rawValue }
          ?? (isGenerated(name, prefix: "#", last: lastRowNumber)
            || isGenerated(name, prefix: "§", last: lastSectionNumber))
      }
  }

  /// Returns a Boolean value that indicates whether this is a generated row ID whose number has been used.
  func isGeneratedRowID(_ name: ElementID) -> Bool { isGenerated(name, prefix: "#", last: lastRowNumber) }

  private func isGenerated(_ name: ElementID, prefix: Character, last: Int) -> Bool {
    name.rawValue.first == prefix && Int(name.rawValue.dropFirst()).map { $0 > 0 && $0 <= last } ?? false
  }

  /// The elements by ID.
  ///
  /// Of elements with the same ID the first one is used. The compiler reports duplicate tags as errors.
  var elementsByID: [ElementID: FormElement] {
    let elements = sections.indices.map(FormElement.section) + rows.indices.map(FormElement.row)
    return Dictionary(zip(sections + rows, elements)) { first, _ in first }
  }
}
