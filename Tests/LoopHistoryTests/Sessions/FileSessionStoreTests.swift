import Foundation
import Loop
import PortContracts
import TestInputs
import Testing

@testable import LoopHistory

@Suite struct `Session file` {
  @Test func `contains only the session that was saved last`() async throws {
    try await withPath { path in
      let store = FileSessionStore(path)
      #expect(try await store.load() == nil)
      for size in [0, 1, 100_000, 3] {
        let session = SessionData(schema: size, bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0) })
        try await store.save(session)
        #expect(try await store.load() == session)
        #expect(try await FileSessionStore(path).load() == session)
      }
      #expect(try files(nextTo: path) == ["editor.session"])
    }
  }

  @Test(arguments: 0..<UInt64(caseCount(1, exhaustive: 2)))
  func `is replaced as a whole, and the last save wins`(seed: UInt64) async throws {
    try await withPath { path in
      let folder = URL(filePath: path).deletingLastPathComponent()
      let place = SessionStoreContract.Place(.lastSaveWins) {
        FileSessionStore(path)
      } damage: {
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes.removeLast()
        try bytes.write(to: URL(filePath: path))
      } whileFailing: { body in
        let moved = folder.deletingLastPathComponent().appending(path: folder.lastPathComponent + ".moved")
        try FileManager.default.moveItem(at: folder, to: moved)
        defer { try? FileManager.default.moveItem(at: moved, to: folder) }
        try await body()
      }
      var contract = SessionStoreContract(place, seed: seed)
      try await contract.check(steps: caseCount(50, exhaustive: 100))
    }
  }

  @Test func `a truncated file is damaged, wherever it is cut`() async throws {
    try await withPath { path in
      let store = FileSessionStore(path)
      let session = SessionData(schema: 12, bytes: Array("(situation)\n".utf8))
      try await store.save(session)
      let bytes = try Data(contentsOf: URL(filePath: path))
      for length in 0..<bytes.count {
        try bytes.prefix(length).write(to: URL(filePath: path))
        await #expect(throws: SessionStoreError.self) { try await store.load() }
      }
    }
  }

  @Test func `a file with any changed byte is damaged`() async throws {
    try await withPath { path in
      let store = FileSessionStore(path)
      try await store.save(SessionData(schema: 12, bytes: Array("(situation)\n".utf8)))
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      for index in bytes.indices {
        var torn = bytes
        torn[index] ^= 1
        try Data(torn).write(to: URL(filePath: path))
        let failure = await #expect(throws: SessionStoreError.self) { try await store.load() }
        if index == bytes.count - 2 {
          #expect(failure == .damaged(at: path, reason: "the checksum does not match"))
        }
      }
    }
  }

  @Test func `two concurrent writers use separate files, and the last one wins`() async throws {
    try await withPath { path in
      let (short, long) = (SessionData(schema: 1, bytes: [1]), SessionData(schema: 2, bytes: [2, 2]))
      let (first, second) = (try TemporarySessionFile(nextTo: path), try TemporarySessionFile(nextTo: path))
      try first.commit(long.fileContents)
      #expect(try await FileSessionStore(path).load() == long)
      try second.commit(short.fileContents)
      #expect(try await FileSessionStore(path).load() == short)
    }
  }

  @Test func `concurrent saves are all complete, and none fails`() async throws {
    try await withPath { path in
      try await withThrowingTaskGroup { group in
        for size in 1...8 {
          group.addTask {
            let store = FileSessionStore(path)
            let session = SessionData(schema: size, bytes: .init(repeating: UInt8(size), count: size * 10_000))
            for _ in 0..<20 {
              try await store.save(session)
              let read = try await store.load()
              #expect(read?.bytes.count == (read?.schema ?? 0) * 10_000)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try files(nextTo: path) == ["editor.session"])
    }
  }

  @Test func `the next store removes the file of a killed writer, but not one that is being written`()
    async throws
  {
    try await withPath { path in
      let others = ["editor.session.0123.new", "editor.session.new", "other.session.0123456789abcdef.new"]
      let left = "editor.session.0123456789abcdef.new"
      for name in others + [left] {
        try Data("session".utf8).write(to: URL(filePath: path).deletingLastPathComponent().appending(path: name))
      }
      let draft = try TemporarySessionFile(nextTo: path)
      try await FileSessionStore(path).save(SessionData(schema: 1, bytes: [1]))
      let names = try files(nextTo: path)
      #expect(!names.contains(left))
      #expect(names.count == others.count + 2, "other files, and the file that is being written, remain: \(names)")
      try draft.commit(SessionData(schema: 2, bytes: [2]).fileContents)
      #expect(try await FileSessionStore(path).load() == SessionData(schema: 2, bytes: [2]))
      #expect(try files(nextTo: path) == (others + ["editor.session"]).sorted())
    }
  }

  @Test func `a failed save reports the path and the reason, and keeps the old file`() async throws {
    try await withPath { path in
      let nowhere = FileSessionStore(path + "/no/folder")
      let failure = await #expect(throws: SessionStoreError.self) {
        try await nowhere.save(SessionData(schema: 1, bytes: []))
      }
      #expect(failure == .inaccessible(at: path + "/no/folder", reason: "No such file or directory"))
      // The name is valid, but too long for the name of a temporary file.
      let long = path + String(repeating: "x", count: 230)
      let old = SessionData(schema: 1, bytes: [UInt8(ascii: "x")])
      try Data(old.fileContents).write(to: URL(filePath: long))
      await #expect(throws: SessionStoreError.inaccessible(at: long, reason: "File name too long")) {
        try await FileSessionStore(long).save(SessionData(schema: 1, bytes: []))
      }
      #expect(try await FileSessionStore(long).load() == old)
      let folder = path + ".folder"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      await #expect(throws: SessionStoreError.inaccessible(at: folder, reason: "Is a directory")) {
        try await FileSessionStore(folder).save(SessionData(schema: 1, bytes: []))
      }
      #expect(try files(nextTo: path).count == 2, "no temporary file is left")
    }
  }
}

/// The names of all files in the folder of a file.
private func files(nextTo path: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: URL(filePath: path).deletingLastPathComponent().path).sorted()
}

/// Calls a closure with the path of a missing file in a new folder, and removes the folder afterwards.
private func withPath(_ body: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "Backroom-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder.appending(path: "editor.session").path)
}
