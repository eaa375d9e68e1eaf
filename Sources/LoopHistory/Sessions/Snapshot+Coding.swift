public import Loop
internal import LoopText

extension SessionData {
  /// Writes where a store stood, as canonical text.
  ///
  /// The schema is the number that the program gives to this form of the feature's state, effects and slots; it goes up
  /// whenever one of them changes, or the snapshots of the program before are read as something they are not.
  public init<Feature: Reducer>(encoding taken: StoreSession<Feature>, schema: Int) throws
  where Feature.State: Encodable, Feature.Effect: Encodable, Feature.Slot: Encodable {
    self.init(schema: schema, bytes: Array("\(try CanonicalValue(taken))".utf8))
  }

  /// Reads where a store stood, if it is written in this schema.
  ///
  /// One in another is handed to who can migrate it, and refused where nobody can: it is never half read.
  public func decode<Feature: Reducer>(
    for feature: Feature.Type = Feature.self, schema expected: Int,
    migrate: ((SessionData) throws -> SessionData)? = nil
  ) throws -> StoreSession<Feature>
  where Feature.State: Decodable, Feature.Effect: Decodable, Feature.Slot: Decodable {
    if schema != expected, let migrate { return try migrate(self).decode(for: feature, schema: expected) }
    guard schema == expected else { throw SessionDataError.otherSchema(schema, expected: expected) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw SessionDataError.notText }
    do { return try CanonicalValue(parsing: text).decode() } catch {
      throw SessionDataError.unreadable(error.readableDescription)
    }
  }
}

/// Why a snapshot that was loaded cannot be gone on from.
public enum SessionDataError: Error, Hashable, Sendable {
  /// It is written in another schema than the one that is read.
  case otherSchema(Int, expected: Int)
  /// Its bytes are no UTF-8.
  case notText
  /// Its text is none of a store of this feature, and why.
  case unreadable(String)
}

extension SessionDataError: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .otherSchema(let schema, let expected):
      "The snapshot is written in schema \(schema), and schema \(expected) is read. Migrate it, or begin anew without it."
    case .notText: "The snapshot is not UTF-8 text. Begin anew without it."
    case .unreadable(let reason):
      "The snapshot cannot be read: \(reason). If the feature has changed since, its schema needs another number."
    }
  }
}
