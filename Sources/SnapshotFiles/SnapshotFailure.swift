/// What was wrong with a snapshot, which one, and what to do about it.
public enum SnapshotError: Error, Hashable, Sendable {
  /// There is no file for this text yet; the new text lies beside where it belongs, or was not written.
  case missing(file: String, isProposed: Bool)
  /// The file says something else; the new text lies beside it, or was not written.
  case mismatching(file: String, UnifiedDiff, isProposed: Bool)
  /// The file has bytes that are no UTF-8.
  case notText(file: String)
  /// The name is none that a snapshot can have.
  case misnamed(String)
  /// There is no new text of these names to accept or reject.
  case nothingToSettle([String], unsettled: [String])
  /// The file system refused to do something to a file, and why.
  case refused(String, file: String, reason: String)
}

extension SnapshotError: CustomStringConvertible {
  /// What failed, on which file, and what to do.
  public var description: String {
    switch self {
    case .missing(let file, let isProposed):
      "There is no snapshot \(file). \(Self.advice(hasNewText: isProposed))"
    case .mismatching(let file, let difference, let isProposed):
      "The text differs from the snapshot \(file). \(Self.advice(hasNewText: isProposed))\n\(difference)"
    case .notText(let file):
      "\(file) is not UTF-8 text. Restore it, or remove it and accept a new one."
    case .misnamed(let name):
      "\"\(name)\" cannot name a snapshot: use visible names separated by \"/\", without control characters and not "
        + "ending in \".new\", such as \"ProductEditor/conflict.transcript\"."
    case .nothingToSettle(let names, let unsettled):
      "There is nothing to settle for \(names.joined(separator: ", ")). "
        + (unsettled.isEmpty ? "Nothing is unsettled." : "Unsettled: \(unsettled.joined(separator: ", ")).")
    case .refused(let deed, let file, let reason):
      "Could not \(deed) \(file): \(reason). Check that it exists and who may read and write it."
    }
  }

  private static func advice(hasNewText isProposed: Bool) -> String {
    isProposed
      ? "The new text lies beside it with \".new\": settle it with `swift run snapshots review`."
      : "Nothing was written: run this where CI is not set, then settle it with `swift run snapshots review`."
  }
}
