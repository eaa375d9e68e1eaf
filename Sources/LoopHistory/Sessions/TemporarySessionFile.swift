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

/// The temporary file of a save, next to the session file that it will replace.
///
/// Each temporary file has a unique name, so that concurrent writers never share one. Its writer holds a lock on it. A
/// temporary file without a lock was left by a killed process, and the next store for the path removes it.
struct TemporarySessionFile {
  private let path: String
  private let name: String
  private let file: OpenFile

  /// Creates and locks an empty temporary file.
  init(nextTo path: String) throws(SystemCallError) {
    self.path = path
    while true {
      let name = "\(path).\(paddedHexadecimal(.random(in: .min ... .max))).new"
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor < 0 && errno == EEXIST { continue }
      try SystemCallError.throwIfFailed(descriptor)
      let file = OpenFile(descriptor: descriptor)
      // On a file system without locks this fails. Then no other store can lock the file either, so none removes it.
      _ = file.lock(waiting: true)
      // Another store may have removed the file as stale before it was locked.
      if file.isLinked {
        (self.name, self.file) = (name, file)
        return
      }
      close(descriptor)
    }
  }

  /// Writes all bytes and renames the file to the one that it replaces.
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

  /// Syncs the folder.
  ///
  /// Otherwise the name may refer to the old file after a power failure.
  private func syncFolder() throws(SystemCallError) {
    let descriptor = open(Self.folderAndName(of: path).folder, O_RDONLY | O_CLOEXEC)
    try SystemCallError.throwIfFailed(descriptor)
    defer { close(descriptor) }
    try OpenFile(descriptor: descriptor).sync()
  }

  private static func folderAndName(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("./", path) }
    return (String(path[...slash]), String(path[slash...].dropFirst()))
  }
}

extension TemporarySessionFile {
  /// Removes the temporary files of killed processes.
  ///
  /// Errors are ignored: a file that remains does no harm.
  static func removeStaleFiles(nextTo path: String) {
    let (folder, name) = folderAndName(of: path)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for file in all where isTemporaryFile(file, of: name) {
      let descriptor = open(folder + file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      if descriptor < 0 { continue }
      if OpenFile(descriptor: descriptor).lock(waiting: false) { unlink(folder + file) }
      close(descriptor)
    }
  }

  private static func isTemporaryFile(_ file: String, of name: String) -> Bool {
    guard file.hasPrefix("\(name)."), file.hasSuffix(".new") else { return false }
    let middle = file.dropFirst(name.count + 1).dropLast(4).utf8
    return middle.count == 16 && middle.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
