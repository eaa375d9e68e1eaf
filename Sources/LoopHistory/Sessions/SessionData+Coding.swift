import Loop
import LoopText

extension SessionData {
  /// Encodes a session as canonical text.
  ///
  /// The schema is a version number that the program chooses for the state, actions, effects and slots of the feature.
  /// Increase it whenever one of these types changes. Otherwise an old session could decode to a wrong value.
  public init<Feature: Reducer>(encoding session: StoreSession<Feature>, schema: Int) throws
  where Feature.State: Encodable, Feature.Effect: Encodable, Feature.Slot: Encodable, Feature.Action: Encodable {
    self.init(schema: schema, bytes: Array("\(try CanonicalValue(session))".utf8))
  }

  /// Decodes the session if its schema is the expected one.
  ///
  /// A session with another schema is passed to `migrate`. Without a `migrate` closure, or if the result has the wrong
  /// schema too, an error is thrown.
  public func decode<Feature: Reducer>(
    for feature: Feature.Type = Feature.self, schema expected: Int,
    migrate: ((SessionData) throws -> SessionData)? = nil
  ) throws -> StoreSession<Feature>
  where Feature.State: Decodable, Feature.Effect: Decodable, Feature.Slot: Decodable, Feature.Action: Decodable {
    if schema != expected, let migrate { return try migrate(self).decode(for: feature, schema: expected) }
    guard schema == expected else { throw SessionDataError.schemaMismatch(schema, expected: expected) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw SessionDataError.notUTF8 }
    do { return try CanonicalValue(parsing: text).decode() } catch {
      throw SessionDataError.undecodable(error.readableDescription)
    }
  }
}

/// An error that occurs when a loaded session is decoded.
public enum SessionDataError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The session has another schema than the expected one.
  case schemaMismatch(Int, expected: Int)
  /// The bytes are not UTF-8 text.
  case notUTF8
  /// The text cannot be decoded as a session of this feature, for the given reason.
  case undecodable(String)

  /// A message that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .schemaMismatch(let schema, let expected):
      "The session has schema \(schema), but this version reads schema \(expected). Migrate it, or start without it."
    case .notUTF8: "The session is not UTF-8 text. Start without it."
    case .undecodable(let reason):
      "The session cannot be decoded: \(reason). If the feature has changed, increase its schema number."
    }
  }
}
