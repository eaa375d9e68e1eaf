#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A snapshot's file while it is written, beside the one that it will replace.
///
/// Its name is its own, so no two writers meet in it, and it is held as long as its writer lives: what nobody holds was
/// left behind by a kill, and the next store on the path takes it away.
struct SnapshotDraft {
  private let path: String
  private let name: String
  private let file: SnapshotFile

  /// Makes an empty draft.
  init(beside path: String) throws(SystemRefusal) {
    self.path = path
    while true {
      let name = "\(path).\(hexadecimal(.random(in: .min ... .max))).new"
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor < 0 && errno == EEXIST { continue }
      try SystemRefusal.check(descriptor)
      let file = SnapshotFile(descriptor: descriptor)
      // Where a file system knows no locks nobody can hold it, and so nobody takes it away.
      _ = file.hold(waiting: true)
      // Before it was held, another store may have taken it for a leftover.
      if file.isNamed {
        (self.name, self.file) = (name, file)
        return
      }
      close(descriptor)
    }
  }

  /// Writes everything, and gives it the name of the file that it replaces.
  func keep(_ bytes: [UInt8]) throws(SystemRefusal) {
    defer { close(file.descriptor) }
    do throws(SystemRefusal) {
      try file.put(bytes)
      try SystemRefusal.check(rename(name, path))
    } catch {
      unlink(name)
      throw error
    }
    try bringFolderToDisk()
  }

  /// Without this the name may still mean the old file after a power cut.
  private func bringFolderToDisk() throws(SystemRefusal) {
    let descriptor = open(Self.parts(of: path).folder, O_RDONLY | O_CLOEXEC)
    try SystemRefusal.check(descriptor)
    defer { close(descriptor) }
    try SystemRefusal.check(fsync(descriptor))
  }

  private static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("./", path) }
    return (String(path[...slash]), String(path[slash...].dropFirst()))
  }
}

extension SnapshotDraft {
  /// Takes away what killed writers have left.
  ///
  /// Where that is refused, nothing is worse than before.
  static func sweep(beside path: String) {
    let (folder, name) = parts(of: path)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for draft in all where isDraft(draft, of: name) {
      let descriptor = open(folder + draft, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      if descriptor < 0 { continue }
      if SnapshotFile(descriptor: descriptor).hold(waiting: false) { unlink(folder + draft) }
      close(descriptor)
    }
  }

  private static func isDraft(_ draft: String, of name: String) -> Bool {
    guard draft.hasPrefix("\(name)."), draft.hasSuffix(".new") else { return false }
    let middle = draft.dropFirst(name.count + 1).dropLast(4).utf8
    return middle.count == 16 && middle.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
