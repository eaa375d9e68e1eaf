import InterfaceFixtures
import Loop
import Testing
import Wire

/// The code that the guide of Wire shows.
@MainActor @Suite struct `The guide of Wire` {
  @Test func `serves an application`() {
    let application = NotesApplication()
    let store = Store(application.feature, state: application.feature.initialState([]), handler: InertHandler())
    var printed: [String] = []
    func print(_ message: String) { printed.append(message) }
    let server = WireServer(application, store: store, identity: WireIdentity(name: "notes", version: "1")) {
      print($0)
    }
    server.receive(Array(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":1}}"#.utf8))
    #expect(printed == [#"{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"server":{"name":"notes","version":"1"}}}"#])
  }
}
