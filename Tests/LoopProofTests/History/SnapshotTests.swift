import Foundation
import Loop
import LoopProof
import LoopTesting
import Testing

@Suite struct `A snapshot` {
  @Test func `law 1: is read back as it was taken, with slots, queues, delays and numbers`() throws {
    for situation in BakerySession(steps: 300, seed: 4).situations {
      let taken = StoreSnapshot(situation)
      let snapshot = try Snapshot(taken, schema: 3)
      #expect(snapshot.schema == 3)
      #expect(try snapshot.read(of: Bakery.self, schema: 3) == taken)
      #expect(try Snapshot(snapshot.read(of: Bakery.self, schema: 3), schema: 3) == snapshot)
    }
  }

  @Test func `of another schema is refused, or migrated by who can`() throws {
    let old = Snapshot(schema: 1, bytes: Array("(situation: (state: (log: []), pending: none))".utf8))
    let fault = #expect(throws: SnapshotFault.self) { try old.read(of: Bakery.self, schema: 2) }
    #expect(fault == .otherSchema(1, expected: 2))
    #expect(fault?.description.hasPrefix("The snapshot is written in schema 1, and schema 2 is read.") == true)
    let current = try Snapshot(StoreSnapshot<Bakery>(Situation(.init())), schema: 2)
    #expect(try old.read(of: Bakery.self, schema: 2) { _ in current } == current.read(schema: 2))
    #expect(throws: SnapshotFault.otherSchema(1, expected: 2)) { try old.read(of: Bakery.self, schema: 2) { $0 } }
  }

  @Test func `that makes no sense is refused whole`() throws {
    func fault(_ text: String) -> SnapshotFault? {
      do {
        _ = try Snapshot(schema: 1, bytes: Array(text.utf8)).read(of: Bakery.self, schema: 1)
        return nil
      } catch { return error as? SnapshotFault }
    }
    let good = "(situation: (state: (log: [], isOpen: true), pending: (asked: 1, lines: [])), begun: [])"
    #expect(fault(good) == nil)
    #expect(fault("") == .unreadable("column 1: expected a value, the text ends here"))
    #expect(fault(good.replacing("isOpen", with: "isShut")) == .unreadable("there is nothing called isShut here"))
    let begun = "begun: [(id: 1, effect: look, slot: window, delay: nil)]"
    #expect(fault(good.replacing("begun: []", with: begun)) == .unreadable("run 1 had begun, and is not under way"))
    #expect(throws: SnapshotFault.notText) {
      try Snapshot(schema: 1, bytes: [0xFF]).read(of: Bakery.self, schema: 1)
    }
  }
}

@Suite struct `A snapshot's file` {
  @Test func `holds what was saved last, and nothing before that`() async throws {
    try await withPath { path in
      let store = FileSnapshotStore(path)
      #expect(try await store.load() == nil)
      for size in [0, 1, 100_000, 3] {
        let snapshot = Snapshot(schema: size, bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0) })
        try await store.save(snapshot)
        #expect(try await store.load() == snapshot)
        #expect(try await FileSnapshotStore(path).load() == snapshot)
      }
      #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    }
  }

  /// What a kill leaves beside it is overwritten by the next save, and read by nobody.
  @Test func `cut off anywhere, it is never taken for whole`() async throws {
    try await withPath { path in
      let store = FileSnapshotStore(path)
      let snapshot = Snapshot(schema: 12, bytes: Array("(situation)\n".utf8))
      try await store.save(snapshot)
      let bytes = try Data(contentsOf: URL(filePath: path))
      for length in 0..<bytes.count {
        try bytes.prefix(length).write(to: URL(filePath: path))
        await #expect(throws: SnapshotStoreFailure.self) { try await store.load() }
      }
      try bytes.write(to: URL(filePath: path))
      try bytes.prefix(5).write(to: URL(filePath: path + ".new"))
      #expect(try await store.load() == snapshot)
      try await store.save(snapshot)
      #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    }
  }

  @Test func `that cannot be written says where and why, and leaves the old one`() async throws {
    try await withPath { path in
      let nowhere = FileSnapshotStore(path + "/no/folder")
      let failure = await #expect(throws: SnapshotStoreFailure.self) {
        try await nowhere.save(Snapshot(schema: 1, bytes: []))
      }
      #expect(failure == .refused(at: path + "/no/folder", reason: "No such file or directory"))
      try FileManager.default.createDirectory(atPath: path + ".new", withIntermediateDirectories: false)
      try Data("snapshot schema 1 bytes 1\nx".utf8).write(to: URL(filePath: path))
      await #expect(throws: SnapshotStoreFailure.self) {
        try await FileSnapshotStore(path).save(Snapshot(schema: 1, bytes: []))
      }
      #expect(try await FileSnapshotStore(path).load() == Snapshot(schema: 1, bytes: [UInt8(ascii: "x")]))
    }
  }
}

/// Lends the path of a file that is not there, in a folder of its own.
private func withPath(_ body: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "LoopProofTests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder.appending(path: "editor.snapshot").path)
}
