import Foundation
import SnapshotFiles

/// Calls a closure with a new empty folder, and removes the folder afterwards.
func withTemporarySnapshotFolder(_ body: (SnapshotFolder) throws -> Void) throws {
  let index = FileManager.default.temporaryDirectory.appending(path: "Backroom-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: index, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: index) }
  try body(SnapshotFolder(index.path))
}

extension SnapshotFolder {
  /// Writes a file without checking its name.
  func writeFile(_ text: String, named name: String) throws {
    let file = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The texts of all files, by name.
  func allFiles() throws -> [String: String] {
    var files: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      files[name] = try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
    return files
  }
}
