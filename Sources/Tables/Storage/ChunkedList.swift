/// An ordered list of row handles, stored in chunks so that an insertion or removal moves only the handles of one
/// chunk.
struct ChunkedList: Sendable {
  private var chunks: [[RowHandle]] = []
  /// The offset of the first handle of each chunk.
  private var chunkOffsets: [Int] = []
  private(set) var count = 0

  /// The number of handles in a new chunk.
  ///
  /// A chunk that reaches twice this size is split.
  private static var initialChunkSize: Int { 1024 }

  init(_ handles: [RowHandle]) {
    for start in stride(from: 0, to: handles.count, by: Self.initialChunkSize) {
      chunks.append(Array(handles[start..<min(start + Self.initialChunkSize, handles.count)]))
      chunkOffsets.append(start)
    }
    count = handles.count
  }

  subscript(offset: Int) -> RowHandle {
    let chunk = chunkIndex(containing: offset)
    return chunks[chunk][offset - chunkOffsets[chunk]]
  }

  /// Returns the handles at a range of offsets.
  func handles(in offsets: Range<Int>) -> [RowHandle] {
    var handles: [RowHandle] = []
    handles.reserveCapacity(offsets.count)
    var (chunk, offset) = (chunkIndex(containing: offsets.lowerBound), offsets.lowerBound)
    while offset < offsets.upperBound {
      let end = min(offsets.upperBound, chunkOffsets[chunk] + chunks[chunk].count)
      handles += chunks[chunk][offset - chunkOffsets[chunk]..<end - chunkOffsets[chunk]]
      (chunk, offset) = (chunk + 1, end)
    }
    return handles
  }

  /// Returns the index of the chunk that contains an offset, or of the last chunk if the offset is the count.
  private func chunkIndex(containing offset: Int) -> Int {
    chunkOffsets.indices.partitioningIndex(where: { chunkOffsets[$0] > offset }) - 1
  }

  /// The position of a handle, or the position at which one can be inserted: a chunk and an offset in it.
  struct Index {
    fileprivate let chunk: Int
    fileprivate let offset: Int
  }

  /// Returns the first index from which on a condition holds (binary search).
  @inline(__always) func partitioningIndex(where holds: (RowHandle) -> Bool) -> Index {
    // Chunks are never empty: the last handle of each decides whether the index is in it.
    let number = chunks.indices.partitioningIndex(where: { holds(chunks[$0][chunks[$0].count - 1]) })
    if number == chunks.count { return Index(chunk: max(0, number - 1), offset: chunks.last?.count ?? 0) }
    return Index(chunk: number, offset: chunks[number].indices.partitioningIndex(where: { holds(chunks[number][$0]) }))
  }

  /// Returns the index of the handle at an offset.
  func index(atOffset offset: Int) -> Index {
    if chunks.isEmpty { return Index(chunk: 0, offset: 0) }
    let chunk = chunkIndex(containing: offset)
    return Index(chunk: chunk, offset: offset - chunkOffsets[chunk])
  }

  /// Returns the handle at an index, or `nil` at the end.
  func handle(at index: Index) -> RowHandle? {
    index.chunk < chunks.count && index.offset < chunks[index.chunk].count ? chunks[index.chunk][index.offset] : nil
  }

  /// Returns the offset of an index from the start of the list.
  func offset(of index: Index) -> Int { chunks.isEmpty ? 0 : chunkOffsets[index.chunk] + index.offset }

  /// All handles, in order.
  var allHandles: [RowHandle] { chunks.flatMap(\.self) }

  /// Calls a closure with the handles of each chunk, in order.
  func forEachChunk(_ body: ([RowHandle]) -> Void) { for chunk in chunks { body(chunk) } }
}

extension ChunkedList {
  /// Inserts a handle before the one at an index, or at the end.
  mutating func insert(_ handle: RowHandle, at index: Index) {
    if chunks.isEmpty { return self = ChunkedList([handle]) }
    let chunk = index.chunk
    chunks[chunk].insert(handle, at: index.offset)
    count += 1
    shiftOffsets(afterChunk: chunk, by: 1)
    if chunks[chunk].count == 2 * Self.initialChunkSize { splitChunk(at: chunk) }
  }

  /// Removes the handle at an index.
  mutating func remove(at index: Index) {
    let chunk = index.chunk
    chunks[chunk].remove(at: index.offset)
    count -= 1
    shiftOffsets(afterChunk: chunk, by: -1)
    if chunks[chunk].isEmpty {
      chunks.remove(at: chunk)
      chunkOffsets.remove(at: chunk)
    }
  }

  /// Removes many handles in one pass.
  ///
  /// `handleCount` is the number of handles that the row store has given out.
  mutating func removeAll(in handles: [RowHandle], handleCount: Int) {
    var all = allHandles
    all.removeAll(in: handles, handleCount: handleCount)
    self = ChunkedList(all)
  }

  private mutating func shiftOffsets(afterChunk chunk: Int, by step: Int) {
    for later in chunk + 1..<chunkOffsets.count { chunkOffsets[later] += step }
  }

  private mutating func splitChunk(at chunk: Int) {
    let last = Array(chunks[chunk][Self.initialChunkSize...])
    chunks[chunk].removeLast(last.count)
    chunks.insert(last, at: chunk + 1)
    chunkOffsets.insert(chunkOffsets[chunk] + Self.initialChunkSize, at: chunk + 1)
  }
}

extension Range<Int> {
  /// Returns the first index from which on a condition holds, or the upper bound if it never does (binary search).
  @inline(__always) func partitioningIndex(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
