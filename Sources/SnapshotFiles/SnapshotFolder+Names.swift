#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SnapshotFolder {
  /// The names of the snapshots that are there, in order: none if the folder does not exist.
  package func names() throws(SnapshotError) -> [String] {
    try files().filter { Self.name(ofNewTextFile: $0) == nil }
  }

  /// The names that have a new text to accept or reject, in order.
  package func namesToReview() throws(SnapshotError) -> [String] {
    try files().compactMap(Self.name)
  }

  /// The names of the snapshots that are there and that nobody knows.
  package func orphans(known: some Sequence<String>) throws(SnapshotError) -> [String] {
    let known = Set(known)
    return try names().filter { !known.contains($0) }
  }

  /// The known names that have no snapshot, in order.
  package func missing(known: some Sequence<String>) throws(SnapshotError) -> [String] {
    Set(known).subtracting(try names()).sorted()
  }

  /// Names that would be one file, or one folder, on a file system that ignores case.
  ///
  /// Each group has the spellings of one path. A name given twice is a group too, and so is a file that has the name of
  /// a folder.
  package static func caseInsensitiveClashes(among names: some Sequence<String>) -> [[String]] {
    var spellings: [String: [String]] = [:]
    var folders: Set<String> = []
    for name in names {
      spellings[caseFolded(name), default: []].append(name)
      folders.formUnion(name.indices.filter { name[$0] == "/" }.map { String(name[..<$0]) })
    }
    for folder in folders { spellings[caseFolded(folder), default: []].append(folder) }
    return spellings.values.filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Upper case first: it joins what lower case alone keeps apart, such as the two small sigmas.
  private static func caseFolded(_ name: String) -> String {
    name.uppercased().lowercased()
  }
}

extension SnapshotFolder {
  private static let suffix = ".new"

  func file(of name: String) throws(SnapshotError) -> TextFile {
    guard Self.isValidName(name) else { throw .misnamed(name) }
    return TextFile("\(path)/\(name)")
  }

  /// The file that holds the new text of a name.
  func newTextFile(of name: String) throws(SnapshotError) -> TextFile {
    TextFile(try file(of: name).path + Self.suffix)
  }

  /// The name that a file holds a new text of, if it does.
  static func name(ofNewTextFile file: String) -> String? {
    guard file.hasSuffix(suffix) else { return nil }
    let name = String(file.dropLast(suffix.count))
    return isValidName(name) ? name : nil
  }

  private static func isValidName(_ name: String) -> Bool {
    name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
      && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      && !name.hasSuffix(suffix)
  }

  private func files() throws(SnapshotError) -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let found = try TextFile.perform("list", on: path) { try FileManager.default.subpathsOfDirectory(atPath: path) }
    return found.filter { !Self.isHidden($0) && !isFolder($0) }.sorted()
  }

  private static func isHidden(_ file: String) -> Bool {
    file.split(separator: "/").contains { $0.hasPrefix(".") }
  }

  /// Whether it is no file; what has vanished since it was listed is none either.
  private func isFolder(_ file: String) -> Bool {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(file)") else { return true }
    return attributes[.type] as? FileAttributeType == .typeDirectory
  }
}
