import FileHandlers
import Foundation
import Testing

/// The code that the guide of FileHandlers shows.
@Suite struct `The guide of FileHandlers` {
  @Test func `copies a file`() async throws {
    func copy(in folder: String) async throws {
      let files = DiskFileStore()
      let bytes = try await files.read(folder + "/products.csv")
      try await files.write(bytes, to: folder + "/copy.csv", overwriting: false)
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "backroom-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await DiskFileStore().write([1, 2], to: folder + "/products.csv", overwriting: false)
    try await copy(in: folder)
    #expect(try await DiskFileStore().read(folder + "/copy.csv") == [1, 2])
  }
}
