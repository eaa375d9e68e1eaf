extension [UInt8] {
  /// The bytes without the mark that some put before a text to tell its encoding.
  package var withoutMark: [UInt8] { starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self }
}
