import Shop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of the computer.
public struct DiskFileStore: FileStore {
  /// Creates a store.
  public init() {}

  /// Returns the contents of a file.
  @concurrent public func read(_ path: String) async throws(FileStoreError) -> [UInt8] {
    do { return Array(try Data(contentsOf: URL(filePath: path))) } catch { throw FileStoreError(path, error) }
  }

  /// Writes a file as a whole.
  ///
  /// The bytes are written to another file in the same folder, which is then moved to the place of the file.
  @concurrent public func write(
    _ bytes: [UInt8], to path: String, overwriting: Bool
  ) async throws(FileStoreError) {
    do {
      if overwriting { return try Data(bytes).write(to: URL(filePath: path), options: .atomic) }
      if FileManager.default.fileExists(atPath: path) { throw FileStoreError.Reason.alreadyExists }
      let temporary = "\(path).\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: temporary) }
      try Data(bytes).write(to: URL(filePath: temporary))
      // Moving fails if a file was created at the path meanwhile.
      try FileManager.default.moveItem(atPath: temporary, toPath: path)
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
