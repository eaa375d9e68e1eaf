/// How far rows that are kept elsewhere are loaded.
public enum TableLoading: Hashable, Sendable {
  /// Nobody has asked for them yet; the first action does, whatever it is.
  case unasked
  /// They are here.
  case loaded
  /// They are awaited, and what is in sight is older.
  case awaited
  /// They could not be loaded, and why; what is in sight is older.
  case failed(String)
}
