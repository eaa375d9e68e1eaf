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
struct TemporarySessionFile {
  private let path: String
  private let name: String
  private let file: SessionFile

  /// Makes an empty draft.
  init(beside path: String) throws(SystemCallError) {
    self.path = path
    while true {
      let name = "\(path).\(paddedHexadecimal(.random(in: .min ... .max))).new"
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor < 0 && errno == EEXIST { continue }
      try SystemCallError.throwIfFailed(descriptor)
      let file = SessionFile(descriptor: descriptor)
      // Where a file system knows no locks nobody can hold it, and so nobody takes it away.
      _ = file.lock(waiting: true)
      // Before it was held, another store may have taken it for a leftover.
      if file.isLinked {
        (self.name, self.file) = (name, file)
        return
      }
      close(descriptor)
    }
  }

  /// Writes everything, and gives it the name of the file that it replaces.
  func commit(_ bytes: [UInt8]) throws(SystemCallError) {
    defer { close(file.descriptor) }
    do throws(SystemCallError) {
      try file.writeAndSync(bytes)
      try SystemCallError.throwIfFailed(rename(name, path))
    } catch {
      unlink(name)
      throw error
    }
    try syncFolder()
  }

  /// Without this the name may still mean the old file after a power cut.
  private func syncFolder() throws(SystemCallError) {
    let descriptor = open(Self.splitPath(of: path).folder, O_RDONLY | O_CLOEXEC)
    try SystemCallError.throwIfFailed(descriptor)
    defer { close(descriptor) }
    try SystemCallError.throwIfFailed(fsync(descriptor))
  }

  private static func splitPath(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("./", path) }
    return (String(path[...slash]), String(path[slash...].dropFirst()))
  }
}

extension TemporarySessionFile {
  /// Takes away what killed writers have left.
  ///
  /// Where that is refused, nothing is worse than before.
  static func removeStaleFiles(beside path: String) {
    let (folder, name) = splitPath(of: path)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for draft in all where isTemporaryFile(draft, of: name) {
      let descriptor = open(folder + draft, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      if descriptor < 0 { continue }
      if SessionFile(descriptor: descriptor).lock(waiting: false) { unlink(folder + draft) }
      close(descriptor)
    }
  }

  private static func isTemporaryFile(_ draft: String, of name: String) -> Bool {
    guard draft.hasPrefix("\(name)."), draft.hasSuffix(".new") else { return false }
    let middle = draft.dropFirst(name.count + 1).dropLast(4).utf8
    return middle.count == 16 && middle.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
