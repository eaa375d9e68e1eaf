import BackOffice
import Testing
import Values

@Suite struct `The time zones of the system` {
  @Test func `are read from files below one folder only`() throws {
    let files = TimeZoneFiles { path in path.hasSuffix("/Etc/Garbage") ? [1, 2, 3] : nil }
    #expect(try files.timeZone(named: "UTC") == .utc)
    for name in ["", "/etc/passwd", "../passwd", "Europe//Berlin", "Ä"] {
      #expect { try files.timeZone(named: name) } throws: {
        "\($0)" == "expected a name such as Europe/Berlin, or UTC"
      }
    }
    #expect { try files.timeZone(named: "Nowhere") } throws: { "\($0)" == "no such time zone in /usr/share/zoneinfo" }
    #expect { try files.timeZone(named: "Etc/Garbage") } throws: {
      "\($0)" == "it is not a file of the time zone database"
    }
  }
}
