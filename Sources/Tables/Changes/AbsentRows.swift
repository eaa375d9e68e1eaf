extension TableFeature {
  /// The deleted rows that are being restored, or that could not be restored.
  ///
  /// An absent row keeps its place in the order of all rows. So rows return in their former order, whichever of them
  /// fail to return at first. The absent rows at one position form a chain: each refers to the next one, and all of
  /// them to the same position.
  ///
  /// Undo restores rows in the reverse order of their deletions. A row therefore returns directly before the row or
  /// the chain that followed it.
  struct AbsentRows {
    private(set) var rows: [Row.ID: PositionedRow] = [:]
    /// The previous row of the chain, by row.
    private var previousIDs: [Row.ID: Row.ID] = [:]
    /// The last row of each chain.
    private var lastIDs: [RowPosition<Row.ID>: Row.ID] = [:]
    /// The rows whose positions or next rows have changed.
    private(set) var changedIDs: Set<Row.ID> = []

    init(_ state: State) {
      for status in state.deletions.values where status.isAbsent(in: state) {
        guard let placed = status.absentRow else { continue }
        let id = placed.row.id
        rows[id] = placed
        // If two rows precede the same one, which a decoded state can contain, the choice must not depend on the
        // order of a dictionary.
        if let next = placed.followingAbsentID {
          previousIDs[next] = Self.first(of: previousIDs[next], id)
        } else {
          lastIDs[placed.chainPosition] = Self.first(of: lastIDs[placed.chainPosition], id)
        }
      }
    }

    private static func first(of id: Row.ID?, _ other: Row.ID) -> Row.ID {
      if let id, "\(id)" < "\(other)" { id } else { other }
    }

    /// Returns the first row of the chain at a position, or `nil` if there is none.
    func firstID(ofChainAt position: RowPosition<Row.ID>) -> Row.ID? {
      lastIDs[position].flatMap { chains(containing: [$0]).first?.first }
    }

    /// Returns the first of the absent rows directly before a row, or at the end with `nil`.
    ///
    /// A row that is restored before its deletion was confirmed is both absent and present.
    func firstID(before id: Row.ID?, isPresent: (Row.ID) -> Bool) -> Row.ID? {
      var first: Row.ID?
      var seen: Set<Row.ID> = []
      var previous = id.flatMap { previousIDs[$0] } ?? lastIDs[RowPosition(before: id)]
      while let id = previous, rows[id] != nil, !isPresent(id), seen.insert(id).inserted {
        first = id
        previous = previousIDs[id]
      }
      return first
    }

    /// The last row of each chain.
    var chainEnds: [PositionedRow] { lastIDs.values.compactMap { rows[$0] } }

    /// Returns the chains that contain some rows, each from its first row to its last.
    func chains(containing ids: [Row.ID]) -> [[Row.ID]] {
      var chains: [[Row.ID]] = []
      var visited: Set<Row.ID> = []
      for id in ids where rows[id] != nil && !visited.contains(id) {
        var (last, seen) = (id, Set([id]))
        while let next = rows[last]?.followingAbsentID, rows[next] != nil, previousIDs[next] == last,
          seen.insert(next).inserted
        {
          last = next
        }
        visited.insert(last)
        var (chain, first) = ([last], last)
        while let previous = previousIDs[first], rows[previous]?.followingAbsentID == first,
          visited.insert(previous).inserted
        {
          chain.append(previous)
          first = previous
        }
        chains.append(chain.reversed())
      }
      return chains
    }
  }
}

extension TableFeature.AbsentRows {
  /// Inserts rows that are to be restored, directly before what followed them when they were deleted.
  mutating func insert(_ placed: [TableFeature.PositionedRow]) {
    let ids = Set(placed.map { $0.row.id })
    var firstIDs: [RowPosition<Row.ID>: Row.ID] = [:]
    // Rows after another row are restored from the last to the first, all others from the first to the last.
    for var placed in placed.reversed().filter({ !$0.position.isAfter }) + placed.filter(\.position.isAfter)
    where rows[placed.row.id] == nil {
      let id = placed.row.id
      if let neighbor = placed.position.neighborID, !ids.contains(neighbor), let other = rows[neighbor] {
        // The neighbor was deleted later, and is absent itself.
        if placed.position == .before(neighbor) { placed.followingAbsentID = placed.followingAbsentID ?? neighbor }
        (placed.position, placed.nextLocalID) = (other.position, other.nextLocalID)
      }
      let position = placed.chainPosition
      let nextID =
        placed.followingAbsentID ?? firstIDs[position] ?? (position.isAfter ? firstID(ofChainAt: position) : nil)
      let next = nextID.flatMap { rows[$0] }
      placed.followingAbsentID = next?.row.id
      if let next { (placed.position, placed.nextLocalID) = (next.position, next.nextLocalID) }
      let previous = next.map { previousIDs[$0.row.id] } ?? lastIDs[placed.chainPosition]
      rows[id] = placed
      if let previous { link(previous, to: id) }
      // The rows before this one are no longer next to a present row.
      if let last = lastIDs.removeValue(forKey: .before(id)) {
        for other in chains(containing: [last]).joined() {
          setPosition(
            of: other, placed.position, nextLocalID: placed.nextLocalID, followedBy: rows[other]?.followingAbsentID)
        }
        link(last, to: id)
      }
      if let next { previousIDs[next.row.id] = id } else { lastIDs[placed.chainPosition] = id }
      firstIDs[placed.chainPosition] = id
    }
  }

