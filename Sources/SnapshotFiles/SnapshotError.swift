/// An error that occurs when a snapshot is compared.
public enum SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The snapshot has no file.
  ///
  /// `isProposed` indicates whether the new text was written for review.
  case missing(file: String, isProposed: Bool)
  /// The file has another text.
  ///
  /// `isProposed` indicates whether the new text was written for review.
  case mismatch(file: String, UnifiedDiff, isProposed: Bool)
  /// The file is not UTF-8 text.
  case notUTF8(file: String)
  /// The name is not valid for a snapshot.
  case invalidName(String)
  /// A file operation failed for the given reason.
  case fileOperationFailed(String, file: String, reason: String)

  /// A message that says what failed, on which file, and what to do.
  public var description: String {
    switch self {
    case .missing(let file, let isProposed):
      "There is no snapshot \(file). \(Self.advice(hasNewText: isProposed))"
    case .mismatch(let file, let difference, let isProposed):
      "The text differs from the snapshot \(file). \(Self.advice(hasNewText: isProposed))\n\(difference)"
    case .notUTF8(let file):
      "\(file) is not UTF-8 text. Restore it, or remove it and accept a new text."
    case .invalidName(let name):
      "\"\(name)\" cannot name a snapshot: use visible names separated by \"/\", without control characters and not "
        + "ending in \".new\", such as \"ProductEditor/conflict.transcript\"."
    case .fileOperationFailed(let operation, let file, let reason):
      "Could not \(operation) \(file): \(reason). Check that it exists and that you have permission to access it."
    }
  }

  private static func advice(hasNewText isProposed: Bool) -> String {
    isProposed
      ? "The new text is in the same folder, with the suffix \".new\". Move it to the snapshot to accept it."
      : "No new text was written. Run this where CI is not set to get one."
  }
}
