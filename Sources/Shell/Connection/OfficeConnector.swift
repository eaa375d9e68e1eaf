/// Connects the back office with its data when a command first needs it.
@MainActor final class OfficeConnector {
  var location: OfficeLocation?
  private let connect: @MainActor (OfficeLocation) -> OfficeConnection
  private var current: OfficeConnection?

  init(_ connect: @escaping @MainActor (OfficeLocation) -> OfficeConnection) { self.connect = connect }

  /// The connection.
  var connection: OfficeConnection {
    if let current { return current }
    guard let location else { preconditionFailure("the options must be read before data is needed") }
    let made = connect(location)
    current = made
    return made
  }

  /// The database, or `nil` if no data was needed or if it is not stored in a database.
  var usedDatabase: (any DatabaseTools)? { current?.database }

  /// Closes the connection if it was used.
  func close() async {
    await current?.close()
    current = nil
  }
}
