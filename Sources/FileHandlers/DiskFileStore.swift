import Shop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of the computer.
public struct DiskFileStore: FileStore {
  /// Creates a store.
  public init() {}

  /// Returns the contents of a file.
  @concurrent public func read(_ path: String) async throws(FileStoreError) -> [UInt8] {
    do {
      _ = try attributes(ofRegularFile: URL(filePath: path).resolvingSymlinksInPath().path)
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw FileStoreError(path, error)
    }
  }

  /// Returns the attributes of a file, or `nil` if it does not exist.
  private func attributes(
    ofRegularFile path: String
  ) throws(FileStoreError.Reason) -> [FileAttributeKey: Any]? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    if let type = attributes?[.type] as? FileAttributeType, type != .typeRegular {
      throw .failed(type == .typeDirectory ? "it is a folder" : "it is not a regular file")
    }
    return attributes
  }

  /// Writes a file as a whole.
  ///
  /// The bytes are written to another file in the same folder, which is then moved to the place of the file. A symbolic
  /// link is followed, and a file that is replaced keeps its permissions. Folders and devices are not replaced.
  @concurrent public func write(
    _ bytes: [UInt8], to path: String, overwriting: Bool
  ) async throws(FileStoreError) {
    do {
      let file = URL(filePath: path).resolvingSymlinksInPath().path
      let attributes = try attributes(ofRegularFile: file)
      if attributes != nil, !overwriting { throw FileStoreError.Reason.alreadyExists }
      let temporary = "\(file).\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: temporary) }
      try Data(bytes).write(to: URL(filePath: temporary))
      if attributes == nil {
        // Moving fails if a file was created at the path meanwhile.
        return try FileManager.default.moveItem(atPath: temporary, toPath: file)
      }
      if let permissions = attributes?[.posixPermissions] {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: temporary)
      }
      // Foundation's essential part cannot move a file over another one.
      if rename(temporary, file) != 0 { throw FileStoreError.Reason.failed(String(cString: strerror(errno))) }
    } catch {
      throw FileStoreError(path, error)
    }
  }
}

extension FileStoreError {
  fileprivate init(_ path: String, _ error: any Error) {
    switch error {
    case let reason as FileStoreError.Reason: self.init(path, reason)
    case let error as CocoaError where error.code == .fileReadNoSuchFile: self.init(path, .notFound)
    case let error as CocoaError where error.code == .fileWriteFileExists: self.init(path, .alreadyExists)
    case let error as CocoaError: self.init(path, .failed(error.reason))
    default: self.init(path, .failed("\(error)"))
    }
  }
}

extension CocoaError {
  /// The reason in words.
  ///
  /// The descriptions of Foundation need its large part.
  fileprivate var reason: String {
    switch code {
    case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
    case .fileWriteOutOfSpace: "no space left on the device"
    case .fileNoSuchFile: "the folder does not exist"
    case .fileWriteVolumeReadOnly: "the volume is read-only"
    default: "the file cannot be read or written (error \(code.rawValue))"
    }
  }
}
