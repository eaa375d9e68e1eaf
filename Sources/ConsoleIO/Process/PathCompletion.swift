#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Returns the paths of the files and folders whose names begin as a text does, those of folders with a slash at the end.
///
/// Hidden files are left out unless the text names one. Names with quotation marks or control characters are left out,
/// because a command line would need escapes for them. A leading `~/` is the user's home folder.
package func paths(beginningWith text: String, home: String?) -> [String] {
  let slash = text.lastIndex(of: "/")
  let (folder, name) = slash.map { (text[...$0], text[text.index(after: $0)...]) } ?? ("", text[...])
  let place = folder.hasPrefix("~/") ? (home ?? "~") + folder.dropFirst() : String(folder)
  guard let stream = unsafe opendir(place.isEmpty ? "." : place) else { return [] }
  defer { unsafe closedir(stream) }
  var found: [String] = []
  while let entry = unsafe readdir(stream) {
    let file = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
      unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
    }
    if !file.hasPrefix(name) || file.hasPrefix(".") && !name.hasPrefix(".") || [".", ".."].contains(file) { continue }
    if file.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F || $0 == "\"" || $0 == "'" }) {
      continue
    }
    var status = stat()
    let isFolder = unsafe stat(place + file, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    found.append(folder + file + (isFolder ? "/" : ""))
  }
  return found.sorted()
}
