import FileHandlers
import Foundation
import Shop
import Testing

@Suite struct `The files of the computer` {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "backroom-\(UUID().uuidString)").path()

  @Test func `are written as a whole, and replaced only on request`() async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = DiskFileStore()
    let path = folder + "/shop.csv"
    await #expect(throws: FileStoreError(path, .notFound)) { try await store.read(path) }
    try await store.write([1, 2], to: path, overwriting: false)
    await #expect(throws: FileStoreError(path, .alreadyExists)) {
      try await store.write([3], to: path, overwriting: false)
    }
    #expect(try await store.read(path) == [1, 2])
    try await store.write([3], to: path, overwriting: true)
    #expect(try await store.read(path) == [3])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["shop.csv"])
    for (path, reason) in [(folder, "it is a folder"), ("/dev/null", "it is not a regular file")] {
      await #expect(throws: FileStoreError(path, .failed(reason))) { try await store.read(path) }
      await #expect(throws: FileStoreError(path, .failed(reason))) {
        try await store.write([1], to: path, overwriting: true)
      }
    }
    let nowhere = folder + "/none/shop.csv"
    for overwriting in [true, false] {
      await #expect(throws: FileStoreError(nowhere, .failed("the folder does not exist"))) {
        try await store.write([1], to: nowhere, overwriting: overwriting)
      }
    }
  }

  @Test func `are in an allowed folder after all links are followed`() throws {
    let manager = FileManager.default
    for name in ["in/sub", "out", "inside"] {
      try manager.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    defer { try? manager.removeItem(atPath: folder) }
    for path in ["in/a", "out/b"] { #expect(manager.createFile(atPath: "\(folder)/\(path)", contents: nil)) }
    for (link, target) in [("in/link", "\(folder)/out"), ("in/file", "\(folder)/out/b"), ("in/new", "\(folder)/out/n")]
    {
      try manager.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: target)
    }
    let allowed = AllowedFolders(["\(folder)/in", "\(folder)/none"])
    for path in ["in/a", "in/new file", "in/sub/x", "in/sub/../a", "out/../in/a"] {
      #expect(allowed.contains("\(folder)/\(path)"), "\(path)")
    }
    for path in [
      "out/b", "out/x", "inside/x", "in/../out/b", "in/link/b", "in/link/x", "in/file", "in/new", "in/none/x",
      "in/link/../in2", "in/..", "none/x", "", "in/\u{0}x",
    ] {
      #expect(!allowed.contains("\(folder)/\(path)"), "\(path)")
    }
    #expect(AllowedFolders(["/"]).contains("/etc/hostname") && !AllowedFolders([]).contains("/etc/hostname"))
    #expect(!allowed.contains("-") && !allowed.contains("/dev/stdin"))
  }
}
