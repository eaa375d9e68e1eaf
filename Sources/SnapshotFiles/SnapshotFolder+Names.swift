#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SnapshotFolder {
  /// Returns the names of all snapshots, sorted.
  ///
  /// The result is empty if the folder does not exist.
  package func names() throws(SnapshotError) -> [String] {
    try files().filter { !isNewText($0) }
  }

  /// Returns the names of the snapshots that are not among the known names.
  package func orphans(known: some Sequence<String>) throws(SnapshotError) -> [String] {
    let known = Set(known)
    return try names().filter { !known.contains($0) }
  }

  /// Returns the known names that have no snapshot, sorted.
  package func missing(known: some Sequence<String>) throws(SnapshotError) -> [String] {
    Set(known).subtracting(try names()).sorted()
  }

  /// Returns the names that would be the same file or folder on a file system that ignores case.
  ///
  /// Each group has the spellings of one path. A duplicate name is also a group, and so is a file with the name of a
  /// folder.
  package static func caseInsensitiveClashes(among names: some Sequence<String>) -> [[String]] {
    let folders = Set(names.flatMap { name in name.indices.filter { name[$0] == "/" }.map { String(name[..<$0]) } })
    // Converts to uppercase first, because some characters, such as the two lowercase sigmas, differ only in lowercase.
    let spellings = Dictionary(grouping: Array(names) + folders) { $0.uppercased().lowercased() }
    return spellings.values.filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension SnapshotFolder {
  private static let newTextSuffix = ".new"

  func file(of name: String) throws(SnapshotError) -> TextFile {
    guard Self.isValidName(name) else { throw .invalidName(name) }
    return TextFile("\(path)/\(name)")
  }

  /// Returns the file for the new text of a name.
  func newTextFile(of name: String) throws(SnapshotError) -> TextFile {
    TextFile(try file(of: name).path + Self.newTextSuffix)
  }

  /// Returns a Boolean value that indicates whether a file contains the new text of a snapshot.
  private func isNewText(_ file: String) -> Bool {
    file.hasSuffix(Self.newTextSuffix) && Self.isValidName(String(file.dropLast(Self.newTextSuffix.count)))
  }

  private static func isValidName(_ name: String) -> Bool {
    name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
      && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      && !name.hasSuffix(newTextSuffix)
  }

  private func files() throws(SnapshotError) -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let found = try TextFile.perform("list", on: path) { try FileManager.default.subpathsOfDirectory(atPath: path) }
    return found.filter { file in
      !file.split(separator: "/").contains { $0.hasPrefix(".") } && !isFolder(file)
    }.sorted()
  }

  /// Returns a Boolean value that indicates whether a path is a folder.
  ///
  /// It is also `true` if the file has been removed since it was listed.
  private func isFolder(_ file: String) -> Bool {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(file)") else { return true }
    return attributes[.type] as? FileAttributeType == .typeDirectory
  }
}
