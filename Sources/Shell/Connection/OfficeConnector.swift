import BackOffice
import Loop
import Programs

/// Connects the back office with its data when a command first needs it.
@MainActor final class OfficeConnector {
  let location: OfficeLocation
  /// The words of the command line.
  var words: [String] = []
  /// The log of the back office, or `nil`.
  var log: StoreLog<UndoFeature<BackOffice>>?
  /// What shows the progress of the command, or `nil`.
  var progress: ObservationToken?
  private let connect: @MainActor (OfficeLocation) -> OfficeConnection
  /// The connection, or `nil` if no data was needed.
  private(set) var current: OfficeConnection?

  init(to location: OfficeLocation, _ connect: @escaping @MainActor (OfficeLocation) -> OfficeConnection) {
    (self.location, self.connect) = (location, connect)
  }

  /// The connection.
  var connection: OfficeConnection {
    if let current { return current }
    let made = connect(location)
    current = made
    return made
  }

  /// Returns a connection with another database, which its user closes.
  func connection(with location: OfficeLocation) -> OfficeConnection { connect(location) }

  /// Closes the connection if it was used.
  func close() async {
    progress?.cancel()
    await current?.close()
    current = nil
  }
}
