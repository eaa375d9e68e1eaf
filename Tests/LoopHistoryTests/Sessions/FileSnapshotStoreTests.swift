import Foundation
import Loop
import Testing

@testable import LoopHistory

@Suite struct `A snapshot's file` {
  @Test func `holds what was saved last, and nothing before that`() async throws {
    try await withPath { path in
      let store = FileSessionStore(path)
      #expect(try await store.load() == nil)
      for size in [0, 1, 100_000, 3] {
        let snapshot = SessionData(schema: size, bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0) })
        try await store.save(snapshot)
        #expect(try await store.load() == snapshot)
        #expect(try await FileSessionStore(path).load() == snapshot)
      }
      #expect(try files(beside: path) == ["editor.snapshot"])
    }
  }

  @Test func `cut off anywhere, it is never taken for whole`() async throws {
    try await withPath { path in
      let store = FileSessionStore(path)
      let snapshot = SessionData(schema: 12, bytes: Array("(situation)\n".utf8))
      try await store.save(snapshot)
      let bytes = try Data(contentsOf: URL(filePath: path))
      for length in 0..<bytes.count {
        try bytes.prefix(length).write(to: URL(filePath: path))
        await #expect(throws: SessionStoreError.self) { try await store.load() }
      }
    }
  }

  @Test func `changed anywhere, it is told apart`() async throws {
    try await withPath { path in
      let store = FileSessionStore(path)
      try await store.save(SessionData(schema: 12, bytes: Array("(situation)\n".utf8)))
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      for place in bytes.indices {
        var torn = bytes
        torn[place] ^= 1
        try Data(torn).write(to: URL(filePath: path))
        let failure = await #expect(throws: SessionStoreError.self) { try await store.load() }
        if place == bytes.count - 2 {
          #expect(failure == .damaged(at: path, reason: "its bytes are not those that were written"))
        }
      }
    }
  }

  @Test func `where two write at once, neither writes into the other's, and the last one stays`() async throws {
    try await withPath { path in
      let (short, long) = (SessionData(schema: 1, bytes: [1]), SessionData(schema: 2, bytes: [2, 2]))
      let (first, second) = (try TemporarySessionFile(beside: path), try TemporarySessionFile(beside: path))
      try first.commit(long.fileContents)
      #expect(try await FileSessionStore(path).load() == long)
      try second.commit(short.fileContents)
      #expect(try await FileSessionStore(path).load() == short)
    }
  }

  @Test func `where many save at once, each save is whole and none is refused`() async throws {
    try await withPath { path in
      try await withThrowingTaskGroup { group in
        for size in 1...8 {
          group.addTask {
            let store = FileSessionStore(path)
            let snapshot = SessionData(schema: size, bytes: .init(repeating: UInt8(size), count: size * 10_000))
            for _ in 0..<20 {
              try await store.save(snapshot)
              let read = try await store.load()
              #expect(read?.bytes.count == (read?.schema ?? 0) * 10_000)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try files(beside: path) == ["editor.snapshot"])
    }
  }

  @Test func `what a killed writer left is taken away by the next store, and what is still written is not`()
    async throws
  {
    try await withPath { path in
      let others = ["editor.snapshot.0123.new", "editor.snapshot.new", "other.snapshot.0123456789abcdef.new"]
      let left = "editor.snapshot.0123456789abcdef.new"
      for name in others + [left] {
        try Data("snapshot".utf8).write(to: URL(filePath: path).deletingLastPathComponent().appending(path: name))
      }
      let draft = try TemporarySessionFile(beside: path)
      try await FileSessionStore(path).save(SessionData(schema: 1, bytes: [1]))
      let names = try files(beside: path)
      #expect(!names.contains(left))
      #expect(names.count == others.count + 2, "what is no draft of this one, or is being written, stays: \(names)")
      try draft.commit(SessionData(schema: 2, bytes: [2]).fileContents)
      #expect(try await FileSessionStore(path).load() == SessionData(schema: 2, bytes: [2]))
      #expect(try files(beside: path) == (others + ["editor.snapshot"]).sorted())
    }
  }

  @Test func `that cannot be written says where and why, and leaves the old one`() async throws {
    try await withPath { path in
      let nowhere = FileSessionStore(path + "/no/folder")
      let failure = await #expect(throws: SessionStoreError.self) {
        try await nowhere.save(SessionData(schema: 1, bytes: []))
      }
      #expect(failure == .refused(at: path + "/no/folder", reason: "No such file or directory"))
      // A name that leaves no room for that of a draft.
      let long = path + String(repeating: "x", count: 230)
      let old = SessionData(schema: 1, bytes: [UInt8(ascii: "x")])
      try Data(old.fileContents).write(to: URL(filePath: long))
      await #expect(throws: SessionStoreError.refused(at: long, reason: "File name too long")) {
        try await FileSessionStore(long).save(SessionData(schema: 1, bytes: []))
      }
      #expect(try await FileSessionStore(long).load() == old)
      let folder = path + ".folder"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      await #expect(throws: SessionStoreError.refused(at: folder, reason: "Is a directory")) {
        try await FileSessionStore(folder).save(SessionData(schema: 1, bytes: []))
      }
      #expect(try files(beside: path).count == 2, "no draft is left")
    }
  }
}

/// The names of all that is in the folder of a file.
private func files(beside path: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: URL(filePath: path).deletingLastPathComponent().path).sorted()
}

/// Lends the path of a file that is not there, in a folder of its own.
private func withPath(_ body: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "Backroom-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder.appending(path: "editor.snapshot").path)
}
