import Foundation
import SnapshotFiles

/// Lends a folder that is empty, belongs to nobody else and is removed afterwards.
func withTemporarySnapshotFolder(_ body: (SnapshotFolder) throws -> Void) throws {
  let place = FileManager.default.temporaryDirectory.appending(path: "Backroom-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: place) }
  try body(SnapshotFolder(place.path))
}

extension SnapshotFolder {
  /// Writes a file as anybody could, past every rule of names.
  func writeFile(_ text: String, named name: String) throws {
    let file = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Every file, by name.
  func allFiles() throws -> [String: String] {
    var files: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      files[name] = try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
    return files
  }
}