  private mutating func link(_ id: Row.ID, to next: Row.ID) {
    rows[id]?.followingAbsentID = next
    previousIDs[next] = id
    changedIDs.insert(id)
  }

  /// Removes rows that are present again.
  ///
  /// Returns the chains that contained them. The rows that remain return to their places next to them.
  mutating func remove(_ ids: [Row.ID]) -> [[TableFeature.PositionedRow]] {
    let removed = Set(ids)
    let chains = chains(containing: ids)
    let rowChains = chains.map { chain in chain.compactMap { rows[$0] } }
    for chain in chains {
      var next: (id: Row.ID, isPresent: Bool)?
      for id in chain.reversed() {
        let isPresent = removed.contains(id)
        defer { next = (id, isPresent) }
        guard let next, !isPresent else { continue }
        if next.isPresent {
          setPosition(of: id, .before(next.id), nextLocalID: nil, followedBy: nil)
        } else if let other = rows[next.id] {
          setPosition(of: id, other.position, nextLocalID: other.nextLocalID, followedBy: next.id)
        }
      }
      var previous: Row.ID?
      for id in chain {
        if removed.contains(id) {
          previous = id
        } else if let previous, let known = rows[id], known.position.isAfter {
          setPosition(of: id, .after(previous), nextLocalID: known.nextLocalID, followedBy: known.followingAbsentID)
        }
      }
    }
    for id in removed { rows[id] = nil }
    return rowChains
  }

  private mutating func setPosition(
    of id: Row.ID, _ position: RowPosition<Row.ID>, nextLocalID: Row.ID?, followedBy next: Row.ID?
  ) {
    guard var placed = rows[id] else { return }
    (placed.position, placed.nextLocalID, placed.followingAbsentID) = (position, nextLocalID, next)
    rows[id] = placed
    changedIDs.insert(id)
  }

  /// Moves the chain that ends with a row to another position, before the absent rows that are already there.
  mutating func moveChain(
    endingWith id: Row.ID, to position: RowPosition<Row.ID>, nextLocalID: Row.ID?, isPresent: (Row.ID) -> Bool
  ) {
    guard let last = rows[id], let chain = chains(containing: [id]).first else { return }
    lastIDs[last.chainPosition] = nil
    let target = nextLocalID.map { .before($0) } ?? position
    var next = firstID(ofChainAt: target)
    if case .before(let neighbor) = target, rows[neighbor] != nil {
      // The neighbor is still present, but it is already to be restored.
      next = firstID(before: neighbor, isPresent: isPresent) ?? neighbor
    }
    let anchor = next.flatMap { rows[$0] }
    for id in chain {
      setPosition(
        of: id, anchor?.position ?? position, nextLocalID: anchor.map { $0.nextLocalID } ?? nextLocalID,
        followedBy: rows[id]?.followingAbsentID)
    }
    guard let next else { return lastIDs[target] = id }
    if let previous = previousIDs[next], let first = chain.first, !chain.contains(next) { link(previous, to: first) }
    link(id, to: next)
  }

  /// Returns rows in the order in which they must be restored.
  ///
  /// A row to whose position another row refers comes first. Of the rows directly after the same row, the last comes
  /// first.
  func restorationOrder(of ids: [Row.ID]) -> [Row.ID] {
    let restored = Set(ids)
    let chains = chains(containing: ids)
    var chainNumbers: [Row.ID: Int] = [:]
    for (number, chain) in chains.enumerated() { for id in chain { chainNumbers[id] = number } }
    var (order, visited): ([Row.ID], Set<Int>) = ([], [])
    func append(_ number: Int) {
      guard visited.insert(number).inserted, let position = chains[number].last.flatMap({ rows[$0] })?.position else {
        return
      }
      if let neighbor = position.neighborID, let other = chainNumbers[neighbor] { append(other) }
      let chain = chains[number].filter(restored.contains)
      order += position.isAfter ? chain.reversed() : chain
    }
    func isAfter(_ number: Int) -> Bool { chains[number].last.flatMap { rows[$0] }?.position.isAfter ?? false }
    for number in chains.indices where !isAfter(number) { append(number) }
    for number in chains.indices.reversed() where isAfter(number) { append(number) }
    return order
  }

  /// Returns the rows of a request, with positions that refer to rows that are stored by then.
  func request(for ids: [Row.ID]) -> [TableFeature.PositionedRow] {
    let requested = Set(ids)
    return ids.compactMap { rows[$0] }.map { placed in
      var placed = placed
      placed.followingAbsentID = nil
      for _ in rows.indices {
        guard let id = placed.position.neighborID, !requested.contains(id), let other = rows[id] else { break }
        placed.position = other.position
      }
      return placed
    }
  }
}

extension TableFeature.PositionedRow {
  /// The position of the chain to which an absent row belongs.
  fileprivate var chainPosition: RowPosition<Row.ID> { nextLocalID.map { .before($0) } ?? position }
}

extension TableFeature.DeletionStatus {
  /// Returns a Boolean value that indicates whether the row is being restored or is missing.
  ///
  /// If its deletion and its restoration failed, it is still there.
  fileprivate func isAbsent(in state: TableFeature.State) -> Bool {
    guard let id = absentRow?.row.id else { return false }
    return isPending || state.rows.handle(of: id) == nil
  }
}

extension TableFeature {
  /// Returns a Boolean value that indicates whether a row is being restored, or could not be restored.
  func isAbsent(_ id: Row.ID, _ state: State) -> Bool { state.deletions[id]?.isAbsent(in: state) ?? false }
}
