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
}
