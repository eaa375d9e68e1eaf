extension [Product] {
  /// The products sorted by position and identifier, so that the order is the same in every process.
  package var sortedByPosition: [Product] { sorted { ($0.position, $0.id.rawValue) < ($1.position, $1.id.rawValue) } }
}
