import BackOffice
import ExplorerTool
import Shop

/// The files of the computer, in which `-` is standard input and output.
actor ProcessFiles: FileStore {
  /// The bytes of standard input, which can be read only once.
  private var input: [UInt8]?

  /// Returns the contents of a file or of standard input.
  func read(_ path: String) async throws(FileStoreError) -> [UInt8] {
    if path != "-" { return try await DiskFileStore().read(path) }
    if let input { return input }
    do throws(FileError) {
      let bytes = try contentsOfFile(at: path)
      input = bytes
      return bytes
    } catch {
      throw FileStoreError(path, .failed(error.message(at: "standard input")))
    }
  }

  /// Writes a file or to standard output.
  func write(_ bytes: [UInt8], to path: String, overwriting: Bool) async throws(FileStoreError) {
    if path != "-" { return try await DiskFileStore().write(bytes, to: path, overwriting: overwriting) }
    do throws(ErrnoError) {
      try Console.writeAll(String(decoding: bytes, as: UTF8.self), to: 1)
    } catch {
      throw FileStoreError("standard output", .failed(error.reason))
    }
  }
}
