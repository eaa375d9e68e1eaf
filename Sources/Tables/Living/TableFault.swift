/// Why there can be no such table.
public enum TableFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A table of this kind lays its cells out by columns, and there are none.
  case noColumns(String)
  /// Two columns are called the same.
  case columnTwice(String)
  /// Something is told of a column that there is not.
  case noSuchColumn(String)

  /// What is wrong.
  public var description: String {
    switch self {
    case .noColumns(let kind): "a \(kind) must be told its columns"
    case .columnTwice(let name): "there are two columns \(name)"
    case .noSuchColumn(let name): "there is no column \(name)"
    }
  }
}
