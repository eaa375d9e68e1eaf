import Shop

/// Files in memory.
public actor MemoryFileStore: FileStore {
  /// The contents of the files by path.
  public private(set) var files: [String: [UInt8]]
  private var faults: FaultQueue<FileStoreError.Reason>

  /// Creates a store with files and injected faults.
  public init(_ files: [String: [UInt8]] = [:], faults: FaultQueue<FileStoreError.Reason> = FaultQueue()) {
    self.files = files
    self.faults = faults
  }

  /// Injects faults into the next calls.
  public func inject(_ faults: [FaultQueue<FileStoreError.Reason>.Fault]) { self.faults.enqueue(faults) }

  /// Returns the contents of a file.
  public func read(_ path: String) async throws(FileStoreError) -> [UInt8] {
    try perform(path) { () throws(FileStoreError.Reason) in
      guard let bytes = files[path] else { throw .notFound }
      return bytes
    }
  }

  /// Writes a file as a whole.
  public func write(_ bytes: [UInt8], to path: String, overwriting: Bool) async throws(FileStoreError) {
    try perform(path) { () throws(FileStoreError.Reason) in
      if !overwriting, files[path] != nil { throw .alreadyExists }
      files[path] = bytes
    }
  }

  private func perform<Answer>(
    _ path: String, _ operation: () throws(FileStoreError.Reason) -> Answer
  ) throws(FileStoreError) -> Answer {
    do throws(FileStoreError.Reason) {
      return try faults.perform(operation)
    } catch {
      throw FileStoreError(path, error)
    }
  }
}
